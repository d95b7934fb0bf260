import Foundation
import Postgres

/// What a holder may do with the samples of one person: the holder's grants, narrowed by the token
/// that was presented. `health.access_of` computes it.
public struct Access: Sendable, Hashable {
    /// The person whose samples are meant.
    let personID: Int32
    public var holderID: Int32
    /// Whether the holder is the person's own.
    public var isOwn: Bool
    public var mayRead: Bool
    public var mayWrite: Bool
    public var mayManage: Bool
    /// Whether the names of sources and devices may be read.
    public var showsNames: Bool
    /// Whether every sample may be read, with names. Such a holder reads as the owner of the
    /// tables, without policies.
    public var readsAll: Bool
    /// Whether every sample may be written.
    public var writesAll: Bool
    /// The JSON of `health.access_of`, which the policies read.
    let text: String

    /// - Parameter text: the JSON of `health.access_of`.
    init(_ text: String) throws {
        struct Rights: Decodable {
            var person, holder: Int32
            var isOwn, mayRead, mayWrite, mayManage, showsNames, readsAll, writesAll: Bool
        }
        let rights = try JSONDecoder().decode(Rights.self, from: Data(text.utf8))
        self.text = text
        personID = rights.person
        holderID = rights.holder
        isOwn = rights.isOwn
        mayRead = rights.mayRead
        mayWrite = rights.mayWrite
        mayManage = rights.mayManage
        showsNames = rights.showsNames
        readsAll = rights.readsAll
        writesAll = rights.writesAll
    }
}

extension Access {
    /// SQL: whether the statement reads for a holder who may not read everything. PostgreSQL
    /// evaluates the subquery once.
    static let isLimited = "(select row_security_active('health.sample'))"
}

/// Who sent a request: a holder, who speaks about one person.
public struct Caller: Sendable, Hashable {
    public var person: Person
    public var access: Access
    public var credential: Credential
    /// Whether the token narrows the grants of the holder.
    public var isNarrowed = false

    /// The token or session that narrows the grants; nil for a user of a trusted proxy, and for a
    /// session that names another person, whose grants it does not narrow.
    public var tokenID: UUID? { credential.token.flatMap { $0.personID == person.id ? $0.tokenID : nil } }
}

extension Session {
    /// Runs `body` in a transaction that reads what the holder may read: one snapshot, and for a
    /// holder who may not read everything, the policies of sql/code/access.sql.
    ///
    /// Every answer of the service comes from such a transaction.
    ///
    /// - Throws: the error of `body`; `PostgresError`, 42501 or 22023 if the server has no role
    ///   `healthstore_reader`.
    public func reading<Value>(as access: Access, _ body: () throws -> Value) throws -> Value {
        try transaction(isolation: .repeatableRead, readOnly: true) {
            if !access.readsAll {
                // One script: the role is never set without the settings that limit it.
                try executeScript(
                    """
                    set local role healthstore_reader; set local healthstore.reader = '\(access.personID)';
                    set local healthstore.access = '\(quoted(access.text))'
                    """)
            }
            return try body()
        }
    }

    private func quoted(_ text: String) -> String { text.replacing("'", with: "''") }
}
