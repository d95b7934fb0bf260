import Foundation

/// One attempt after another to start the server process, until one stays.
struct ServerLaunch {
    let server: EmbeddedServer
    let programs: Programs
    /// Nil for the one that the settings say.
    let port: Int?
    /// The program that was started; nil as long as none was.
    private(set) var program: ProgramFingerprint?

    private var phase = Phase.idle
    private var logOffset: UInt64 = 0
    private var orphansSince: ContinuousClock.Instant?
    private var hasQuitOrphans = false

    private enum Phase {
        /// Nothing was started, or what was started failed and may be tried again.
        case idle
        /// pg_ctl has started a process that does not show yet.
        case begun(Deadline)
        /// The process was seen, or has ended before that.
        case shown
    }

    /// Seconds that processes of a server that died get to end by themselves: each does when it next waits. 10 seconds.
    static let orphanSeconds = 10
    /// Seconds that they get to end once they are told to. 5 seconds, as PostgreSQL itself gives them.
    static let orphanQuitSeconds = 5
    /// Seconds for which pg_ctl waits for the server, before this looks itself.
    private static let programSeconds = 1
    /// Seconds until a process that pg_ctl has started must show. 30 seconds.
    private static let appearSeconds = 30

    init(server: EmbeddedServer, programs: Programs, port: Int?) {
        self.server = server
        self.programs = programs
        self.port = port
    }

    /// The server process is there. If it ends from now on, its start has failed.
    mutating func hasAppeared() {
        if case .begun = phase { phase = .shown }
    }

    /// Called while no server process runs.
    ///
    /// - Parameter isLast: whether there is no time for another attempt.
    /// - Throws: `EmbeddedPostgresError` if the start has failed for a reason that stays.
    mutating func advance(isLast: Bool) throws {
        switch phase {
        case .idle:
            let orphans = Postmaster.orphans(of: server.clusterDirectory)
            guard orphans.isEmpty else { return expel(orphans) }
            try begin()
        case .begun(let deadline): if deadline.hasPassed { try fail(isLast) }
        case .shown: try fail(isLast)
        }
    }

    private mutating func begin() throws {
        Postmaster.removeMisleadingLockFiles(
            of: server.clusterDirectory, socketDirectory: server.socketDirectory)
        _ = try server.writeSettings()
        logOffset = server.log.size
        program = programs.fingerprint
        // On the command line, where no setting wins over it: without the socket, or with another port than before, nothing would find the
        // server.
        let options =
            ["-k", EmbeddedServer.quotedForList(server.socketDirectory)] + (port.map { ["-p", "\($0)"] } ?? [])
        let start = try programs.run(
            "pg_ctl",
            [
                "start", "-D", server.clusterDirectory, "-l", server.log.path, "-w", "-t", "\(Self.programSeconds)",
                "-o", options.map(EmbeddedServer.quotedForShell).joined(separator: " "),
            ], as: server.user)
        let mayStillShow = start.status == 0 || start.output.contains("did not start in time")
        phase = mayStillShow ? .begun(Deadline(seconds: Self.appearSeconds)) : .shown
    }

    private mutating func fail(_ isLast: Bool) throws {
        let failure = ServerLog.failure(in: server.log.text(since: logOffset))
        if !isLast, let failure, ServerLog.saysThatOthersRun(failure) {
            phase = .idle
            usleep(500_000)
            return
        }
        throw EmbeddedPostgresError(
            .programFailed,
            "the private PostgreSQL did not start: \(failure ?? "it printed no reason")\(server.shortageOfSpace)",
            hint: server.log.hint(clusterDirectory: server.clusterDirectory))
    }

    /// Waits for the processes of a server that died, then ends them as their server would have done.
    private mutating func expel(_ orphans: [ServerProcess]) {
        let since = orphansSince ?? .now
        orphansSince = since
        let wait = ContinuousClock.now - since
        if wait >= .seconds(Self.orphanSeconds + Self.orphanQuitSeconds) {
            for orphan in orphans { orphan.signal(SIGKILL) }
        } else if wait >= .seconds(Self.orphanSeconds), !hasQuitOrphans {
            hasQuitOrphans = true
            for orphan in orphans { orphan.signal(SIGQUIT) }
        }
    }
}
