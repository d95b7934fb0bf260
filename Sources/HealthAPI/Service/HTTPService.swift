import HTTPServer
import HealthDatabase
import JSONReader

extension HealthService {
    /// Longest body of a request, in bytes.
    public static let bodyBytesMax = 16 << 20
    /// Longest body of a request that came compressed, when decompressed, in bytes.
    public static let decodedBodyBytesMax = 4 * bodyBytesMax
    /// Longest body of a request of Health Auto Export, in bytes, compressed or not: the app sends what it has in one piece,
    /// and cannot be told to send less. 64 MiB.
    public static let healthAutoExportBodyBytesMax = 64 << 20
    /// Bytes of bodies that are in memory at once, as sent and decompressed, beside the first MiB of each request: two of the
    /// longest of Health Auto Export, eight of the longest others. 128 MiB.
    public static let bodyBytesInFlightMax = 2 * healthAutoExportBodyBytesMax
    /// A page of samples, workouts or parts of an explanation ends before the item with which its list would be longer than so
    /// many bytes, and has a cursor to go on; it has one item at least. 16 MiB.
    public static let pageBytesMax = 16 << 20
    /// Bodies that are streamed at once: long uploads, which must not take all places of the requests.
    public static let bodyStreamsMax = 8
    /// Requests that are received or answered at once: as many as may wait for a session of the database, so that two hundred
    /// dashboards which ask together are all answered.
    public static let requestsInFlightMax = 256

    /// A server that answers with this service; not started.
    public func server(host: String, port: UInt16) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.bodyBytesMax = HealthService.bodyBytesMax
        configuration.decodedBodyBytesMax = HealthService.decodedBodyBytesMax
        configuration.bodyBytesInFlightMax = HealthService.bodyBytesInFlightMax
        configuration.bodyStreamsMax = HealthService.bodyStreamsMax
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
