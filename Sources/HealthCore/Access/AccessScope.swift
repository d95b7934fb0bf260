/// The samples that a grant or a token covers: by type and by date.
public struct AccessScope: Hashable, Sendable {
    /// Most types that one grant or token names. Groups cover more.
    public static let typesMax = 500

    /// Whether the types of every group except `AccessGroup.special` are covered.
    public var hasAllGroups: Bool
    /// Groups that are covered besides; the special ones only if they are in this set.
    public var groups: Set<AccessGroup>
    /// Identifiers of types that are covered besides.
    public var types: Set<String>
    /// Covered samples start at or after this instant; nil for no limit.
    public var from: Instant?
    /// Covered samples end at or before this instant; nil for no limit.
    public var to: Instant?

    public init(
        hasAllGroups: Bool = false, groups: Set<AccessGroup> = [], types: Set<String> = [], from: Instant? = nil,
        to: Instant? = nil
    ) {
        self.hasAllGroups = hasAllGroups
        self.groups = groups
        self.types = types
        self.from = from
        self.to = to
    }

    /// Every sample.
    public static let everything = AccessScope(hasAllGroups: true, groups: AccessGroup.special)
    /// The samples of every group except `AccessGroup.special`.
    public static let allGroups = AccessScope(hasAllGroups: true)

    /// The name of all groups except the special ones.
    public static let allName = "all"

    /// Whether samples of any type are covered.
    public var hasTypes: Bool { hasAllGroups || !groups.isEmpty || !types.isEmpty }

    /// Whether every type is covered, including types that are not in the catalogue.
    public var hasEveryType: Bool {
        AccessGroup.allCases.allSatisfy { groups.contains($0) || hasAllGroups && !AccessGroup.special.contains($0) }
    }

    /// The types without the dates.
    public var withoutDates: AccessScope { AccessScope(hasAllGroups: hasAllGroups, groups: groups, types: types) }
}

// MARK: - Parsing

extension AccessScope {
    /// Parses lists that are separated by commas: `all` or names of groups, and names of types.
    ///
    /// - Parameters:
    ///   - clock: the clock of dates without an offset.
    ///   - others: identifiers of the person's types that are not in the catalogue.
    /// - Throws: `ParameterError` that names `groups`, `types`, `from` or `to`.
    public init(
        groups: String?, types: String?, from: String?, to: String?, on clock: WallClock = .utc,
        others: Set<String> = []
    ) throws(ParameterError) {
        try self.init(
            groups: groups.map(AccessText.items) ?? [], types: types.map(AccessText.items) ?? [], from: from, to: to,
            on: clock, others: others)
    }

    /// As `init(groups:types:from:to:on:others:)` with texts, for lists.
    ///
    /// - Throws: `ParameterError` that names `groups`, `types`, `from` or `to`.
    public init(
        groups names: [String], types typeNames: [String], from: String?, to: String?, on clock: WallClock = .utc,
        others: Set<String> = []
    ) throws(ParameterError) {
        self.init()
        for name in names {
            if name == AccessScope.allName {
                hasAllGroups = true
            } else if let group = AccessGroup(rawValue: name) {
                groups.insert(group)
            } else {
                throw ParameterError(
                    .malformed, "groups",
                    "groups must be of \(AccessScope.groupList); \"\(name)\" is not one",
                    hint: "all covers every group except \(AccessScope.specialList)")
            }
        }
        // One spelling for each set of groups, so that equal scopes are equal.
        let ordinary = Set(AccessGroup.allCases).subtracting(AccessGroup.special)
        if groups.isSuperset(of: ordinary) { hasAllGroups = true }
        if hasAllGroups { groups.formIntersection(AccessGroup.special) }
        guard typeNames.count <= AccessScope.typesMax else {
            throw ParameterError(.outOfRange, "types", "types must name at most \(AccessScope.typesMax) types")
        }
        for name in typeNames {
            guard let identifier = Catalogue.sampleType(named: name)?.identifier ?? (others.contains(name) ? name : nil)
            else {
                throw ParameterError(
                    .unknownType, "types", "types must be names of types; \"\(name)\" is not one",
                    hint: "GET /v1/types lists the types")
            }
            types.insert(identifier)
        }
        self.from = try from.map { text throws(ParameterError) in try QuestionTime(text, "from").instant(on: clock) }
        self.to = try to.map { text throws(ParameterError) in try QuestionTime(text, "to").instant(on: clock) }
        if let from = self.from, let to = self.to, from >= to {
            throw ParameterError(.emptyRange, "to", "to must be later than from")
        }
    }

    private static let groupList = ([allName] + AccessGroup.allCases.map(\.rawValue)).joined(separator: ", ")
    private static let specialList = AccessGroup.allCases.filter(AccessGroup.special.contains).map(\.rawValue)
        .joined(separator: ", ")
}

// MARK: - Printing

extension AccessScope {
    /// `all` and the names of groups, in the order of `AccessGroup`; as `init` parses them.
    public var groupNames: [String] {
        (hasAllGroups ? [AccessScope.allName] : []) + AccessGroup.allCases.filter(groups.contains).map(\.rawValue)
    }

    /// The names of the types that are named, sorted: short names of the catalogue's types.
    public var typeNames: [String] { types.map { Catalogue.sampleType(named: $0)?.shortName ?? $0 }.sorted() }

    /// The types in words: `everything`, `all groups except reproductive, clinical, routes`,
    /// `activity, sleep, heartRate` or `nothing`.
    public var typeText: String {
        if hasEveryType { return "everything" }
        guard hasTypes else { return "nothing" }
        guard hasAllGroups else { return (groupNames + typeNames).joined(separator: ", ") }
        let missing = AccessGroup.allCases.filter { AccessGroup.special.contains($0) && !groups.contains($0) }
            .map(\.rawValue).joined(separator: ", ")
        return "all groups except \(missing)" + (types.isEmpty ? "" : ", and " + typeNames.joined(separator: ", "))
    }

    /// The dates in words, such as `from 2024-01-01 to 2025-01-01`; nil if they are not limited.
    public func dateText(on clock: WallClock) -> String? {
        let parts = [from.map { "from " + clock.dateText($0) }, to.map { "to " + clock.dateText($0) }].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension WallClock {
    /// `2024-01-01` at midnight, otherwise the time with its offset.
    public func dateText(_ instant: Instant) -> String {
        let local = localDateTime(at: instant)
        return local.microsecondOfDay == 0 ? local.date.iso8601 : rfc3339(instant)
    }
}
