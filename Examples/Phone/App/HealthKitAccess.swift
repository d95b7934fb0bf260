import HealthKit
import HealthstoreClient

/// Asks the person through HealthKit.
struct HealthKitAccess: HealthAccess {
    let store: HealthKitStore

    func mustAsk(for types: [String]) async throws -> Bool {
        try await store.authorizationRequestStatus(types) == .shouldRequest
    }

    func ask(for types: [String]) async throws {
        // An app that asks on a device without HealthKit gets an error.
        guard HKHealthStore.isHealthDataAvailable() else { return }
        try await HKHealthStore().requestAuthorization(toShare: [], read: HealthKitStore.authorizationTypes(types))
    }
}
