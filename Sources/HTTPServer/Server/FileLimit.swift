import Glibc

/// The number of files, and so connections, that the process may have open.
///
/// https://man7.org/linux/man-pages/man2/getrlimit.2.html
enum FileLimit {
    /// The number of files that the process opens besides the server's connections. They belong to
    /// the database, logs, imports and webhooks. 512.
    static let reserve = 512

    /// Raises the limit to fit `connections`, as far as the system allows it without privileges.
    ///
    /// - Returns: the number of connections that fit, at least 1, at most `connections`.
    static func raise(forConnections connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < wanted else { return connections }
        return max(1, Int(limit.rlim_cur) - reserve)
    }
}
