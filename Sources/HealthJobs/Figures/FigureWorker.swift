import Foundation
import HealthDatabase
import Postgres
import Synchronization

/// Recomputes the stale figures of hours and days in the background after samples changed. The
/// worker runs on a `BackgroundWorker` and also refreshes `PlannerStatistics`.
///
/// Several services may share one database. A refresher locks the type on which it works, and the
/// other services skip that type meanwhile.
public final class FigureWorker: Sendable {
    /// Seconds between two searches for marks without a notification. 15 seconds.
    static let pollSeconds = 15.0
    /// The least time between two checks of the planner's statistics during the work, in seconds.
    private static let statisticsSeconds = 1.0
    /// Seconds between a notification and the work, because several changes often come together.
    /// Figures are fresh within a second of a commit. 0.25 seconds.
    static let settleSeconds = 0.25
    /// Seconds after which a type is tried again that another session refreshes. 2 seconds.
    static let busySeconds = 2.0
    /// The longest wait of a statement for a lock. A transaction that deletes a person holds its
    /// locks for a long time, and other types must not wait for it.
    static let lockTimeout = "200ms"
    /// If other clients use the database, the worker rests this many times as long as it worked. It
    /// then uses a quarter of one core.
    static let restsPerWork = 3.0
    /// The longest rest after a piece of work, in seconds.
    static let restLongest = 1.0
    /// Seconds after which a type is tried again after an error. Other types are refreshed
    /// meanwhile. One minute.
    static let deferralSeconds = 60.0

    private let log: Log
    private let worker: BackgroundWorker
    private let deferrals = Mutex(Deferrals<MarkBacklog.Entry>())

    public init(_ database: Database, log: Log) {
        self.log = log
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore figures", lockTimeout: FigureWorker.lockTimeout,
                pollSeconds: FigureWorker.pollSeconds, settleSeconds: FigureWorker.settleSeconds,
                errorEvent: "figures_interrupted", log: log))
    }

    /// Starts the worker and listens for notifications of changes.
    ///
    /// - Throws: `PostgresError` (53000) if the process has too many open files.
    public func start() throws {
        try worker.listenToChanges()
        worker.start { [self] session in
            try refresh(session)
            return false
        }
    }

    /// Stops the worker. The current piece is rolled back.
    public func stop() async { await worker.stop() }

    // MARK: On the thread

    /// Refreshes all types with marks until none has a mark. Each round refreshes one piece of each
    /// type.
    private func refresh(_ session: Session) throws {
        var refreshers: [MarkBacklog.Entry: FigureRefresher] = [:]
        var statisticsChecked = Date.distantPast
        while !worker.isStopping {
            // A first sync fills tables that the planner's statistics describe as nearly empty.
            // Refreshing its figures reads these tables next. On a cluster the check takes 40 ms.
            if Date() > statisticsChecked + FigureWorker.statisticsSeconds {
                try PlannerStatistics.refresh(session)
                statisticsChecked = Date()
            }
            let entries = try MarkBacklog.entries(session).filter { entry in
                !deferrals.withLock { $0.contains(entry) }
            }
            guard !entries.isEmpty else { return }
            for entry in entries where !worker.isStopping {
                var refresher =
                    refreshers[entry]
                    ?? FigureRefresher(
                        person: entry.person, sampleTypeID: entry.sampleTypeID, session: session,
                        isCancelled: { [worker] in worker.isStopping })
                do {
                    try refreshPiece(&refresher, entry, session)
                } catch is FigureRefresher.Cancelled {
                    return
                } catch {
                    try worker.reportUnlessLost(error)
                    deferrals.withLock { $0.add(entry, seconds: FigureWorker.deferralSeconds) }
                }
                refreshers[entry] = refresher
            }
        }
    }

    private func refreshPiece(
        _ refresher: inout FigureRefresher, _ entry: MarkBacklog.Entry, _ session: Session
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        switch try refresher.refreshPiece() {
        case .finished: break
        case .busy: deferrals.withLock { $0.add(entry, seconds: FigureWorker.busySeconds) }
        case .done(let work):
            let seconds = (clock.now - start) / .seconds(1)
            if work.hours > 0 {
                log.event(
                    .info, "figures_made",
                    [
                        ("sampleType", entry.sampleTypeID), ("hours", work.hours),
                        ("milliseconds", Int(seconds * 1_000)),
                    ])
            }
            if try MarkBacklog.isBusy(session) {
                worker.pause(min(seconds * FigureWorker.restsPerWork, FigureWorker.restLongest))
            }
        }
    }
}
