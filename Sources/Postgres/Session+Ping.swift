import CLibPQ

/// The answer of a server to `Session.ping`.
public enum ServerAnswer: Sendable {
    /// The server accepts connections. It may still refuse the caller's session, for example for a
    /// wrong password.
    case accepts
    /// The server is starting, recovering or stopping.
    case rejects
    /// No server answers.
    case silent
}

extension Session {
    /// Tests if a server accepts connections, without opening a session. Blocks for at most 15
    /// seconds.
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

    /// The server's version in the server's own words, such as `15.18 (Debian 15.18-0+deb12u1)`.
    public var serverVersionText: String {
        PQparameterStatus(connection, "server_version").map { String(cString: $0) } ?? ""
    }
}
