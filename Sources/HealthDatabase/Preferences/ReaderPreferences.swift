import HealthCore

/// How a holder wants to see the data of a person. Answers of other requests do not depend on it.
public struct ReaderPreferences: Sendable, Hashable, Decodable {
    /// The identifiers of the types of the cards, in their order. Nil for the default selection.
    public var pinned: [String]?
    /// The identifiers of the types that are not listed.
    public var hidden: [String] = []
    /// The unit of each type, by the identifier of the type.
    public var units: [String: String] = [:]
    /// The goal of a day of each type, by the identifier of the type, in the type's canonical unit.
    /// `shown` converts it to the unit in which the reader reads the type. The goal of a category
    /// type has no unit.
    public var goals: [String: Double] = [:]
    /// 1 = Monday … 7 = Sunday. Nil for the first weekday of the reader's locale.
    public var firstWeekday: Int?
    /// A name of the IANA database, or `person`. Nil if none was chosen.
    public var timeZone: String?
    /// The ISO 639 code of the language of the page, such as `de`. Nil for the browser's language.
    public var language: String?

    /// The maximum number of pinned types.
    public static let pinnedMax = 100
    /// The maximum number of hidden types.
    public static let hiddenMax = 500
    /// The greatest goal.
    public static let goalMax = 1e9

    public init() {}

    /// A change of some members. A member that is nil keeps its value.
    public struct Change: Sendable {
        /// The inner nil chooses the default selection.
        public var pinned: [String]??
        public var hidden: [String]?
        /// The units by the identifier of the type. Nil removes the unit of the type. Types that
        /// are not in the dictionary keep their unit.
        public var units: [String: String?] = [:]
        /// The goals by the identifier of the type, in the unit in which the reader reads the type
        /// after the change. Nil removes the goal of the type. Types that are not in the dictionary
        /// keep their goal.
        public var goals: [String: Double?] = [:]
        /// The inner nil chooses the first weekday of the reader's locale.
        public var firstWeekday: Int??
        /// The inner nil removes the choice.
        public var timeZone: String??
        /// The inner nil chooses the browser's language.
        public var language: String??

        public init() {}

        /// True if the change names only members about types.
        public var isOfTypes: Bool { firstWeekday == nil && timeZone == nil && language == nil }
    }

    /// Returns the preferences without types that the caller may not read.
    ///
    /// - Parameters:
    ///   - readable: the types that the caller may read. Nil for all types.
    ///   - person: the units that the person chose.
    func shown(_ readable: Set<String>?, _ person: PreferredUnits) -> ReaderPreferences {
        var shown = self
        for (type, goal) in goals {
            let conversion = goalUnits(type, person).flatMap { try? $0.canonical.conversion(to: $0.read) }
            shown.goals[type] = conversion?.printed(goal) ?? goal
        }
        guard let readable else { return shown }
        shown.pinned = pinned?.filter(readable.contains)
        shown.hidden = hidden.filter(readable.contains)
        shown.units = units.filter { readable.contains($0.key) }
        shown.goals = shown.goals.filter { readable.contains($0.key) }
        return shown
    }

    /// Returns the canonical unit of a type, and the unit in which the reader reads it. Nil for a
    /// type without a unit.
    private func goalUnits(_ name: String, _ person: PreferredUnits) -> (canonical: Unit, read: Unit)? {
        guard let type = Catalogue.sampleType(named: name), let canonical = type.canonicalUnit,
            let read = units[name].flatMap({ try? Unit(parsing: $0) }) ?? person[type]
        else { return nil }
        return (canonical, read)
    }

    /// Returns the preferences after a change by a caller who may read only some types. The change
    /// neither adds nor removes another type. If a list would be too long, its last types that the
    /// caller may not read are removed.
    ///
    /// - Parameters:
    ///   - readable: the types that the caller may read. Nil for all types.
    ///   - person: the units that the person chose.
    func changed(
        _ change: Change, _ readable: Set<String>?, _ person: PreferredUnits
    ) -> ReaderPreferences {
        func merged(_ old: [String], _ new: [String], max: Int) -> [String] {
            guard let readable else { return new }
            return Array((new.filter(readable.contains) + old.filter { !readable.contains($0) }).prefix(max))
        }
        var changed = self
        if let sent = change.pinned {
            let isKept = pinned?.contains { readable?.contains($0) == false } ?? false
            changed.pinned =
                sent == nil && !isKept ? nil : merged(pinned ?? [], sent ?? [], max: ReaderPreferences.pinnedMax)
        }
        if let sent = change.hidden { changed.hidden = merged(hidden, sent, max: ReaderPreferences.hiddenMax) }
        for (type, unit) in change.units where readable?.contains(type) != false { changed.units[type] = unit }
        for (type, goal) in change.goals where readable?.contains(type) != false {
            let conversion = changed.goalUnits(type, person).flatMap { try? $0.read.conversion(to: $0.canonical) }
            changed.goals[type] = goal.map { conversion?($0) ?? $0 }
        }
        if let sent = change.firstWeekday { changed.firstWeekday = sent }
        if let sent = change.timeZone { changed.timeZone = sent }
        if let sent = change.language { changed.language = sent }
        return changed
    }
}
