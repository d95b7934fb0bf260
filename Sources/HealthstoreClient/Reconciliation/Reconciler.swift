import CivilTime
import Foundation

/// Compares a phone's store with the service, type by type. It compares years first, then the
/// months of years that differ, then days, then uuids. So the traffic grows with the differences
/// and not with the history.
///
/// Missing samples are sent when they are found, so that a comparison after an interruption finds
/// fewer differences. Deletions are sent last, when their number is known.
struct Reconciler: Sendable {
    /// The number of samples in a unit, counted on the phone and at the service, up to which the
    /// unit's uuids are compared at once. Up to this number, uuids take fewer bytes than the
    /// digests of the unit's parts.
    static let uuidsBeforeDigests = 256
    /// The approximate number of uuids in one request. A request for a single unit may have more.
    static let uuidsPerRequest = 20_000
    /// The number of samples that are read at once of a type whose samples have many parts, such as
    /// routes.
    static let seriesPerRead = 20

    /// The engine that sends requests and repeats failed requests.
    let engine: SyncEngine
    let outbox: OutboxWorker
    let rule: DeletionRule
    /// The phone's samples that the plan leaves out are not compared.
    let plan: SyncPlan
    /// Only samples that start earlier are compared; nil for all.
    let end: Date?
    /// The time at which the comparison starts.
    let now: Date

    private(set) var findings: [String: ReconciliationFindings] = [:]

    private var store: any HealthSampleStore { engine.store }
    private var recordsPerBatch: Int { engine.recordsPerBatch }

    /// Compares types, sends samples that the service does not have, and deletes samples that the
    /// rule allows to delete.
    ///
    /// - Parameters:
    ///   - types: the types. The deletions that the store remembers were sent.
    ///   - years: the service's digests of all types by year, or nil if they are not known yet.
    /// - Returns: a report for each type.
    mutating func reconcile(
        _ types: [String], years: [String: [CivilUnit: UnitDigest]]? = nil
    ) async throws -> [ReconciliationReport] {
        for type in types {
            let shared = try await store.reading { try await $0.earliestAuthorizedSampleDate(of: type) }
            findings[type] = ReconciliationFindings(
                type: type, rule: rule, sharedSince: shared, now: now)
        }
        try await compare(types, .year, in: nil, remote: years)
        var reports: [ReconciliationReport] = []
        for type in types { reports.append(try await applyDeletions(of: type)) }
        return reports
    }

    // MARK: Digests

    private mutating func compare(
        _ types: [String], _ interval: CivilInterval, in scope: CivilUnit?,
        remote known: [String: [CivilUnit: UnitDigest]]? = nil
    ) async throws {
        let remote = if let known { known } else { try await engine.digests(types, interval, in: scope) }
        var deeper: [CivilUnit: [String]] = [:]
        var comparisons = UUIDComparisons()
        for type in types {
            let (local, remote) = (try await digests(of: type, interval, in: scope), remote[type] ?? [:])
            if scope == nil { findings[type]?.countAll(remote: remote, firstDay: local.firstDay) }
            for unit in Set(local.units.keys).union(remote.keys).sorted()
            where local.units[unit] != remote[unit] && end.map({ CivilUnit.start(ofDay: unit.firstDay) < $0 }) ?? true {
                let counts = (local: local.units[unit]?.count ?? 0, remote: remote[unit]?.count ?? 0)
                if counts.local == 0, findings[type]?.keepsAll(in: unit, count: counts.remote) == true { continue }
                if isComparedByUUIDs(unit, of: type, counts) {
                    if !comparisons.hasRoom(for: counts) { try await send(&comparisons, interval) }
                    comparisons.add(type, unit, counts)
                } else {
                    deeper[unit, default: []].append(type)
                }
            }
        }
        try await send(&comparisons, interval)
        guard let shorter = interval.shorter else { return }
        for unit in deeper.keys.sorted() { try await compare(deeper[unit] ?? [], shorter, in: unit) }
    }

    /// True if the comparison uses a unit's uuids instead of the digests of its parts.
    private func isComparedByUUIDs(_ unit: CivilUnit, of type: String, _ counts: (local: Int, remote: Int)) -> Bool {
        guard unit.interval != .day else { return true }
        // The decision to delete samples is made by day.
        guard findings[type]?.isUndivided(unit) == true else { return false }
        let count = counts.local + counts.remote
        // If the phone or the service has no samples in the unit, digests do not reduce the work.
        return count <= Reconciler.uuidsBeforeDigests
            || min(counts.local, counts.remote) == 0 && count <= Reconciler.uuidsPerRequest
    }

    /// The phone's digests and the day of its first sample. Only one unit's uuids are in memory at
    /// a time.
    private func digests(
        of type: String, _ interval: CivilInterval, in scope: CivilUnit?
    ) async throws -> (units: [CivilUnit: UnitDigest], firstDay: Int?) {
        var digests: [CivilUnit: UnitDigest] = [:]
        var open: (unit: CivilUnit, uuids: [UUID])?
        var firstDay: Int?
        try await store.forEachIdentity(of: type, in: scope, plan, before: self.end) { uuid, day in
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

    private mutating func send(_ comparisons: inout UUIDComparisons, _ interval: CivilInterval) async throws {
        defer { comparisons = UUIDComparisons() }
        var entries: [(type: String, unit: CivilUnit, uuids: [UUID])] = []
        for (type, unit, remote) in comparisons.entries {
            var uuids: [UUID] = []
            try await store.forEachIdentity(of: type, in: unit, plan, before: end) { uuid, _ in uuids.append(uuid) }
            if max(uuids.count, remote) > HealthstoreClient.uuidsMax {
                // The service does not compare that many uuids, so all samples are sent. The
                // service reports samples that it already has as unchanged.
                findings[type]?.keepTooMany(max(0, remote - uuids.count))
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
        let isPlain = type.hasPrefix("HKQuantityType") || type.hasPrefix("HKCategoryType")
        let count = isPlain ? recordsPerBatch : min(recordsPerBatch, Reconciler.seriesPerRead)
        for start in stride(from: 0, to: uuids.count, by: count) {
            try Task.checkCancellation()
            let some = Array(uuids[start..<min(start + count, uuids.count)])
            let samples = try await store.reading { try await $0.samples(of: type, uuids: some) }
            guard !samples.isEmpty else { continue }
            try await engine.post(samples, of: type, outbox)
            findings[type]?.report.sent += samples.count
        }
    }

    // MARK: Deletions

    private mutating func applyDeletions(of type: String) async throws -> ReconciliationReport {
        guard let missing = findings[type]?.decide() else { return ReconciliationReport(type: type) }
        var shown: [UUID] = []
        for start in stride(from: 0, to: missing.count, by: recordsPerBatch) {
            let some = Array(missing[start..<min(start + recordsPerBatch, missing.count)])
            // This is the last check. A sample that the store shows now is kept.
            shown += try await store.reading { try await $0.samples(of: type, uuids: some) }.map(\.uuid)
        }
        let uuids = Set(missing).subtracting(shown)
        try await engine.delete(Array(uuids), of: type, outbox)
        findings[type]?.report.deleted += uuids.count
        return findings[type]?.report ?? ReconciliationReport(type: type)
    }
}

/// Units of one interval whose uuids are compared in one request.
private struct UUIDComparisons: Sendable {
    private(set) var entries: [(type: String, unit: CivilUnit, remote: Int)] = []
    private var count = 0

    /// True if the unit fits into the request. A single unit always fits.
    func hasRoom(for counts: (local: Int, remote: Int)) -> Bool {
        entries.isEmpty
            || entries.count < HealthstoreClient.unitsMax
                && count + max(counts.local, counts.remote) <= Reconciler.uuidsPerRequest
    }

    mutating func add(_ type: String, _ unit: CivilUnit, _ counts: (local: Int, remote: Int)) {
        entries.append((type, unit, counts.remote))
        count += max(counts.local, counts.remote)
    }
}
