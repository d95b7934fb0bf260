import Foundation
import HealthstoreClient

/// HealthKit's store, as far as the example of `Apps.md` needs it on Linux.
private func HealthKitStore() -> any HealthSampleStore { SimulatedPhone() }

/// The client of a scanned QR code in `Apps.md`.
private func connect(text: String) throws -> HealthstoreClient {
    let client = try HealthstoreClient(connection: text)
    return client
}

/// The example of `Apps.md`. `DocumentationTests` compares it with the article. It is compiled, not
/// run.
private func synchronise(address: URL, token: String) async throws {
    let client = HealthstoreClient(address: address, token: token)
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    let engine = SyncEngine(
        store: HealthKitStore(), client: client, directory: folder.appending(path: "healthstore"),
        types: ["HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierSleepAnalysis"]
    ) { event in
        if case .rejected(let sample) = event { print("refused:", sample.code, sample.field) }
    }
    try await engine.run()
}
