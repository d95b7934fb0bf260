import Foundation
import HealthstoreClient
import UIKit

/// Starts the sync at each launch, also in the background.
final class AppDelegate: UIResponder, UIApplicationDelegate {
    let model = PhoneModel(AppDelegate.parts)

    private static var parts: PhoneParts {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let store = HealthKitStore()
        return PhoneParts(
            connections: Keychain(), access: HealthKitAccess(store: store), store: store, folder: folder,
            makeTransport: {
                try BackgroundTransport(
                    identifier: "healthstore.uploads", directory: folder.appendingPathComponent("uploads"))
            })
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        model.start()
        return true
    }

    /// A launch before the first unlock tries again.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        model.start()
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        Task {
            await model.uploadsEnded()
            completionHandler()
        }
    }

    // MARK: Leaving the screen

    private var leaving = UIBackgroundTaskIdentifier.invalid

    func leaveScreen() {
        let application = UIApplication.shared
        leaving = application.beginBackgroundTask { [weak self] in self?.endLeaving() }
        Task {
            await model.leaveScreen()
            endLeaving()
        }
    }

    private func endLeaving() {
        guard leaving != .invalid else { return }
        UIApplication.shared.endBackgroundTask(leaving)
        leaving = .invalid
    }
}
