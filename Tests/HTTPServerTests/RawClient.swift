import Dispatch
import Glibc
import TestSupport

/// A plain socket for requests that curl cannot send: on a kept connection, incomplete, or
/// malformed.
final class RawClient: Sendable {
    private let descriptor: Int32
    /// A serial queue of Dispatch, because reading blocks.
    private let queue = DispatchQueue(label: "raw client")

    private let sending = DispatchQueue(label: "raw client sending")

    struct Failed: Error {}

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: max(1, Int(Patience.seconds)), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
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
            Glibc.close(descriptor)
            throw Failed()
        }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends all bytes, even if the server reads them slowly.
    ///
    /// - Returns: false if the server closed the connection before.
    func sendAll(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { done in
            sending.async { [descriptor] in
                var sent = 0
                bytes.withUnsafeBytes { bytes in
                    while sent < bytes.count {
                        let count = Glibc.send(
                            descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                        guard count > 0 else { break }
                        sent += count
                    }
                }
                done.resume(returning: sent == bytes.count)
            }
        }
    }

    /// Reads until the received text contains `end`, the server closes, or the time limit of tests
    /// is reached.
    func receive(until end: String? = nil) async -> String {
        await withCheckedContinuation { done in
            queue.async { [descriptor] in
                var text = ""
                var buffer = [UInt8](repeating: 0, count: 4096)
                while end.map({ !text.contains($0) }) ?? true {
                    let count = RawClient.read(descriptor, &buffer)
                    guard count > 0 else { break }
                    text += String(decoding: buffer[..<count], as: UTF8.self)
                }
                done.resume(returning: text)
            }
        }
    }

    /// Reads to the end.
    ///
    /// - Returns: the number of bytes.
    func receiveCount() async -> Int {
        var count = 0
        while let some = await receiveSome(bytesMax: 1 << 16) { count += some }
        return count
    }

    /// Waits for bytes and reads the available ones.
    ///
    /// - Returns: their number, or nil if the server has closed.
    func receiveSome(bytesMax: Int) async -> Int? {
        await withCheckedContinuation { done in
            queue.async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: bytesMax)
                let count = RawClient.read(descriptor, &buffer)
                done.resume(returning: count > 0 ? count : nil)
            }
        }
    }

    /// Reads until the server closes. Returns false if it does not within the time limit of tests.
    func isClosedByServer() async -> Bool {
        await withCheckedContinuation { done in
            queue.async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: 4096)
                var count = 1
                while count > 0 { count = RawClient.read(descriptor, &buffer) }
                done.resume(returning: count == 0 || errno == ECONNRESET)
            }
        }
    }

    /// The result of `recv`. A time-out counts as a failed wait.
    private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN { Patience.noteVainWait() }
        return count
    }

    /// Shuts down the sending side. Reading is still possible.
    func shutDownSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the connection. The client must not be used afterwards.
    func close() {
        Glibc.close(descriptor)
    }
}
