import Foundation

/// Sends the state of this process to the service manager that started it, such as systemd.
///
/// The service manager sets `$NOTIFY_SOCKET`. Without it, or if the service manager does not read
/// its socket, nothing is sent. The methods may be called on any thread. They block for at most
/// `sendSeconds`, and only while the service manager's queue is full.
///
/// Source: https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
public struct ServiceNotifier: Sendable {
    /// The path of a socket, or `@` and an abstract name. Nil if there is no service manager.
    private let socketName: String?

    /// The time between two answers to the watchdog: half of `$WATCHDOG_USEC`. It is nil if the
    /// service manager does not watch this process.
    public let watchdogInterval: Duration?

    /// The longest wait for a service manager that does not read, in seconds.
    private static let sendSeconds = 5
    /// `extendStart` allows the start this many seconds at a time, and repeats that after
    /// `extensionInterval`.
    private static let extensionSeconds = 120
    private static let extensionInterval = Duration.seconds(30)

    public init(environment: [String: String] = ProcessInfo.processInfo.environment, process: Int32 = getpid()) {
        socketName = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isWatched = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdogInterval =
            socketName != nil && isWatched && microseconds > 1 ? .microseconds(microseconds / 2) : nil
    }

    /// Reports that the service answers requests.
    ///
    /// - Returns: false if there is a service manager that could not be told.
    public func ready(status: String) -> Bool { send(["READY=1", "STATUS=" + status]) }

    /// Reports what the service does, in one line for people.
    public func status(_ text: String) { _ = send(["STATUS=" + text]) }

    /// Reports that the service has begun to stop.
    public func stopping() { _ = send(["STOPPING=1", "STATUS=stopping"]) }

    /// Answers the watchdog. If it gets no answer for `$WATCHDOG_USEC`, the service manager kills
    /// the process.
    public func answerWatchdog() { _ = send(["WATCHDOG=1"]) }

    /// Keeps the service manager from ending the start while the returned task runs. A start may
    /// take long, because a large database recovers or gets a new schema. The caller cancels the
    /// task.
    public func extendStart() -> Task<Void, Never> {
        Task.detached {
            repeat {
                _ = send(["EXTEND_TIMEOUT_USEC=\(Self.extensionSeconds)000000"])
            } while (try? await Task.sleep(for: Self.extensionInterval)) != nil
        }
    }

    // MARK: The socket

    private func send(_ assignments: [String]) -> Bool {
        guard let socketName else { return true }
        let lines = assignments.map { $0.replacingOccurrences(of: "\n", with: " ") }
        let message = Array(lines.joined(separator: "\n").utf8)
        guard let (address, length) = Self.address(of: socketName) else { return false }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: Self.sendSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let count = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, CInt(MSG_NOSIGNAL), $0, length)
            }
        }
        return count == message.count
    }

    /// Returns nil if the name is too long for a socket.
    private static func address(of name: String) -> (sockaddr_un, socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        // An abstract name begins with a zero and has no zero at its end.
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        return (address, socklen_t(offset + bytes.count))
    }
}
