/// The samples that several terms cover together. `check` compares them with other terms.
///
/// Terms that name each type of a group do not cover the group. A type that is added to the group
/// later would be in the group, but not in these terms.
public struct AccessCoverage: Sendable {
    /// The terms, which add up, such as those of the valid grants of a holder.
    private let terms: [AccessTerms]

    /// - Parameter limit: the terms of a token, which narrow `terms`; nil for no limit.
    public init(_ terms: [AccessTerms], within limit: AccessTerms? = nil) {
        self.terms = limit.map { limit in terms.compactMap { $0.intersection(limit) } } ?? terms
    }

    /// Checks that these terms give everything that `wanted` gives, for at least the same time.
    ///
    /// - Throws: `AccessExcess`, which names the member of `wanted` that gives more.
    public func check(_ wanted: AccessTerms) throws(AccessExcess) {
        for right in [AccessRights.read, .write, .manage] where wanted.rights.contains(right) {
            guard terms.contains(where: { $0.rights.contains(right) }) else {
                throw AccessExcess(field: "rights", what: right.names.joined())
            }
        }
        // Names are shown only if every grant that reads shows them.
        let readers = terms.filter { $0.rights.contains(.read) }
        guard !wanted.rights.contains(.read) || !wanted.showsNames || readers.allSatisfy(\.showsNames) else {
            throw AccessExcess(field: "showsNames", what: "names")
        }
        let lasting = terms.filter { $0.lasts(as: wanted) }
        if wanted.rights.contains(.manage), !lasting.contains(where: { $0.rights.contains(.manage) }) {
            throw AccessExcess(field: "expiresAt", what: "manage")
        }
        for right in [AccessRights.read, .write] where wanted.rights.contains(right) {
            for unit in wanted.scope.units {
                let covering = terms.filter { $0.rights.contains(right) && $0.scope.covers(unit) }
                guard !covering.isEmpty else { throw AccessExcess(field: unit.field, what: unit.name) }
                guard AccessCoverage.cover(covering.map(\.scope), wanted.scope) else {
                    let start = wanted.scope.from?.microseconds ?? .min
                    let coversStart = covering.contains { term in
                        (term.scope.from?.microseconds ?? .min) <= start && start < term.scope.to?.microseconds ?? .max
                    }
                    throw AccessExcess(field: coversStart ? "to" : "from", what: unit.name)
                }
                guard AccessCoverage.cover(covering.filter { $0.lasts(as: wanted) }.map(\.scope), wanted.scope) else {
                    throw AccessExcess(field: "expiresAt", what: unit.name)
                }
            }
        }
    }

    /// Returns true if these terms give everything that `wanted` gives, for at least the same time.
    public func covers(_ wanted: AccessTerms) -> Bool {
        do { try check(wanted) } catch { return false }
        return true
    }

    /// Returns true if the terms with the right to manage cover `scope` together.
    public func manages(_ scope: AccessScope) -> Bool {
        let managed = terms.filter { $0.rights.contains(.manage) }.map(\.scope)
        return scope.units.allSatisfy { unit in AccessCoverage.cover(managed.filter { $0.covers(unit) }, scope) }
    }

    /// Returns true if terms with the right to manage cover the type at some dates.
    public func manages(type identifier: String) -> Bool {
        terms.contains { $0.rights.contains(.manage) && $0.scope.covers(.type(identifier)) }
    }

    /// Returns true if the dates of the scopes together cover the dates of `wanted`.
    private static func cover(_ scopes: [AccessScope], _ wanted: AccessScope) -> Bool {
        let ranges = scopes.map { (from: $0.from?.microseconds ?? .min, to: $0.to?.microseconds ?? .max) }
            .sorted { $0.from < $1.from }
        let end = wanted.to?.microseconds ?? .max
        var covered = wanted.from?.microseconds ?? .min
        for range in ranges where range.from <= covered { covered = max(covered, range.to) }
        return covered >= end
    }
}

/// The first member of the wanted terms that gives more than the caller may do.
public struct AccessExcess: Error, Hashable, Sendable {
    /// `rights`, `groups`, `types`, `from`, `to`, `showsNames` or `expiresAt`.
    public var field: String
    /// The right, group or type.
    public var what: String
}

extension AccessTerms {
    /// Returns the terms that give what both terms give; nil if that is nothing.
    public func intersection(_ other: AccessTerms) -> AccessTerms? {
        guard let scope = scope.intersection(other.scope) else { return nil }
        let rights = rights.intersection(other.rights)
        guard rights.contains(.manage) || !rights.isEmpty && scope.hasTypes else { return nil }
        let expires = [expires, other.expires].compactMap { $0 }.min()
        return AccessTerms(
            rights: rights, scope: scope, showsNames: showsNames && other.showsNames, expires: expires)
    }

    /// Returns true if the terms do not end before `other`.
    fileprivate func lasts(as other: AccessTerms) -> Bool {
        guard let expires else { return true }
        return other.expires.map { $0 <= expires } ?? false
    }
}

extension AccessScope {
    /// A group with all its types, also types that are added later, or a type that terms name.
    fileprivate enum Unit: Hashable {
        case group(AccessGroup)
        case type(String)

        var field: String { if case .group = self { "groups" } else { "types" } }

        var name: String {
            switch self {
            case .group(let group): group.rawValue
            case .type(let identifier): Catalogue.sampleType(named: identifier)?.shortName ?? identifier
            }
        }
    }

    fileprivate var coveredGroups: Set<AccessGroup> {
        hasAllGroups ? groups.union(Set(AccessGroup.allCases).subtracting(AccessGroup.special)) : groups
    }

    fileprivate var units: [Unit] {
        AccessGroup.allCases.filter(coveredGroups.contains).map(Unit.group) + types.sorted().map(Unit.type)
    }

    fileprivate func covers(_ unit: Unit) -> Bool {
        switch unit {
        case .group(let group): coveredGroups.contains(group)
        case .type(let identifier):
            types.contains(identifier) || coveredGroups.contains(AccessScope.group(of: identifier))
        }
    }

    /// A type that is not in the catalogue is in `other`.
    private static func group(of identifier: String) -> AccessGroup {
        Catalogue.sampleType(named: identifier)?.accessGroup ?? .other
    }

    /// Returns the types and dates that both scopes cover; nil if they have no date in common.
    public func intersection(_ other: AccessScope) -> AccessScope? {
        let from = [from, other.from].compactMap { $0 }.max()
        let to = [to, other.to].compactMap { $0 }.min()
        if let from, let to, from >= to { return nil }
        let hasAllGroups = hasAllGroups && other.hasAllGroups
        var groups = coveredGroups.intersection(other.coveredGroups)
        let named = types.union(other.types).filter { type in
            covers(.type(type)) && other.covers(.type(type)) && !groups.contains(AccessScope.group(of: type))
        }
        // `AccessScope.init` removes such groups, too, so that scopes with the same samples are
        // equal.
        if hasAllGroups { groups.formIntersection(AccessGroup.special) }
        return AccessScope(hasAllGroups: hasAllGroups, groups: groups, types: named, from: from, to: to)
    }
}
