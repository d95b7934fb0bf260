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
    /// Bytes of bodies in memory at once, as sent and decompressed, without the first MiB of each
    /// request: 256 MiB, as much as two people may send.
    public static let bodyBytesInFlightMax = 2 * bodyBytesPerPersonMax
    /// Bytes of bodies of one person: 128 MiB, one longest body of Health Auto Export, as sent and
    /// decompressed.
    public static let bodyBytesPerPersonMax = 2 * HealthAutoExportParser.bytesMax
    /// Bytes of answers in memory until they are sent, without answers up to 64 KiB: 512 MiB.
    public static let answerBytesInFlightMax = 2 * answerBytesPerPersonMax
    /// Bytes of answers of one person: 256 MiB, ten years of days for two hundred dashboards that
    /// ask together.
    public static let answerBytesPerPersonMax = 256 << 20
    /// Longest list of a page of samples, workouts or parts of an explanation, in bytes: 16 MiB.
    /// The page ends before the item that would exceed it and has a cursor to go on; it has one
    /// item at least.
    public static let pageBytesMax = 16 << 20
    /// Bodies that are streamed at once. Long uploads must not take the whole share of the
    /// requests.
    public static let bodyStreamsMax = 8
    /// Streamed bodies of one person.
    public static let bodyStreamsPerPersonMax = 4
    /// Requests that are received or answered at once: as many as two people may send.
    public static let requestsInFlightMax = 2 * requestsPerPersonMax
    /// Requests of one person at once: 256, as many as may wait for a session of the database, so
    /// that two hundred dashboards that ask together are all answered.
    public static let requestsPerPersonMax = Pool.Configuration.waitersPerOwnerMaxDefault
    /// The seconds after which a person with too many requests may try again. Their statements take
    /// longer than a second.
    public static let personRetrySeconds = 2

    /// Makes a server that answers with this service, and does not start it.
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
        let (log, accessLog) = (log, accessLog)
        return HTTPServer(configuration: configuration, router: router) { access in
            log.request(access)
            if let note = access.note as? AccessNote { accessLog?.append(note.entry(access)) }
        }
    }

    /// Makes the policy for pages of other origins from the origins that the operator names.
    ///
    /// - Parameter origins: such as `https://grafana.example.org`, or `*` alone for all; empty for
    ///   none.
    /// - Throws: `HTTPServerError` (`malformedOrigin`).
    public static func crossOrigin(_ origins: [String]) throws(HTTPServerError) -> CrossOriginPolicy {
        try CrossOriginPolicy(origins: origins, requestHeaders: requestHeaders, exposedHeaders: exposedHeaders)
    }

    /// Header fields that endpoints read, and that browsers let a page send only with permission.
    private static let requestHeaders = [
        "Accept", "Authorization", "Content-Digest", "Content-Encoding", ContentRange.header, "Content-Type",
        IdempotencyKey.header, "If-None-Match", "Last-Event-ID", "Repr-Digest",
    ]

    /// Header fields that endpoints write, and that browsers let a page read only with permission.
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
