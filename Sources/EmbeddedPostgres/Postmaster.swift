import Foundation

/// The running server process of a data directory. The lock file `postmaster.pid` names it.
///
/// PostgreSQL's own programs accept any process that has the number in that file. This type also
/// checks that the process is not a zombie and not another program that has received the number
/// since.
struct Postmaster: Equatable, Sendable {
    let process: ServerProcess
    /// The port in the socket's name.
    let port: Int
    /// True if the server was told to stop.
    let isStopping: Bool

    private static func lockFile(of clusterDirectory: String) -> String { clusterDirectory + "/postmaster.pid" }

    /// Returns the server that runs in the directory, or nil.
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

    /// Returns processes of the server whose postmaster has died. Each ends by itself when it next
    /// waits for an event.
    ///
    /// Returns none if the system does not report the working directories of processes.
    static func orphans(of clusterDirectory: String) -> [ServerProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap(ServerProcess.init)
            .filter { $0.isServer(of: clusterDirectory) == true }
    }

    /// Removes lock files whose number belongs to a zombie or to another program. They are the lock
    /// files of the data directory and of its sockets. PostgreSQL would not start while they exist.
    ///
    /// Call it only if `running` and `orphans` find no process. PostgreSQL itself then checks its
    /// shared memory for living processes.
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

/// A living process of PostgreSQL. Its start time distinguishes it from a later process with the
/// same number.
struct ServerProcess: Hashable, Sendable {
    let number: pid_t
    /// The start time in the kernel's clock ticks since boot.
    private let startTicks: UInt64

    /// Returns nil if the process does not exist, is a zombie, or runs another program.
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

    /// Returns true if the process's working directory is `clusterDirectory`. Returns nil if the
    /// system does not report it, for example in a container without CAP_SYS_PTRACE.
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
