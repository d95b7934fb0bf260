import Foundation

/// What a test sees and changes of a private server from outside.
public struct ServerFiles: Sendable {
    /// The data directory.
    public let directory: String

    public init(_ directory: String) {
        self.directory = directory
    }

    /// The process in `postmaster.pid`; nil if there is none.
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

    /// Takes the write-ahead log from the server, which then cannot start, or gives it back. As a full disk, that is not the server's fault, and can
    /// be mended.
    public func setLogIsReachable(_ isReachable: Bool) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: isReachable ? 0o700 : 0], ofItemAtPath: directory + "/postgres/pg_wal")
    }
}
