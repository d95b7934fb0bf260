import Foundation
import Postgres

/// An upgrade of PostgreSQL's programs while their server runs. The running server fails when it
/// loads a library of another version.
public struct PendingUpgrade: Sendable, Hashable {
    /// The version of the running server, such as `15.18 (Debian 15.18-0+deb12u1)`.
    public var running: String
    /// The version of the installed programs.
    public var installed: String
}

extension EmbeddedServer {
    /// Returns the version of the newest installed PostgreSQL, such as `15.18 (Debian
    /// 15.18-0+deb12u1)`. Returns nil if none is installed.
    public static func installedVersion() -> String? {
        let anyone = ServerUser(id: geteuid(), group: getegid(), name: "", command: [])
        return try? Programs.find(majorVersion: nil).version(as: anyone)
    }

    /// Returns the upgrade that needs a restart of the server. Returns nil if no upgrade needs one,
    /// or if the server or its program is missing.
    ///
    /// The first call opens a session and blocks meanwhile. Later calls use stored versions.
    ///
    /// - Throws: `PostgresError` if the server does not answer; `EmbeddedPostgresError` if a
    ///   program fails.
    public func pendingUpgrade() throws -> PendingUpgrade? {
        let programs = try programs()
        guard let program = programs.fingerprint, let process = Postmaster.running(in: clusterDirectory)?.process else {
            return nil
        }
        let known = state.withLock { $0 }
        if let launched = known.launched, launched == (process, program) { return nil }
        let running = try known.running?.process == process ? known.running?.version : runningVersion(of: process)
        let installed =
            try known.installed?.program == program ? known.installed?.version : installedVersion(programs, program)
        guard let running, let installed, running != installed else { return nil }
        return PendingUpgrade(running: running, installed: installed)
    }

    private func runningVersion(of process: ServerProcess) throws -> String {
        let version = try Session(conninfo: conninfo, applicationName: "healthstore supervisor").serverVersionText
        // Another server may have started since. Its version is not stored, so the next call
        // queries it.
        if Postmaster.running(in: clusterDirectory)?.process == process {
            state.withLock { $0.running = (process, version) }
        }
        return version
    }

    private func installedVersion(_ programs: Programs, _ program: ProgramFingerprint) throws -> String {
        let version = try programs.version(as: user)
        if programs.fingerprint == program { state.withLock { $0.installed = (program, version) } }
        return version
    }
}
