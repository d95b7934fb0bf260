/// The samples that a grant or a token covers, by type and date.
public struct AccessScope: Hashable, Sendable {
    /// The maximum number of types that one grant or token names. A group counts as none.
    public static let typesMax = 500

    /// True if the types of every group except `AccessGroup.special` are covered.
    public var hasAllGroups: Bool
    /// The groups that are also covered. A special group is covered only if this set has it.
    public var groups: Set<AccessGroup>
    /// The identifiers of types that are also covered.
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

    /// True if the scope covers at least one type or group.
    public var hasTypes: Bool { hasAllGroups || !groups.isEmpty || !types.isEmpty }

    /// True if every type is covered, including types that are not in the catalogue.
    public var hasEveryType: Bool {
        AccessGroup.allCases.allSatisfy { groups.contains($0) || hasAllGroups && !AccessGroup.special.contains($0) }
    }
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

    /// Reads lists of names as `init(groups:types:from:to:on:others:)` reads texts.
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
        // Each set of groups has one form, so that scopes with the same samples are equal.
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
    /// `all` and the names of groups, in the order of `AccessGroup`. `init` reads the same names.
    public var groupNames: [String] {
        (hasAllGroups ? [AccessScope.allName] : []) + AccessGroup.allCases.filter(groups.contains).map(\.rawValue)
    }

    /// The sorted names of `types`. A type of the catalogue has its short name.
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
    /// `2024-01-01` for midnight. Any other instant is a time with its offset.
    public func dateText(_ instant: Instant) -> String {
        let local = localDateTime(at: instant)
        return local.microsecondOfDay == 0 ? local.date.iso8601 : rfc3339(instant)
    }
}
