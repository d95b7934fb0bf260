import Foundation
import Postgres

/// What a holder may do with the samples of one person: the holder's grants, narrowed by the token
/// that was presented. `health.access_of` computes it.
public struct Access: Sendable, Hashable {
    public var holderID: Int32
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
            var holder: Int32
            var mayRead, mayWrite, mayManage, showsNames, readsAll, writesAll: Bool
        }
        let rights = try JSONDecoder().decode(Rights.self, from: Data(text.utf8))
        self.text = text
        holderID = rights.holder
        mayRead = rights.mayRead
        mayWrite = rights.mayWrite
        mayManage = rights.mayManage
        showsNames = rights.showsNames
        readsAll = rights.readsAll
        writesAll = rights.writesAll
    }
}

/// Who sent a request: a holder, who speaks about one person.
public struct Caller: Sendable, Hashable {
    public var person: Person
    public var access: Access
    public var credential: Credential
    /// Whether the token narrows the grants of the holder.
    public var isNarrowed = false
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
                // One script: the role is never set without the setting that limits it.
                try executeScript(
                    "set local role healthstore_reader; set local healthstore.access = '\(quoted(access.text))'")
            }
            return try body()
        }
    }

    private func quoted(_ text: String) -> String { text.replacing("'", with: "''") }
}
