import Dispatch
import Synchronization

/// A database and the servers that have it: one server, or a primary and its standbys. All parts of
/// a program open their sessions with one object.
///
/// With a fence, sessions of a connection string with several hosts are opened with the primary
/// alone: the server that is no standby and has the newest timeline. When a newer timeline is seen,
/// sessions with other servers are ended before the first session with the new primary is used.
/// Without a fence, libpq selects the host by the string's `target_session_attrs`.
///
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
public final class Database: Sendable {
    public let conninfo: String
    let fence: TimelineFence?
    let commitLimit: Duration?
    private let confirmed = ConfirmedStarts()
    /// The servers that the connection string names, in its order. A fenced database looks for its
    /// primary among them. It is empty if the string is malformed, which `open` then reports.
    let servers: [Server]
    private let sessions = OpenSessions()
    /// The index of the primary in `servers`, as far as it is known.
    private let primary = Mutex<Int?>(nil)

    /// A server of a connection string.
    struct Server: Sendable {
        /// The host and the port, for logs and messages.
        var name: String
        var conninfo: String
    }

    /// - Parameters:
    ///   - conninfo: a connection URI or keyword/value string.
    ///   - fence: nil for a database that is only read, and for a private server.
    ///   - commitLimit: the longest time of a commit, or nil. After it, `Session.transaction`
    ///     throws a `PostgresError` whose `isUnknownCommit` is true.
    public init(_ conninfo: String, fence: TimelineFence? = nil, commitLimit: Duration? = nil) {
        self.conninfo = conninfo
        self.fence = fence
        self.commitLimit = commitLimit
        servers = (try? ConnectionString(conninfo).servers) ?? []
    }

    /// True if the connection string names several servers.
    public var hasStandbys: Bool { servers.count > 1 }

    /// False if the newest timeline of a fenced database is forgotten when the program ends,
    /// because the fence cannot write to its folder.
    public var keepsTimelines: Bool { fence?.isKept ?? true }

    /// Opens a session. Blocks, at most 15 seconds for each server unless the connection string
    /// says otherwise, or 3 seconds if there are several.
    ///
    /// - Throws: `PostgresError` of class 08 if no server can be reached, if none is a primary, or
    ///   if the primary is a former one.
    public func open(applicationName: String = "healthstore") throws -> Session {
        guard let fence, !servers.isEmpty else {
            return admit(try Session(conninfo: conninfo, applicationName: applicationName), server: 0, timeline: nil)
        }
        guard hasStandbys else { return try openOnly(applicationName, fence) }
        if let index = primary.withLock({ $0 }), case .primary(let session) = look(at: index, applicationName, fence) {
            return session
        }
        return try findPrimary(applicationName, fence)
    }

    /// Opens a session with the only server. It may be a standby, which commands only examine.
    private func openOnly(_ applicationName: String, _ fence: TimelineFence) throws -> Session {
        let session = try Session(conninfo: conninfo, applicationName: applicationName)
        let identity = try TimelineFence.Identity(session)
        let admitted = admit(session, server: 0, timeline: identity.timeline)
        note(identity, admitted)
        guard identity.timeline == nil || accept(identity, 0, fence) else {
            throw former(servers[0].name, identity, fence)
        }
        return admitted
    }

    // MARK: Several servers

    /// What a look at a server finds.
    enum Finding {
        case primary(Session)
        case standby
        /// A primary of an older timeline than one that was seen.
        case former(PostgresError)
        case failed(any Error)
    }

    /// Opens a session with a server and keeps it if the server is the primary.
    func look(at index: Int, _ applicationName: String, _ fence: TimelineFence) -> Finding {
        do {
            let server = servers[index]
            let session = try Session(conninfo: server.conninfo, applicationName: applicationName)
            let identity = try TimelineFence.Identity(watching(session))
            guard let timeline = identity.timeline else { return .standby }
            // The session is listed before its timeline is compared. So it is ended if another
            // server shows a newer timeline at the same time.
            let admitted = admit(session, server: index, timeline: timeline)
            note(identity, admitted)
            guard accept(identity, index, fence) else { return .former(former(server.name, identity, fence)) }
            return .primary(admitted)
        } catch {
            return .failed(error)
        }
    }

    /// The longest time for which a server may think about what it is. 3 seconds.
    static let lookLimit = Duration.seconds(3)

    /// Notes what a server says of itself. Returns true if it is the primary. Ends sessions with
    /// other servers if its timeline is new.
    func accept(_ identity: TimelineFence.Identity, _ index: Int, _ fence: TimelineFence) -> Bool {
        let isPrimary = fence.admits(identity) { end("another server is the primary now", except: identity.timeline) }
        if isPrimary { primary.withLock { $0 = index } }
        return isPrimary
    }

    /// Opens a session with each server, whatever it is, to examine all of them. Blocks.
    ///
    /// - Returns: the name of each server, and its session or the `PostgresError`.
    public func openEach() -> [(server: String, session: Result<Session, any Error>)] {
        servers.map { server in (server.name, Result { watching(try Session(conninfo: server.conninfo)) }) }
    }

    /// Looks at all servers at once. Blocks until the slowest has answered.
    private func findPrimary(_ applicationName: String, _ fence: TimelineFence) throws -> Session {
        let found = Mutex<[Int: Found]>([:])
        DispatchQueue.concurrentPerform(iterations: servers.count) { index in
            let finding = Found(finding: look(at: index, applicationName, fence))
            found.withLock { $0[index] = finding }
        }
        let findings = found.withLock { found in servers.indices.compactMap { found[$0]?.finding } }
        // A former primary may have answered before the new one.
        let index = primary.withLock { $0 }
        if let index, case .primary(let session) = findings[index], session.socket?.ended == nil { return session }
        let reasons = zip(servers, findings).map { server, finding in
            switch finding {
            case .primary: "\(server.name) is no longer the primary"
            case .standby: "\(server.name) is a standby"
            case .former(let error): error.message
            case .failed(let error): "\(server.name): \((error as? PostgresError)?.message ?? "no answer")"
            }
        }
        throw PostgresError(sqlState: "08001", message: "no server is the primary: " + reasons.joined(separator: "; "))
    }

    /// `@unchecked Sendable`: the thread that opened the session has finished with it.
    private struct Found: @unchecked Sendable {
        var finding: Finding
    }

    private func former(_ name: String, _ identity: TimelineFence.Identity, _ fence: TimelineFence) -> PostgresError {
        let newest = fence.newestTimeline(of: identity.system) ?? 0
        let file =
            fence.path(identity.system).map { ", or, if it was restored on purpose, delete the file \($0)" } ?? ""
        return PostgresError(
            sqlState: "08004",
            message: "\(name) is a former primary: it is on timeline \(identity.timeline ?? 0), but \(newest) was seen",
            hint: "make it a standby of the new primary with pg_rewind" + file)
    }

    /// Lets the session confirm what it sees, if its server is a primary.
    private func note(_ identity: TimelineFence.Identity, _ session: Session) {
        (session.serverStart, session.confirmed) = (identity.timeline.map { _ in identity.start }, confirmed)
    }

    /// Gives the session its limits, and lists it.
    private func admit(_ session: Session, server: Int, timeline: UInt32?) -> Session {
        session.limits = CallLimits(commit: commitLimit)
        if let socket = session.socket { sessions.remove(socket) }
        session.socket = SessionSocket(session, server: server, timeline: timeline)
        session.openSessions = sessions
        if let socket = session.socket { sessions.add(socket) }
        return session
    }

    /// Lists a session that only looks, whatever its server is.
    func watching(_ session: Session) -> Session {
        let admitted = admit(session, server: 0, timeline: nil)
        admitted.limits.statement = Database.lookLimit
        return admitted
    }

    private func end(_ message: String, except timeline: UInt32? = nil) {
        sessions.end(message) { $0.timeline != nil && $0.timeline != timeline }
    }

    /// Ends the sessions with a server, which has not answered for long.
    func endSessions(with server: Int) {
        sessions.end("the server does not answer") { $0.server == server && $0.timeline != nil }
    }
}

extension ConnectionString {
    /// The hosts of the string, each with a connection string of its own. A string without a host
    /// has one server, which libpq's environment names.
    var servers: [Database.Server] {
        func list(_ keyword: String) -> [String] {
            self[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(hosts.count, addresses.count, 1)
        return (0..<count).map { index in
            var string = self
            func select(_ keyword: String, _ values: [String]) -> String? {
                let value = values.count == 1 ? values[0] : index < values.count ? values[index] : nil
                if !values.isEmpty { string[keyword] = value.flatMap { $0.isEmpty ? nil : $0 } }
                return string[keyword]
            }
            let host = select("host", hosts)
            let address = select("hostaddr", addresses)
            let port = select("port", ports)
            if count > 1 {
                string["target_session_attrs"] = nil
                if string["connect_timeout"] == nil { string["connect_timeout"] = ConnectionString.timeoutOfSeveral }
            }
            let name = host ?? address ?? "localhost"
            return Database.Server(name: name + (port.map { ":\($0)" } ?? ""), conninfo: string.text)
        }
    }

    /// The seconds after which a server of several counts as unreachable. 3, because libpq's manual
    /// advises at least 2.
    private static let timeoutOfSeveral = "3"
}
