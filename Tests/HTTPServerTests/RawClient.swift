import Dispatch
import TestSupport

/// A plain socket for requests that curl cannot send: on a kept connection, incomplete, or
/// malformed.
final class RawClient: Sendable {
    private let socket: OpenSocket
    /// A serial queue of Dispatch, because reading blocks.
    private let queue = DispatchQueue(label: "raw client")
    private let sending = DispatchQueue(label: "raw client sending")

    init(port: UInt16) throws { socket = try OpenSocket(port: port) }

    private func on<Value: Sendable>(
        _ queue: DispatchQueue, _ body: @escaping @Sendable (OpenSocket) -> Value
    ) async -> Value {
        await withCheckedContinuation { done in
            queue.async { [socket] in done.resume(returning: body(socket)) }
        }
    }

    func send(_ text: String) { socket.send(text) }

    /// Sends all bytes, even if the server reads them slowly.
    ///
    /// - Returns: false if the server closed the connection before.
    func sendAll(_ bytes: [UInt8]) async -> Bool { await on(sending) { $0.sendAll(bytes) } }

    /// Reads until the received text contains `end`, the server closes, or the time limit of tests
    /// is reached.
    func receive(until end: String? = nil) async -> String { await on(queue) { $0.receive(until: end) } }

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
        let count = await on(queue) { $0.receiveSome(bytesMax: bytesMax).bytes.count }
        return count > 0 ? count : nil
    }

    /// Reads until the server closes. Returns false if it does not within the time limit of tests.
    func isClosedByServer() async -> Bool {
        await on(queue) { socket in
            var last = socket.receiveSome(bytesMax: 4_096)
            while !last.bytes.isEmpty { last = socket.receiveSome(bytesMax: 4_096) }
            return last.isClosed
        }
    }

    /// Shuts down the sending side. Reading is still possible.
    func shutDownSending() { socket.shutDownSending() }

    /// Closes the connection. The client must not be used afterwards.
    func close() { socket.close() }
}
