import Foundation

/// The running server process of a data directory, as its lock file `postmaster.pid` names it.
///
/// PostgreSQL's own programs take a process for the server if it has the number in that file. This looks closer: a zombie, or another program
/// that has been given the number since, is not the server.
struct Postmaster: Equatable, Sendable {
    let process: ServerProcess
    /// The port that names its socket.
    let port: Int
    /// Whether it was told to stop.
    let isStopping: Bool

    private static func lockFile(of clusterDirectory: String) -> String { clusterDirectory + "/postmaster.pid" }

    /// The server that runs in the directory; nil if none does.
    static func running(in clusterDirectory: String) -> Postmaster? {
        guard let lines = lines(of: lockFile(of: clusterDirectory)), let number = lines.first.flatMap({ pid_t($0) }),
            let process = ServerProcess(number), process.isServer(of: clusterDirectory) != false
        else { return nil }
        // https://github.com/postgres/postgres/blob/REL_15_STABLE/src/include/utils/pidfile.h
        return Postmaster(
            process: process,
            port: lines.count > 3 ? Int(lines[3]) ?? EmbeddedServer.portDefault : EmbeddedServer.portDefault,
            isStopping: lines.count > 7 && lines[7].hasPrefix("stopping"))
    }

    /// Processes of a server whose postmaster has died: they end by themselves, each when it next waits for something.
    ///
    /// Empty where the system does not tell which directory a process works in.
    static func orphans(of clusterDirectory: String) -> [ServerProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap(ServerProcess.init)
            .filter { $0.isServer(of: clusterDirectory) == true }
    }

    /// Removes lock files whose number belongs to a zombie or to another program, because PostgreSQL would not start beside them: that of the
    /// directory, and those of its sockets.
    ///
    /// Call it only where `running` and `orphans` find nothing. PostgreSQL looks for living processes of the directory a second time, by its
    /// shared memory.
    static func removeMisleadingLockFiles(of clusterDirectory: String, socketDirectory: String) {
        let sockets = ((try? FileManager.default.contentsOfDirectory(atPath: socketDirectory)) ?? [])
            .filter { $0.hasPrefix(".s.PGSQL.") && $0.hasSuffix(".lock") }
        for file in [lockFile(of: clusterDirectory)] + sockets.map({ socketDirectory + "/" + $0 }) {
            guard let number = lines(of: file)?.first.flatMap({ pid_t($0) }), number > 0,
                kill(number, 0) == 0 || errno == EPERM
            else { continue }
            unlink(file)
        }
    }

    private static func lines(of file: String) -> [Substring]? {
        (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n", omittingEmptySubsequences: false)
    }
}

/// A living process of PostgreSQL, told from a later process with the same number by the time at which it began.
struct ServerProcess: Hashable, Sendable {
    let number: pid_t
    /// In the kernel's ticks since the machine was started.
    private let startTicks: UInt64

    /// Nil if there is no such process, if it is a zombie, or another program.
    ///
    /// https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    init?(_ number: pid_t) {
        guard number > 0, let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
            let begin = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"),
            text[begin...].dropFirst().prefix(upTo: end) == "postgres"
        else { return nil }
        let fields = text[end...].dropFirst().split(separator: " ")
        guard fields.count > 19, !["Z", "X"].contains(fields[0]), let ticks = UInt64(fields[19]) else { return nil }
        self.number = number
        startTicks = ticks
    }

    var isAlive: Bool { ServerProcess(number) == self }

    /// Whether it works in the directory; nil where the system does not tell, as in a container without CAP_SYS_PTRACE.
    func isServer(of clusterDirectory: String) -> Bool? {
        var (own, cluster) = (stat(), stat())
        guard stat("/proc/\(number)/cwd", &own) == 0 else { return nil }
        guard stat(clusterDirectory, &cluster) == 0 else { return false }
        return own.st_dev == cluster.st_dev && own.st_ino == cluster.st_ino
    }

    func signal(_ signal: Int32) {
        if isAlive { _ = kill(number, signal) }
    }
}
