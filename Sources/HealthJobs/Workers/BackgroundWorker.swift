import Dispatch
import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// A thread with its own database session. It looks for work at intervals and when it is woken.
///
/// The list of work is in the database, so no work is lost when the process ends. After an error
/// the worker logs the error, waits, and opens a new session.
final class BackgroundWorker: Sendable {
    struct Configuration: Sendable {
        var database: Database
        var applicationName: String
        /// The longest wait of a statement for a lock, as a value of PostgreSQL's `lock_timeout`.
        var lockTimeout: String
        /// Seconds between two searches for work if no wake-up comes.
        var pollSeconds: Double
        /// Seconds between a wake-up and the work. Changes that arrive within this time are handled
        /// together.
        var settleSeconds = 0.0
        /// The name of the log's event for an error.
        var errorEvent: String
        var log: Log
    }

    /// The shortest wait after an error, in seconds. Each further error doubles the wait. A wake-up
    /// ends the wait after this minimum. 1 second.
    private static let backoffShortest = 1.0
    /// The longest wait after an error, in seconds. One minute.
    private static let backoffLongest = 60.0

    private let configuration: Configuration
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let listener = Mutex<NotificationListener?>(nil)

    private struct State {
        var isStopping = false
        /// True if a wake-up came after the worker last looked for work.
        var isWoken = false
    }

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Starts the thread. Call it once.
    ///
    /// - Parameter work: does some work on the thread. If it returns true, the worker calls it
    ///   again at once.
    func start(_ work: @escaping @Sendable (Session) throws -> Bool) {
        ended.enter()
        Thread.detachNewThread { [self] in
            run(work)
            ended.leave()
        }
    }

    /// Makes the worker look for work after each change of samples. Call it before `start`.
    ///
    /// - Throws: `PostgresError` (53000) if the process has too many open files.
    func listenToChanges() throws {
        // Every event of the listener wakes the worker, because notifications may have been missed
        // while the connection was lost.
        let listener = try NotificationListener(
            configuration.database, channels: [ChangeNotification.channel],
            applicationName: configuration.applicationName + " listener"
        ) { [weak self] _ in self?.wake() }
        self.listener.withLock { $0 = listener }
    }

    /// Stops the thread and waits until it has ended. `work` must return early if `isStopping` is
    /// true.
    func stop() async {
        await listener.withLock { $0 }?.close()
        state.withLock { $0.isStopping = true }
        wakeUps.signal()
        await withCheckedContinuation { wait in ended.notify(queue: .global()) { wait.resume() } }
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Makes the worker look for work. Several calls before it looks have the effect of one call.
    func wake() {
        let isFirst = state.withLock { state in
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if isFirst { wakeUps.signal() }
    }

    /// Makes the worker look for work after `seconds`.
    func wake(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.wake() }
    }

    // MARK: On the thread

    private func run(_ work: (Session) throws -> Bool) {
        var backoff = BackgroundWorker.backoffShortest
        while !isStopping {
            do {
                let session = try openSession()
                while !isStopping {
                    state.withLock { $0.isWoken = false }
                    let foundWork = try work(session)
                    backoff = BackgroundWorker.backoffShortest
                    if !foundWork, rest(configuration.pollSeconds) { pause(configuration.settleSeconds) }
                }
            } catch {
                report(error)
                pause(BackgroundWorker.backoffShortest)
                _ = rest(backoff - BackgroundWorker.backoffShortest)
                backoff = min(backoff * 2, BackgroundWorker.backoffLongest)
            }
        }
    }

    /// Opens a session like that of the thread.
    func openSession() throws -> Session {
        let session = try configuration.database.open(applicationName: configuration.applicationName)
        try session.executeScript("set lock_timeout = '\(configuration.lockTimeout)'")
        return session
    }

    /// Waits for a wake-up, for at most `seconds`.
    ///
    /// - Returns: true if a wake-up came.
    private func rest(_ seconds: Double) -> Bool { wakeUps.wait(timeout: .now() + seconds) == .success }

    /// Waits for `seconds`, or until the worker is stopped. A wake-up that comes meanwhile takes
    /// effect afterwards.
    func pause(_ seconds: Double) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var isWoken = false
        while !isStopping, deadline.timeIntervalSinceNow > 0 {
            isWoken = rest(deadline.timeIntervalSinceNow) || isWoken
        }
        if isWoken { wakeUps.signal() }
    }

    /// Logs the error of one item of work, so that the work on other items can continue.
    ///
    /// - Throws: the error itself if the connection is lost, because no other item can then be
    ///   handled.
    func reportUnlessLost(_ error: any Error) throws {
        if (error as? PostgresError)?.isConnectionLost ?? false { throw error }
        report(error)
    }

    private func report(_ error: any Error) {
        let fields =
            switch error {
            case let error as PostgresError: [("sqlState", error.sqlState), ("message", error.loggedMessage)]
            default: [("kind", "\(Swift.type(of: error))")]
            }
        configuration.log.event(.error, configuration.errorEvent, fields)
    }
}

/// Items of work that are not tried before a given time, after an error or because another session
/// works on them. Other items are handled meanwhile.
struct Deferrals<Item: Hashable> {
    private var ends: [Item: Date] = [:]

    /// Defers an item by `seconds`. Removes the items whose time has come.
    mutating func add(_ item: Item, seconds: Double) {
        ends = ends.filter { $0.value > Date() }
        ends[item] = Date(timeIntervalSinceNow: seconds)
    }

    func contains(_ item: Item) -> Bool { ends[item].map { $0 > Date() } ?? false }
}
