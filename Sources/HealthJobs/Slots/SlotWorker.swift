import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// Makes stale slots fresh after samples changed, behind the requests, on a `BackgroundWorker`. It
/// also refreshes `PlannerStatistics`.
///
/// Several services may share one database: a refresher holds a lock of its type, and the others
/// leave that type out.
public final class SlotWorker: Sendable {
    /// How often the worker looks for marks without a notification, and for marks that have waited
    /// long enough. 15 seconds.
    static let pollSeconds = 15.0
    /// Seconds between a change and the work, since changes come together. 2 seconds.
    static let settleSeconds = 2.0
    /// What a statement waits for a lock. A transaction that deletes a person holds it long; other
    /// types do not wait for it.
    static let lockTimeout = "200ms"
    /// While others use the database, the worker rests so many times as long as it worked: it takes
    /// a quarter of one core.
    static let restsPerWork = 3.0
    /// Longest rest after a piece of work, in seconds.
    static let restLongest = 10.0
    /// How long a type waits after an error, while others are refreshed, in seconds. One minute.
    static let deferralSeconds = 60.0

    private let conninfo: String
    private let log: Log
    private let policy: SlotPolicy
    private let worker: BackgroundWorker
    private let listener = Mutex<NotificationListener?>(nil)
    private let deferrals = Mutex(Deferrals<SlotBacklog.Entry>())

    public init(conninfo: String, log: Log, policy: SlotPolicy = .standard) {
        self.conninfo = conninfo
        self.log = log
        self.policy = policy
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                conninfo: conninfo, applicationName: "healthstore slots", lockTimeout: SlotWorker.lockTimeout,
                pollSeconds: SlotWorker.pollSeconds, settleSeconds: SlotWorker.settleSeconds,
                errorEvent: "slots_interrupted", log: log))
    }

    /// Starts to work.
    ///
    /// - Throws: `PostgresError` (53000) if the process has too many open files.
    public func start() throws {
        // Every event wakes the worker: after a loss, notifications may have been missed.
        let listener = try NotificationListener(
            conninfo: conninfo, channels: [ChangeNotification.channel], applicationName: "healthstore slots listener"
        ) { [weak worker] _ in worker?.wake() }
        self.listener.withLock { $0 = listener }
        worker.start { [self] session in
            try refresh(session)
            return false
        }
    }

    /// Stops; the piece that is being refreshed is given up.
    public func stop() async {
        let listener = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        await listener?.close()
        await worker.stop()
    }

    // MARK: On the thread

    /// Refreshes what is due, one piece of each type after the other, until nothing is.
    private func refresh(_ session: Session) throws {
        var refreshers: [SlotBacklog.Entry: SlotRefresher] = [:]
        while !worker.isStopping {
            // A first sync is more than the planner expects, and its figures are what is read next.
            try PlannerStatistics.refresh(session)
            let due = try SlotBacklog(session).due.filter { entry in !deferrals.withLock { $0.contains(entry) } }
            guard !due.isEmpty else { return }
            for entry in due where !worker.isStopping {
                var refresher =
                    refreshers[entry]
                    ?? SlotRefresher(
                        person: entry.person, sampleTypeID: entry.sampleTypeID, session: session, policy: policy,
                        isCancelled: { [worker] in worker.isStopping })
                do {
                    try refreshPiece(&refresher, entry, session)
                } catch is SlotRefresher.Cancelled {
                    return
                } catch {
                    try worker.reportUnlessLost(error)
                    deferrals.withLock { $0.add(entry, seconds: SlotWorker.deferralSeconds) }
                }
                refreshers[entry] = refresher
            }
        }
    }

    private func refreshPiece(
        _ refresher: inout SlotRefresher, _ entry: SlotBacklog.Entry, _ session: Session
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        switch try refresher.refreshPiece() {
        case .finished: break
        case .busy: deferrals.withLock { $0.add(entry, seconds: SlotWorker.settleSeconds) }
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
                worker.pause(min(seconds * SlotWorker.restsPerWork, SlotWorker.restLongest))
            }
        }
    }
}
