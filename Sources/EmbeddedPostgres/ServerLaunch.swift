import Foundation

/// Repeated attempts to start the server process.
struct ServerLaunch {
    let server: EmbeddedServer
    let programs: Programs
    /// The port, or nil for the port in the settings.
    let port: Int?
    /// Settings of this start alone, such as a target of recovery.
    let parameters: [(name: String, value: String)]
    /// The program that was started, or nil before the first start.
    private(set) var program: ProgramFingerprint?

    private var phase = Phase.idle
    private var logOffset: UInt64 = 0
    private var orphansSince: ContinuousClock.Instant?
    private var hasQuitOrphans = false
    private var stopping: (process: ServerProcess, deadline: Deadline)?

    private enum Phase {
        /// No process was started, or the last one failed and a new attempt is allowed.
        case idle
        /// pg_ctl has started a process that is not visible yet.
        case begun(Deadline)
        /// The process was visible, or it ended before it became visible.
        case shown
    }

    /// The seconds in which the processes of a dead server may end by themselves. Each ends when it
    /// next waits for an event.
    static let orphanSeconds = 10
    /// The seconds in which these processes must end after SIGQUIT. The limit is the same as in
    /// PostgreSQL.
    static let orphanQuitSeconds = 5
    /// The seconds for which pg_ctl waits for the server. After that, `EmbeddedServer` checks the
    /// server.
    private static let programSeconds = 1
    /// The seconds in which a process that pg_ctl has started must become visible.
    private static let appearSeconds = 30

    init(
        server: EmbeddedServer, programs: Programs, port: Int?, parameters: [(name: String, value: String)] = []
    ) {
        self.server = server
        self.programs = programs
        self.port = port
        self.parameters = parameters
    }

    /// Records that the server process is visible. If the process ends after this, its start has
    /// failed.
    mutating func recordAppearance() {
        if case .begun = phase { phase = .shown }
    }

    /// Returns true if the server still runs after the longest time that a stop may take.
    mutating func isStuck(_ postmaster: Postmaster) -> Bool {
        guard postmaster.isStopping else { return false }
        if stopping?.process != postmaster.process {
            stopping = (postmaster.process, Deadline(seconds: server.settings.stopSeconds))
        }
        return stopping?.deadline.hasPassed == true
    }

    /// Starts the server, or checks the start that is under way. Call it while no server process
    /// runs.
    ///
    /// - Parameter isLast: true if no time is left for another attempt.
    /// - Throws: `EmbeddedPostgresError` if the start has failed for a permanent reason.
    mutating func advance(isLast: Bool) throws {
        switch phase {
        case .idle:
            let orphans = Postmaster.orphans(of: server.clusterDirectory)
            guard orphans.isEmpty else { return end(orphans) }
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
        // On the command line, these options override all settings. Without this socket, or with
        // another port, clients would not find the server.
        let options =
            ["-k", EmbeddedServer.quotedForList(server.socketDirectory)] + (port.map { ["-p", "\($0)"] } ?? [])
            + parameters.flatMap { ["-c", "\($0.name)=\($0.value)"] }
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
            "the private PostgreSQL did not start: \(failure ?? "its log gives no reason")\(server.shortageOfSpace)",
            hint: failure.flatMap(ProgramFailure.hint) ?? server.log.hint(clusterDirectory: server.clusterDirectory))
    }

    /// Waits for the processes of a dead server. Then ends them with SIGQUIT, as their server would
    /// have done, and at last with SIGKILL.
    private mutating func end(_ orphans: [ServerProcess]) {
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
