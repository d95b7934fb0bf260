import Foundation

/// The files and processes of a private server, read and changed from outside.
public struct ServerFiles: Sendable {
    /// The data directory.
    public let directory: String

    public init(_ directory: String) {
        self.directory = directory
    }

    /// The process in `postmaster.pid`, or nil.
    public var postmaster: Int32? {
        (try? String(contentsOfFile: directory + "/postgres/postmaster.pid", encoding: .utf8))?
            .split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// The processes that the postmaster started, with their titles.
    public var children: [(process: Int32, title: String)] {
        guard let postmaster else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let process = Int32(name),
                let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8),
                status.contains("\nPPid:\t\(postmaster)\n"),
                let title = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
            else { return nil }
            return (process, title.trimmingCharacters(in: ["\0"]))
        }
    }

    /// Sends a signal to the postmaster.
    public func signalPostmaster(_ signal: Int32) {
        if let postmaster { _ = kill(postmaster, signal) }
    }

    /// Makes the write-ahead log inaccessible to the server, which then cannot start, or accessible
    /// again. Like a full disk, it is an external fault that can be repaired.
    public func setLogIsReachable(_ isReachable: Bool) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: isReachable ? 0o700 : 0], ofItemAtPath: directory + "/postgres/pg_wal")
    }
}
