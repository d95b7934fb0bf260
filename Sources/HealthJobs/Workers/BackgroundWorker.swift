import Dispatch
import Foundation
import Postgres
import Synchronization

/// A thread with a database session of its own that looks for work when it is woken, and at
/// intervals.
///
/// The work to do is in the database, so none is lost with the process. After an error the worker
/// logs it, waits, and opens a new session.
final class BackgroundWorker: Sendable {
    struct Configuration: Sendable {
        var conninfo: String
        var applicationName: String
        /// What a statement waits for a lock, as PostgreSQL's `lock_timeout`.
        var lockTimeout: String
        /// Seconds after which the worker looks for work that no wake-up announced.
        var pollSeconds: Double
        /// Seconds between a wake-up and the work, so that changes that come together are handled
        /// at once.
        var settleSeconds = 0.0
        /// Name of the log's event for an error.
        var errorEvent: String
        var log: Log
    }

    /// Shortest wait after an error, in seconds. Each further error doubles the wait. A wake-up
    /// ends the wait, but not before this minimum. 1 second.
    private static let backoffShortest = 1.0
    /// Longest wait after an error, in seconds. One minute.
    private static let backoffLongest = 60.0

    private let configuration: Configuration
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()

    private struct State {
        var isStopping = false
        /// Whether a wake-up has come since the worker last looked for work.
        var isWoken = false
    }

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Starts the thread; to be called once.
    ///
    /// - Parameter work: does some work on the thread. If it returns true, it is called again at
    ///   once.
    func start(_ work: @escaping @Sendable (Session) throws -> Bool) {
        ended.enter()
        Thread.detachNewThread { [self] in
            run(work)
            ended.leave()
        }
    }

    /// Stops the thread and waits for its end. `work` has to return early if `isStopping`.
    func stop() async {
        state.withLock { $0.isStopping = true }
        wakeUps.signal()
        await withCheckedContinuation { wait in ended.notify(queue: .global()) { wait.resume() } }
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Makes the worker look for work. Several calls before it looks count as one.
    func wake() {
        let isFirst = state.withLock { state in
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if isFirst { wakeUps.signal() }
    }

    // MARK: On the thread

    private func run(_ work: (Session) throws -> Bool) {
        var backoff = BackgroundWorker.backoffShortest
        while !isStopping {
            do {
                let session = try Session(
                    conninfo: configuration.conninfo, applicationName: configuration.applicationName)
                try session.executeScript("set lock_timeout = '\(configuration.lockTimeout)'")
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

    /// Waits for a wake-up.
    ///
    /// - Returns: whether one came.
    private func rest(_ seconds: Double) -> Bool { wakeUps.wait(timeout: .now() + seconds) == .success }

    /// Waits the whole time, unless the worker is stopped. A wake-up that comes meanwhile is kept.
    func pause(_ seconds: Double) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var isWoken = false
        while !isStopping, deadline.timeIntervalSinceNow > 0 {
            isWoken = rest(deadline.timeIntervalSinceNow) || isWoken
        }
        if isWoken { wakeUps.signal() }
    }

    /// Logs the error of one item of work, so that the others can go on.
    ///
    /// - Throws: the error itself if the connection is lost, since it then concerns every item.
    func reportUnlessLost(_ error: any Error) throws {
        if (error as? PostgresError)?.isConnectionLost ?? false { throw error }
        report(error)
    }

    private func report(_ error: any Error) {
        let fields =
            switch error {
            case let error as PostgresError: [("sqlState", error.sqlState), ("message", error.message)]
            default: [("kind", "\(Swift.type(of: error))")]
            }
        configuration.log.event(.error, configuration.errorEvent, fields)
    }
}

/// Items of work that are put off while others are done: after an error, or because another session
/// works on them.
struct Deferrals<Item: Hashable> {
    private var ends: [Item: Date] = [:]

    /// Lets an item wait, and forgets the items whose wait has ended.
    mutating func add(_ item: Item, seconds: Double) {
        ends = ends.filter { $0.value > Date() }
        ends[item] = Date(timeIntervalSinceNow: seconds)
    }

    func contains(_ item: Item) -> Bool { ends[item].map { $0 > Date() } ?? false }
}
