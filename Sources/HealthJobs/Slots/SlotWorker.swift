import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// Recomputes stale slots in the background after samples changed. Slots are stored figures of
/// hours and days. The worker runs on a `BackgroundWorker` and also refreshes `PlannerStatistics`.
///
/// Several services may share one database. A refresher locks the type on which it works, and the
/// other services skip that type meanwhile.
public final class SlotWorker: Sendable {
    /// Seconds between two searches for marks without a notification. The searches also find marks
    /// that have become due. 15 seconds.
    static let pollSeconds = 15.0
    /// The least time between two checks of the planner's statistics during the work, in seconds.
    private static let statisticsSeconds = 1.0
    /// Seconds between a notification and the work, because several changes often come together.
    /// Also the seconds after which a busy type is tried again. 2 seconds.
    static let settleSeconds = 2.0
    /// The longest wait of a statement for a lock. A transaction that deletes a person holds its
    /// locks for a long time, and other types must not wait for it.
    static let lockTimeout = "200ms"
    /// If other clients use the database, the worker rests this many times as long as it worked. It
    /// then uses a quarter of one core.
    static let restsPerWork = 3.0
    /// The longest rest after a piece of work, in seconds.
    static let restLongest = 10.0
    /// Seconds after which a type is tried again after an error. Other types are refreshed
    /// meanwhile. One minute.
    static let deferralSeconds = 60.0

    private let database: Database
    private let log: Log
    private let policy: SlotPolicy
    private let worker: BackgroundWorker
    private let listener = Mutex<NotificationListener?>(nil)
    private let deferrals = Mutex(Deferrals<SlotBacklog.Entry>())

    public init(_ database: Database, log: Log, policy: SlotPolicy = .standard) {
        self.database = database
        self.log = log
        self.policy = policy
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore slots", lockTimeout: SlotWorker.lockTimeout,
                pollSeconds: SlotWorker.pollSeconds, settleSeconds: SlotWorker.settleSeconds,
                errorEvent: "slots_interrupted", log: log))
    }

    /// Starts the worker and listens for notifications of changes.
    ///
    /// - Throws: `PostgresError` (53000) if the process has too many open files.
    public func start() throws {
        // Every event of the listener wakes the worker, because notifications may have been missed
        // while the connection was lost.
        let listener = try NotificationListener(
            database, channels: [ChangeNotification.channel], applicationName: "healthstore slots listener"
        ) { [weak worker] _ in worker?.wake() }
        self.listener.withLock { $0 = listener }
        worker.start { [self] session in
            try refresh(session)
            return false
        }
    }

    /// Stops the worker. The current piece is rolled back.
    public func stop() async {
        let listener = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        await listener?.close()
        await worker.stop()
    }

    // MARK: On the thread

    /// Refreshes all due types until none is due. Each round refreshes one piece of each type.
    private func refresh(_ session: Session) throws {
        var refreshers: [SlotBacklog.Entry: SlotRefresher] = [:]
        var statisticsChecked = Date.distantPast
        while !worker.isStopping {
            // A first sync fills tables that the planner's statistics describe as nearly empty.
            // Refreshing its slots reads these tables next. On a cluster the check takes 40 ms.
            if Date() > statisticsChecked + SlotWorker.statisticsSeconds {
                try PlannerStatistics.refresh(session)
                statisticsChecked = Date()
            }
            let backlog = try SlotBacklog(session)
            let due = backlog.due.filter { entry in !deferrals.withLock { $0.contains(entry) } }
            guard !due.isEmpty else {
                // The last changes of a sync are too young. Nothing else would wake the worker.
                guard backlog.nextSeconds <= SlotBacklog.settledSeconds else { return }
                worker.pause(backlog.nextSeconds)
                continue
            }
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
