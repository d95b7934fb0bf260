import CivilTime
import Foundation

extension SyncEngine {
    /// The number of changes in a page while the remembered deletions are read.
    static let changesPerPage = 5_000

    /// Compares the phone's store with the service. Sends samples that the service does not have.
    /// Deletes at the service samples whose deletion the store remembers, and samples that
    /// `deletions` allows to delete.
    ///
    /// An engine does this automatically for a type that has lost its anchor, after
    /// `SyncConfiguration.comparisonInterval`, and when the plan or the person shows it more
    /// samples of a type. Also call it in these cases:
    ///
    /// - after the service was restored from a backup
    /// - after a person has authorised reading more data, because HealthKit does not deliver older
    ///   samples of a type to an app that already has an anchor for the type
    ///
    /// The engine first sends waiting changes. The traffic grows with the differences, but the
    /// engine reads all uuids on the phone. It also reads samples again that were sent without some
    /// of their parts, and sends those that have become complete.
    ///
    /// - Parameters:
    ///   - types: the types to compare, or nil for all.
    ///   - deletions: the rule for deletions, or nil for the configured rule.
    /// - Returns: a report for each type that the store shows. Another type is the event
    ///   `unreadable`.
    /// - Throws: the same errors as `syncNow`. Differences found before the error have been sent,
    ///   and the next comparison finds the rest.
    @discardableResult public func reconcile(
        _ types: [String]? = nil, deletions: DeletionRule? = nil
    ) async throws -> [ReconciliationReport] {
        let types = (types ?? self.types).filter { SyncEngine.hasSamples($0) && plan.includes($0) }
        for type in types {
            reports[type] = nil
            comparisons[type] = deletions ?? configuration.deletions
        }
        typesToComplete.formUnion(types)
        defer { for type in types { comparisons[type] = nil } }
        try await syncNow(types)
        return types.compactMap { reports[$0] }
    }

    /// Performs the comparisons that an app has requested. Skips types that were compared meanwhile
    /// because they had lost their anchor.
    func performComparisons(_ outbox: OutboxWorker) async throws {
        for (types, rule) in byRule(comparisons.keys.filter { reports[$0] == nil }.sorted()) {
            _ = try await compare(types, rule, outbox)
        }
        comparisons = [:]
    }

    /// Determines anchors for types that have samples on the phone but no usable anchor. Compares
    /// each such type with the service instead of sending all its samples.
    ///
    /// If the service has no samples of a type, this is the type's first synchronisation. The
    /// engine then sends the type from the beginning.
    ///
    /// - Returns: the reason why a type could not be read, or nil.
    func makeAnchors(_ outbox: OutboxWorker) async throws -> HealthstoreError? {
        let types = unanchored
        guard !types.isEmpty else { return nil }
        do {
            for type in types { try await outbox.run { try $0.anchors.set(nil, for: type) } }
            let years = try await digests(types, .year, in: nil)
            for (some, rule) in byRule(types.filter { years[$0]?.isEmpty == false }) {
                for (type, anchor) in try await compare(some, rule, outbox, years) {
                    // The anchor was determined before the comparison, so the next reading finds
                    // changes made meanwhile.
                    try await outbox.run { try $0.anchors.set(anchor, for: type) }
                }
            }
            readsWhole.formUnion(types.filter { years[$0]?.isEmpty != false })
        } catch let error as HealthstoreError where error.code == .storeUnavailable {
            unanchored = []
            unread += types
            return error
        }
        unanchored = []
        for type in types { request(type) }
        return nil
    }

    private func byRule(_ types: [String]) -> [(types: [String], rule: DeletionRule)] {
        Dictionary(grouping: types) { comparisons[$0] ?? configuration.deletions }.map { ($0.value, $0.key) }
    }

    /// - Returns: the latest anchor of each type, determined before the comparison.
    /// Compares types with the service.
    ///
    /// - Parameter end: only samples that start earlier are compared; nil for all.
    func compare(
        _ types: [String], _ rule: DeletionRule, _ outbox: OutboxWorker,
        _ years: [String: [CivilUnit: UnitDigest]]? = nil, before end: Date? = nil
    ) async throws -> [(String, Data)] {
        let startDate = now()
        refusedTypes.subtract(types)
        var anchors: [(String, Data)] = []
        var deletionsSent: [String: Int] = [:]
        reading: for type in types {
            var anchor: Data?
            var hasMore = true
            while hasMore {
                try Task.checkCancellation()
                let after = anchor
                let page = try await store.reading {
                    try await $0.deletions(of: type, after: after, limit: SyncEngine.changesPerPage)
                }
                if let reason = page.unreadableReason {
                    onEvent(.unreadable(type: type, reason: reason))
                    continue reading
                }
                // All are sent, also of samples that the service does not have. A request that an
                // earlier comparison gave up may still bring such a sample.
                (anchor, hasMore) = (page.anchor, page.hasMore)
                try await delete(page.deleted, of: type, outbox)
                deletionsSent[type, default: 0] += page.deleted.count
            }
            if let anchor { anchors.append((type, anchor)) }
        }
        let types = types.filter { deletionsSent[$0] != nil }
        var reconciler = Reconciler(engine: self, outbox: outbox, rule: rule, plan: plan, end: end, now: now())
        for var report in try await reconciler.reconcile(types, years: years) {
            report.deletionsSent = deletionsSent[report.type] ?? 0
            reports[report.type] = report
            onEvent(.reconciled(report))
        }
        try await stateComplete(types.map { ($0, startDate) })
        return anchors
    }

    // MARK: Requests of a comparison

    func digests(
        _ types: [String], _ interval: CivilInterval, in scope: CivilUnit?
    ) async throws -> [String: [CivilUnit: UnitDigest]] {
        try await retrying { [client] in try await client.digests(types, interval, in: scope) }
    }

    func differences(
        _ units: [(type: String, unit: CivilUnit, uuids: [UUID])], _ interval: CivilInterval
    ) async throws -> [UnitDifference] {
        try await retrying { [client] in try await client.differences(units, interval) }
    }

    /// Sends samples without the outbox. An interrupted comparison is repeated, so the outbox is
    /// not needed.
    func post(_ samples: [SampleRecord], of type: String, _ outbox: OutboxWorker) async throws {
        let lines = samples.compactMap(line)
        try await outbox.run { [now] in try $0.incomplete.add(samples, at: now()) }
        if !lines.isEmpty {
            try await send(OutboxBatch(type: type, after: nil, anchor: nil, deleted: [], samples: lines), outbox)
        }
        let complete = samples.filter { !$0.mayBecomeComplete }.map(\.uuid)
        try await outbox.run { try $0.incomplete.remove(complete) }
    }

    /// Sends deletions without the outbox. In the outbox, a deletion could wait while the phone's
    /// store changes.
    func delete(_ uuids: [UUID], of type: String, _ outbox: OutboxWorker) async throws {
        for start in stride(from: 0, to: uuids.count, by: recordsPerFirstBatch) {
            try Task.checkCancellation()
            let some = uuids[start..<min(start + recordsPerFirstBatch, uuids.count)]
            let lines = try some.map { try BatchBody.line($0, type: type) }
            try await send(OutboxBatch(type: type, after: nil, anchor: nil, deleted: lines, samples: []), outbox)
            try await outbox.run { try $0.incomplete.remove(Array(some)) }
        }
    }
}
