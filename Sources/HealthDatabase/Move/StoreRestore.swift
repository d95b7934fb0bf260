import Digests
import Foundation
import Postgres

/// Restores a whole store from the lines that `StoreExport` wrote, into a store without people.
///
/// One transaction restores each person, so a person has all data or does not exist. The last
/// transaction adds holders, grants and tokens. So no token works before its person's data are
/// complete.
///
/// People, holders and tokens keep their ids, because a token's text has the id of its person.
/// Until the last transaction, the feed of each person has an identity that follows from the file.
/// With it, the restore of a file recognises people whom it restored before it was interrupted.
public final class StoreRestore {
    private let lines: StoreLines
    private let session: Session
    /// The list of erased people beside the database.
    private let list: ErasedList?
    private let restoresErased: Bool
    private var chunk = BackupChunk()
    private var rows: BackupRows
    private var report = Report()

    public struct Report: Sendable {
        public var people: [Person] = []
        /// The people of `people` whom an earlier restore of the file had restored.
        public var restoredBefore: Set<UUID> = []
        /// The number of samples that this restore stored.
        public var samples: Int64 = 0
        public var counts: [StoreRecord: Int64] = [:]

        public init() {}
    }

    /// Reads all lines of a file, and checks that none is missing or was changed.
    ///
    /// - Parameter next: returns the lines without line feeds, and nil at the end.
    /// - Throws: what `next` throws; `HealthDatabaseError` (`malformedBackup`, `truncatedBackup`,
    ///   `backupTooNew`).
    public static func check(_ next: @escaping () throws -> [UInt8]?) throws {
        let lines = try StoreLines(next)
        while try lines.next() != nil {}
    }

    /// - Parameters:
    ///   - list: the list of erased people; nil if the store has none.
    ///   - restoresErased: true to restore people who were erased from this store, and to remove
    ///     them from the list.
    ///   - next: returns the lines of a file that `check` has read.
    /// - Throws: what `next` throws; `HealthDatabaseError` (`malformedBackup`, `backupTooNew`).
    public init(
        list: ErasedList?, restoresErased: Bool, session: Session, from next: @escaping () throws -> [UInt8]?
    ) throws {
        lines = try StoreLines(next)
        self.list = list
        self.restoresErased = restoresErased
        self.session = session
        rows = BackupRows(person: Person(id: 0, uuid: UUID(), name: ""), session: session)
    }

    /// Restores the store. If this function throws, people who are complete stay, and a restore of
    /// the same file goes on.
    ///
    /// - Throws: what `next` throws, `PostgresError`, or `HealthDatabaseError` (`malformedBackup`,
    ///   `truncatedBackup`, `backupTooNew`, `storeNotEmpty`, `personErased`).
    public func restore() throws -> Report {
        try session.transaction {
            try HolderStore.lockNames(session)
            try checkIsEmpty()
            try raise("person_person_id_seq", to: lines.header.lastPerson)
            try raise("holder_holder_id_seq", to: lines.header.lastHolder)
        }
        var line = try lines.next()
        while let current = line, BackupLine.member(of: current) == "person" {
            try restore(try lines.decode(StoreLines.PersonLine.self, "person", current))
            line = try lines.next()
        }
        guard report.people.count == lines.header.people else {
            throw StoreLines.malformed(
                "the file has \(report.people.count) people, and its first line says \(lines.header.people)")
        }
        try restoreAccess(first: line)
        try PlannerStatistics.update(session)
        return report
    }

    // MARK: An empty store

    /// Checks that the store has nothing but people whom this file restored.
    private func checkIsEmpty() throws {
        let people = try session.run(
            """
            select person.uuid, feed_uuid
            from health.person left join health.change_counter using (person_id)
            """)
        for person in people {
            guard try feed(of: person.uuid(0)) == person.optionalUUID(1) else { throw StoreRestore.notEmpty("people") }
        }
        let row = try session.run(
            """
            select exists (select 1 from health.holder where person_id is null),
                exists (select 1 from health.token) or exists (select 1 from health.operator_token)
            """)[0]
        if try row.bool(0) { throw StoreRestore.notEmpty("holders") }
        if try row.bool(1) { throw StoreRestore.notEmpty("tokens") }
    }

    private static func notEmpty(_ what: String) -> HealthDatabaseError {
        HealthDatabaseError(
            .storeNotEmpty, "the store has \(what), and a whole store is only imported into an empty one",
            hint: "name another --data-dir or --database-url; an import of one person goes into any store")
    }

    /// Returns the identity that the feed of a person has until the restore of the file ends.
    private func feed(of person: UUID) -> UUID {
        UUID(bytes: SHA256.hash(lines.header.id.bytes + person.bytes).prefix(16))
    }

    /// The new store gives no id that the old one gave. Samples and the access log have ids of
    /// holders that were removed.
    private func raise(_ sequence: String, to last: Int64) throws {
        guard last > 0 else { return }
        try session.run("select setval('health.\(sequence)', greatest($1, \(StoreExport.last(sequence))))", last)
    }

    // MARK: People

    private func restore(_ line: StoreLines.PersonLine) throws {
        let person = Person(id: line.id, uuid: line.uuid, name: line.name)
        report.people.append(person)
        try session.transaction {
            try HolderStore.lockNames(session)
            guard try !isRestored(person) else {
                report.restoredBefore.insert(person.uuid)
                while try nextOfPerson() != nil {}
                return
            }
            try add(person, line)
            let restored = try PersonRestore(
                person: person, list: list, restoresErased: restoresErased, restoresHolders: true,
                feed: feed(of: person.uuid), session: session
            ).restore { try nextOfPerson() }
            guard restored.hasSameUUID else { throw StoreLines.malformed("line \(lines.count) is of another person") }
            report.samples += restored.counts[.sample] ?? 0
        }
        isBehindPerson = false
    }

    /// True after the last line of a person's export.
    private var isBehindPerson = false

    /// Returns the next line of the person's export, or nil at its end.
    private func nextOfPerson() throws -> [UInt8]? {
        guard !isBehindPerson, let line = try lines.next() else { return nil }
        isBehindPerson = BackupLine.member(of: line) == "summary"
        return line
    }

    /// Returns true if an earlier restore of the file has restored the person.
    private func isRestored(_ person: Person) throws -> Bool {
        let found = try session.run(
            """
            select person.uuid, person_id, name, feed_uuid
            from health.person left join health.change_counter using (person_id)
            where person_id = $1 or person.uuid = $2 or name = $3
            """, person, person.uuid, person.name)
        guard !found.isEmpty else { return false }
        guard found.rowCount == 1, let row = found.first, try row.uuid(0) == person.uuid,
            try row.int32(1) == person.id, try row.text(2) == person.name,
            try row.optionalUUID(3) == feed(of: person.uuid)
        else { throw StoreRestore.notEmpty("people") }
        return true
    }

    private func add(_ person: Person, _ line: StoreLines.PersonLine) throws {
        try rows.reading(line: lines.count) {
            try session.run(
                """
                insert into health.person (person_id, uuid, name, created_at) overriding system value
                values ($1, $2, $3, $4::text::timestamptz)
                """, person, person.uuid, person.name, line.createdAt)
            try session.run("insert into health.change_counter (person_id) values ($1)", person)
            try HolderStore.addOwn(of: person, id: line.holder, session)
        }
    }

    // MARK: Access

    /// Adds all other lines in one transaction, and renews the feeds.
    private func restoreAccess(first: [UInt8]?) throws {
        try session.transaction {
            try HolderStore.lockNames(session)
            try checkIsEmpty()
            var line = first
            while let current = line {
                try take(current)
                line = try lines.next()
            }
            try flush(lastLine: lines.count)
            // Anchors of the old store and of another copy of it are expired.
            _ = try ChangeReader.renewFeeds(session)
        }
    }

    private func take(_ line: [UInt8]) throws {
        let name = BackupLine.member(of: line)
        if name == StoreLines.AccessLine.member {
            try flush(lastLine: lines.count - 1)
            let id = try lines.decode(StoreLines.AccessLine.self, StoreLines.AccessLine.member, line).person
            guard let person = report.people.first(where: { $0.id == id }) else {
                throw StoreLines.malformed("line \(lines.count) names a person whom the file does not have")
            }
            rows = BackupRows(person: person, session: session)
            return
        }
        guard let name, let record = StoreRecord(rawValue: name) else {
            throw StoreLines.malformed("line \(lines.count) is of an unknown kind")
        }
        if !chunk.takes(name) { try flush(lastLine: lines.count - 1) }
        chunk.append(line, of: record.lineKind)
        if chunk.isFull { try flush(lastLine: lines.count) }
    }

    private func flush(lastLine: Int64) throws {
        try chunk.flush(into: rows, lastLine: lastLine, counting: &report.counts)
    }
}
