import HTTPServer

/// A reverse proxy in front of the service: `serve --trusted-proxy CIDR|unix`. It sends the
/// client's address, and whether the client's connection is encrypted. With `--user-header NAME` it
/// also signs people in, and sends the name of the person in this field. The service ignores these
/// fields of any other peer.
public struct TrustedProxy: Sendable {
    /// The peers that are the proxy.
    enum Peers: Sendable {
        case network(AddressNetwork)
        case unixSocket
    }

    /// The prefix length of the largest network that the operator may trust.
    static let ipv4PrefixLengthMin = 8
    static let ipv6PrefixLengthMin = 16
    /// Header fields that have another meaning.
    private static let otherFields: Set<String> = [
        "authorization", "connection", "content-length", "content-type", "cookie", "host", "origin", "referer",
        "transfer-encoding", "user-agent", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id",
    ]

    let peers: Peers
    /// The field with the person's name; nil for a proxy that does not sign people in.
    let userHeader: String?

    /// The reason why a proxy cannot be trusted as the operator asks.
    public struct Refusal: Error {
        /// `--trusted-proxy` or `--user-header`.
        public var option: String
        /// For people, in lower case without a full stop.
        public var message: String
    }

    /// - Parameters:
    ///   - peers: a network such as `10.0.0.2` or `10.1.0.0/16`, or `unix`.
    ///   - userHeader: the field with the person's name; nil for a proxy that does not sign people
    ///     in.
    ///   - host: the address on which the service listens.
    /// - Throws: `Refusal`.
    public init(peers: String, userHeader: String? = nil, host: String) throws(Refusal) {
        self.peers = try TrustedProxy.peers(peers)
        let isUnixHost = host.hasPrefix("unix:")
        guard isUnixHost == (peers == "unix") else {
            throw Refusal(
                option: "--trusted-proxy",
                message: isUnixHost
                    ? "must be unix, because the service listens on a UNIX socket"
                    : "unix needs --host unix:PATH, the socket to which the proxy connects")
        }
        self.userHeader = try userHeader.map(TrustedProxy.checked)
    }

    /// Returns the name of the header field if it may have the person's name.
    private static func checked(_ userHeader: String) throws(Refusal) -> String {
        guard userHeader.wholeMatch(of: #/[-!#$%&'*+.^_`|~0-9A-Za-z]{1,64}/#) != nil else {
            throw Refusal(
                option: "--user-header", message: "must be the name of a header field, such as Remote-User")
        }
        let name = userHeader.lowercased()
        guard !TrustedProxy.otherFields.contains(name), !name.hasPrefix("sec-") else {
            throw Refusal(option: "--user-header", message: "must not be \(userHeader), which has another meaning")
        }
        return userHeader
    }

    private static func peers(_ text: String) throws(Refusal) -> Peers {
        guard text != "unix" else { return .unixSocket }
        guard let network = AddressNetwork(text) else {
            throw Refusal(
                option: "--trusted-proxy",
                message: "must be the network of the proxy, such as 10.0.0.2 or 10.1.0.0/16, or unix")
        }
        let prefixLengthMin = network.isIPv4 ? ipv4PrefixLengthMin : ipv6PrefixLengthMin
        guard network.prefixLength >= prefixLengthMin else {
            throw Refusal(
                option: "--trusted-proxy",
                message: "must not be larger than a /\(prefixLengthMin): every program in it can name any person")
        }
        return .network(network)
    }

    func contains(_ peer: HTTPPeer) -> Bool {
        switch (peers, peer) {
        case (.network(let network), .address(let address)): network.contains(address)
        case (.unixSocket, .unixSocket): true
        default: false
        }
    }

    /// Returns the id that the proxy gave to a request: its last `X-Request-ID`, of 1 to 64
    /// letters, digits and `-_.:+/=`. Nil for another peer, and for any other text.
    func requestID(_ peer: HTTPPeer, _ headers: HTTPHeaders) -> String? {
        guard contains(peer), let id = headers.values("X-Request-ID").last,
            id.wholeMatch(of: #/[-_.:+\/=0-9A-Za-z]{1,64}/#) != nil
        else { return nil }
        return id
    }

    /// Returns the name of the person who has signed in; nil if the request has no name from the
    /// proxy.
    ///
    /// - Throws: `APIError` (400) for a repeated field. Then a client has sent the field, and the
    ///   proxy has not replaced it.
    func user(_ request: HTTPRequest) throws(APIError) -> String? {
        guard let userHeader, contains(request.peer) else { return nil }
        let value = try request.single(userHeader, hint: "the proxy must replace the field that a client sends")
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The origin of a request: the client's address, and whether the client's connection is encrypted.
struct RequestOrigin {
    /// The address of the client; nil for a program that connects to the UNIX socket.
    let address: NetworkAddress?
    /// True if the client's connection is encrypted. A trusted proxy reports that in
    /// `X-Forwarded-Proto`. Without this report it is the connection to the service.
    let isSecure: Bool
    /// True if the client runs on the machine of the service.
    let isLocal: Bool
    /// The host and port to which the client sent the request.
    let host: String?

    init(_ request: HTTPRequest, _ proxy: TrustedProxy?) {
        let isTrusted = proxy?.contains(request.peer) == true
        /// Returns the last item of the field, which the proxy itself has added.
        func forwarded(_ name: String) -> String? {
            guard isTrusted, let value = request.headers.values(name).last else { return nil }
            return value.split(separator: ",").last.map { $0.filter { $0 != " " && $0 != "\t" } }
        }
        var address: NetworkAddress? =
            if case .address(let peer) = request.peer { peer } else { nil }
        if let client = forwarded("X-Forwarded-For").flatMap(RequestOrigin.address) { address = client }
        self.address = address
        isSecure = forwarded("X-Forwarded-Proto").map { $0.lowercased() == "https" } ?? request.isEncrypted
        isLocal = address?.isLoopback ?? (request.peer == .unixSocket && !isTrusted)
        host = forwarded("X-Forwarded-Host") ?? request.headers["Host"]
    }

    /// Reads an address. Some proxies add the port, as in `192.0.2.1:1234` and
    /// `[2001:db8::1]:1234`.
    private static func address(_ text: String) -> NetworkAddress? {
        if let address = NetworkAddress(text) { return address }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        return NetworkAddress(text[..<colon])
    }

    /// The origin (RFC 6454) of the pages that the service serves to this client.
    var own: String? { host.map { (isSecure ? "https://" : "http://") + $0.lowercased() } }
}
