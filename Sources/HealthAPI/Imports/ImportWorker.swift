import Dispatch
import Foundation
import HealthDatabase
import HealthImport
import Postgres
import Synchronization

/// Imports the uploads that wait: two at a time, of different people, each on a thread and in a database session of its own.
///
/// The queue is in the database, so that nothing is lost with the process. Services over one database share it: each runs what
/// was uploaded to its own folder, and whoever imports for a person holds a lock.
final class ImportWorker: Sendable {
    /// Imports that run at once. 2.
    static let importsAtOnce = 2
    /// How often it looks for work that nobody told it of: what another service received, or had locked. 5 seconds.
    static let pollSeconds = 5.0
    /// How long it waits for an import of the same person that the command line runs, before it turns to others. 1 second.
    static let lockPatience = 1.0
    /// Longest wait after a failure of the database; the first is a second. One minute.
    static let backoffLongest = 60.0
    /// How long an import waits that met a failure that is not its file's fault, while others run. One minute.
    static let deferralSeconds = 60.0
    /// How often abandoned uploads and their files are looked for. One hour.
    static let sweepSeconds = 3_600.0
    /// Imports of which one is chosen.
    static let choiceMax = 100

    private let conninfo: String
    private let folder: SpoolFolder
    private let log: Log
    private let deferralSeconds: Double
    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()

    private struct State {
        var isStopping = false
        var isStarted = false
        var runners: [ImportKey: ImportRunner] = [:]
        /// People of whom a thread runs an import, or tries to.
        var people: Set<Int32> = []
        /// Until when imports are passed over that met what was not their file's fault.
        var deferred: [ImportKey: Date] = [:]
    }

    init(
        conninfo: String, folder: SpoolFolder, log: Log, deferralSeconds: Double = ImportWorker.deferralSeconds
    ) {
        self.deferralSeconds = deferralSeconds
        self.conninfo = conninfo
        self.folder = folder
        self.log = log
    }

    func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        for number in 0..<ImportWorker.importsAtOnce {
            ended.enter()
            Thread.detachNewThread { [self] in
                run(isSweeping: number == 0)
                ended.leave()
            }
        }
    }

    func stop() async {
        state.withLock { state in
            state.isStopping = true
            for runner in state.runners.values { runner.cancel(isDiscarding: false) }
        }
        wake()
        await withCheckedContinuation { wait in ended.notify(queue: .global()) { wait.resume() } }
    }

    /// There is something to do.
    func wake() { for _ in 0..<ImportWorker.importsAtOnce { wakeUps.signal() } }

    /// How far an import is; nil unless it runs here.
    func progress(_ key: ImportKey) -> ImportProgress? {
        state.withLock { $0.runners[key] }?.progress
    }

    /// Ends an import of which nothing shall stay, if it runs here.
    func cancel(_ key: ImportKey) {
        state.withLock { $0.runners[key] }?.cancel(isDiscarding: true)
        wake()
    }

    // MARK: The threads

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// - Parameter isSweeping: whether the thread also removes what was abandoned.
    private func run(isSweeping: Bool) {
        var backoff = 1.0
        while !isStopping {
            do {
                let session = try Session(conninfo: conninfo, applicationName: "healthstore imports")
                try session.executeScript("set lock_timeout = '\(LockHolder.waitSecondsMax)s'")
                while !isStopping {
                    if isSweeping { try sweep(session) }
                    let until = Date(timeIntervalSinceNow: ImportWorker.sweepSeconds)
                    while !isStopping, Date() < until {
                        if try !runNext(session) { rest(ImportWorker.pollSeconds) }
                        backoff = 1
                    }
                }
            } catch {
                report(error)
                rest(backoff)
                backoff = min(backoff * 2, ImportWorker.backoffLongest)
            }
        }
    }

    /// Waits until there may be something to do.
    private func rest(_ seconds: Double) { _ = wakeUps.wait(timeout: .now() + seconds) }

    /// Forgets uploads that were abandoned, and files that no import needs.
    private func sweep(_ session: Session) throws {
        let abandoned = try ImportQueue.giveUpAbandoned(session)
        let unneeded = try ImportQueue.unneeded(folder.names(), session)
        for name in unneeded { folder.remove(name) }
        guard abandoned > 0 || !unneeded.isEmpty else { return }
        log.event(
            .info, "uploads_removed", [("abandoned", String(abandoned)), ("files", String(unneeded.count))])
    }

    /// Runs the first import of a person of whom none runs.
    ///
    /// - Returns: whether there was one.
    private func runNext(_ session: Session) throws -> Bool {
        var lockedPeople: Set<Int32> = []
        for entry in try ImportQueue.waiting(limit: ImportWorker.choiceMax, session) {
            let key = ImportKey(person: entry.person.id, id: entry.id)
            guard !isStopping else { return false }
            guard !lockedPeople.contains(key.person), enter(key) else { continue }
            defer { leave(key) }
            guard folder.hasFile(entry.spoolName) else {
                // Another service may have it.
                if entry.isCancelRequested || entry.isAbandoned, try ImportQueue.endLost(entry, session) { return true }
                continue
            }
            do {
                if try run(entry, session) { return true }
                lockedPeople.insert(key.person)
            } catch {
                // Of a lost connection the server is at fault, not the import.
                if (error as? PostgresError)?.isConnectionLost ?? false { throw error }
                state.withLock { $0.deferred[key] = Date(timeIntervalSinceNow: deferralSeconds) }
                report(error)
            }
        }
        return false
    }

    /// Takes a person for this thread.
    ///
    /// - Returns: false where another has it, or where the import is passed over for now.
    private func enter(_ key: ImportKey) -> Bool {
        state.withLock { state in
            if let until = state.deferred[key] {
                guard until < Date() else { return false }
                state.deferred[key] = nil
            }
            return state.people.insert(key.person).inserted
        }
    }

    private func leave(_ key: ImportKey) { _ = state.withLock { $0.people.remove(key.person) } }

    /// - Returns: false where somebody else imports for the person.
    private func run(_ entry: ImportQueue.Entry, _ session: Session) throws -> Bool {
        let path = folder.path(of: entry.spoolName)
        do {
            let runner = ImportRunner(path: path, name: entry.fileName, person: entry.person, uploadID: entry.id)
            guard begin(entry, runner) else { return true }
            defer { end(entry) }
            try ImportQueue.take(entry, session)
            let start = Date()
            let report = try runner.run(session) { progress in
                // Others need not wait for somebody's command line.
                guard progress.phase == .waiting, Date().timeIntervalSince(start) > ImportWorker.lockPatience else {
                    return
                }
                runner.cancel(isDiscarding: false)
            }
            log.event(
                .info, "import_finished",
                [
                    ("read", String(report.counts.received + report.counts.refused)),
                    ("stored", String(report.counts.stored)),
                ])
            folder.remove(entry.spoolName)
        } catch let error as ImportCancelled {
            guard error.isDiscarding else { return isStopping }
            log.event(.info, "import_cancelled")
            folder.remove(entry.spoolName)
        } catch let error as PostgresError where error.isConnectionLost {
            throw error
        } catch {
            // What is not the file's fault has left the import running.
            guard try fail(entry, error, session) else { throw error }
        }
        return true
    }

    private func begin(_ entry: ImportQueue.Entry, _ runner: ImportRunner) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if entry.isCancelRequested { runner.cancel(isDiscarding: true) }
            state.runners[ImportKey(person: entry.person.id, id: entry.id)] = runner
            return true
        }
    }

    private func end(_ entry: ImportQueue.Entry) {
        state.withLock { $0.runners[ImportKey(person: entry.person.id, id: entry.id)] = nil }
    }

    /// - Returns: false where the import is to go on another time.
    private func fail(_ entry: ImportQueue.Entry, _ error: any Error, _ session: Session) throws -> Bool {
        let (code, message) =
            switch error {
            case let error as HealthImportError: (error.code.rawValue, error.message)
            case let error as HealthDatabaseError: (error.code.rawValue, error.message)
            default: ("internal_error", "the service failed")
            }
        guard try ImportQueue.fail(entry, code: code, message: message, session) else { return false }
        log.event(.warning, "import_failed", [("code", code)])
        folder.remove(entry.spoolName)
        return true
    }

    private func report(_ error: any Error) {
        switch error {
        case let error as PostgresError:
            log.event(
                .error, "import_interrupted", [("sqlState", error.sqlState), ("message", error.message)])
        default: log.event(.error, "import_interrupted", [("kind", "\(Swift.type(of: error))")])
        }
    }
}
