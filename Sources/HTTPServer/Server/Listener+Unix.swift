import Glibc

/// UNIX sockets, with the host `unix:PATH`.
extension Listener {
    private static let unixPrefix = "unix:"
    /// The owner and the group of the socket's file may connect.
    private static let unixMode: mode_t = 0o660

    /// The path of a UNIX socket; nil for any other host.
    static func unixPath(_ host: String) -> String? {
        host.hasPrefix(unixPrefix) && host.utf8.count > unixPrefix.utf8.count
            ? String(host.dropFirst(unixPrefix.count)) : nil
    }

    /// Opens a UNIX socket. Removes the file that an earlier server left at the path.
    ///
    /// - Throws: `.cannotListen` if the path is too long or in use, or with the system's reason.
    static func openUnixSocket(at path: String) throws(HTTPServerError) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let pathBytesMax = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= pathBytesMax, !path.utf8.contains(0) else {
            throw HTTPServerError(
                code: .cannotListen, message: "the path of a UNIX socket has at most \(pathBytesMax) bytes")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try removeLeftover(path, address)
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_UNIX, kind, 0)
        guard listener >= 0 else { throw failure(path) }
        // No client can connect between `bind` and `chmod`, because the socket does not listen yet.
        let isListening =
            call(address) { bind(listener, $0, $1) } == 0 && chmod(path, unixMode) == 0
            && Glibc.listen(listener, backlog) == 0
        guard isListening else {
            let error = failure(path)
            close(listener)
            throw error
        }
        return listener
    }

    /// Removes the file of a socket on which no program listens.
    private static func removeLeftover(_ path: String, _ address: sockaddr_un) throws(HTTPServerError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let client = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { throw failure(path) }
        defer { close(client) }
        guard call(address, { connect(client, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw HTTPServerError(code: .cannotListen, message: "another program listens on \(path)")
        }
        unlink(path)
    }

    private static func call(
        _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
