import Dispatch
import Foundation
import HealthDatabase
import HealthJobs
import Postgres

/// The parts of the service for imports over HTTP: the folder of uploads, the desk that receives
/// them, and the worker that imports them.
public struct ImportService: Sendable {
    let folder: SpoolFolder
    let desk: UploadDesk
    let worker: ImportWorker
    let streams = StreamAdmission(
        max: StreamAdmission.importStreamsMax, perPersonMax: StreamAdmission.importStreamsPerPersonMax)
    /// Longest file, in bytes.
    let bytesMax: Int64
    /// Most bytes that the uploads of one person may take until they are imported.
    let bytesPerPersonMax: Int64

    /// Default of `bytesMax`. 64 GiB.
    public static let bytesMaxDefault: Int64 = 64 << 30

    /// - Parameters:
    ///   - directory: where uploads are kept; created for the first one.
    ///   - bytesPerPersonMax: nil for `UploadStore.bytesMaxDefault`, or `bytesMax` if that is more.
    ///   - session: used during this call only.
    /// - Throws: `PostgresError`.
    public init(
        conninfo: String, directory: String, bytesMax: Int64 = ImportService.bytesMaxDefault,
        bytesPerPersonMax: Int64? = nil, log: Log, _ session: Session
    ) throws {
        folder = SpoolFolder(
            path: directory, name: try ImportQueue.folderName(session),
            walBytesMax: try ImportQueue.walBytesMax(session))
        self.bytesPerPersonMax = bytesPerPersonMax ?? max(UploadStore.bytesMaxDefault, bytesMax)
        desk = UploadDesk(folder: folder)
        worker = ImportWorker(conninfo: conninfo, folder: folder, log: log)
        self.bytesMax = bytesMax
    }

    /// Starts to import what waits and what was interrupted.
    public func start() { worker.start() }

    /// Stops after the current batch of each import, which resumes at the next start.
    public func stop() async { await worker.stop() }

    /// Makes the worker that erases people, with their uploaded files.
    public func erasing(_ list: ErasedList?, conninfo: String, log: Log) -> EraseWorker {
        EraseWorker(conninfo: conninfo, list: list, folder: folder, log: log)
    }

    /// Stops writing to the file of an import that has ended, and removes it.
    func end(_ key: ImportKey, _ spoolName: UUID) async {
        await desk.end(key)
        await ImportService.onThread { [folder] in folder.remove(spoolName) }
    }

    /// Runs work that waits for the disk on a thread that may block.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { wait in
            DispatchQueue.global().async { wait.resume(returning: work()) }
        }
    }
}
