import Dispatch
import Foundation
import HealthDatabase
import Postgres

/// What the service needs for imports over HTTP: where uploads are kept, and who runs them.
public struct ImportService: Sendable {
    let folder: SpoolFolder
    let desk: UploadDesk
    let worker: ImportWorker
    let streams = StreamAdmission(
        max: StreamAdmission.importStreamsMax, perPersonMax: StreamAdmission.importStreamsPerPersonMax)
    /// Longest file, in bytes.
    let bytesMax: Int64
    /// What the files of one person may take together until they are imported, in bytes.
    let bytesPerPersonMax: Int64

    /// Longest file unless the service is told otherwise, in bytes. 64 GiB.
    public static let bytesMaxDefault: Int64 = 64 << 30

    /// - Parameters:
    ///   - directory: made for the first upload where it is missing.
    ///   - bytesPerPersonMax: nil for `UploadStore.bytesMaxDefault`, or `bytesMax` if that is more.
    ///   - session: used here only.
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

    /// Begins to import what waits, and what was interrupted.
    public func start() { worker.start() }

    /// Stops after the current batch; the import goes on at the next start.
    public func stop() async { await worker.stop() }

    /// Removes the file of an import that has ended, while nobody writes to it any more.
    func end(_ key: ImportKey, _ spoolName: UUID) async {
        await desk.end(key)
        await ImportService.onThread { [folder] in folder.remove(spoolName) }
    }

    /// Runs what waits for the disk.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { wait in
            DispatchQueue.global().async { wait.resume(returning: work()) }
        }
    }
}
