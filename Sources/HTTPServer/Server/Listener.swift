import Glibc

/// Opens the listening socket for libmicrohttpd. libmicrohttpd can open a socket itself, but does
/// not report why it failed, nor on which address.
enum Listener {
    /// - Returns: a listening socket, owned by the caller, and its port. The port of a UNIX socket
    ///   is 0.
    /// - Throws: `.invalidConfiguration` if the host is neither an address nor `unix:PATH`,
    ///   `.cannotListen` with the system's reason.
    static func open(host: String, port: UInt16) throws(HTTPServerError) -> (socket: CInt, port: UInt16) {
        if let path = unixPath(host) { return (try openUnixSocket(at: path), 0) }
        let address = host == "localhost" ? "127.0.0.1" : host
        var ipv4 = sockaddr_in()
        var ipv6 = sockaddr_in6()
        if inet_pton(AF_INET, address, &ipv4.sin_addr) == 1 {
            ipv4.sin_family = sa_family_t(AF_INET)
            ipv4.sin_port = port.bigEndian
            return try listen(on: ipv4, family: AF_INET, name: "\(address):\(port)") { $0.sin_port }
        }
        if inet_pton(AF_INET6, address, &ipv6.sin6_addr) == 1 {
            ipv6.sin6_family = sa_family_t(AF_INET6)
            ipv6.sin6_port = port.bigEndian
            return try listen(on: ipv6, family: AF_INET6, name: "[\(address)]:\(port)") { $0.sin6_port }
        }
        throw HTTPServerError(
            code: .invalidConfiguration,
            message: "host is neither an IPv4 or IPv6 address, nor \"localhost\", nor unix:PATH")
    }

    /// True if only programs on the same machine can connect to `host`.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || unixPath(host) != nil || NetworkAddress(host)?.isLoopback == true
    }

    private static func listen<Address>(
        on wanted: Address, family: CInt, name: String, portOf: (Address) -> in_port_t
    ) throws(HTTPServerError) -> (socket: CInt, port: UInt16) {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let listener = socket(family, kind, 0)
        guard listener >= 0 else { throw failure(name) }
        var address = wanted
        var length = socklen_t(MemoryLayout<Address>.size)
        var on: CInt = 1
        // SO_REUSEADDR lets a restarted server listen while old connections linger. Two servers
        // still exclude each other.
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && Glibc.listen(listener, backlog) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isListening else {
            let error = failure(name)
            close(listener)
            throw error
        }
        return (listener, UInt16(bigEndian: portOf(address)))
    }

    /// The number of connections that the system queues before they are accepted, for example when
    /// all streams reconnect after a restart. The system caps it by `net.core.somaxconn`.
    static let backlog: CInt = 4096

    static func failure(_ name: String) -> HTTPServerError {
        HTTPServerError(
            code: .cannotListen, message: "could not listen on \(name): \(String(cString: strerror(errno)))")
    }
}
