import Dispatch
import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// Makes slots again where samples changed, behind the requests: on a thread and in a database session of its own. It also sees to
/// `PlannerStatistics`.
///
/// What is to be done is in the database, so that nothing is lost with the process. Services over one database share it: whoever
/// makes slots of a type holds a lock, and the others pass it over.
public final class SlotWorker: Sendable {
    /// After so long it looks for marks that nobody told it of, and for those that have waited long enough. 15 seconds.
    static let pollSeconds = 15.0
    /// So long after a change it looks, and no more often, since changes come together. 2 seconds.
    static let settleSeconds = 2.0
    /// It rests for so many times as long as it worked while others work in the database, so that it takes a quarter of one core.
    static let restsPerWork = 3.0
    /// Longest rest after a piece of work, in seconds.
    static let restLongest = 10.0
    /// Longest wait after a failure of the database, in seconds; the first is a second. One minute.
    static let backoffLongest = 60.0
    /// How long a type waits that met a failure, while others are made, in seconds. One minute.
    static let deferralSeconds = 60.0

    private let conninfo: String
    private let log: Log
    private let policy: SlotPolicy
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()

    private struct State {
        var isStopping = false
        var isStarted = false
        var hasChanged = false
        var listener: NotificationListener?
    }

    public init(conninfo: String, log: Log, policy: SlotPolicy = .standard) {
        self.conninfo = conninfo
        self.log = log
        self.policy = policy
    }

    /// Begins to work.
    ///
    /// - Throws: `PostgresError` where the system has no file to give.
    public func start() throws {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted && !state.isStopping
        }
        guard isFirst else { return }
        // Whatever is told, it is time to look: also after a loss, during which anything may have been.
        let listener = try NotificationListener(
            conninfo: conninfo, channels: [ChangeNotification.channel], applicationName: "healthstore slots listener"
        ) { [weak self] _ in self?.wake() }
        state.withLock { $0.listener = listener }
        ended.enter()
        Thread.detachNewThread { [self] in
            run()
            ended.leave()
        }
    }

    /// Ends; a piece that is being made is given up.
    public func stop() async {
        let listener = state.withLock { state in
            state.isStopping = true
            defer { state.listener = nil }
            return state.listener
        }
        wakeUps.signal()
        await listener?.close()
        await withCheckedContinuation { wait in ended.notify(queue: .global()) { wait.resume() } }
    }

    private func wake() {
        // One wake-up is enough for any number of changes.
        let isNews = state.withLock { state in
            defer { state.hasChanged = true }
            return !state.hasChanged
        }
        if isNews { wakeUps.signal() }
    }

    // MARK: The thread

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Until when types wait that met a failure.
    private typealias Deferred = [SlotBacklog.Entry: Date]

    private func run() {
        var backoff = 1.0
        var deferred: Deferred = [:]
        while !isStopping {
            do {
                let session = try Session(conninfo: conninfo, applicationName: "healthstore slots")
                // Who deletes a person holds what it waits for; other types do not wait with it.
                try session.executeScript("set lock_timeout = '200ms'")
                while !isStopping {
                    state.withLock { $0.hasChanged = false }
                    try work(&deferred, session)
                    backoff = 1
                    if rest(SlotWorker.pollSeconds) { pause(SlotWorker.settleSeconds) }
                }
            } catch {
                report(error)
                pause(backoff)
                backoff = min(backoff * 2, SlotWorker.backoffLongest)
            }
        }
    }

    /// Waits until something changes.
    ///
    /// - Returns: whether something did.
    private func rest(_ seconds: Double) -> Bool { wakeUps.wait(timeout: .now() + seconds) == .success }

    /// Waits, whatever changes, unless it is to end.
    private func pause(_ seconds: Double) {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var hasChanged = false
        while !isStopping, deadline.timeIntervalSinceNow > 0 {
            hasChanged = rest(deadline.timeIntervalSinceNow) || hasChanged
        }
        // Nothing that was told may be forgotten.
        if hasChanged { wakeUps.signal() }
    }

    /// Makes what is due, type by type in turns, until nothing is.
    private func work(_ deferred: inout Deferred, _ session: Session) throws {
        var refreshers: [SlotBacklog.Entry: SlotRefresher] = [:]
        while !isStopping {
            deferred = deferred.filter { $0.value > Date() }
            // A first sync is more than the planner expects, and its figures are what is read next.
            try PlannerStatistics.refresh(session)
            let backlog = try SlotBacklog(session)
            let due = backlog.due.filter { deferred[$0] == nil }
            guard !due.isEmpty else { return }
            for entry in due where !isStopping {
                var refresher =
                    refreshers[entry]
                    ?? SlotRefresher(
                        person: entry.person, sampleTypeID: entry.sampleTypeID, session: session, policy: policy,
                        isCancelled: { [self] in isStopping })
                do {
                    try step(&refresher, entry, &deferred, session)
                } catch is SlotRefresher.Cancelled {
                    return
                } catch {
                    // The server may be at fault, not the type.
                    guard !((error as? PostgresError)?.isConnectionLost ?? false) else { throw error }
                    deferred[entry] = Date(timeIntervalSinceNow: SlotWorker.deferralSeconds)
                    report(error)
                }
                refreshers[entry] = refresher
            }
        }
    }

    private func step(
        _ refresher: inout SlotRefresher, _ entry: SlotBacklog.Entry, _ deferred: inout Deferred, _ session: Session
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        switch try refresher.refreshPiece() {
        case .finished: break
        case .busy: deferred[entry] = Date(timeIntervalSinceNow: SlotWorker.settleSeconds)
        case .done(let work):
            let seconds = (clock.now - start) / .seconds(1)
            if work.hours > 0 {
                log.event(
                    .info, "slots_made",
                    [
                        ("sampleType", String(entry.sampleTypeID)), ("hours", String(work.hours)),
                        ("milliseconds", String(Int(seconds * 1_000))),
                    ])
            }
            if try SlotBacklog.isBusy(session) {
                pause(min(seconds * SlotWorker.restsPerWork, SlotWorker.restLongest))
            }
        }
    }

    private func report(_ error: any Error) {
        switch error {
        case let error as PostgresError:
            log.event(.error, "slots_interrupted", [("sqlState", error.sqlState), ("message", error.message)])
        default: log.event(.error, "slots_interrupted", [("kind", "\(Swift.type(of: error))")])
        }
    }
}
