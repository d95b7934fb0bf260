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

    public func receive(until end: String) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !text.contains(end) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }

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
