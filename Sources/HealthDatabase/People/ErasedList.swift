import Foundation
import Postgres

/// The list of erased people, in a file outside the database.
///
/// `health.erased_person` has the same uuids. After an older backup of the database was restored,
/// the table lacks the newest of them. `reconcile` compares the file and the table whenever a store
/// is opened.
///
/// Each line is `erased UUID TIME` or `restored UUID TIME`. The last line of a uuid counts. Lines
/// are only appended, so a crash loses at most the line that was being written. A function that
/// writes a line returns when the disk has it.
public struct ErasedList: Sendable {
    public let path: String

    /// The name of the file in a data directory.
    public static let fileName = "erased-people"

    public init(path: String) {
        self.path = path
    }

    private enum Word: String {
        case erased, restored
    }

    /// Appends a person who will be erased, unless the list already has the person.
    ///
    /// - Throws: `HealthDatabaseError` (`damagedStore`), an error of the file system.
    public func addErased(_ uuid: UUID) throws {
        if try !read().erased.contains(uuid) { try append(.erased, [uuid]) }
    }

    /// Removes a person from the list, because the operator restores the person from a file.
    ///
    /// - Throws: an error of the file system.
    func addRestored(_ uuid: UUID) throws { try append(.restored, [uuid]) }

    /// Returns the uuids of erased people, and of people who were erased and restored.
    ///
    /// - Throws: `HealthDatabaseError` (`damagedStore`) for a line of another form, or if the file
    ///   cannot be read.
    func read() throws -> (erased: Set<UUID>, restored: Set<UUID>) {
        guard FileManager.default.fileExists(atPath: path) else { return ([], []) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw HealthDatabaseError(
                .damagedStore, "cannot read the list of erased people, \(path)",
                hint: "give the file to the user of the service")
        }
        var latest: [UUID: Word] = [:]
        for (index, line) in ErasedList.lines(String(decoding: data, as: UTF8.self)) {
            let parts = line.split(separator: " ")
            guard parts.count == 3, let word = Word(rawValue: String(parts[0])),
                let uuid = UUID(uuidString: String(parts[1]))
            else {
                throw HealthDatabaseError(
                    .damagedStore, "line \(index + 1) of \(path) is not \"erased UUID TIME\" or \"restored UUID TIME\"",
                    hint: "correct the line; if it is deleted, an older backup can bring the person back")
            }
            latest[uuid] = word
        }
        func uuids(_ word: Word) -> Set<UUID> { Set(latest.filter { $0.value == word }.keys) }
        return (uuids(.erased), uuids(.restored))
    }

    /// Returns the lines about people, with their indices.
    private static func lines(_ text: String) -> [(index: Int, line: Substring)] {
        // A crash can cut off the last line, which then has no line feed.
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated()
            .filter { !$1.isEmpty && !$1.hasPrefix("#") }.map { ($0, $1) }
    }

    /// Adds the lines of other copies of the list, such as those of backups. The lines are then in
    /// order of time, so the last line of a uuid is its newest one.
    ///
    /// - Throws: `HealthDatabaseError` (`damagedStore`) if this list has a line of another form; an
    ///   error of the file system.
    public func add(copies: [String]) throws {
        _ = try read()
        let own = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = ErasedList.lines(own).map(\.line)
        let added = Set(copies.flatMap(ErasedList.lines).map(\.line)).subtracting(known)
        guard !added.isEmpty else { return }
        func time(_ line: Substring) -> Substring { line.split(separator: " ").last ?? "" }
        let all = (known + added.sorted()).sorted { time($0) < time($1) }
        try Data((ErasedList.heading + all.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(fileURLWithPath: path), options: .atomic)
        try protect()
    }

    /// Makes the file readable for the user of the service only.
    private func protect() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        FileOwner.inherit(path)
    }

    private static let heading = "# People who were erased from this store. Keep this file when you restore a backup.\n"

    private func append(_ word: Word, _ uuids: [UUID]) throws {
        guard !uuids.isEmpty else { return }
        let isNew = !FileManager.default.fileExists(atPath: path)
        if isNew {
            try Data(ErasedList.heading.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            try protect()
        }
        guard let file = FileHandle(forUpdatingAtPath: path) else {
            throw HealthDatabaseError(.damagedStore, "cannot write to the list of erased people, \(path)")
        }
        defer { try? file.close() }
        // Removes a line that a crash cut off. `read` ignores it, too.
        let content = try file.readToEnd() ?? Data()
        let wholeLines = (content.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        if wholeLines < content.count { try file.truncate(atOffset: UInt64(wholeLines)) }
        try file.seekToEnd()
        let time = ISO8601DateFormatter().string(from: Date())
        let lines = uuids.map { "\(word.rawValue) \($0.uuidString.lowercased()) \(time)\n" }
        try file.write(contentsOf: Data(lines.joined().utf8))
        try file.synchronize()
        guard isNew else { return }
        let folder = FileHandle(forReadingAtPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        try folder?.synchronize()
        try folder?.close()
    }

    // MARK: With the database

    /// Adds the uuids that only the file or only `health.erased_person` has to the other. Begins to
    /// erase the people of the list who are in the store, which happens after an older backup was
    /// restored.
    ///
    /// - Parameter list: the file; nil for a store without such a file.
    /// - Returns: the people whose erasing began.
    /// - Throws: `HealthDatabaseError` (`damagedStore`), `PostgresError`, an error of the file
    ///   system.
    public static func reconcile(_ list: ErasedList?, _ session: Session) throws -> [Person] {
        if let list {
            let (erased, restored) = try list.read()
            let stored = Set(try session.all("select uuid from health.erased_person", as: UUID.self))
            try list.append(.erased, stored.subtracting(erased).subtracting(restored).sorted { "\($0)" < "\($1)" })
            let back = restored.intersection(stored)
            if !back.isEmpty {
                try session.run("delete from health.erased_person where uuid = any($1)", Array(back))
            }
            let missing = erased.subtracting(stored)
            if !missing.isEmpty {
                try session.run(
                    """
                    insert into health.erased_person (uuid) select uuid from unnest($1::uuid[]) as list (uuid)
                    on conflict do nothing
                    """, Array(missing))
            }
        }
        let returned = try session.all(
            """
            select person_id, uuid, name from health.person join health.erased_person using (uuid)
            where erasing_since is null order by person_id
            """, as: Person.self)
        for person in returned { _ = try PersonEraser(person, session).begin() }
        return returned
    }
}
