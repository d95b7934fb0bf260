import Foundation

extension SyncEngine {
    /// Reads samples again that were sent without some of their parts, and sends those that have
    /// become complete. HealthKit does not report it as a change when it can return the parts.
    ///
    /// It runs after everything else was sent, because HealthKit may need a minute for a document
    /// that the person has not shared. It runs once in `incompleteReadInterval`, and for the types
    /// of a comparison at once.
    ///
    /// - Returns: the reason why a type could not be read, or nil.
    func completeSamples(_ outbox: OutboxWorker) async throws -> HealthstoreError? {
        let requested = typesToComplete
        typesToComplete = []
        guard let readDate = try await outbox.run({ $0.incomplete.readDate }) else { return nil }
        // The clock may have been set back.
        let isDue = abs(now().timeIntervalSince(readDate)) >= configuration.incompleteReadInterval
        let types = types.filter { plan.includes($0) && (isDue || requested.contains($0)) }
        let samples = try await outbox.run { outbox in types.map { ($0, outbox.incomplete.uuids(of: $0)) } }
        guard samples.contains(where: { !$0.1.isEmpty }) else { return nil }
        // The date moves first. Otherwise a reading that ends at the deadline of each launch in the
        // background would begin again at the next.
        if isDue { try await outbox.run { [now] in try $0.incomplete.setReadDate(now()) } }
        do {
            for (type, uuids) in samples {
                for uuid in uuids { try await completeSample(uuid, of: type, outbox) }
            }
        } catch let error as HealthstoreError where error.code == .storeUnavailable {
            if isDue { try await outbox.run { try $0.incomplete.setReadDate(readDate) } }
            typesToComplete.formUnion(requested)
            return error
        }
        return nil
    }

    /// A sample that the store does not show stays remembered, because the person may share it
    /// again. A deletion forgets it.
    private func completeSample(_ uuid: UUID, of type: String, _ outbox: OutboxWorker) async throws {
        try Task.checkCancellation()
        // One sample at a time, because a document may have megabytes.
        let found = try await store.reading { try await $0.samples(of: type, uuids: [uuid]) }
        try await post(found.filter { !$0.mayBecomeComplete }, of: type, outbox)
    }
}
