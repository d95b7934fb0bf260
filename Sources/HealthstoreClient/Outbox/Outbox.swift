import Foundation

/// The limits of an outbox on disk.
public struct OutboxLimits: Sendable {
    /// The maximum number of bytes of waiting batches. A single batch may be longer, because it
    /// could never be sent otherwise.
    public var bytesMax = 64 << 20
    /// The maximum number of waiting batches.
    public var batchesMax = 1_000
    /// The maximum number of batches, or parts of batches, in quarantine. When a further batch is
    /// refused, sending stops until the quarantine has room.
    public var quarantinedMax = 100
    /// The maximum number of samples that the engine remembers because they were sent without some
    /// of their parts. Further ones are read again only by `SyncEngine.syncFromBeginning()`.
    public var incompleteMax = 1_000

    public init() {}
}

/// The batches that wait to be sent to the service, and each type's anchor.
///
/// Batches form a chain, in which each batch begins at the anchor where the previous batch ended.
/// An anchor moves only along this chain, when the service has stored or refused the batch that
/// begins at the anchor.
///
/// A link of the chain is missing if a file was damaged or the anchors were lost. The batches after
/// it are still sent. The type is read again from its current anchor, or compared with the service
/// if it has none. The service reports samples that it already has as unchanged. So a batch may be
/// sent twice, but none is left out.
///
/// The outbox is not thread-safe. `OutboxWorker` uses it on one queue.
struct Outbox {
    /// A waiting batch.
    struct Entry: Hashable, Sendable {
        var name: String
        var byteCount: Int
        var header: OutboxBatch.Header
    }

    let limits: OutboxLimits
    /// The waiting batches, in the order in which they are sent.
    private(set) var entries: [Entry] = []
    /// The number of files that were unreadable when the outbox was opened.
    private(set) var damagedCount = 0
    /// The anchor from which each type is read next, if no batch of the type waits.
    var anchors: AnchorFile
    private var zones: AnchorFile
    private var summaries: AnchorFile
    /// Each characteristic as it was reported last.
    var characteristics: AnchorFile
    var incomplete: IncompleteSamples
    private var passes: AnchorFile
    private var states: AnchorFile
    private let queue: DurableDirectory
    private let quarantine: DurableDirectory
    private var nextNumber: UInt64 = 1
    private let lock: DirectoryLock

    private static let batchSuffix = ".batch"
    private static let damagedSuffix = ".damaged"
    private static let reasonSuffix = ".reason"

    /// Opens the outbox, including the batches that earlier processes left.
    ///
    /// - Throws: `HealthstoreError` `inUse` or `storageFailed`.
    init(
        _ directory: URL, limits: OutboxLimits = OutboxLimits(),
        willPerform: @escaping @Sendable (DurableDirectory.Step) throws -> Void = { _ in }
    ) throws {
        self.limits = limits
        lock = try DirectoryLock(directory)
        func open(_ name: String) throws -> DurableDirectory {
            try DurableDirectory(directory.appendingPathComponent(name), willPerform: willPerform)
        }
        queue = try open("queue")
        quarantine = try open("quarantine")
        anchors = try AnchorFile(open("anchors"))
        zones = try AnchorFile(open("time-zone"))
        summaries = try AnchorFile(open("activity-summaries"))
        characteristics = try AnchorFile(open("characteristics"))
        incomplete = try IncompleteSamples(open("incomplete"), countMax: limits.incompleteMax)
        passes = try AnchorFile(open("first-passes"))
        states = try AnchorFile(open("state"))
        try load()
        // The type of an unreadable batch is not known.
        if damagedCount > 0 { try passes.removeAll() }
    }

    private mutating func load() throws {
        for name in try queue.names() where name.hasSuffix(Outbox.batchSuffix) {
            if let number = UInt64(name.prefix { $0 != "-" }) { nextNumber = max(nextNumber, number + 1) }
            let (start, byteCount) = try queue.readStart(name, byteCount: OutboxBatch.startBytesMax)
            if let header = try? OutboxBatch.header(start, fileByteCount: byteCount) {
                entries.append(Entry(name: name, byteCount: byteCount, header: header))
            } else {
                try setAside(name)
                damagedCount += 1
            }
        }
    }

    // MARK: Collecting

    var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

    /// The anchor from which the store is read next. It is the end of the chain that begins at the
    /// type's anchor.
    func position(of type: String) -> Data? {
        entries.reduce(anchors[type]) { position, entry in
            let header = entry.header
            return header.type == type && header.after == position ? header.anchor ?? position : position
        }
    }

    /// Adds a batch. The batch is on disk when this method returns.
    ///
    /// - Throws: `HealthstoreError` `outboxFull` or `storageFailed`. The batch must then be read
    ///   again.
    mutating func enqueue(_ batch: OutboxBatch) throws {
        let data = try batch.encoded()
        guard entries.isEmpty || entries.count < limits.batchesMax && byteCount + data.count <= limits.bytesMax else {
            throw HealthstoreError(.outboxFull, "the outbox is full")
        }
        let name = Outbox.name(DurableDirectory.name(nextNumber, digits: 20), batch)
        // A number is never reused, because the file may exist in spite of an error.
        nextNumber += 1
        try queue.write(data, as: name)
        entries.append(Entry(name: name, byteCount: data.count, header: batch.header))
    }

    // MARK: Sending

    /// Reads a batch.
    ///
    /// - Throws: `HealthstoreError` `damaged` or `storageFailed`.
    func read(_ entry: Entry) throws -> OutboxBatch {
        try OutboxBatch(encoded: try queue.read(entry.name))
    }

    /// Removes a batch that the service has received, or that is in quarantine. Moves the anchor of
    /// its type.
    mutating func complete(_ entry: Entry) throws {
        let header = entry.header
        // The anchor moves first. If the process stops before the batch is removed, the batch
        // is sent again without effect.
        if let anchor = header.anchor, anchors[header.type] == header.after {
            try anchors.set(anchor, for: header.type)
        }
        try queue.remove(entry.name)
        entries.removeAll { $0 == entry }
    }

    /// Moves an unreadable batch out of the queue. The anchor does not move, so the batch's changes
    /// are collected again.
    mutating func setAside(_ entry: Entry) throws {
        try passes.set(nil, for: entry.header.type)
        try setAside(entry.name)
        entries.removeAll { $0 == entry }
    }

    private func setAside(_ name: String) throws {
        let copy = name + Outbox.damagedSuffix
        if !quarantine.contains(copy) { try quarantine.write(try queue.read(name), as: copy) }
        try queue.remove(name)
    }

    // MARK: Quarantine

    /// Keeps records that the service refused. A file beside them contains the reason.
    ///
    /// - Throws: `HealthstoreError` `quarantineFull` or `storageFailed`.
    func quarantine(_ range: Range<Int>, of batch: OutboxBatch, _ reason: HealthstoreError) throws {
        let name = batch.idempotencyKey(range) + Outbox.batchSuffix
        guard !quarantine.contains(name) else { return }
        guard try quarantinedNames().count < limits.quarantinedMax else {
            throw HealthstoreError(.quarantineFull, "\(limits.quarantinedMax) batches are in quarantine")
        }
        let reasonName = name + Outbox.reasonSuffix
        if !quarantine.contains(reasonName) {
            try quarantine.write(Data((reason.description + "\n").utf8), as: reasonName)
        }
        try quarantine.write(try batch.part(range).encoded(), as: name)
    }

    func quarantinedNames() throws -> [String] {
        try quarantine.names().filter { $0.hasSuffix(Outbox.batchSuffix) }
    }

    /// Appends the undamaged batches in quarantine to the queue, until the queue is full.
    ///
    /// - Returns: the number of damaged batches, which stay in quarantine.
    mutating func releaseQuarantine() throws -> Int {
        var damagedCount = 0
        for name in try quarantinedNames() {
            let data = try quarantine.read(name)
            let batch: OutboxBatch
            do { batch = try OutboxBatch(encoded: data) } catch {
                damagedCount += 1
                continue
            }
            do { try enqueue(batch) } catch let error as HealthstoreError where error.code == .outboxFull { break }
            try quarantine.remove(name)
            // A reason without its batch has no effect.
            try? quarantine.remove(name + Outbox.reasonSuffix)
        }
        return damagedCount
    }

    // MARK: The plan

    var state: SyncState {
        states[Outbox.stateKey].flatMap { try? JSONDecoder().decode(SyncState.self, from: $0) } ?? SyncState()
    }

    mutating func setState(_ state: SyncState) throws {
        try states.set(try JSONEncoder.sorted.encode(state), for: Outbox.stateKey)
    }

    mutating func updateState(_ body: (inout SyncState) -> Void) throws {
        var changed = state
        body(&changed)
        if changed != state { try setState(changed) }
    }

    private static let stateKey = "state"

    /// True if objects of a type were read before.
    func hasRead(_ type: String) -> Bool {
        type == SyncEngine.activitySummaryType ? firstUnreportedDay != nil : position(of: type) != nil
    }

    /// Returns the types with samples in waiting batches that `keepSamples` would remove.
    func typesLosingSamples(_ isKept: (SampleRecord) -> Bool) -> Set<String> {
        Set(entries.filter { shorter($0, isKept) != nil }.map(\.header.type))
    }

    /// Returns a waiting batch without the samples that are not kept; nil if it keeps all.
    private func shorter(_ entry: Entry, _ isKept: (SampleRecord) -> Bool) -> OutboxBatch? {
        // A damaged batch is set aside when it is its turn.
        guard let batch = try? read(entry) else { return nil }
        let lines = batch.lines.dropFirst(batch.header.deletedCount)
        // A record of a later version of this library may be unreadable. The service checks it.
        let kept = lines.filter { (try? JSONDecoder().decode(SampleRecord.self, from: $0)).map(isKept) ?? true }
        guard kept.count < lines.count else { return nil }
        // Other records need another key.
        return OutboxBatch(
            type: batch.header.type, after: batch.header.after, anchor: batch.header.anchor,
            deleted: Array(batch.lines.prefix(batch.header.deletedCount)), samples: kept)
    }

    /// Removes samples from the waiting batches. Deletions stay, and so do the anchors.
    ///
    /// - Parameter isKept: true for the samples that stay.
    mutating func keepSamples(_ isKept: (SampleRecord) -> Bool) throws {
        for (index, entry) in entries.enumerated() {
            guard let shorter = shorter(entry, isKept) else { continue }
            let data = try shorter.encoded()
            let name = Outbox.name(entry.name.prefix { $0 != "-" }, shorter)
            try queue.write(data, as: name)
            try queue.remove(entry.name)
            entries[index] = Entry(name: name, byteCount: data.count, header: shorter.header)
        }
    }

    private static func name(_ number: some StringProtocol, _ batch: OutboxBatch) -> String {
        "\(number)-\(batch.header.id.uuidString.lowercased())\(batchSuffix)"
    }

    // MARK: First passes

    /// Begins the first pass of a type, or ends it without a result if `startDate` is nil.
    mutating func setFirstPass(_ startDate: Date?, of type: String) throws {
        guard startDate != nil || passes[type] != nil else { return }
        try passes.set(try startDate.map { try JSONEncoder().encode(FirstPass(startDate: $0)) }, for: type)
    }

    /// Notes that the last page of a type was read.
    mutating func finishReading(_ type: String) throws {
        guard var pass = firstPass(of: type), !pass.isRead else { return }
        pass.isRead = true
        try passes.set(try JSONEncoder().encode(pass), for: type)
    }

    /// The first passes whose last page was read, with the time when they began.
    var readFirstPasses: [String: Date] {
        passes.anchors.keys.reduce(into: [:]) { dates, type in
            if let pass = firstPass(of: type), pass.isRead { dates[type] = pass.startDate }
        }
    }

    private func firstPass(of type: String) -> FirstPass? {
        passes[type].flatMap { try? JSONDecoder().decode(FirstPass.self, from: $0) }
    }

    // MARK: Time zone

    /// The time zone that was last reported to the service.
    var timeZone: String? { zones[Outbox.zoneKey].map { String(decoding: $0, as: UTF8.self) } }

    mutating func setTimeZone(_ zone: String) throws {
        try zones.set(Data(zone.utf8), for: Outbox.zoneKey)
    }

    private static let zoneKey = "timeZone"

    // MARK: Activity summaries and characteristics

    /// The first day whose summary was not reported yet, such as `2024-05-01`. Nil at first.
    var firstUnreportedDay: String? {
        summaries[Outbox.firstUnreportedDayKey].map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the summary of a day as it was reported last. Nil if it was not or long ago.
    func reportedSummary(of day: String) -> Data? { summaries[day] }

    /// Stores which summaries were reported. Forgets those before `firstDay`.
    mutating func setReported(_ reported: [String: Data], through day: String, keepingFrom firstDay: String) throws {
        try summaries.update { all in
            all.merge(reported) { $1 }
            // Days in this format have the order of time.
            all = all.filter { $0.key >= firstDay }
            // Earlier days are sent when the plan begins earlier than before.
            let through = max(day, all[Outbox.firstUnreportedDayKey].map { String(decoding: $0, as: UTF8.self) } ?? day)
            all[Outbox.firstUnreportedDayKey] = Data(through.utf8)
        }
    }

    /// Forgets which activity summaries and characteristics were reported.
    mutating func forgetReports() throws {
        try summaries.removeAll()
        try characteristics.removeAll()
    }

    private static let firstUnreportedDayKey = "through"

    // MARK: Helpers

    /// Converts an error of the file system to `storageFailed`.
    static func failure(_ error: any Error) -> any Error {
        if error is HealthstoreError { return error }
        let error = error as NSError
        return HealthstoreError(
            .storageFailed, "cannot read or write a file of the outbox (\(error.domain) \(error.code))")
    }
}
