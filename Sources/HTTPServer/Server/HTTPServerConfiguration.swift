/// Where a server listens and how much it takes on.
///
/// Memory for the bodies of requests is bounded: `bodyBytesInFlightMax` for all that are whole in memory, as sent and
/// decompressed, 1 MiB of each request in flight beside it, and 1 MiB for each body that is streamed. While a body becomes
/// longer than announced it may take twice its length for a moment.
public struct HTTPServerConfiguration: Sendable {
    /// An IPv4 or IPv6 literal, or `localhost`, which means 127.0.0.1. Names are not looked up.
    public var host = Self.hostDefault

    /// The port; 0 lets the system choose a free one.
    public var port: UInt16 = Self.portDefault

    /// The largest body of a request in bytes, 0 or more, where its route does not say otherwise. A larger one is answered
    /// by `.contentTooLarge`.
    public var bodyBytesMax = Self.bodyBytesMaxDefault

    /// The largest body of a request that came compressed, when decompressed, in bytes, 0 or more, where its route does not
    /// say otherwise. A larger one is answered by `.contentTooLarge`.
    public var decodedBodyBytesMax = Self.decodedBodyBytesMaxDefault

    /// How many requests may be in flight, 1 or more: from the end of a request's header fields until its response is
    /// sent, or in a stream the head of it. One more is answered by `.overloaded`.
    public var requestsInFlightMax = Self.requestsInFlightMaxDefault

    /// How many requests of one owner may be in flight, 1 or more; see `HTTPRequest.assign(to:)`. One more is answered by
    /// `.ownerOverloaded`.
    public var requestsPerOwnerMax = Self.requestsPerOwnerMaxDefault

    /// How many bytes of bodies may be in memory, as sent and decompressed, 0 or more; the first MiB of each request does not
    /// count. A request whose body does not fit is answered by `.overloaded`: before it is sent where its length was
    /// announced.
    public var bodyBytesInFlightMax = Self.bodyBytesInFlightMaxDefault

    /// How many of these bytes the requests of one owner may hold, 0 or more. More is answered by `.ownerOverloaded`.
    public var bodyBytesPerOwnerMax = Self.bodyBytesPerOwnerMaxDefault

    /// How many bytes of responses may be in memory until they are sent, 0 or more; responses up to 64 KiB do not count, nor
    /// do streams, which have queues of 64 KiB. One that does not fit is replaced by `.overloaded`.
    public var responseBytesInFlightMax = Self.responseBytesInFlightMaxDefault

    /// How many of these bytes the responses to one owner may hold, 0 or more. One that does not fit is replaced by
    /// `.ownerOverloaded`.
    public var responseBytesPerOwnerMax = Self.responseBytesPerOwnerMaxDefault

    /// How many bodies may be streamed, 0 or more; less than `requestsInFlightMax`, so that long uploads leave places to
    /// others. One more is answered by `.overloaded`.
    public var bodyStreamsMax = Self.bodyStreamsMaxDefault

    /// How many of them one owner may have, 0 or more. One more is answered by `.ownerOverloaded`.
    public var bodyStreamsPerOwnerMax = Self.bodyStreamsPerOwnerMaxDefault

    /// How many responses may be sent while they are made, 0 or more. One more is answered by `.tooManyStreams`. Where
    /// the system allows fewer connections than `connectionsMax`, no more than five of six can be streams.
    public var streamsMax = Self.streamsMaxDefault

    /// How many connections may be open, idle ones included; at least `threads`, at most 2^31 - 1. Each thread takes
    /// its share of them. Further clients wait in the system's queue of the listening socket. The start raises the
    /// process's limit of open files as far as needed and the system allows; `HTTPServer.connectionsMax` tells what came
    /// of it.
    public var connectionsMax = Self.connectionsMaxDefault

    /// After how many seconds without a byte in either direction a connection is closed, from 1 to 2^31 - 1. Does not
    /// count while a handler works or a stream has nothing to send.
    public var connectionIdleTimeout = Self.connectionIdleTimeoutDefault

    /// How many seconds a request may take to arrive, from 1 to 2^31 - 1: from the opening of its connection, or the end of
    /// the response before, until its last byte. A connection whose request takes longer is closed without an answer,
    /// however steadily it trickles; one that says nothing is closed before, after the idle time.
    public var requestReceiveTimeout = Self.requestReceiveTimeoutDefault

    /// How many bytes a second a client must send of a streamed body, and take of a response that is a stream or longer than
    /// 64 KiB, at least, from 1 to 2^31 - 1, on the average of `transferWindow`; a slower client is cut. Time in which the
    /// server makes the client wait does not count. For streamed bodies in place of `requestReceiveTimeout`.
    public var transferBytesPerSecondMin = Self.transferBytesPerSecondMinDefault

    /// Over how many seconds that rate is averaged, from 1 to 2^31 - 1.
    public var transferWindow = Self.transferWindowDefault

    /// How many threads serve the network, 1 or more. Handlers do not run on them.
    public var threads = Self.threadsDefault

    /// Only programs of the same machine can connect.
    public static let hostDefault = "127.0.0.1"
    /// Any free port.
    public static let portDefault: UInt16 = 0
    /// 16 MiB: a large batch of JSON.
    public static let bodyBytesMaxDefault = 16 * 1024 * 1024
    /// 64 MiB: four times the largest body, as JSON of samples shrinks to a tenth and more.
    public static let decodedBodyBytesMaxDefault = 4 * bodyBytesMaxDefault
    /// 64: more than a few clients ask at once, and a bound on memory.
    public static let requestsInFlightMaxDefault = 64
    /// 32: half of all.
    public static let requestsPerOwnerMaxDefault = requestsInFlightMaxDefault / 2
    /// 128 MiB: eight of the largest bodies.
    public static let bodyBytesInFlightMaxDefault = 8 * bodyBytesMaxDefault
    /// 80 MiB: one of the largest bodies as sent and decompressed.
    public static let bodyBytesPerOwnerMaxDefault = bodyBytesMaxDefault + decodedBodyBytesMaxDefault
    /// 512 MiB.
    public static let responseBytesInFlightMaxDefault = 512 * 1024 * 1024
    /// 256 MiB: half of all.
    public static let responseBytesPerOwnerMaxDefault = responseBytesInFlightMaxDefault / 2
    /// 8: an eighth of the requests in flight.
    public static let bodyStreamsMaxDefault = 8
    /// 4: half of all.
    public static let bodyStreamsPerOwnerMaxDefault = bodyStreamsMaxDefault / 2
    /// 4 KiB a second, which the worst of mobile networks reach.
    public static let transferBytesPerSecondMinDefault = 4096
    /// One minute: a lift, a tunnel.
    public static let transferWindowDefault = 60
    /// 10,000: a live stream for each of a few thousand people's devices; an idle one costs some kilobytes.
    public static let streamsMaxDefault = 10_000
    /// 12,000: the streams and room for requests.
    public static let connectionsMaxDefault = 12_000
    /// One minute, the default of common proxies.
    public static let connectionIdleTimeoutDefault = 60
    /// Five minutes: the largest body at half a megabit a second.
    public static let requestReceiveTimeoutDefault = 300
    /// 2: one is enough for the network; the second keeps a large transfer from delaying others.
    public static let threadsDefault = 2

    /// Memory of one connection for request line, header fields and network buffers, in bytes. A request whose fields do
    /// not fit is answered by libmicrohttpd itself, with 414 or 431. An idle stream holds half of it. 32 KiB.
    static let connectionMemoryBytes = 32 * 1024

    /// How much of a body that nobody wants any more is read and thrown away. Once the body has begun, the server can only
    /// answer at its end, and beyond this it closes the connection without an answer. 16 MiB.
    static let discardedBytesMax = 16 * 1024 * 1024

    public init() {}

    /// Whether only programs of the same machine can connect.
    public var isLoopback: Bool { Listener.isLoopback(host) }

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
