import Foundation

/// The archive of a cluster's write-ahead log: a packed file for each complete segment, one for
/// the segment that the server writes, and the histories of timelines.
struct LogArchive: Sendable {
    let path: String

    /// The end of the name of a segment that is not complete.
    private static let partialSuffix = ".partial"
    private static let stateName = "archived.json"

    /// How far the archive goes.
    struct State: Codable, Equatable {
        var timeline: UInt32
        var end: LogPosition
        /// Everything that was acknowledged before this time is in the archive.
        var time: Date

        /// The number of the segment with the last byte before `end`.
        var lastSegment: UInt64 { (max(end.bytes, 1) - 1) / LogSegment.byteCount }
    }

    /// True if a backup has made the folder. It is missing if its disk is not mounted.
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns the names of the packed files without their ends.
    func names() -> Set<String> {
        Set(((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).compactMap(Unpacking.name))
    }

    func state() -> State? {
        (try? Data(contentsOf: URL(fileURLWithPath: path + "/" + LogArchive.stateName)))
            .flatMap { try? BaseBackup.coder.1.decode(State.self, from: $0) }
    }

    /// - Throws: `EmbeddedPostgresError`.
    func write(_ state: State) throws {
        try DurableFile.create(
            path + "/" + LogArchive.stateName, bytes: Array(try BaseBackup.coder.0.encode(state)))
    }

    /// Locks the archive against another process that archives to it.
    ///
    /// - Throws: `EmbeddedPostgresError` (`backupFailed`) if another process holds the lock.
    func lock() throws -> FileLock {
        let lock = try FileLock(path: path + "/archive.lock")
        guard lock.tryLockExclusive() else {
            throw EmbeddedPostgresError(.backupFailed, "another process archives to \(path)")
        }
        return lock
    }

    // MARK: Segments

    static func partialName(_ segment: LogSegment) -> String { segment.name + partialSuffix }

    /// Adds a file that is no segment.
    ///
    /// - Throws: `EmbeddedPostgresError`.
    func add(_ name: String, _ bytes: [UInt8], _ packing: Packing) throws {
        try packing.pack(bytes, to: path + "/" + name)
    }

    /// - Parameter isPartial: true if only the first bytes of the segment are written.
    /// - Throws: `EmbeddedPostgresError`.
    func add(_ segment: LogSegment, _ bytes: [UInt8], isPartial: Bool, _ packing: Packing) throws {
        let name = isPartial ? LogArchive.partialName(segment) : segment.name
        try packing.pack(bytes, size: Int(LogSegment.byteCount), to: path + "/" + name)
    }

    /// Removes the incomplete copies of all segments except `segment`.
    func removePartials(except segment: LogSegment) {
        for name in names() where name.hasSuffix(LogArchive.partialSuffix) && name != LogArchive.partialName(segment) {
            remove(name)
        }
    }

    /// Removes the segments that end before `position`. The histories of timelines are kept.
    func removeSegments(before position: LogPosition) {
        for name in names() {
            let plain =
                name.hasSuffix(LogArchive.partialSuffix) ? name.dropLast(LogArchive.partialSuffix.count) : name[...]
            guard let segment = LogSegment(name: plain), segment.next.start <= position else { continue }
            remove(name)
        }
    }

    private func remove(_ name: String) {
        if let file = Unpacking.file(path + "/" + name) { unlink(file) }
    }

    // MARK: Timelines

    /// The part of the log that leads to a timeline.
    struct Route {
        /// The timelines from the oldest to the newest, each with the position at which it begins.
        var timelines: [(number: UInt32, start: LogPosition)]

        /// Returns the segments with this number from which recovery reads. They are two if a
        /// timeline begins inside. The copy of the newer timeline, which is last, has all of it.
        func segments(_ number: UInt64) -> [LogSegment] {
            let begun = timelines.filter { $0.start.bytes / LogSegment.byteCount <= number }
            guard let newest = begun.last else { return [] }
            let beginsInside = newest.start.bytes / LogSegment.byteCount == number
            return begun.suffix(beginsInside ? 2 : 1).map { LogSegment(timeline: $0.number, number: number) }
        }

        /// - Parameter history: the text of a history file. Its lines have a timeline, the position
        ///   at which it ended, and a reason.
        init(to timeline: UInt32, history: String) {
            var start = LogPosition(bytes: 0)
            timelines = []
            for line in history.split(separator: "\n") {
                let fields = line.split(whereSeparator: \.isWhitespace)
                guard fields.count >= 2, let number = UInt32(fields[0]), let end = LogPosition(fields[1]) else {
                    continue
                }
                timelines.append((number, start))
                start = end
            }
            timelines.append((timeline, start))
        }
    }

    static func historyName(_ timeline: UInt32) -> String {
        let digits = String(timeline, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits + ".history"
    }

    /// Returns the route to the newest timeline that came from `timeline` after `position`.
    ///
    /// - Throws: `EmbeddedPostgresError` if a history cannot be read.
    func route(from timeline: UInt32, at position: LogPosition, _ unpacking: Unpacking) throws -> Route {
        let later = names().filter { $0.hasSuffix(".history") }
            .compactMap { UInt32($0.dropLast(".history".count), radix: 16) }
            .filter { $0 > timeline }.sorted(by: >)
        for number in later {
            let text = String(
                decoding: try unpacking.contents(path + "/" + LogArchive.historyName(number)), as: UTF8.self)
            let route = Route(to: number, history: text)
            let index = route.timelines.firstIndex { $0.number == timeline }
            if let index, route.timelines[index + 1].start >= position { return route }
        }
        return Route(to: timeline, history: "")
    }
}
