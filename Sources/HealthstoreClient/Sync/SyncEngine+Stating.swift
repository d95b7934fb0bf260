import Foundation

/// Tells the service when it has all samples of a type that the phone's store has: after the first
/// pass of the type, and after a comparison.
extension SyncEngine {
    /// States the types whose first pass was read and sent.
    ///
    /// - Returns: the reason why a type could not be read, or nil. The next sync states it.
    func stateFirstPasses(_ outbox: OutboxWorker) async throws -> HealthstoreError? {
        let passes = try await outbox.run { $0.readFirstPasses }
        guard !passes.isEmpty else { return nil }
        do { try await stateComplete(passes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) } catch let error
            as HealthstoreError where error.code == .storeUnavailable
        {
            return error
        }
        try await outbox.run { outbox in for type in passes.keys { try outbox.setFirstPass(nil, of: type) } }
        return nil
    }

    func forgetFirstPassIfRefused(of type: String, _ outbox: OutboxWorker) async throws {
        if refusedTypes.contains(type) { try await outbox.run { try $0.setFirstPass(nil, of: type) } }
    }

    /// States that the service has all samples of types that the store has, from the first one that
    /// the store shows until a time. A type without samples states nothing, because a refused
    /// authorisation looks the same.
    ///
    /// - Parameter types: the types, each with the time when its reading began.
    func stateComplete(_ types: [(type: String, end: Date)]) async throws {
        // The phone has samples of the sources that the plan leaves out.
        guard configuration.statesCompleteRanges, !plan.choosesSources else { return }
        let planStart = plan.startDate
        var ranges: [CompleteRange] = []
        for (type, end) in types where !refusedTypes.contains(type) {
            try Task.checkCancellation()
            let first = try await store.reading {
                try await $0.identities(of: type, from: planStart, to: end, limit: 1)
            }
            guard let start = first.first?.startDate, start < end else { continue }
            ranges.append(CompleteRange(type: type, startDate: start, endDate: end))
        }
        if !ranges.isEmpty { try await send(ranges) }
    }

    private func send(_ ranges: [CompleteRange]) async throws {
        do {
            let body = BatchBody(deleted: [], samples: [], complete: try ranges.map(BatchBody.line))
            // The same ranges have the same key after a restart.
            let key = Digest.sha256(Array(body.json)).map { String($0, radix: 16) }.joined()
            let receipt = try await post(body, idempotencyKey: "complete-\(key)")
            for outcome in receipt.complete ?? [] { onEvent(.completed(outcome)) }
        } catch let error as HealthstoreError where error.code == .refused && ranges.count > 1 {
            // The service may not know one of the types.
            for range in ranges { try await send([range]) }
        } catch let error as HealthstoreError where [.refused, .notAccepted, .tooLarge].contains(error.code) {
            // The token may lack the right to read or to write everything.
            onEvent(.failed(.completeRanges, error))
        } catch is EncodingError {
            // The store has a sample of a year that JSON cannot name.
            return
        }
    }
}
