import HTTPServer
import HealthDatabase

extension HealthService {
    /// Makes a server that answers with this service. The caller starts the server.
    ///
    /// - Parameter certificate: nil for a server without TLS.
    public func server(host: String, port: UInt16, certificate: ServerCertificate? = nil) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.certificate = certificate
        configuration.host = host
        configuration.port = port
        configuration.bodyBytesMax = HealthService.bodyBytesMax
        configuration.decodedBodyBytesMax = HealthService.decodedBodyBytesMax
        configuration.bodyBytesInFlightMax = HealthService.bodyBytesInFlightMax
        configuration.bodyBytesPerOwnerMax = HealthService.bodyBytesPerPersonMax
        configuration.requestsPerOwnerMax = HealthService.requestsPerPersonMax
        configuration.requestsInFlightMax = HealthService.requestsInFlightMax
        let (log, accessLog, requestCounters, proxy) = (log, accessLog, requestCounters, proxy)
        configuration.unauthenticatedConnectionsMax = HealthService.unauthenticatedConnectionsMax
        configuration.unauthenticatedConnectionsPerAddressMax = HealthService.unauthenticatedConnectionsPerAddressMax
        configuration.isShared = { peer in
            if case .address(let address) = peer, address.isLoopback { return true }
            return proxy?.contains(peer) == true
        }
        configuration.requestID = { proxy?.requestID($0, $1) }
        return HTTPServer(
            configuration: configuration, router: router,
            displaced: { log.event(.warning, "connections_displaced", [("count", $0)]) }
        ) { access in
            log.request(access)
            requestCounters.count(access)
            if let note = access.note as? AccessNote { accessLog?.append(note.entry(access)) }
        }
    }

    /// Makes the policy for web pages of other origins.
    ///
    /// - Parameter origins: the origins that the operator allows, such as
    ///   `https://grafana.example.org`. The single text `*` allows all, and an empty list allows
    ///   none.
    /// - Throws: `HTTPServerError` (`malformedOrigin`).
    public static func crossOrigin(_ origins: [String]) throws(HTTPServerError) -> CrossOriginPolicy {
        try CrossOriginPolicy(origins: origins, requestHeaders: requestHeaders, exposedHeaders: exposedHeaders)
    }

    /// Header fields that endpoints read. A browser lets a page of another origin send them only
    /// with permission.
    private static let requestHeaders =
        [
            "Accept", "Authorization", "Content-Digest", "Content-Encoding", ContentRange.header, "Content-Type",
            IdempotencyKey.header, "If-None-Match", "Last-Event-ID", ReadAfter.header, "Repr-Digest",
        ] + AssistantMessage.headers

    /// Header fields that endpoints write. A browser lets a page of another origin read them only
    /// with permission.
    private static let exposedHeaders = [
        "Content-Encoding", ContentRange.header, "ETag", IdempotencyKey.replayedHeader, "Link", "Location",
        "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-ID",
    ]
}
