import Foundation

/// The user of this machine that runs the server and owns the data directory. It is the user that
/// starts the server, unless that user is root, which PostgreSQL refuses.
struct ServerUser {
    let id: uid_t
    let group: gid_t
    let name: String
    /// The words that run a command as this user when they precede it.
    let command: [String]

    /// The users that may run a server that root starts. The first that exists is used.
    /// "healthstore" is created by the administrator, and "postgres" by Debian's packages.
    private static let substitutes = ["healthstore", "postgres"]

    /// Returns the user that runs the server of a data directory.
    ///
    /// If root starts the server, this is the owner of the server's files or of the directory. If
    /// root owns them, it is one of `substitutes`.
    ///
    /// - Throws: `EmbeddedPostgresError` if root has no user to run the server as.
    static func current(dataDirectory: String) throws -> ServerUser {
        guard geteuid() == 0 else {
            return ServerUser(id: geteuid(), group: getegid(), name: name(of: geteuid()) ?? "\(geteuid())", command: [])
        }
        let owner = [dataDirectory + "/postgres", dataDirectory].lazy.compactMap(owner).first { $0 != 0 }
        for name in owner.flatMap(name(of:)).map({ [$0] }) ?? substitutes {
            guard let entry = getpwnam(name) else { continue }
            return ServerUser(
                id: entry.pointee.pw_uid, group: entry.pointee.pw_gid, name: name,
                command: ["setpriv", "--reuid=\(name)", "--regid=\(entry.pointee.pw_gid)", "--init-groups", "--"])
        }
        throw EmbeddedPostgresError(
            .noServerUser,
            "healthstore and PostgreSQL do not run as root, and there is neither a user \"healthstore\" nor \"postgres\"",
            hint: "add a user: useradd --system healthstore; or start healthstore as another user")
    }

    /// Returns the owner of a file or directory, or nil if it does not exist.
    static func owner(of path: String) -> uid_t? {
        var file = stat()
        return stat(path, &file) == 0 ? file.st_uid : nil
    }

    static func name(of id: uid_t) -> String? {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) }
    }
}
