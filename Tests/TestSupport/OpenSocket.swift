import Foundation

/// A plain socket. A test can have a thousand of them. Reads block for at most `Patience.seconds`.
public struct OpenSocket: Sendable {
    private let descriptor: Int32

    public struct Failed: Error {}

    public init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        OpenSocket.limitWaits(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close()
            throw Failed()
        }
    }

    /// Takes the next connection to a socket that listens.
    init(acceptedBy listener: Int32) throws {
        descriptor = Foundation.accept(listener, nil, nil)
        guard descriptor >= 0 else { throw Failed() }
        OpenSocket.limitWaits(descriptor)
    }

    /// Limits the time in which a socket waits for bytes or connections to `Patience.seconds`.
    static func limitWaits(_ descriptor: Int32) {
        var timeout = timeval(tv_sec: max(1, Int(Patience.seconds)), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    public func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends all bytes, even if the other side reads them slowly.
    ///
    /// - Returns: false if the other side closed the connection before.
    public func sendAll(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads until the received text contains `end`, the other side closes, or the time limit of
    /// tests is reached.
    public func receive(until end: String? = nil) -> String {
        var text = ""
        while end.map({ !text.contains($0) }) ?? true {
            let bytes = receiveSome(bytesMax: 4_096).bytes
            guard !bytes.isEmpty else { break }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Waits for bytes and reads the available ones. A time-out counts as a failed wait.
    ///
    /// - Returns: no bytes if the other side has closed, or at the time limit of tests.
    public func receiveSome(bytesMax: Int) -> (bytes: ArraySlice<UInt8>, isClosed: Bool) {
        var buffer = [UInt8](repeating: 0, count: bytesMax)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN { Patience.noteVainWait() }
        return (buffer[..<max(count, 0)], count == 0 || count < 0 && errno == ECONNRESET)
    }

    /// Shuts down the sending side. Reading is still possible.
    public func shutDownSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    public func close() { _ = Foundation.close(descriptor) }
}

extension OpenSocket {
    /// Returns a port on which no program listens now, for a program that cannot choose one itself.
    public static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Foundation.close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw Failed() }
        return UInt16(bigEndian: address.sin_port)
    }
}
