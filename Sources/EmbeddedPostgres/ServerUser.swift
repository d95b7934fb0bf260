import Foundation

/// The user of this machine that the server runs as: the user that starts it, except that PostgreSQL refuses root.
struct ServerUser {
    let id: uid_t
    let group: gid_t
    let name: String
    /// What to put before a command so that it runs as this user.
    let command: [String]

    /// Whom a server that root starts runs as, the first that exists: a user made for it, or the user that Debian's packages create.
    private static let substitutes = ["healthstore", "postgres"]

    /// The user that runs the server of a data directory.
    ///
    /// Root does not change whose server it is: that is the owner of its files, or of the directory.
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
            .noServerUser, "PostgreSQL refuses to run as root, and there is no user \"postgres\"",
            hint: "install postgresql, or start healthstore as another user")
    }

    /// The owner of a file or directory; nil if there is none.
    static func owner(of path: String) -> uid_t? {
        var file = stat()
        return stat(path, &file) == 0 ? file.st_uid : nil
    }

    static func name(of id: uid_t) -> String? {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) }
    }
}
