import Foundation

/// The proof of a request's caller, and the person whom the request is about.
public struct Credential: Hashable, Sendable {
    public enum Proof: Hashable, Sendable {
        /// A token of the header `Authorization`.
        case token(BearerToken)
        /// The token of a session, in a cookie.
        case session(BearerToken)
        /// The name of a person who has signed in to a trusted proxy.
        case proxyUser(String)
    }

    public var proof: Proof
    /// The uuid of the parameter `person`; nil if the request is about the credential's own person.
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
