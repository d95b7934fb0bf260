import CLibPQ

/// The settings of a libpq connection string, by keyword. The string is a URI or a keyword/value
/// string.
///
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
public struct ConnectionString: Sendable {
    /// The settings that the string contains, in libpq's order. Settings of libpq's environment are
    /// not included.
    private var settings: [(keyword: String, value: String)] = []

    /// Parses a connection string.
    ///
    /// - Throws: `PostgresError` (08001) if the string is malformed. The message does not quote the
    ///   string, which may contain a password.
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

    /// Checks the form of a string that is passed to a connection. A string that is neither a URI
    /// nor has an equals sign is the name of a database.
    ///
    /// - Throws: `PostgresError` (08001), as the initializer does.
    static func check(_ conninfo: String) throws {
        let isName = !conninfo.contains("=") && !["postgres://", "postgresql://"].contains(where: conninfo.hasPrefix)
        if !isName { _ = try ConnectionString(conninfo) }
    }

    /// The value of a keyword such as `dbname`. Nil removes the keyword.
    public subscript(keyword: String) -> String? {
        get { settings.first { $0.keyword == keyword }?.value }
        set {
            settings.removeAll { $0.keyword == keyword }
            if let newValue { settings.append((keyword, newValue)) }
        }
    }

    /// Adds a server setting to the session's start. It overrides an earlier setting of the same
    /// name in the string.
    ///
    /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNECT-OPTIONS
    public mutating func set(_ name: String, to value: String) {
        let escaped = value.map { $0 == "\\" || $0.isWhitespace ? "\\\($0)" : "\($0)" }.joined()
        self["options"] = (self["options"].map { $0 + " " } ?? "") + "-c \(name)=\(escaped)"
    }

    /// The settings as a keyword/value string.
    public var text: String {
        settings.map { keyword, value in
            let escaped = value.map { $0 == "\\" || $0 == "'" ? "\\\($0)" : "\($0)" }.joined()
            return "\(keyword)='\(escaped)'"
        }.joined(separator: " ")
    }
}

extension Session {
    /// Returns the SCRAM-SHA-256 verifier of a password, which the server stores instead of the
    /// password.
    ///
    /// libpq computes the verifier in this process, so the password is neither sent nor logged.
    /// https://www.postgresql.org/docs/15/libpq-misc.html#LIBPQ-PQENCRYPTPASSWORDCONN
    ///
    /// - Throws: `PostgresError` (XX000) if libpq cannot compute the verifier.
    public func passwordVerifier(_ password: String, for role: String) throws -> String {
        guard let verifier = PQencryptPasswordConn(connection, password, role, "scram-sha-256") else {
            throw PostgresError(sqlState: "XX000", message: "libpq could not compute the password's verifier")
        }
        defer { PQfreemem(verifier) }
        return String(cString: verifier)
    }
}
