/// The civil days, months or years of a clock. A phone and the store compare their samples unit by
/// unit.
///
/// A unit is named after its first day. A sample belongs to the one unit in which it starts.
public struct CivilUnits: Hashable, Sendable {
    public let interval: CivilInterval
    public let clock: WallClock
    private let grid: BucketGrid?

    public init(_ interval: CivilInterval, clock: WallClock) {
        self.interval = interval
        self.clock = clock
        grid = BucketInterval(interval.rawValue).map {
            BucketGrid(anchor: BucketGrid.defaultAnchor(for: $0), interval: $0, clock: clock)
        }
    }

    /// A unit, its start and its end.
    public struct Unit: Hashable, Sendable {
        public var date: CivilDate
        public var start: Instant
        /// Exclusive; equal to the start for a day that the zone skipped.
        public var end: Instant

        public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
    }

    /// Returns the unit that begins with `date`.
    public func unit(_ date: CivilDate) -> Unit {
        Unit(date: date, start: start(of: date), end: start(of: interval.next(after: date)))
    }

    /// Returns the unit that contains `instant`.
    public func unit(at instant: Instant) -> Unit {
        guard let grid else { return unit(clock.localDateTime(at: instant).date) }
        let index = grid.lastIndex(notAfter: instant)
        return Unit(date: grid.date(index), start: grid.edge(index), end: grid.edge(index + 1))
    }

    /// Returns the instant at which a civil day begins.
    public func start(of date: CivilDate) -> Instant {
        clock.instant(of: LocalDateTime(date: date, microsecondOfDay: 0))
    }
}
