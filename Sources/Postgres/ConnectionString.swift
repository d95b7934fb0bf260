import CLibPQ

/// What a connection string says, keyword by keyword: a URI or keyword/value string.
///
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
public struct ConnectionString: Sendable {
    /// In libpq's order; only what the string says, not what libpq's environment adds.
    private var settings: [(keyword: String, value: String)] = []

    /// - Throws: `PostgresError` if it is none; the message does not quote it, since it may hold a password.
    public init(_ conninfo: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(conninfo, &message) else {
            PQfreemem(message)
            throw PostgresError(sqlState: "08001", message: "the connection string is malformed")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                settings.append((String(cString: keyword), String(cString: value)))
            }
            option += 1
        }
    }

    /// The value of a keyword, such as `dbname`; nil takes it out.
    public subscript(keyword: String) -> String? {
        get { settings.first { $0.keyword == keyword }?.value }
        set {
            settings.removeAll { $0.keyword == keyword }
            if let newValue { settings.append((keyword, newValue)) }
        }
    }

    /// Has the server begin the session with a setting, which wins over those that the string has already.
    ///
    /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNECT-OPTIONS
    public mutating func set(_ name: String, to value: String) {
        let escaped = value.map { $0 == "\\" || $0.isWhitespace ? "\\\($0)" : "\($0)" }.joined()
        self["options"] = (self["options"].map { $0 + " " } ?? "") + "-c \(name)=\(escaped)"
    }

    /// In keyword/value form.
    public var text: String {
        settings.map { keyword, value in
            let escaped = value.map { $0 == "\\" || $0 == "'" ? "\\\($0)" : "\($0)" }.joined()
            return "\(keyword)='\(escaped)'"
        }.joined(separator: " ")
    }
}

extension Session {
    /// What the server keeps of a password (SCRAM-SHA-256), made here so that the password itself is neither sent nor logged.
    ///
    /// https://www.postgresql.org/docs/15/libpq-misc.html#LIBPQ-PQENCRYPTPASSWORDCONN
    public func passwordVerifier(_ password: String, for role: String) throws -> String {
        guard let verifier = PQencryptPasswordConn(connection, password, role, "scram-sha-256") else {
            throw PostgresError(sqlState: "XX000", message: "the password cannot be made")
        }
        defer { PQfreemem(verifier) }
        return String(cString: verifier)
    }
}
