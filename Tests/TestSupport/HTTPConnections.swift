import Foundation
import Synchronization

/// Sends HTTP/1.1 requests to one server, inside the process of the tests.
///
/// It keeps connections open between requests. A curl process for each request took a tenth of the
/// time of the tests.
final class HTTPConnections: Sendable {
    private let host: String
    private let port: String
    private let client: UInt16
    /// The open connections that no request uses.
    private let idle = Mutex<[Int32]>([])

    /// - Parameters:
    ///   - address: such as `http://127.0.0.1:8484`.
    ///   - client: the number of the client, whose address is 127.0.0.1 for 0, and else another one
    ///     of this machine.
    init?(_ address: String, client: UInt16) {
        self.client = client
        guard let url = URLComponents(string: address), url.scheme == "http", let host = url.host, let port = url.port
        else { return nil }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        self.port = "\(port)"
    }

    deinit { idle.withLock { $0.forEach { _ = close($0) } } }

    /// A response, or the part that arrived before the time was over or the connection broke.
    struct Response: Sendable {
        var status = 0
        /// The header fields by name in lower case.
        var headers: [String: [String]] = [:]
        var body: ArraySlice<UInt8> = []
    }

    /// Sends a request on a thread of its own.
    ///
    /// - Parameter headers: fields in the form `Name: value`.
    func send(
        _ method: String, _ target: String, headers: [String], body: [UInt8]?, seconds: Double
    ) async -> Response {
        var fields = headers
        func add(_ name: String, _ value: String) {
            if !headers.contains(where: { $0.lowercased().hasPrefix(name.lowercased() + ":") }) {
                fields.append("\(name): \(value)")
            }
        }
        add("Host", host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
        add("Accept", "*/*")
        if let body { add("Content-Length", "\(body.count)") }
        let head = "\(method) \(target) HTTP/1.1\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n"
        let request = Array(head.utf8) + (body ?? [])
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                let deadline = ContinuousClock.now + .seconds(seconds)
                continuation.resume(returning: exchange(request, method, deadline))
            }
        }
    }

    private func exchange(_ request: [UInt8], _ method: String, _ deadline: ContinuousClock.Instant) -> Response {
        while true {
            let kept = takeIdle()
            guard let descriptor = kept ?? connect() else { return Response() }
            var exchange = Exchange(descriptor: descriptor, request: request, isHead: method == "HEAD")
            let isComplete = exchange.run(until: deadline)
            if isComplete, exchange.keepsConnection {
                idle.withLock { $0.append(descriptor) }
            } else {
                _ = close(descriptor)
            }
            // The server may close a kept connection while the request is on its way.
            if kept != nil, exchange.isUnanswered { continue }
            return exchange.response
        }
    }

    /// Returns an idle connection that the server has not closed.
    private func takeIdle() -> Int32? {
        while let descriptor = idle.withLock({ $0.popLast() }) {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&state, 1, 0) == 0 { return descriptor }
            _ = close(descriptor)
        }
        return nil
    }

    private func connect() -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &found) == 0, let address = found?.pointee else { return nil }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        if client > 0 {
            // 127.1.0.0/16
            var own = sockaddr_in()
            own.sin_family = sa_family_t(AF_INET)
            own.sin_addr.s_addr = (0x7f01_0000 | UInt32(client)).bigEndian
            _ = withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        guard Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            _ = close(descriptor)
            return nil
        }
        return descriptor
    }
}

/// One request and its response.
private struct Exchange {
    let descriptor: Int32
    let request: [UInt8]
    let isHead: Bool
    private var sentCount = 0
    private var received: [UInt8] = []
    /// The end of the header in `received`; nil before it arrived.
    private var headEnd: Int?
    private(set) var response = HTTPConnections.Response()

    init(descriptor: Int32, request: [UInt8], isHead: Bool) {
        (self.descriptor, self.request, self.isHead) = (descriptor, request, isHead)
    }

    /// True if the connection ended before any byte of a response.
    private(set) var isUnanswered = false

    var keepsConnection: Bool {
        sentCount == request.count && response.headers["connection"]?.contains { $0.lowercased() == "close" } != true
    }

    /// Sends the request and receives the response at the same time, because a server may answer
    /// before it has read the whole body.
    ///
    /// - Returns: false if the connection ended, or the time was over, before the end of the body.
    mutating func run(until deadline: ContinuousClock.Instant) -> Bool {
        var canSend = true
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if canSend, sentCount < request.count {
                let count = request[sentCount...].withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                if count >= 0 { sentCount += count } else { canSend = errno == EAGAIN || errno == EINTR }
            }
            let isSending = canSend && sentCount < request.count
            var state = pollfd(fd: descriptor, events: Int16(POLLIN | (isSending ? POLLOUT : 0)), revents: 0)
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0, poll(&state, 1, Int32(rest.rounded(.up))) != 0 else {
                readBody(isAtEnd: true)
                return false
            }
            guard state.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isUnanswered = received.isEmpty
                readBody(isAtEnd: true)
                return false
            }
            received += buffer[..<count]
            if headEnd == nil { readHead() }
            if readBody(isAtEnd: false) { return true }
        }
    }

    /// Reads the header after interim responses, if it has arrived.
    private mutating func readHead() {
        while let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
            let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            if 100..<200 ~= status {
                received.removeSubrange(..<end.upperBound)
                continue
            }
            response.status = status
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                response.headers[parts[0].lowercased(), default: []].append(
                    parts[1].trimmingCharacters(in: .whitespaces))
            }
            headEnd = end.upperBound
            return
        }
    }

    /// Returns true if the whole body has arrived.
    @discardableResult private mutating func readBody(isAtEnd: Bool) -> Bool {
        guard let headEnd else { return false }
        if isHead || response.status == 204 || response.status == 304 { return true }
        let content = received[headEnd...]
        if response.headers["transfer-encoding"]?.contains("chunked") == true {
            return readChunks(content, isAtEnd: isAtEnd)
        }
        guard let length = response.headers["content-length"]?.first.flatMap({ Int($0) }) else {
            if isAtEnd { response.body = content }
            return isAtEnd
        }
        guard content.count >= length || isAtEnd else { return false }
        response.body = content.prefix(length)
        return content.count >= length
    }

    /// Reads chunks, which begin with their size in hexadecimal.
    private mutating func readChunks(_ content: ArraySlice<UInt8>, isAtEnd: Bool) -> Bool {
        // The last chunk and no trailer.
        guard isAtEnd || content.suffix(5).elementsEqual("0\r\n\r\n".utf8) else { return false }
        var body: [UInt8] = []
        var rest = content
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<end.lowerBound].prefix { $0 != 0x3b }, as: UTF8.self), radix: 16)
        {
            rest = rest[end.upperBound...]
            body += rest.prefix(size)
            response.body = body[...]
            if size == 0 { return true }
            guard rest.count >= size + 2 else { return false }
            rest = rest.dropFirst(size + 2)
        }
        return false
    }
}
