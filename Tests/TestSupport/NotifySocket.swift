import Foundation

/// The socket of a service manager, to which services send their state (sd_notify(3)).
public final class NotifySocket {
    /// The value of `NOTIFY_SOCKET`.
    public let name: String
    /// The messages received so far.
    public private(set) var messages: [String] = []
    private let descriptor: Int32

    /// The system refused the socket.
    public struct Refused: Error {
        public var reason: String
    }

    /// - Parameter name: a path, or `@` and an abstract name.
    public init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard outcome == 0 else { throw Refused(reason: String(cString: strerror(errno))) }
        // A service that has given root up sends, too.
        if name.hasPrefix("/") { chmod(name, 0o666) }
    }

    deinit { close(descriptor) }

    /// Waits until a message has a line with this beginning, and returns that line.
    ///
    /// - Parameter start: the index of the first message that counts.
    /// - Throws: `NeverHappened` after `Patience.seconds`.
    public func line(_ beginning: String, from start: Int = 0) async throws -> String {
        var found: String?
        try await wait(for: "a message with \(beginning); received: \(messages.suffix(5))") {
            receive()
            found = messages.dropFirst(start).flatMap { $0.split(separator: "\n") }
                .first { $0.hasPrefix(beginning) }.map(String.init)
            return found != nil
        }
        return found ?? ""
    }

    /// Adds the messages that have arrived to `messages`.
    public func receive() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }
}
