import Dispatch
import Foundation
import HealthDatabase
import HealthJobs
import Postgres

/// The parts of the service for imports over HTTP: the folder of uploads, the `UploadDesk` that
/// receives them, and the worker that imports them.
public struct ImportService: Sendable {
    let folder: SpoolFolder
    let desk: UploadDesk
    let worker: ImportWorker
    let streams = StreamAdmission(
        max: StreamAdmission.importStreamsMax, perPersonMax: StreamAdmission.importStreamsPerPersonMax)
    /// Longest file, in bytes.
    let bytesMax: Int64
    /// Most bytes of all uploads of one person that are not imported yet.
    let bytesPerHolderMax: Int64

    /// Default of `bytesMax`. 64 GiB.
    public static let bytesMaxDefault: Int64 = 64 << 30

    /// - Parameters:
    ///   - directory: the folder of uploads. It is created for the first upload.
    ///   - bytesPerHolderMax: nil for `UploadStore.bytesMaxDefault`, or for `bytesMax` if that is
    ///     greater.
    ///   - disk: imports pause while it is short; nil if the disk of the database is not known.
    ///   - session: a session that is used only during this call.
    /// - Throws: `PostgresError`.
    public init(
        _ database: Database, directory: String, bytesMax: Int64 = ImportService.bytesMaxDefault,
        bytesPerHolderMax: Int64? = nil, disk: DiskReserve? = nil, log: Log, _ session: Session
    ) throws {
        folder = SpoolFolder(
            path: directory, name: try ImportQueue.folderName(session),
            walBytesMax: try ImportQueue.walBytesMax(session))
        self.bytesPerHolderMax = bytesPerHolderMax ?? max(UploadStore.bytesMaxDefault, bytesMax)
        desk = UploadDesk(folder: folder)
        worker = ImportWorker(database, folder: folder, disk: disk, log: log)
        self.bytesMax = bytesMax
    }

    /// The number of the folder of uploads, which only services that share it have. 0 if the folder
    /// cannot be used.
    public var folderNumber: Int32 { (try? folder.identity().number) ?? 0 }

    /// Starts the worker, which runs queued and interrupted imports.
    public func start() { worker.start() }

    /// Stops the worker after the current batch of each import. The imports resume at the next
    /// start.
    public func stop() async { await worker.stop() }

    /// Makes the worker that erases people, with their uploaded files.
    public func erasing(_ list: ErasedList?, _ database: Database, log: Log) -> EraseWorker {
        EraseWorker(database, list: list, folder: folder, log: log)
    }

    /// Stops writing to the file of an import that has ended, and removes it.
    func end(_ key: ImportKey, _ spoolName: UUID) async {
        await desk.end(key)
        await DispatchQueue.global().run { [folder] in folder.remove(spoolName) }
    }
}
