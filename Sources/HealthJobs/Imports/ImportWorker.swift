import Foundation
import HealthDatabase
import HealthImport
import Postgres
import Synchronization

/// The key of an import in `health.import`.
public struct ImportKey: Hashable, Sendable {
    public var person: Int32
    public var id: Int32

    public init(person: Int32, id: Int32) {
        self.person = person
        self.id = id
    }
}

/// Imports queued uploads, two at a time. Concurrent imports belong to different people, and each
/// runs on its own `BackgroundWorker`.
///
/// Several services may share one database and its queue. Each service imports the files in its own
/// folder, and an import holds a lock of its person.
public final class ImportWorker: Sendable {
    /// The number of imports that run at once. 2.
    static let importsAtOnce = 2
    /// Seconds between two searches for imports that another service received or had locked. 5
    /// seconds.
    static let pollSeconds = 5.0
    /// Seconds for which an upload waits for an import of the same person in another program. The
    /// worker then tries other uploads. 1 second.
    static let lockPatience = 1.0
    /// Seconds after which an import is tried again if it failed for another reason than its file.
    /// Other imports run meanwhile. One minute.
    public static let deferralSeconds = 60.0
    /// Seconds between two searches for abandoned uploads and unneeded files. One hour.
    static let sweepSeconds = 3_600.0
    /// The number of queued imports from which the next one is chosen.
    static let choiceMax = 100

    private let folder: SpoolFolder
    /// Nil if the disk of the database is not known.
    private let disk: DiskReserve?
    private let log: Log
    private let deferralSeconds: Double
    private let workers: [BackgroundWorker]
    private let state = Mutex(State())

    private struct State {
        var isStopping = false
        var runners: [ImportKey: ImportRunner] = [:]
        /// The people for whom a worker runs an import or tries to run one.
        var people: Set<Int32> = []
        var deferrals = Deferrals<ImportKey>()
        var nextSweep = Date.distantPast
        var totals = Totals()
    }

    /// The results of the imports that ended since the start, for monitoring.
    public struct Totals: Sendable {
        public var finished = 0
        public var failed = 0
        /// The records of finished imports by result, which is a name of `results`.
        public var records: [String: Int64] = [:]
    }

    /// The results of records, and their counts in a report.
    public static let results: KeyValuePairs<String, KeyPath<ImportWriter.Report, Int64> & Sendable> = [
        "stored": \.stored, "already_known": \.alreadyKnown, "repeated_inside": \.repeatedInside,
        "deleted_before": \.deletedBefore, "refused": \.refused, "replaced": \.replaced,
    ]

    public var totals: Totals { state.withLock { $0.totals } }

    /// The number of imports that run in this process.
    public var runningCount: Int { state.withLock { $0.runners.count } }

    /// - Parameter disk: imports pause while it is short; nil if the disk is not known.
    public init(
        _ database: Database, folder: SpoolFolder, disk: DiskReserve? = nil, log: Log,
        deferralSeconds: Double = ImportWorker.deferralSeconds
    ) {
        self.folder = folder
        self.disk = disk
        self.log = log
        self.deferralSeconds = deferralSeconds
        let configuration = BackgroundWorker.Configuration(
            database: database, applicationName: "healthstore imports",
            lockTimeout: "\(LockHolder.waitSecondsMax)s", pollSeconds: ImportWorker.pollSeconds,
            errorEvent: "import_interrupted", log: log)
        workers = (0..<ImportWorker.importsAtOnce).map { _ in BackgroundWorker(configuration) }
    }

    /// Starts to import queued uploads and to resume interrupted imports.
    public func start() {
        for worker in workers {
            worker.start { [self] session in
                try sweep(session)
                return try runNext(worker, session)
            }
        }
    }

    /// Stops after the current batch of each import. The imports resume when a service starts
    /// again.
    public func stop() async {
        state.withLock { state in
            state.isStopping = true
            for runner in state.runners.values { runner.cancel(isDiscarding: false) }
        }
        for worker in workers { await worker.stop() }
    }

    /// Makes the workers look for queued imports at once.
    public func wake() { for worker in workers { worker.wake() } }

    /// Returns the progress of an import that runs in this process; nil for any other import.
    public func progress(_ key: ImportKey) -> ImportProgress? {
        state.withLock { $0.runners[key] }?.progress
    }

    /// Cancels an import that runs in this process, and removes the records that it stored.
    public func cancel(_ key: ImportKey) {
        state.withLock { $0.runners[key] }?.cancel(isDiscarding: true)
        wake()
    }

    // MARK: On the threads

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Marks abandoned uploads failed and removes files that no import needs. Runs once every
    /// `sweepSeconds`.
    private func sweep(_ session: Session) throws {
        let isDue = state.withLock { state in
            guard state.nextSweep < Date() else { return false }
            state.nextSweep = Date(timeIntervalSinceNow: ImportWorker.sweepSeconds)
            return true
        }
        guard isDue else { return }
        let abandoned = try ImportQueue.giveUpAbandoned(session)
        let unneeded = try ImportQueue.unneeded(folder.names(), session)
        for name in unneeded { folder.remove(name) }
        guard abandoned > 0 || !unneeded.isEmpty else { return }
        log.event(
            .info, "uploads_removed", [("abandoned", abandoned), ("files", unneeded.count)])
    }

    /// Runs the first queued import of a person for whom no import is running.
    ///
    /// - Returns: false if there is no import to run.
    private func runNext(_ worker: BackgroundWorker, _ session: Session) throws -> Bool {
        guard disk?.isShort != true else { return false }
        var lockedPeople: Set<Int32> = []
        for entry in try ImportQueue.waiting(limit: ImportWorker.choiceMax, session) {
            let key = ImportKey(person: entry.person.id, id: entry.id)
            guard !isStopping else { return false }
            guard !lockedPeople.contains(key.person), enter(key) else { continue }
            defer { leave(key) }
            guard folder.bytes(of: entry.spoolName) == entry.fileBytes else {
                // Another service may have the file in its folder, and this one its beginning.
                if entry.isCancelRequested || entry.isAbandoned, try ImportQueue.endLost(entry, session) { return true }
                continue
            }
            do {
                if try run(entry, key, session) { return true }
                lockedPeople.insert(key.person)
            } catch {
                try worker.reportUnlessLost(error)
                state.withLock { $0.deferrals.add(key, seconds: deferralSeconds) }
            }
        }
        return false
    }

    /// Reserves the person of an import for this thread.
    ///
    /// - Returns: false if another thread has reserved the person, or if the import is deferred.
    private func enter(_ key: ImportKey) -> Bool {
        state.withLock { state in
            !state.deferrals.contains(key) && state.people.insert(key.person).inserted
        }
    }

    private func leave(_ key: ImportKey) { _ = state.withLock { $0.people.remove(key.person) } }

    /// Runs an import. If its file cannot be imported, the import is marked failed.
    ///
    /// - Returns: false if another program is importing for the person.
    private func run(_ entry: ImportQueue.Entry, _ key: ImportKey, _ session: Session) throws -> Bool {
        let runner = ImportRunner(
            path: folder.path(of: entry.spoolName), name: entry.fileName, person: entry.person, uploadID: entry.id)
        guard begin(entry, key, runner) else { return true }
        defer { state.withLock { $0.runners[key] = nil } }
        do {
            try ImportQueue.take(entry, session)
            let start = Date()
            let report = try runner.run(session) { progress in
                // The import goes on when the disk has room again.
                if disk?.isShort == true { runner.cancel(isDiscarding: false) }
                // Imports of other people can run meanwhile.
                guard progress.phase == .waiting, Date().timeIntervalSince(start) > ImportWorker.lockPatience else {
                    return
                }
                runner.cancel(isDiscarding: false)
            }
            state.withLock { state in
                state.totals.finished += 1
                for (result, count) in ImportWorker.results {
                    state.totals.records[result, default: 0] += report.counts[keyPath: count]
                }
            }
            log.event(
                .info, "import_finished",
                [
                    ("read", report.counts.received + report.counts.refused), ("stored", report.counts.stored),
                ])
            folder.remove(entry.spoolName)
        } catch let error as ImportCancelled {
            guard error.isDiscarding else { return isStopping }
            log.event(.info, "import_cancelled")
            folder.remove(entry.spoolName)
        } catch let error as PostgresError {
            // The file is not the cause, also of an import that has not yet begun. It keeps its
            // file and is tried again.
            throw error
        } catch {
            // If the import can resume later, its state in the database stays `running`.
            guard try fail(entry, error, session) else { throw error }
        }
        return true
    }

    /// - Returns: false if the worker is stopping.
    private func begin(_ entry: ImportQueue.Entry, _ key: ImportKey, _ runner: ImportRunner) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if entry.isCancelRequested { runner.cancel(isDiscarding: true) }
            state.runners[key] = runner
            return true
        }
    }

    /// Marks an import failed unless it can resume.
    ///
    /// - Returns: false if the import can resume later.
    private func fail(_ entry: ImportQueue.Entry, _ error: any Error, _ session: Session) throws -> Bool {
        let (code, message) =
            switch error {
            case let error as any ImportFailure: (error.failureCode, error.failureMessage)
            case let error as HealthDatabaseError: (error.code.rawValue, error.message)
            default: ("internal_error", "the service failed")
            }
        guard try ImportQueue.fail(entry, code: code, message: message, session) else { return false }
        state.withLock { $0.totals.failed += 1 }
        log.event(.warning, "import_failed", [("code", code)])
        folder.remove(entry.spoolName)
        return true
    }
}
