import CLibPQ

/// What a server says to a client that asks whether it may connect.
public enum ServerAnswer: Sendable {
    /// It takes sessions, or refuses this one for a reason of its own, such as a wrong password.
    case accepts
    /// It starts, recovers or stops.
    case rejects
    /// No server answers.
    case silent
}

extension Session {
    /// Asks a server whether it takes sessions, without opening one. Blocks for 15 seconds at most.
    ///
    /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PQPINGPARAMS
    public static func ping(conninfo: String) -> ServerAnswer {
        let answer = withCStrings(["connect_timeout", "dbname"]) { keywords in
            withCStrings(["15", conninfo]) { values in PQpingParams(keywords, values, 1) }
        }
        switch answer {
        case PQPING_OK: return .accepts
        case PQPING_REJECT: return .rejects
        default: return .silent
        }
    }

    /// The server's version in its own words: `15.18 (Debian 15.18-0+deb12u1)`.
    public var serverVersionText: String {
        PQparameterStatus(connection, "server_version").map { String(cString: $0) } ?? ""
    }
}
