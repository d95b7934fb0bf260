import Foundation
import HTTPServer
import HealthDatabase
import HealthJobs
import Synchronization

/// The list of uploads that this service is receiving.
final class UploadDesk: Sendable {
    /// Most uploads at once: 4. The number is less than that of streamed bodies, so that
    /// streams of lines can be received, too.
    static let uploadsMax = 4
    /// Most uploads of one person at once: 2.
    static let uploadsPerPersonMax = 2

    private let folder: SpoolFolder
    private let uploads = Mutex<[ImportKey: Upload]>([:])

    private struct Upload {
        var file: SpoolFile
        /// The number of requests that use the file. Only the last of them writes to it.
        var requestCount = 1
        var receivedBytes: Int64
        var start = ContinuousClock.now
        var startBytes: Int64
    }

    init(folder: SpoolFolder) {
        self.folder = folder
    }

    /// Returns the file of an upload to a request. The request must call `leave` at its end.
    ///
    /// - Throws: `APIError` if too many uploads are being received: 429 for one person, 503 for
    ///   all.
    func enter(_ key: ImportKey, _ spoolName: UUID, receivedBytes: Int64) throws(APIError) -> SpoolFile {
        try uploads.withLock { uploads throws(APIError) in
            if let file = uploads[key]?.file {
                uploads[key]?.requestCount += 1
                uploads[key]?.start = .now
                uploads[key]?.startBytes = receivedBytes
                return file
            }
            guard uploads.keys.count(where: { $0.person == key.person }) < UploadDesk.uploadsPerPersonMax else {
                throw UploadDesk.refusal(
                    .tooManyUploads, "\(UploadDesk.uploadsPerPersonMax) uploads of the person are being received")
            }
            guard uploads.count < UploadDesk.uploadsMax else {
                throw UploadDesk.refusal(.overloaded, "too many uploads at once")
            }
            let file = SpoolFile(spoolName, in: folder)
            uploads[key] = Upload(file: file, receivedBytes: receivedBytes, startBytes: receivedBytes)
            return file
        }
    }

    private static let retryAfterSeconds = 10

    private static func refusal(_ code: ErrorCode, _ message: String) -> APIError {
        APIError(
            code, message, hint: "what was received stays; go on as soon as another has ended",
            retryAfter: retryAfterSeconds)
    }

    /// Closes the file after the last request, so that another service can continue the upload.
    func leave(_ key: ImportKey) async {
        let file = uploads.withLock { uploads -> SpoolFile? in
            uploads[key]?.requestCount -= 1
            guard let upload = uploads[key], upload.requestCount == 0 else { return nil }
            uploads[key] = nil
            return upload.file
        }
        await file?.release()
    }

    func recordProgress(_ key: ImportKey, receivedBytes: Int64) {
        uploads.withLock { $0[key]?.receivedBytes = receivedBytes }
    }

    /// Returns the bytes received of an upload and the bytes per second. Returns nil if this
    /// service is not receiving the upload.
    func progress(_ key: ImportKey) -> (receivedBytes: Int64, bytesPerSecond: Double)? {
        guard let upload = uploads.withLock({ $0[key] }) else { return nil }
        let elapsed = upload.start.duration(to: .now) / .seconds(1)
        let bytes = max(0, upload.receivedBytes - upload.startBytes)
        return (upload.receivedBytes, elapsed > 0 ? Double(bytes) / elapsed : 0)
    }

    /// Prevents further writes to the file of an upload.
    func end(_ key: ImportKey) async {
        await uploads.withLock({ $0[key]?.file })?.close()
    }
}
