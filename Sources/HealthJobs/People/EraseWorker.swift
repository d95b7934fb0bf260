import Foundation
import HealthDatabase
import Postgres

/// Deletes the rows of people whose erasing has begun, on a `BackgroundWorker`. An erasing begins
/// over HTTP, by a command that may have been interrupted, or after an older backup was restored.
public final class EraseWorker: Sendable {
    /// The seconds between two searches for such people without a wake-up: one minute.
    static let pollSeconds = 60.0

    private let list: ErasedList?
    private let folder: SpoolFolder?
    private let log: Log
    private let worker: BackgroundWorker

    private struct Stopped: Error {}

    /// - Parameters:
    ///   - list: the list of erased people.
    ///   - folder: the folder of uploads.
    public init(_ database: Database, list: ErasedList?, folder: SpoolFolder?, log: Log) {
        self.list = list
        self.folder = folder
        self.log = log
        worker = BackgroundWorker(
            BackgroundWorker.Configuration(
                database: database, applicationName: "healthstore erase", lockTimeout: "\(LockHolder.waitSecondsMax)s",
                pollSeconds: EraseWorker.pollSeconds, errorEvent: "erase_interrupted", log: log))
    }

    /// Starts the worker.
    public func start() {
        worker.start { [self] session in
            for person in try PersonEraser.pending(session) where !worker.isStopping {
                do { try finish(person, session) } catch is Stopped { return false } catch {
                    try worker.reportUnlessLost(error)
                }
            }
            return false
        }
    }

    /// Stops after the current transaction. The next start continues the erasing.
    public func stop() async { await worker.stop() }

    /// Appends a person to the list, ends all reading and writing of the person, and wakes the
    /// worker, which deletes the rows.
    ///
    /// - Throws: `PostgresError`, `HealthDatabaseError` (`damagedStore`), an error of the file
    ///   system.
    public func erase(_ person: Person, _ session: Session) throws {
        try list?.addErased(person.uuid)
        let counts = try PersonEraser(person, session).begin()
        for file in counts.files { folder?.remove(file) }
        worker.wake()
    }

    private func finish(_ person: Person, _ session: Session) throws {
        let counts = try PersonEraser.erase(
            person, list: list, session, progress: { [worker] _ in if worker.isStopping { throw Stopped() } },
            removeFile: { [folder] in folder?.remove($0) })
        // The result is nil if a command erases the person at the same time.
        guard let counts else { return }
        try PersonEraser.vacuum(counts, session)
        log.event(
            .info, "person_erased",
            [("person", person.uuid.uuidString.lowercased()), ("rows", counts.total)])
    }
}
