/// The address and the limits of a server.
///
/// The limits bound the memory for request bodies. Its maximum is the sum of:
///
/// - `bodyBytesInFlightMax` for all bodies that are whole in memory, as sent and decompressed
/// - 1 MiB for each request in flight
/// - 1 MiB for each streamed body, which a handler reads in pieces
///
/// A body that grows beyond its announced length may briefly take twice its length. An owner is the
/// number that a handler passes to `HTTPRequest.assign(to:)`.
public struct HTTPServerConfiguration: Sendable {
    /// An IPv4 or IPv6 literal, `localhost`, which means 127.0.0.1, or `unix:PATH` for a UNIX
    /// socket. Only the owner and the group of the socket may connect. Names are not resolved. The
    /// default is the loopback address. Only programs on the same machine can connect to it.
    public var host = "127.0.0.1"

    /// The port. 0 lets the system choose a free one. The default is any free port.
    public var port: UInt16 = 0

    /// The certificate for TLS 1.2 and 1.3. Nil for a server without TLS.
    /// `HTTPServer.replaceCertificate` replaces it later.
    public var certificate: ServerCertificate?

    /// The largest body of a request as sent, in bytes, 0 or more. A larger body is answered by
    /// `.contentTooLarge`.
    public var bodyBytesMax = Self.bodyBytesMaxDefault

    /// The largest decompressed body of a request, in bytes, 0 or more. A larger body is answered
    /// by `.contentTooLarge`.
    public var decodedBodyBytesMax = Self.decodedBodyBytesMaxDefault

    /// The number of requests in flight, 1 or more. A request is in flight from the end of its
    /// header fields until its response, or the head of a stream, is sent. A further request is
    /// answered by `.overloaded`. The default is 64. A few clients do not send more requests at
    /// once, and the number bounds memory.
    public var requestsInFlightMax = 64

    /// The number of requests of one owner in flight, 1 or more. A further request is answered by
    /// `.ownerOverloaded`. The default is 32, half of all requests.
    public var requestsPerOwnerMax = 32

    /// The bytes of bodies in memory, as sent and decompressed, 0 or more. The first MiB of each
    /// request does not count. A request whose body exceeds the limit is answered by `.overloaded`.
    /// If the length was announced, the answer is sent before the body arrives. The default is 128
    /// MiB, eight of the largest bodies.
    public var bodyBytesInFlightMax = 8 * Self.bodyBytesMaxDefault

    /// The bytes of bodies in memory for one owner, 0 or more. A request that exceeds them is
    /// answered by `.ownerOverloaded`. The default is 80 MiB, one of the largest bodies as sent and
    /// decompressed.
    public var bodyBytesPerOwnerMax = Self.bodyBytesMaxDefault + Self.decodedBodyBytesMaxDefault

    /// The bytes of responses in memory until they are sent, 0 or more. Responses up to 64 KiB do
    /// not count. Streams do not count, because each has a queue of 64 KiB. A response that exceeds
    /// the limit is replaced by `.overloaded`. The default is 512 MiB.
    public var responseBytesInFlightMax = 512 * 1024 * 1024

    /// The bytes of responses in memory for one owner, 0 or more. A response that exceeds them is
    /// replaced by `.ownerOverloaded`. The default is 256 MiB, half of all responses. That is
    /// enough for two hundred dashboards that request ten years of days at the same time.
    public var responseBytesPerOwnerMax = 256 * 1024 * 1024

    /// The number of streamed bodies, 0 or more. A request with a further streamed body is answered
    /// by `.overloaded`. If the limit is below `requestsInFlightMax`, long uploads do not block
    /// other requests. The default is 8, an eighth of the requests in flight.
    public var bodyStreamsMax = 8

    /// The number of streamed bodies of one owner, 0 or more. A request with a further streamed
    /// body is answered by `.ownerOverloaded`. The default is 4, half of all streamed bodies.
    public var bodyStreamsPerOwnerMax = 4

    /// The number of streams, 0 or more. A stream is a response that is produced while it is sent.
    /// A further stream is answered by `.tooManyStreams`. At most five in six of the connections
    /// that the server accepts can be streams. The default is 10,000, one live stream for each
    /// device of a few thousand people. An idle stream takes some kilobytes.
    public var streamsMax = 10_000

    /// The number of open connections, including idle connections, at least `threads` and at most
    /// 2^31 - 1. The threads divide them equally. One more replaces the connection for whose
    /// client the server has waited longest. If the server waits for no client, further clients
    /// wait in the listening socket's queue. `HTTPServer.start` raises the process's limit
    /// of open files as far as needed and allowed. `HTTPServer.connectionsMax` returns the number
    /// that a started server accepts.
    public var connectionsMax = Self.connectionsMaxDefault

    /// The number of open connections on which no request was authenticated, 1 or more. One more
    /// replaces the one for whose client the server has waited longest. The default is no limit,
    /// for an application that authenticates no requests.
    public var unauthenticatedConnectionsMax = Int.max

    /// The same for one address, or for one /64 of IPv6, 1 or more. The default is no limit.
    public var unauthenticatedConnectionsPerAddressMax = Int.max

    /// Returns true for a peer through which many clients come, such as a proxy. Its connections
    /// have no limit per address. Connections of a UNIX socket never have one.
    public var isShared: @Sendable (HTTPPeer) -> Bool = { _ in false }

    /// Returns the id that a trusted peer gave to a request, or nil for a random id. It is logged
    /// and sent back as `X-Request-ID`.
    public var requestID: @Sendable (HTTPPeer, HTTPHeaders) -> String? = { _, _ in nil }

    /// The seconds without a byte in either direction after which a connection is closed, from 1 to
    /// 2^31 - 1. The time in which a handler runs or a stream has no bytes to send does not count.
    /// The default is one minute, the default of common proxies.
    public var connectionIdleTimeout = 60

    /// The seconds in which the head of a request must arrive, from 1 to 2^31 - 1. They begin when
    /// the connection opens, so they include a TLS handshake. On a kept connection, they begin
    /// `connectionIdleTimeout` after the previous response. A slower connection is closed without a
    /// response, even if bytes arrive steadily. The default is 30 seconds. A head is a few packets.
    public var requestHeadTimeout = 30

    /// The seconds in which the body of a request must arrive after the head, from 1 to 2^31 - 1. A
    /// slower connection is closed without a response, even if bytes arrive steadily. A silent
    /// connection is closed earlier, after `connectionIdleTimeout`. The default is five minutes, in
    /// which the largest body arrives at half a megabit per second.
    public var requestReceiveTimeout = 300

    /// The lowest rate in bytes per second, from 1 to 2^31 - 1. A client must send a streamed body
    /// at this rate, and receive at this rate a stream or a response longer than 64 KiB. The rate
    /// is averaged over `transferWindow`, and a shorter response must be received within
    /// `transferWindow`. A slower connection is closed. The time in which the server makes the
    /// client wait does not count. For streamed bodies this rate replaces `requestReceiveTimeout`.
    /// The default is 4 KiB per second. The slowest mobile networks reach this rate.
    public var transferBytesPerSecondMin = 4096

    /// The seconds over which the lowest rate is averaged, from 1 to 2^31 - 1. The default is one
    /// minute. A client may lose its network for this time in a lift or a tunnel.
    public var transferWindow = 60

    /// The number of network threads, from 1 to 1,024. Handlers run on them until they first wait.
    /// The default is 2. One thread is enough for the network. The second keeps a large transfer
    /// from delaying others.
    public var threads = 2

    /// 16 MiB, enough for a large batch of JSON.
    public static let bodyBytesMaxDefault = 16 * 1024 * 1024
    /// 64 MiB, four times the largest body. Gzip shrinks JSON of samples to a tenth or less.
    public static let decodedBodyBytesMaxDefault = 4 * bodyBytesMaxDefault
    /// 12,000, the streams and 2,000 connections for requests.
    public static let connectionsMaxDefault = 12_000
    /// The memory of one connection for request line, header fields and network buffers, in bytes.
    /// If the fields of a request do not fit, libmicrohttpd itself responds with 414 or 431. An
    /// idle stream uses half of it. 32 KiB.
    static let connectionMemoryBytes = 32 * 1024

    /// The bytes of an unwanted body that are read and discarded. Once the body has begun, the
    /// server can respond only at its end. If more bytes than this arrive before the end, the
    /// server closes the connection without a response. 16 MiB.
    static let discardedBytesMax = 16 * 1024 * 1024

    public init() {}

    /// True if only programs on the same machine can connect.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// Returns true if only programs on the same machine can connect to the host.
    public static func isLoopback(_ host: String) -> Bool { Listener.isLoopback(host) }

    func check() throws(HTTPServerError) {
        let rules: [(name: String, value: Int, allowed: ClosedRange<Int>)] = [
            ("bodyBytesMax", bodyBytesMax, 0...Int.max / 2),
            ("decodedBodyBytesMax", decodedBodyBytesMax, 0...Int.max / 2),
            ("requestsInFlightMax", requestsInFlightMax, 1...Int.max),
            ("bodyBytesInFlightMax", bodyBytesInFlightMax, 0...Int.max),
            ("requestsPerOwnerMax", requestsPerOwnerMax, 1...Int.max),
            ("bodyBytesPerOwnerMax", bodyBytesPerOwnerMax, 0...Int.max),
            ("responseBytesInFlightMax", responseBytesInFlightMax, 0...Int.max),
            ("responseBytesPerOwnerMax", responseBytesPerOwnerMax, 0...Int.max),
            ("bodyStreamsMax", bodyStreamsMax, 0...Int.max),
            ("bodyStreamsPerOwnerMax", bodyStreamsPerOwnerMax, 0...Int.max),
            ("transferBytesPerSecondMin", transferBytesPerSecondMin, 1...Int(Int32.max)),
            ("transferWindow", transferWindow, 1...Int(Int32.max)),
            ("streamsMax", streamsMax, 0...Int.max),
            ("threads", threads, 1...1024),
            ("connectionsMax", connectionsMax, max(1, threads)...max(threads, Int(Int32.max))),
            ("unauthenticatedConnectionsMax", unauthenticatedConnectionsMax, 1...Int.max),
            ("unauthenticatedConnectionsPerAddressMax", unauthenticatedConnectionsPerAddressMax, 1...Int.max),
            ("requestHeadTimeout", requestHeadTimeout, 1...Int(Int32.max)),
            ("requestReceiveTimeout", requestReceiveTimeout, 1...Int(Int32.max)),
            ("connectionIdleTimeout", connectionIdleTimeout, 1...Int(Int32.max)),
        ]
        for rule in rules where !rule.allowed.contains(rule.value) {
            throw HTTPServerError(
                code: .invalidConfiguration,
                message: "\(rule.name) is \(rule.value), must be \(rule.allowed.lowerBound) or more"
                    + " and at most \(rule.allowed.upperBound)")
        }
    }
}
