import HTTPServer
import JSONReader

extension HealthService {
    /// Longest body of a request, in bytes.
    public static let bodyBytesMax = 16 << 20
    /// Longest body of a request that came compressed, when decompressed, in bytes.
    public static let decodedBodyBytesMax = 4 * bodyBytesMax
    /// Requests that are received or answered at once; with the longest bodies they take half a gigabyte, and all compressed
    /// as far as possible two gigabytes more.
    public static let requestsInFlightMax = 32

    /// A server that answers with this service; not started.
    public func server(host: String, port: UInt16) -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.bodyBytesMax = HealthService.bodyBytesMax
        configuration.decodedBodyBytesMax = HealthService.decodedBodyBytesMax
        configuration.requestsInFlightMax = HealthService.requestsInFlightMax
        let log = log
        return HTTPServer(configuration: configuration, router: router) { log.request($0) }
    }

    static func status(_ status: String) -> JSONWriter {
        var writer = JSONWriter()
        writer.object { $0.member("status", status) }
        return writer
    }
}
