import HTTPServer
import HealthDatabase
import HealthImport
import JSONReader
import Postgres

extension HealthService {
    /// Longest body of a request, in bytes.
    public static let bodyBytesMax = BatchParser.bytesMax
    /// Longest body of a request that came compressed, when decompressed, in bytes.
    public static let decodedBodyBytesMax = 4 * bodyBytesMax
    /// Bytes of bodies that are in memory at once, as sent and decompressed, beside the first MiB of each request: those of
    /// two people who send as much as they may. 256 MiB.
    public static let bodyBytesInFlightMax = 2 * bodyBytesPerPersonMax
    /// Those of one person: one of the longest bodies of Health Auto Export, as sent and decompressed. 128 MiB.
    public static let bodyBytesPerPersonMax = 2 * HealthAutoExportParser.bytesMax
    /// Bytes of answers that are in memory until they are sent, beside those up to 64 KiB. 512 MiB.
    public static let answerBytesInFlightMax = 2 * answerBytesPerPersonMax
    /// Those of one person: ten years of days for two hundred dashboards that ask together. 256 MiB.
    public static let answerBytesPerPersonMax = 256 << 20
    /// A page of samples, workouts or parts of an explanation ends before the item with which its list would be longer than so
    /// many bytes, and has a cursor to go on; it has one item at least. 16 MiB.
    public static let pageBytesMax = 16 << 20
    /// Bodies that are streamed at once: long uploads, which must not take all places of the requests.
    public static let bodyStreamsMax = 8
    /// Those of one person.
    public static let bodyStreamsPerPersonMax = 4
    /// Requests that are received or answered at once: those of two people who ask as much as they may.
    public static let requestsInFlightMax = 2 * requestsPerPersonMax
    /// Those of one person: as many as may wait for a session of the database, so that two hundred dashboards which ask
    /// together are all answered. 256.
    public static let requestsPerPersonMax = Pool.Configuration.waitersPerOwnerMaxDefault
    /// After how many seconds a person with too many requests should try again: their statements take longer than a second.
    public static let personRetrySeconds = 2

    /// A server that answers with this service; not started.
    public func server(host: String, port: UInt16) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.bodyBytesMax = HealthService.bodyBytesMax
        configuration.decodedBodyBytesMax = HealthService.decodedBodyBytesMax
        configuration.bodyBytesInFlightMax = HealthService.bodyBytesInFlightMax
        configuration.bodyBytesPerOwnerMax = HealthService.bodyBytesPerPersonMax
        configuration.responseBytesInFlightMax = HealthService.answerBytesInFlightMax
        configuration.responseBytesPerOwnerMax = HealthService.answerBytesPerPersonMax
        configuration.requestsPerOwnerMax = HealthService.requestsPerPersonMax
        configuration.bodyStreamsMax = HealthService.bodyStreamsMax
        configuration.bodyStreamsPerOwnerMax = HealthService.bodyStreamsPerPersonMax
        configuration.requestsInFlightMax = HealthService.requestsInFlightMax
        let log = log
        return HTTPServer(configuration: configuration, router: router) { log.request($0) }
    }

    /// Which pages in browsers may ask this service, from the origins that its operator states.
    ///
    /// - Parameter origins: such as `https://grafana.example.org`; or `*` alone, for all. Empty: none.
    /// - Throws: `HTTPServerError` (`malformedOrigin`).
    public static func crossOrigin(_ origins: [String]) throws(HTTPServerError) -> CrossOriginPolicy {
        try CrossOriginPolicy(origins: origins, requestHeaders: requestHeaders, exposedHeaders: exposedHeaders)
    }

    /// What endpoints read beside what browsers let every page send.
    private static let requestHeaders = [
        "Accept", "Authorization", "Content-Digest", "Content-Encoding", ContentRange.header, "Content-Type",
        IdempotencyKey.header, "If-None-Match", "Last-Event-ID", "Repr-Digest",
    ]

    /// What endpoints write beside what browsers let every page read.
    private static let exposedHeaders = [
        "Content-Encoding", ContentRange.header, "ETag", IdempotencyKey.replayedHeader, "Link", "Location",
        "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-ID",
    ]

    static func status(_ status: String) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { $0.member("status", status) }
        return writer
    }
}
