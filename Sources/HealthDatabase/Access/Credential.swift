import Foundation

/// What a request presents to show who sent it, and the person that it is about.
public struct Credential: Hashable, Sendable {
    public enum Proof: Hashable, Sendable {
        /// A token of the header `Authorization`.
        case token(BearerToken)
        /// The token of a session, in a cookie.
        case session(BearerToken)
        /// The name of a person, who has signed in to a trusted proxy.
        case proxyUser(String)
    }

    public var proof: Proof
    /// The person whom the request names; nil for the person of the credential.
    public var personUUID: UUID?

    public init(_ proof: Proof, personUUID: UUID? = nil) {
        self.proof = proof
        self.personUUID = personUUID
    }

    /// The token or the session; nil for a user of a trusted proxy.
    public var token: BearerToken? {
        switch proof {
        case .token(let token), .session(let token): token
        case .proxyUser: nil
        }
    }

    public var isSession: Bool { if case .session = proof { true } else { false } }
}
