import Foundation

extension SyncEngine {
    /// Compares what the phone's store has with what the service has: sends what the service misses, and deletes there what
    /// the store remembers to have deleted, and what `deletions` lets go beside that.
    ///
    /// An engine does this by itself for a type that lost its anchor. Call it now and then, after a service was restored from
    /// a backup, and after a person gave authorisation to read more: HealthKit delivers older samples of a type to nobody who
    /// has an anchor of it already.
    ///
    /// Changes that wait are sent before. The cost grows with the differences, but all uuids are read on the phone.
    ///
    /// - Parameters:
    ///   - types: nil: all.
    ///   - deletions: nil: as configured.
    /// - Returns: what was found and done, type by type.
    /// - Throws: as `syncNow`, and `HealthstoreError` `storeUnavailable`. What was found until then is sent; the rest is found
    ///   again by the next comparison.
    @discardableResult public func reconcile(
        _ types: [String]? = nil, deletions: DeletionRule? = nil
    ) async throws -> [ReconciliationReport] {
        let types = types ?? self.types
        for type in types {
            reports[type] = nil
            comparisons[type] = deletions ?? configuration.deletions
        }
        defer { for type in types { comparisons[type] = nil } }
        try await syncNow(types)
        return types.compactMap { reports[$0] }
    }

    /// Compares what was asked for and was not compared already since it had lost its anchor.
    func compareAsked(_ outbox: OutboxWorker) async throws {
        for (types, rule) in byRule(comparisons.keys.filter { reports[$0] == nil }.sorted()) {
            _ = try await compare(types, rule, outbox)
        }
        comparisons = [:]
    }

    /// Makes anchors for types that have none although the phone has samples, by a comparison instead of sending everything.
    ///
    /// A type of which the service has nothing is sent from the beginning: that is the first time.
    ///
    /// - Returns: why a type could not be read.
    func makeAnchors(_ outbox: OutboxWorker) async throws -> HealthstoreError? {
        let types = unanchored
        guard !types.isEmpty else { return nil }
        do {
            for type in types { try await outbox.run { try $0.setAnchor(nil, of: type) } }
            let years = try await digests(types, .year, in: nil)
            for (some, rule) in byRule(types.filter { years[$0]?.isEmpty == false }) {
                for (type, anchor) in try await compare(some, rule, outbox, years) {
                    // What changed since it was made is read from it.
                    try await outbox.run { try $0.setAnchor(anchor, of: type) }
                }
            }
            readsWhole.formUnion(types.filter { years[$0]?.isEmpty != false })
        } catch let error as HealthstoreError where error.code == .storeUnavailable {
            unanchored = []
            unread += types
            return error
        }
        unanchored = []
        for type in types { want(type) }
        return nil
    }

    private func byRule(_ types: [String]) -> [(types: [String], rule: DeletionRule)] {
        Dictionary(grouping: types) { comparisons[$0] ?? configuration.deletions }.map { ($0.value, $0.key) }
    }

    /// - Returns: anchors of before the comparison.
    private func compare(
        _ types: [String], _ rule: DeletionRule, _ outbox: OutboxWorker,
        _ years: [String: [CivilUnit: UnitDigest]]? = nil
    ) async throws -> [(String, Data)] {
        var anchors: [(String, Data)] = []
        var remembered: [(type: String, deletions: [UUID])] = []
        for type in types {
            let latest = try await store.reading { try await $0.latestAnchor(of: type) }
            anchors.append((type, latest.anchor))
            remembered.append((type, latest.deleted))
        }
        var reconciler = Reconciler(engine: self, outbox: outbox, rule: rule, now: now())
        for report in try await reconciler.reconcile(remembered, years: years) {
            reports[report.type] = report
            onEvent(.reconciled(report))
        }
        return anchors
    }

    // MARK: What a comparison asks of the engine

    func digests(
        _ types: [String], _ interval: CivilUnit.Interval, in scope: CivilUnit?
    ) async throws -> [String: [CivilUnit: UnitDigest]] {
        try await retrying { [client] in try await client.digests(types, interval, in: scope) }
    }

    func differences(
        _ units: [(type: String, unit: CivilUnit, uuids: [UUID])], _ interval: CivilUnit.Interval
    ) async throws -> [UnitDifference] {
        try await retrying { [client] in try await client.differences(units, interval) }
    }

    /// Not through the outbox: a comparison that is stopped is made again.
    func post(_ samples: [SampleRecord], of type: String, _ outbox: OutboxWorker) async throws {
        let lines = samples.compactMap(line)
        guard !lines.isEmpty else { return }
        try await send(OutboxBatch(type: type, after: nil, anchor: nil, deleted: [], samples: lines), outbox)
    }

    /// Not through the outbox, where a deletion would wait while the phone's store changes.
    func delete(_ uuids: [UUID], of type: String, _ outbox: OutboxWorker) async throws {
        let lines = try uuids.map { try BatchBody.line($0, type: type) }
        try await send(OutboxBatch(type: type, after: nil, anchor: nil, deleted: lines, samples: []), outbox)
    }
}
