import Foundation

/// The user of this machine that the server runs as: the user that starts it, except that PostgreSQL refuses root.
struct ServerUser {
    let id: uid_t
    let group: gid_t
    let name: String
    /// What to put before a command so that it runs as this user.
    let command: [String]

    /// The one user whom the server takes for its owner: the user of this process. The server's own user, where that is
    /// another one, needs no session.
    static var ownerName: String? { name(of: geteuid()) }

    /// Whom a server that root starts runs as, the first that exists: a user made for it, or the user that Debian's packages create.
    private static let substitutes = ["healthstore", "postgres"]

    /// - Parameter clusterDirectory: its owner goes on running the server; it need not exist.
    static func current(clusterDirectory: String) throws -> ServerUser {
        guard geteuid() == 0 else {
            return ServerUser(id: geteuid(), group: getegid(), name: name(of: geteuid()) ?? "\(geteuid())", command: [])
        }
        var cluster = stat()
        let owner = stat(clusterDirectory, &cluster) == 0 && cluster.st_uid != 0 ? name(of: cluster.st_uid) : nil
        for name in owner.map({ [$0] }) ?? substitutes {
            guard let entry = getpwnam(name) else { continue }
            return ServerUser(
                id: entry.pointee.pw_uid, group: entry.pointee.pw_gid, name: name,
                command: ["setpriv", "--reuid=\(name)", "--regid=\(entry.pointee.pw_gid)", "--init-groups", "--"])
        }
        throw EmbeddedPostgresError(
            .noServerUser, "PostgreSQL refuses to run as root, and there is no user \"postgres\"",
            hint: "install postgresql, or start healthstore as another user")
    }

    private static func name(of id: uid_t) -> String? {
        getpwuid(id).map { String(cString: $0.pointee.pw_name) }
    }
}
