#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension HealthKitStore {
        /// The result of an anchored query.
        struct Page: Sendable {
            var samples: [HKSample]
            var deleted: [UUID]
            var anchor: HKQueryAnchor

            /// True if the page has no changes, so that no further page follows. A page below the
            /// limit need not be the last page, because HealthKit does not document how it counts
            /// deletions.
            var isEmpty: Bool { samples.isEmpty && deleted.isEmpty }
        }

        /// Returns a page of changes, or nil for a type that looks empty.
        func changes(of type: String, after anchor: HKQueryAnchor?, _ limit: Int) async throws -> Page? {
            try await answer(of: type) { sampleType, resume in
                HKAnchoredObjectQuery(type: sampleType, predicate: nil, anchor: anchor, limit: limit) {
                    _, samples, deleted, next, error in
                    resume(
                        Result {
                            guard let next, error == nil else { throw error ?? CocoaError(.coderReadCorrupt) }
                            return Page(samples: samples ?? [], deleted: (deleted ?? []).map(\.uuid), anchor: next)
                        })
                }
            }
        }

        /// Returns stored samples, ordered by start. Returns no samples for a type that looks
        /// empty.
        func samples(of type: String, _ predicate: NSPredicate?, limit: Int) async throws -> [HKSample] {
            let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
            return try await answer(of: type) { sampleType, resume in
                HKSampleQuery(sampleType: sampleType, predicate: predicate, limit: limit, sortDescriptors: order) {
                    _, samples, error in
                    resume(
                        Result {
                            guard let samples else { throw error ?? CocoaError(.coderReadCorrupt) }
                            return samples
                        })
                }
            } ?? []
        }

        /// Executes a query, which calls its handler once.
        ///
        /// - Returns: nil for an unknown type, or a type that the app may not read. HealthKit
        ///   reports a missing entitlement as a denied authorisation.
        private func answer<Value: Sendable>(
            of type: String, _ query: (HKSampleType, @escaping @Sendable (Result<Value, any Error>) -> Void) -> HKQuery
        ) async throws -> Value? {
            guard let sampleType = HealthKitStore.sampleType(type) else { return nil }
            do {
                return try await withCheckedThrowingContinuation { continuation in
                    store.execute(query(sampleType) { continuation.resume(with: $0) })
                }
            } catch let error as HKError where HealthKitStore.unreadableCodes.contains(error.code) {
                return nil
            }
        }

        /// The codes for a type that the app may not read.
        static let unreadableCodes: [HKError.Code] = [
            .errorAuthorizationNotDetermined, .errorAuthorizationDenied, .errorInvalidArgument,
        ]

        static func anchor(_ data: Data) throws -> HKQueryAnchor {
            guard let anchor = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data) else {
                throw UnusableAnchorError()
            }
            return anchor
        }

        static func data(_ anchor: HKQueryAnchor) throws -> Data {
            try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        }
    }
#endif
