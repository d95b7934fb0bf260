/// What a grant says, or what a token leaves of the grants of its holder.
public struct AccessTerms: Hashable, Sendable {
    public var rights: AccessRights
    public var scope: AccessScope
    /// Whether the names of sources and devices may be read.
    public var showsNames: Bool
    /// The instant at which the access ends; nil for no end.
    public var expires: Instant?

    public init(rights: AccessRights, scope: AccessScope, showsNames: Bool = true, expires: Instant? = nil) {
        self.rights = rights
        self.scope = scope
        self.showsNames = showsNames
        self.expires = expires
    }

    /// Every right over every sample; as a token, no narrowing.
    public static let everything = AccessTerms(rights: .all, scope: .everything)
}

extension AccessTerms {
    /// The terms without types that are in no catalogue. Their names are personal.
    public var withoutOtherTypes: AccessTerms {
        var terms = self
        terms.scope.types = terms.scope.types.filter { Catalogue.sampleType(named: $0) != nil }
        return terms
    }

    /// The terms in words, such as `read activity, sleep; from 2024-01-01; without names; until
    /// 2027-01-01`.
    public func text(on clock: WallClock) -> String {
        var parts = [rights.names.joined(separator: ", ") + " " + scope.typeText]
        if let dates = scope.dateText(on: clock) { parts.append(dates) }
        if !showsNames { parts.append("without names") }
        if let expires { parts.append("until " + clock.dateText(expires)) }
        return parts.joined(separator: "; ")
    }
}
