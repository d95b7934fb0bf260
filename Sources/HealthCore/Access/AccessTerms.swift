/// The rights, types, dates and end of a grant, or the limits of a token.
public struct AccessTerms: Hashable, Sendable {
    public var rights: AccessRights
    public var scope: AccessScope
    /// True if the names of sources and devices may be read.
    public var showsNames: Bool
    /// The instant at which the access ends; nil for no end.
    public var expires: Instant?

    public init(rights: AccessRights, scope: AccessScope, showsNames: Bool = true, expires: Instant? = nil) {
        self.rights = rights
        self.scope = scope
        self.showsNames = showsNames
        self.expires = expires
    }

    /// Every right over every sample. A token with these terms does not narrow the grants.
    public static let everything = AccessTerms(rights: .all, scope: .everything)
}

extension AccessTerms {
    /// The terms without types that are not in the catalogue, because the names of such types are
    /// personal.
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
