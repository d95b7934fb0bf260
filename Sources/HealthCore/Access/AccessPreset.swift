/// A recipe for a grant. It is used once, when the grant is made.
///
/// A preset covers a special group (`AccessGroup.special`) only if the scope names it.
public enum AccessPreset: String, CaseIterable, Sendable {
    /// Writes every group, and reads what it wrote itself.
    case phone
    /// Reads every group at every date.
    case dashboard
    /// Reads the chosen groups, which cannot be routes.
    case family
    /// Reads a range of dates until an expiry, without names of sources and devices.
    case researcher
    /// Reads by SQL.
    case analyst

    /// The days after which a researcher's grant ends if no expiry is given.
    public static let researcherDaysDefault: Int64 = 365

    /// - Throws: `ParameterError` that names `name` and lists the presets.
    public init(_ text: String, _ name: String = "preset") throws(ParameterError) {
        guard let preset = AccessPreset(rawValue: text) else {
            let names = AccessPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw ParameterError(.malformed, name, "\(name) must be one of \(names)")
        }
        self = preset
    }

    /// Returns the terms of the grant.
    ///
    /// - Parameters:
    ///   - scope: the chosen types and dates. Without types, the grant covers all groups.
    ///   - showsNames: false to hide names. The preset researcher always hides them.
    ///   - expires: the chosen end; nil if none was chosen.
    /// - Throws: `ParameterError` that names a member which the preset needs or does not allow.
    public func terms(
        scope: AccessScope, showsNames: Bool = true, expires: Instant? = nil, now: Instant
    ) throws(ParameterError) -> AccessTerms {
        var terms = AccessTerms(
            rights: self == .phone ? .write : .read, scope: scope, showsNames: showsNames && self != .researcher,
            expires: expires)
        if !scope.hasTypes { terms.scope.hasAllGroups = true }
        switch self {
        case .phone, .dashboard, .analyst: break
        case .family:
            guard scope.hasTypes else {
                throw ParameterError(.missing, "groups", "groups is missing: the preset family covers chosen groups")
            }
            let hasRouteType = scope.types.contains { Catalogue.sampleType(named: $0)?.accessGroup == .routes }
            guard !scope.groups.contains(.routes), !hasRouteType else {
                throw ParameterError(
                    .malformed, hasRouteType ? "types" : "groups",
                    "\(hasRouteType ? "types" : "groups") must not have routes, which the preset family never covers",
                    hint: "a grant with rights and without a preset may cover routes")
            }
        case .researcher:
            for (name, date) in [("from", scope.from), ("to", scope.to)] where date == nil {
                throw ParameterError(
                    .missing, name, "\(name) is missing: the preset researcher covers a range of dates")
            }
            let year = AccessPreset.researcherDaysDefault * 86_400 * Instant.microsecondsPerSecond
            terms.expires = expires ?? Instant(microseconds: now.microseconds + year)
        }
        return terms
    }
}
