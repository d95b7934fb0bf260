import Foundation
import Postgres

/// What a caller may do with the samples of one person: the grants of its holder, narrowed by the
/// token. `health.access_of` computes it.
public struct Access: Sendable, Hashable, Decodable {
    /// The id of the person to whom the samples belong.
    let personID: Int32
    public var holderID: Int32
    /// True if the holder is the person's own.
    public var isOwn: Bool
    public var mayRead: Bool
    public var mayWrite: Bool
    public var mayManage: Bool
    /// True if the names of sources and devices may be read.
    public var showsNames: Bool
    /// True if every sample may be read, with names. The service reads for such a caller as the
    /// owner of the tables, without policies.
    public var readsAll: Bool
    /// True if every sample may be written.
    public var writesAll: Bool
    /// All samples that may be read start between these times, which are written as PostgreSQL
    /// writes them.
    let firstTime: String
    let lastTime: String
    /// The JSON of `health.access_of`, which the policies read.
    private(set) var text = ""

    private enum CodingKeys: String, CodingKey {
        case personID = "person"
        case holderID = "holder"
        case isOwn, mayRead, mayWrite, mayManage, showsNames, readsAll, writesAll, firstTime, lastTime
    }
}

extension Access {
    /// - Parameter text: the JSON of `health.access_of`.
    init(_ text: String) throws {
        self = try JSONDecoder().decode(Access.self, from: Data(text.utf8))
        self.text = text
    }

    /// True if everything may be read, and everything or nothing may be written.
    var isWhole: Bool { readsAll && (writesAll || !mayWrite) }

    /// SQL that is true if the transaction reads for a caller who may not read everything.
    /// PostgreSQL evaluates the subquery once.
    static let isLimited = "(select row_security_active('health.sample'))"
}

/// The holder that sent a request, and the person whom the request is about.
public struct Caller: Sendable, Hashable {
    public var person: Person
    public var access: Access
    public var credential: Credential
    /// True if the token narrows the grants of the holder.
    public var isNarrowed = false

    /// The id of the token or session. Nil for a user of a trusted proxy, and for a session that
    /// asks about another person: its row is about its own person, and does not narrow other
    /// grants.
    public var tokenID: UUID? { credential.token.flatMap { $0.personID == person.id ? $0.tokenID : nil } }
}
