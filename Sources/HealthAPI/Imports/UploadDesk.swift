import Foundation
import HTTPServer
import HealthDatabase
import Synchronization

/// An import among those of all people.
struct ImportKey: Hashable, Sendable {
    var person: Int32
    var id: Int32
}

/// The uploads that are being received now.
final class UploadDesk: Sendable {
    /// Uploads that are received at once; less than `HealthService.bodyStreamsMax`, so that streams of lines find places, too.
    static let uploadsMax = 4
    /// Of one person.
    static let uploadsPerPersonMax = 2

    private let folder: SpoolFolder
    private let places = Mutex<[ImportKey: Place]>([:])

    private struct Place {
        var file: SpoolFile
        /// Requests that have the file; the last one that came writes to it.
        var requestCount = 1
        var receivedBytes: Int64
        var start = ContinuousClock.now
        var startBytes: Int64
    }

    init(folder: SpoolFolder) {
        self.folder = folder
    }

    /// Gives a request the file of its upload, until it leaves.
    ///
    /// - Throws: `APIError` (429, 503) where too many are received.
    func enter(_ key: ImportKey, _ spoolName: UUID, receivedBytes: Int64) throws(APIError) -> SpoolFile {
        let entered = places.withLock { places -> Result<SpoolFile, APIError> in
            if let file = places[key]?.file {
                places[key]?.requestCount += 1
                places[key]?.start = .now
                places[key]?.startBytes = receivedBytes
                return .success(file)
            }
            guard places.keys.count(where: { $0.person == key.person }) < UploadDesk.uploadsPerPersonMax else {
                return .failure(
                    UploadDesk.refusal(
                        .tooManyUploads,
                        "\(UploadDesk.uploadsPerPersonMax) uploads of the person are being received"))
            }
            guard places.count < UploadDesk.uploadsMax else {
                return .failure(
                    UploadDesk.refusal(.overloaded, "too many uploads at once"))
            }
            let file = SpoolFile(spoolName, in: folder)
            places[key] = Place(file: file, receivedBytes: receivedBytes, startBytes: receivedBytes)
            return .success(file)
        }
        return try entered.get()
    }

    private static let retryAfterSeconds = 10

    private static func refusal(_ code: ErrorCode, _ message: String) -> APIError {
        var error = APIError(code, message, hint: "what was received stays; go on as soon as another has ended")
        error.retryAfterSeconds = retryAfterSeconds
        return error
    }

    func leave(_ key: ImportKey) {
        places.withLock { places in
            places[key]?.requestCount -= 1
            if places[key]?.requestCount == 0 { places[key] = nil }
        }
    }

    func note(_ key: ImportKey, receivedBytes: Int64) {
        places.withLock { $0[key]?.receivedBytes = receivedBytes }
    }

    /// How far an upload is that is being received now, and its bytes a second; nil for any other.
    func progress(_ key: ImportKey) -> (receivedBytes: Int64, bytesPerSecond: Double)? {
        guard let place = places.withLock({ $0[key] }) else { return nil }
        let (seconds, attoseconds) = place.start.duration(to: .now).components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        let bytes = max(0, place.receivedBytes - place.startBytes)
        return (place.receivedBytes, elapsed > 0 ? Double(bytes) / elapsed : 0)
    }

    /// Lets nobody write to the file of an upload that has ended.
    func end(_ key: ImportKey) async {
        await places.withLock({ $0[key]?.file })?.close()
    }
}
