import Foundation

/// Compares a phone's store with the service, type by type: years first, then the months of years that differ, then days, then
/// uuids, so that what is sent grows with the differences and not with the history.
///
/// What the service misses is sent as it is found: stopped anywhere, the next comparison finds less to do. Deletions come
/// last, when it is known how many they are.
struct Reconciler: Sendable {
    /// Units with no more samples on both sides together are compared by uuids at once, which takes fewer bytes than the
    /// digests of their parts.
    static let uuidsWorthDigests = 256
    /// About as many uuids are asked for in one question, unless one unit has more.
    static let uuidsPerQuestion = 20_000

    let store: any HealthSampleStore
    let client: HealthstoreClient
    let recordsPerBatch: Int
    /// Sends, and repeats what fails.
    let engine: SyncEngine
    let outbox: OutboxWorker
    let rule: DeletionRule
    /// When the comparison began.
    let now: Date

    private var findings: [String: ReconciliationFindings] = [:]

    init(engine: SyncEngine, outbox: OutboxWorker, rule: DeletionRule, now: Date) {
        self.engine = engine
        self.outbox = outbox
        self.rule = rule
        self.now = now
        store = engine.store
        client = engine.client
        recordsPerBatch = engine.recordsPerBatch
    }

    /// - Parameters:
    ///   - types: with the deletions that the store remembers.
    ///   - years: what the service has of all types by years, if that was asked already.
    mutating func reconcile(
        _ types: [(type: String, deletions: [UUID])], years: [String: [CivilUnit: UnitDigest]]? = nil
    ) async throws -> [ReconciliationReport] {
        for (type, deletions) in types {
            findings[type] = ReconciliationFindings(type: type, rule: rule, remembered: Set(deletions), now: now)
        }
        try await compare(types.map(\.type), .year, in: nil, there: years)
        var reports: [ReconciliationReport] = []
        for (type, _) in types { reports.append(try await settleDeletions(of: type)) }
        return reports
    }

    // MARK: Digests

    private mutating func compare(
        _ types: [String], _ interval: CivilUnit.Interval, in scope: CivilUnit?,
        there known: [String: [CivilUnit: UnitDigest]]? = nil
    ) async throws {
        let there = if let known { known } else { try await engine.digests(types, interval, in: scope) }
        var deeper: [CivilUnit: [String]] = [:]
        var questions = UUIDQuestions()
        for type in types {
            let (here, there) = (try await digests(of: type, interval, in: scope), there[type] ?? [:])
            if scope == nil { findings[type]?.countAll(here: here.units, there: there, first: here.firstDay) }
            for unit in Set(here.units.keys).union(there.keys).sorted() where here.units[unit] != there[unit] {
                let counts = (here: here.units[unit]?.count ?? 0, there: there[unit]?.count ?? 0)
                if counts.here == 0, findings[type]?.keepsAll(in: unit, count: counts.there) == true { continue }
                if isForUUIDs(unit, of: type, counts) {
                    if !questions.hasRoom(for: counts) { try await ask(&questions, interval) }
                    questions.add(type, unit, counts)
                } else {
                    deeper[unit, default: []].append(type)
                }
            }
        }
        try await ask(&questions, interval)
        guard let shorter = interval.shorter else { return }
        for unit in deeper.keys.sorted() { try await compare(deeper[unit] ?? [], shorter, in: unit) }
    }

    /// Whether a unit is compared by uuids and not by the digests of its parts.
    private func isForUUIDs(_ unit: CivilUnit, of type: String, _ counts: (here: Int, there: Int)) -> Bool {
        guard unit.interval != .day else { return true }
        // Whether something may be deleted is decided by days.
        guard findings[type]?.isUndivided(unit) == true else { return false }
        let count = counts.here + counts.there
        // Where one side has nothing, digests would tell nothing.
        return count <= Reconciler.uuidsWorthDigests
            || min(counts.here, counts.there) == 0 && count <= Reconciler.uuidsPerQuestion
    }

    /// What the phone has, one unit in memory at a time.
    private func digests(
        of type: String, _ interval: CivilUnit.Interval, in scope: CivilUnit?
    ) async throws -> (units: [CivilUnit: UnitDigest], firstDay: Int64?) {
        var digests: [CivilUnit: UnitDigest] = [:]
        var open: (unit: CivilUnit, uuids: [UUID])?
        var firstDay: Int64?
        try await store.forEachIdentity(of: type, in: scope) { uuid, day in
            firstDay = firstDay ?? day
            if let unit = open?.unit, unit.contains(day) {
                open?.uuids.append(uuid)
            } else {
                if let open { digests[open.unit] = UnitDigest(open.uuids) }
                open = (CivilUnit(interval, at: day), [uuid])
            }
        }
        if let open { digests[open.unit] = UnitDigest(open.uuids) }
        return (digests, firstDay)
    }

    // MARK: Uuids

    private mutating func ask(_ questions: inout UUIDQuestions, _ interval: CivilUnit.Interval) async throws {
        defer { questions = UUIDQuestions() }
        var entries: [(type: String, unit: CivilUnit, uuids: [UUID])] = []
        for (type, unit, there) in questions.entries {
            var uuids: [UUID] = []
            try await store.forEachIdentity(of: type, in: unit) { uuid, _ in uuids.append(uuid) }
            if max(uuids.count, there) > HealthstoreClient.uuidsMax {
                // More than the service compares: what it has it calls unchanged.
                findings[type]?.keepTooMany(max(0, there - uuids.count))
                try await send(uuids, of: type)
            } else {
                entries.append((type, unit, uuids))
            }
        }
        guard !entries.isEmpty else { return }
        let differences = try await engine.differences(entries, interval)
        for (entry, difference) in zip(entries, differences) {
            findings[entry.type]?.add(difference, in: entry.unit)
            try await send(difference.missing, of: entry.type)
        }
    }

    private mutating func send(_ uuids: [UUID], of type: String) async throws {
        for start in stride(from: 0, to: uuids.count, by: recordsPerBatch) {
            try Task.checkCancellation()
            let some = Array(uuids[start..<min(start + recordsPerBatch, uuids.count)])
            let samples = try await store.reading { try await $0.samples(of: type, uuids: some) }
            guard !samples.isEmpty else { continue }
            try await engine.post(samples, of: type, outbox)
            findings[type]?.report.sent += samples.count
        }
    }

    // MARK: Deletions

    private mutating func settleDeletions(of type: String) async throws -> ReconciliationReport {
        guard let decided = findings[type]?.decide() else { return ReconciliationReport(type: type) }
        var shown: [UUID] = []
        for start in stride(from: 0, to: decided.guarded.count, by: recordsPerBatch) {
            let some = Array(decided.guarded[start..<min(start + recordsPerBatch, decided.guarded.count)])
            // The last look: what the store shows now is not deleted, whatever it showed before.
            shown += try await store.reading { try await $0.samples(of: type, uuids: some) }.map(\.uuid)
        }
        let uuids = decided.remembered + Set(decided.guarded).subtracting(shown)
        for start in stride(from: 0, to: uuids.count, by: recordsPerBatch) {
            try Task.checkCancellation()
            let some = Array(uuids[start..<min(start + recordsPerBatch, uuids.count)])
            try await engine.delete(some, of: type, outbox)
            findings[type]?.report.deleted += some.count
        }
        return findings[type]?.report ?? ReconciliationReport(type: type)
    }
}

/// Units of one interval whose uuids are asked for together.
private struct UUIDQuestions: Sendable {
    private(set) var entries: [(type: String, unit: CivilUnit, there: Int)] = []
    private var count = 0

    /// One unit always has room.
    func hasRoom(for counts: (here: Int, there: Int)) -> Bool {
        entries.isEmpty
            || entries.count < HealthstoreClient.unitsMax
                && count + max(counts.here, counts.there) <= Reconciler.uuidsPerQuestion
    }

    mutating func add(_ type: String, _ unit: CivilUnit, _ counts: (here: Int, there: Int)) {
        entries.append((type, unit, counts.there))
        count += max(counts.here, counts.there)
    }
}
