import EmbeddedPostgres
import Foundation
import HealthAPI
import Postgres
import ServiceProcess

/// Answers the watchdog of the service manager, which otherwise restarts the service.
///
/// The service asks itself the question of `GET /ready`, at half of the watchdog's time. It answers
/// the watchdog if the question is answered, and also if a restart of the service would not help:
///
/// - The private server is down or recovers. `ServerSupervisor` starts it again, and ends the
///   service if that fails too often.
/// - The database gives a reason: another schema, unusable functions, a standby that is behind, an
///   upgrade that waits for a quiet moment.
/// - The server of `--database-url` fails or does not answer. The service does not run that server.
///
/// It does not answer the watchdog if
///
/// - the question is not answered in time: threads of the service or its private server hang,
/// - the private server runs and accepts sessions, but the service gets none, for example because
///   its own sessions or descriptors are used up.
@MainActor
final class ServiceWatchdog {
    private let notifier: ServiceNotifier
    private let readiness: Readiness
    private let store: (conninfo: String, isPrivate: Bool)
    /// What `STATUS` says while the service is ready.
    private let readyStatus: String
    private var isChecking = false
    private var isReady = true
    private var task: Task<Void, Never>?

    init(_ notifier: ServiceNotifier, _ readiness: Readiness, _ store: Store, readyStatus: String) {
        self.notifier = notifier
        self.readiness = readiness
        self.store = (store.conninfo, store.privateServer != nil)
        self.readyStatus = readyStatus
    }

    /// Begins to answer, if the service manager has a watchdog.
    func start() {
        guard let interval = notifier.watchdogInterval else { return }
        task = Task {
            while (try? await Task.sleep(for: interval)) != nil { check() }
        }
    }

    /// Ends the answers. A check that is under way is not awaited, because it may hang.
    func stop() { task?.cancel() }

    private func check() {
        guard !isChecking else {
            if !store.isPrivate { answer("the database does not answer") }
            return
        }
        isChecking = true
        Task {
            let failure = await readiness.failure()
            isChecking = false
            guard task?.isCancelled == false else { return }
            guard let failure else { return answer(nil) }
            if store.isPrivate, failure.isWithoutSession, await accepts() { return }
            answer("not ready: \(failure.message)")
        }
    }

    /// - Parameter problem: the reason why the service is not ready, or nil.
    private func answer(_ problem: String?) {
        notifier.answerWatchdog()
        guard problem != nil || !isReady else { return }
        isReady = problem == nil
        notifier.status(problem ?? readyStatus)
    }

    /// Returns true if the server says that it accepts sessions.
    private func accepts() async -> Bool {
        let conninfo = store.conninfo
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Session.ping(conninfo: conninfo) == .accepts)
            }
        }
    }
}
