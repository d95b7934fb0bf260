import HealthCore
import HealthDatabase
import Postgres

/// What a caller sees and ends by the right to manage: grants, tokens, invitations and webhooks
/// that cover no more than the caller manages.
struct ManagedAccess: Sendable {
    private let coverage: AccessCoverage
    /// The terms of the valid grants about the person, by the id of the holder.
    private let grants: [Int32: [AccessTerms]]
    /// True if the caller manages every type at all dates.
    let isWhole: Bool

    /// - Throws: the errors of `HeldAccess`.
    init(_ caller: Caller, _ session: Session) throws {
        coverage = caller.access.mayManage ? try HeldAccess(caller, session).coverage : AccessCoverage([])
        isWhole = coverage.manages(.everything)
        let valid = try GrantStore.list(about: caller.person, session).filter { $0.isValid(at: .now) }
        grants = Dictionary(grouping: valid, by: \.holder.id).mapValues { $0.map(\.terms) }
    }

    /// The identifiers of the types of the catalogue that the caller manages, at some dates. Nil if
    /// the caller manages everything.
    var types: [String]? {
        guard !isWhole else { return nil }
        return Catalogue.sampleTypes.map(\.identifier).filter { coverage.manages(type: $0) }
    }

    func covers(_ grant: AccessGrant) -> Bool { coverage.manages(grant.terms.scope) }

    func covers(_ invitation: Invitation) -> Bool { coverage.manages(invitation.terms.scope) }

    func covers(_ token: TokenStore.Listed) -> Bool { covers(token.holder, within: token.terms) }

    /// - Parameter limit: the terms of a token, which narrow the grants of the holder.
    func covers(_ holder: Holder, within limit: AccessTerms) -> Bool {
        let terms = grants[holder.id, default: []].compactMap { $0.intersection(limit) }
        return isWhole || !terms.isEmpty && terms.allSatisfy { coverage.manages($0.scope) }
    }
}

extension AccessLogStore {
    /// The types of the entries that a caller with `mayRead` reads. Nil for every entry.
    static func types(for caller: Caller, _ session: Session) throws -> [String]? {
        caller.access.mayManage ? try ManagedAccess(caller, session).types : nil
    }
}
