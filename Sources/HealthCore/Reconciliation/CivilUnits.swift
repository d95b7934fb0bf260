/// The civil days, months or years of a clock, by which a phone and the store compare what they hold.
///
/// A unit is named by its first day. A sample belongs to the unit in which it starts, so that it belongs to one.
public struct CivilUnits: Hashable, Sendable {
    public enum Interval: String, CaseIterable, Sendable {
        case day, month, year

        /// The first day of the unit after the one that begins with `date`.
        public func next(after date: CivilDate) -> CivilDate {
            switch self {
            case .day: CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
            case .month: date.adding(months: 1)
            case .year: date.adding(months: 12)
            }
        }

        public func begins(with date: CivilDate) -> Bool {
            switch self {
            case .day: true
            case .month: date.day == 1
            case .year: date.day == 1 && date.month == 1
            }
        }

        fileprivate var unit: BucketInterval.Unit {
            switch self {
            case .day: .day
            case .month: .month
            case .year: .year
            }
        }
    }

    public let interval: Interval
    public let clock: WallClock
    private let grid: BucketGrid?

    public init(_ interval: Interval, clock: WallClock) {
        self.interval = interval
        self.clock = clock
        grid = BucketInterval(interval.unit).map {
            BucketGrid(anchor: BucketGrid.defaultAnchor(for: $0), interval: $0, clock: clock)
        }
    }

    /// A unit and when it begins and ends.
    public struct Unit: Hashable, Sendable {
        public var date: CivilDate
        public var start: Instant
        /// Exclusive; equal to the start for a day that the zone skipped.
        public var end: Instant

        public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
    }

    /// The unit that begins with `date`.
    public func unit(_ date: CivilDate) -> Unit {
        Unit(date: date, start: start(of: date), end: start(of: interval.next(after: date)))
    }

    /// The unit in which `instant` lies.
    public func unit(at instant: Instant) -> Unit {
        guard let grid else { return unit(clock.localDateTime(at: instant).date) }
        let index = grid.lastIndex(notAfter: instant)
        return Unit(date: grid.date(index), start: grid.edge(index), end: grid.edge(index + 1))
    }

    /// When a civil day begins.
    public func start(of date: CivilDate) -> Instant {
        clock.instant(of: LocalDateTime(date: date, microsecondOfDay: 0))
    }
}
