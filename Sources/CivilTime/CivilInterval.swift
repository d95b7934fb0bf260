/// The length of a civil unit.
public enum CivilInterval: String, CaseIterable, Codable, Sendable {
    case day, month, year

    /// Returns the first day of the unit that contains `date`.
    public func start(of date: CivilDate) -> CivilDate {
        var start = date
        if self != .day { start.day = 1 }
        if self == .year { start.month = 1 }
        return start
    }

    /// Returns the first day of the unit after the one that begins with `date`.
    public func next(after date: CivilDate) -> CivilDate {
        switch self {
        case .day: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
        case .month: date.adding(months: 1)
        case .year: date.adding(months: 12)
        }
    }

    public func begins(with date: CivilDate) -> Bool { start(of: date) == date }
}
