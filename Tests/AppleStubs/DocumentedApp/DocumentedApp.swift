// The code of the article AppInTenMinutes. `ApplePlatformTests` compile it, and `ArticleTests`
// compare it with the article.

import Foundation
import HealthKit
import HealthstoreClient
import UIKit

@MainActor
final class Health {
    static let types = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
        "HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier",
        "HKDataTypeIdentifierElectrocardiogram", SyncEngine.activitySummaryType,
    ]

    let store = HealthKitStore()
    let client: HealthstoreClient
    let uploads: BackgroundTransport
    let engine: SyncEngine

    init(connection: String) throws {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        uploads = try BackgroundTransport(
            identifier: "com.example.app.uploads", directory: folder.appending(path: "uploads"))
        client = try HealthstoreClient(connection: connection, transport: uploads)
        engine = SyncEngine(
            store: store, client: client, directory: folder.appending(path: "healthstore"), types: Health.types
        ) { event in
            switch event {
            case .progress(let progress): print("sent", progress.sentCount, "of", progress.readCount)
            case .rejected(let sample): print("refused:", sample.code, sample.field)
            case .quarantined(let type, let count, let error): print("refused:", count, type, error)
            case .unreadable(let type, let reason): print("cannot read", type, reason)
            case .incomplete(_, let type, let reason): print("incomplete", type, reason)
            case .failed(let step, let error): print("failed:", step, error)
            default: break
            }
        }
    }
}

extension Health {
    func requestAuthorization() async throws {
        guard HKHealthStore.isHealthDataAvailable() else { return }
        try await HKHealthStore().requestAuthorization(
            toShare: [], read: HealthKitStore.authorizationTypes(Health.types))
    }

    func chooseRecords() async throws {
        try await store.requestPerObjectAuthorization(Health.types)
        try await engine.reconcile(Health.types)
    }

    func run() async {
        do { try await engine.run() } catch { print("the sync has ended:", error) }
    }
}

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private var health: Health?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let connection = Keychain.connection else { return true }
        do {
            let health = try Health(connection: connection)
            self.health = health
            Task { await health.run() }
        } catch {
            print("cannot start the sync:", error)
        }
        return true
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        guard let health else { return completionHandler() }
        Task {
            await health.uploads.waitForDelivery()
            do { _ = try await health.engine.sync(until: Date(timeIntervalSinceNow: 20)) } catch {
                print("not sent:", error)
            }
            completionHandler()
        }
    }
}

extension Health {
    func stepsOfWeek() async throws -> [(day: Date, steps: Double)] {
        let week = TimeRange(from: "2026-02-23", to: "2026-03-02")
        let steps = try await client.statisticsCollection(["stepCount"], by: "day", in: week)[0]
        return steps.buckets.map { ($0.startDate, $0.statistics?.sum ?? 0) }
    }
}

/// The text of the QR code in the app's keychain, which the article leaves to the app.
private enum Keychain {
    static var connection: String? { nil }
}
