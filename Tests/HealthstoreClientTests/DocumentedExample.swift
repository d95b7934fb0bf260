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

/// The recording of `Apps.md`.
private func record(
    client: HealthstoreClient, directory: URL, source: SampleRecord.Source, samples: [SampleRecord],
    locations: [RouteLocation], route: UUID, _ start: Date, _ stop: Date, _ go: Date, _ end: Date
) async throws {
    let recorder = try await WorkoutRecorder(client: client, directory: directory)
    try await recorder.begin(.name("running"), location: .outdoor, at: start, source: source)
    try await recorder.add(samples)
    try await recorder.add(locations, toRoute: route)
    try await recorder.pause(at: stop)
    try await recorder.resume(at: go)
    try await recorder.finish(at: end, energy: 300, distance: 5_000)
    for refused in try await recorder.send() { print("refused:", refused.code, refused.field) }
}

/// The questions of `Apps.md`.
private func show(client: HealthstoreClient, anchor: inout String?) async throws {
    let week = TimeRange(from: "2026-02-23", to: "2026-03-02", timeZone: "Europe/Berlin")
    let steps = try await client.statisticsCollection(["stepCount"], by: "day", in: week)[0]
    for day in steps.buckets { print(day.startDate, day.statistics?.sum ?? 0, steps.unit ?? "") }
    for night in try await client.sleep(in: week) { print(night.date, night.asleep ?? 0) }
    for try await workout in try client.workouts(in: week) { print(workout.startDate) }

    for try await page in client.changes(of: ["bodyMass"], after: anchor, pollInterval: .seconds(60)) {
        for case .saved(let sample) in page.changes { print(sample.uuid) }
        anchor = page.anchor
    }
}
