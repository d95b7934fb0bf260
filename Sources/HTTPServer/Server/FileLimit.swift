import Glibc

/// How many files, and so connections, the process may have open.
/// https://man7.org/linux/man-pages/man2/getrlimit.2.html
enum FileLimit {
    /// Files of the process that are no connections of the server: those of the database, of logs and imports. 256.
    static let reserve = 256

    /// Raises the limit so far that `connections` fit, as far as the system allows without privileges.
    ///
    /// - Returns: how many connections fit, at most `connections`, at least 1.
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
