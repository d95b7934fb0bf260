/// What a caller asks for, as texts: from a query string or a command line. Nil: not given.
public struct StatisticsParameters: Sendable {
    /// A quantity type by identifier or short name. Either this or `types` is required.
    public var type: String?
    /// Several of them, separated by commas.
    public var types: String?
    /// `day`, `2week`, `15minute`. Required of a collection.
    public var interval: String?
    /// A wall clock, such as `2024-01-01` or `2024-01-01T06:00`, where one bucket begins.
    public var anchor: String?
    /// A name of the IANA database, or `person` for the person's own clock. Required.
    public var timeZone: String?
    /// RFC 3339, or a wall clock in the time zone. Required.
    public var from: String?
    /// The end of the range, which is not part of it; as `from`. Required.
    public var to: String?
    /// Names of `StatisticsOption` and `separateBySource`, separated by commas.
    public var options: String?
    /// The unit of the answer, or units of several types (`heartRate:count/min,bodyMass:lb`); the person's if it is not given.
    public var unit: String?
    /// `true` or `false`, as the two that follow.
    public var separateBySource: String?
    public var strictStartDate: String?
    public var strictEndDate: String?
    /// 1 (Monday) … 7 (Sunday): where weeks begin if there is no anchor.
    public var firstWeekday: String?
    /// `HH:MM`: when days, and what is longer, begin if there is no anchor.
    public var dayStart: String?
    /// `null` or `omit`: what becomes of a bucket in which nothing was measured.
    public var fill: String?

    public init() {}

    /// What says where buckets lie and means nothing without an interval, by name.
    var grid: [(name: String, text: String?)] {
        [("anchor", anchor), ("firstWeekday", firstWeekday), ("dayStart", dayStart)]
    }

    /// Whether the answer depends on the person's own clock.
    public var isOnPersonClock: Bool { timeZone == WallClock.personName }
}

/// A statistics query that can be answered: HealthKit's `HKStatisticsCollectionQuery`, or `HKStatisticsQuery` where
/// there is no interval.
public struct StatisticsRequest: Sendable {
    /// In the order in which they were asked for. At least one.
    public let quantities: [QuantityRequest]
    /// Whether the caller asked with `types`, and so for a list of answers.
    public let isList: Bool
    public let clock: WallClock
    /// Nil where the range is the one bucket.
    public let grid: BucketGrid?
    public let plan: BucketPlan
    public let range: SampleRange
    public let separateBySource: Bool
    /// Whether buckets without members are left out.
    public let omitsEmptyBuckets: Bool

    /// Most types of one request.
    public static let typesMax = 50

    /// What a query yields.
    public enum Shape: Sendable {
        /// Buckets of an interval.
        case collection
        /// The range as one bucket.
        case single
    }

    /// - Parameters:
    ///   - personClock: the clock of the time zone `person`; nil checks all other parameters before the database is read.
    ///   - units: those in which the person reads.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(
        _ parameters: StatisticsParameters, _ shape: Shape = .collection, personClock: WallClock? = nil,
        units: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) {
        let options = try StatisticsOptions(parameters.options)
        isList = parameters.types != nil
        quantities = try StatisticsRequest.quantities(parameters, options.figures, units)
        let isSeparate = try ParameterText.flag(parameters.separateBySource, "separateBySource")
        separateBySource = isSeparate || options.separateBySource
        omitsEmptyBuckets = try ParameterText.omission(parameters.fill, "fill")
        clock = try ParameterText.clock(parameters.timeZone, "timeZone", person: personClock)
        grid = shape == .single ? nil : try StatisticsRequest.grid(parameters, clock)
        range = try ParameterText.range(
            from: parameters.from, to: parameters.to, in: clock,
            strictStart: try ParameterText.flag(parameters.strictStartDate, "strictStartDate"),
            strictEnd: try ParameterText.flag(parameters.strictEndDate, "strictEndDate"))
        plan = try StatisticsRequest.plan(grid, range, typeCount: quantities.count)
    }

    private static func quantities(
        _ parameters: StatisticsParameters, _ figures: Set<StatisticsOption>?, _ units: PreferredUnits
    ) throws(ParameterError) -> [QuantityRequest] {
        guard let types = parameters.types else {
            let name = try ParameterText.required(parameters.type, "type")
            let unit = try UnitParameter(parameters.unit)
            let quantity = try QuantityRequest(
                type: name, options: figures, unit: unit, preferred: units, parameter: "type")
            try unit.check(types: [quantity.type])
            return [quantity]
        }
        guard parameters.type == nil else {
            throw ParameterError(.malformed, "types", "type and types exclude each other")
        }
        return try quantities(named: types, figures, unit: parameters.unit, preferred: units)
    }

    /// - Parameters:
    ///   - types: names, separated by commas, each type once.
    ///   - unit: as `StatisticsParameters.unit`.
    ///   - preferred: the units of types that `unit` does not name.
    public static func quantities(
        named types: String, _ figures: Set<StatisticsOption>? = nil, unit: String? = nil,
        preferred: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) -> [QuantityRequest] {
        let unit = try UnitParameter(unit)
        var quantities: [QuantityRequest] = []
        for name in types.split(separator: ",", omittingEmptySubsequences: false) {
            let quantity = try QuantityRequest(
                type: String(name), options: figures, unit: unit, preferred: preferred, parameter: "types")
            guard !quantities.contains(where: { $0.type == quantity.type }) else {
                throw ParameterError(.repeated, "types", "\(quantity.type.shortName) is given more than once")
            }
            quantities.append(quantity)
            guard quantities.count <= typesMax else {
                throw ParameterError(.outOfRange, "types", "types may name at most \(typesMax)")
            }
        }
        try unit.check(types: quantities.map(\.type))
        return quantities
    }

    private static func grid(
        _ parameters: StatisticsParameters, _ clock: WallClock
    ) throws(ParameterError) -> BucketGrid {
        guard let interval = BucketInterval(try ParameterText.required(parameters.interval, "interval")) else {
            throw ParameterError(
                .malformed, "interval",
                "interval must be "
                    + BucketInterval.Unit.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", with a number from 1 to \(BucketInterval.countMax) before it for a multiple")
        }
        let firstWeekday = try ParameterText.integer(parameters.firstWeekday, "firstWeekday", in: 1...7)
        let dayStart = try ParameterText.timeOfDay(parameters.dayStart, "dayStart")
        guard let text = parameters.anchor else {
            let anchor = BucketGrid.defaultAnchor(
                for: interval, firstWeekday: firstWeekday ?? 1, dayStart: dayStart ?? 0)
            return BucketGrid(anchor: anchor, interval: interval, clock: clock)
        }
        guard let anchor = LocalDateTime(iso8601: text) else {
            throw ParameterError(
                .malformed, "anchor",
                "anchor must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00")
        }
        guard dayStart == nil else {
            throw ParameterError(.malformed, "dayStart", "anchor and dayStart exclude each other")
        }
        guard firstWeekday == nil else {
            throw ParameterError(.malformed, "firstWeekday", "anchor and firstWeekday exclude each other")
        }
        return BucketGrid(anchor: anchor, interval: interval, clock: clock)
    }

    private static func plan(
        _ grid: BucketGrid?, _ range: SampleRange, typeCount: Int
    ) throws(ParameterError) -> BucketPlan {
        let allowed = BucketPlan.bucketsMax / typeCount
        do {
            guard let grid else { return try BucketPlan(range) }
            // Minutes of which nobody knows yet how many they are: at most 64 hours more or less.
            let slack = grid.clock.isUnread ? 4_000 : 0
            return try BucketPlan(grid: grid, from: range.from, to: range.to, bucketsMax: allowed + slack)
        } catch {
            switch error {
            case .emptyRange: throw ParameterError(.emptyRange, "to", "to must be later than from")
            case .tooManyBuckets(let asked, _):
                throw ParameterError(
                    .tooManyBuckets, "interval",
                    "the range would need \(asked) buckets; at most \(allowed) are allowed")
            }
        }
    }
}
