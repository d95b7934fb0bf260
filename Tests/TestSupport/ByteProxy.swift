import Foundation
import Synchronization

/// A proxy for PostgreSQL's UNIX socket that can fail like a network: it passes bytes on, delays
/// them, keeps them back, or ends connections.
///
/// The socket is `.s.PGSQL.5432` in `directory`. Each direction of a connection has a thread.
public final class ByteProxy: Sendable {
    public enum Mode: Sendable, Equatable {
        case passing
        /// Each piece waits for these milliseconds.
        case delaying(Int)
        /// Connections stay open, and no byte arrives any more, as after a lost route.
        case silent
        /// Connections are ended, and new ones are refused.
        case refusing
    }

    public let directory: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var mode = Mode.passing
        /// The next COMMIT is cut on a connection that has sent these bytes. Nil cuts none.
        var cutMark: Data?
        var commitCuts = 0
        var connections: [Int: Link] = [:]
        var next = 0
        var isClosed = false
    }

    private struct Link {
        let client: Int32
        let server: Int32
        var openDirections = 2
        /// True if the server's answers are not passed back any more.
        var isCut = false
    }

    public struct Failed: Error {
        public var what: String
    }

    /// - Parameters:
    ///   - directory: where the proxy's socket is made.
    ///   - target: the directory of the server's socket.
    public init(directory: String, target: String) throws {
        self.directory = directory
        self.target = target
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = ByteProxy.path(directory)
        unlink(path)
        guard ByteProxy.with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw Failed(what: "cannot listen at \(path)")
        }
        chmod(path, 0o777)
        Thread.detachNewThread { [self] in accept() }
    }

    /// The number of connections that were ended after a COMMIT had been passed on.
    public var commitCuts: Int { state.withLock { $0.commitCuts } }

    /// Changes the mode. Connections that were silent or refused are ended, so that none survives
    /// with bytes missing.
    public func set(_ mode: Mode) {
        let ending = state.withLock { state in
            defer { state.mode = mode }
            state.cutMark = nil
            return mode == .refusing || state.mode == .silent && mode != .silent ? Array(state.connections.values) : []
        }
        for link in ending { ByteProxy.end(link) }
    }

    /// Ends the connection that next sends a COMMIT, after the server has received it and before
    /// its answer is passed back.
    ///
    /// - Parameter uuid: if not nil, the connection must first send this uuid, in binary. Other
    ///   connections also commit, at any time.
    public func cutNextCommit(of uuid: UUID? = nil) {
        let mark = uuid.map { withUnsafeBytes(of: $0.uuid) { Data($0) } } ?? Data()
        state.withLock { $0.cutMark = mark }
    }

    public func close() {
        let links = state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for link in links { ByteProxy.end(link) }
    }

    // MARK: Connections

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { break }
            if state.withLock({ $0.isClosed || $0.mode == .refusing }) {
                Foundation.close(client)
                continue
            }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            guard ByteProxy.with(ByteProxy.path(target), { connect(server, $0, $1) }) == 0 else {
                Foundation.close(client)
                Foundation.close(server)
                continue
            }
            let number = state.withLock { state in
                state.next += 1
                state.connections[state.next] = Link(client: client, server: server)
                return state.next
            }
            Thread.detachNewThread { [self] in pass(number, from: client, to: server, isToServer: true) }
            Thread.detachNewThread { [self] in pass(number, from: server, to: client, isToServer: false) }
        }
        Foundation.close(listener)
    }

    private func pass(_ number: Int, from source: Int32, to destination: Int32, isToServer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var sentMark: Data?
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            let mode = waitWhileSilent()
            if case .delaying(let milliseconds) = mode { usleep(UInt32(milliseconds) * 1_000) }
            guard mode != .refusing else { break }
            let piece = Data(buffer[..<count])
            if !isToServer, state.withLock({ $0.connections[number]?.isCut == true }) { continue }
            if isToServer, let mark = state.withLock({ $0.cutMark }), mark.isEmpty || piece.range(of: mark) != nil {
                sentMark = mark
            }
            let mustCut = isToServer && ByteProxy.isCommit(piece) && takeCommitCut(sentMark, number)
            guard send(piece, to: destination) else { break }
            if mustCut {
                // The server begins to commit meanwhile.
                usleep(20_000)
                break
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(destination, Int32(SHUT_RDWR))
        let isLast = state.withLock { state in
            state.connections[number]?.openDirections -= 1
            guard state.connections[number]?.openDirections == 0 else { return false }
            state.connections[number] = nil
            return true
        }
        guard isLast else { return }
        Foundation.close(source)
        Foundation.close(destination)
    }

    private func waitWhileSilent() -> Mode {
        while true {
            let (mode, isClosed) = state.withLock { ($0.mode, $0.isClosed) }
            if mode != .silent || isClosed { return mode }
            usleep(10_000)
        }
    }

    private func takeCommitCut(_ sentMark: Data?, _ number: Int) -> Bool {
        state.withLock { state in
            guard let mark = state.cutMark, mark == sentMark else { return false }
            state.cutMark = nil
            state.commitCuts += 1
            state.connections[number]?.isCut = true
            return true
        }
    }

    /// True if the bytes end with the simple query `commit`.
    private static func isCommit(_ bytes: Data) -> Bool { bytes.suffix(7).elementsEqual("commit\0".utf8) }

    private func send(_ bytes: Data, to destination: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    private static func end(_ link: Link) {
        shutdown(link.client, Int32(SHUT_RDWR))
        shutdown(link.server, Int32(SHUT_RDWR))
    }

    private static func path(_ directory: String) -> String { directory + "/.s.PGSQL.5432" }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix($0.count - 1))) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
