import Foundation

/// A socket on the loopback address that accepts connections and answers only what a test sends.
public struct SilentListener: Sendable {
    private let descriptor: Int32
    public let port: UInt16

    public struct Failed: Error {}

    public init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 && listen(listener, 256) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else {
            close()
            throw Failed()
        }
        OpenSocket.limitWaits(descriptor)
    }

    /// Waits for the next connection.
    public func accept() throws -> OpenSocket { try OpenSocket(acceptedBy: descriptor) }

    public func close() { _ = Foundation.close(descriptor) }
}
