/// What a caller asks for, as texts: from a query string or a command line. Nil: not given.
public struct StatisticsParameters: Sendable {
    /// A quantity type by identifier or short name. Required.
    public var type: String?
    /// `day`, `2week`, `15minute`. Required.
    public var interval: String?
    /// A wall clock, such as `2024-01-01` or `2024-01-01T06:00`, where one bucket begins.
    public var anchor: String?
    /// A name of the IANA database. Required.
    public var timeZone: String?
    /// RFC 3339, or a wall clock in the time zone. Required.
    public var from: String?
    /// The end of the range, which is not part of it; as `from`. Required.
    public var to: String?
    /// Names of `StatisticsOption`, separated by commas.
    public var options: String?
    /// The unit of the answer; the type's canonical unit if it is not given.
    public var unit: String?
    /// `true` or `false`, as all that follow but one.
    public var separateBySource: String?
    public var strictStartDate: String?
    public var strictEndDate: String?
    /// 1 (Monday) … 7 (Sunday): where weeks begin if there is no anchor.
    public var firstWeekday: String?

    public init() {}
}

/// A statistics collection query that can be answered: HealthKit's `HKStatisticsCollectionQuery`.
public struct StatisticsRequest: Sendable {
    public let type: SampleType
    public let style: AggregationStyle
    public let plan: BucketPlan
    public let range: SampleRange
    /// The figures that were asked for.
    public let options: Set<StatisticsOption>
    /// The unit of the answer.
    public let unit: Unit
    /// From the type's canonical unit to `unit`.
    public let conversion: UnitConversion
    public let separateBySource: Bool

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: StatisticsParameters) throws(ParameterError) {
        (type, style, unit, conversion) = try StatisticsRequest.type(parameters)
        options = try StatisticsRequest.options(parameters.options, type: type, style: style)
        separateBySource = try ParameterText.flag(parameters.separateBySource, "separateBySource")
        let interval = try StatisticsRequest.interval(parameters)
        let zone = try ParameterText.zone(try ParameterText.required(parameters.timeZone, "timeZone"), "timeZone")
        range = SampleRange(
            from: try ParameterText.instant(try ParameterText.required(parameters.from, "from"), "from", in: zone),
            to: try ParameterText.instant(try ParameterText.required(parameters.to, "to"), "to", in: zone),
            strictStart: try ParameterText.flag(parameters.strictStartDate, "strictStartDate"),
            strictEnd: try ParameterText.flag(parameters.strictEndDate, "strictEndDate"))
        plan = try StatisticsRequest.plan(parameters, interval, zone, range)
    }

    private static func type(
        _ parameters: StatisticsParameters
    ) throws(ParameterError) -> (SampleType, AggregationStyle, Unit, UnitConversion) {
        let name = try ParameterText.required(parameters.type, "type")
        guard let type = Catalogue.sampleType(named: name) else {
            throw ParameterError(
                .unknownType, "type", "there is no sample type of this name",
                hint: "GET /v1/types lists them")
        }
        guard type.kind == .quantity, let canonical = type.canonicalUnit, let style = type.aggregationStyle else {
            throw ParameterError(
                .wrongKind, "type", "\(type.shortName) is a \(type.kind.rawValue) type; statistics need a quantity type"
            )
        }
        let unit = try parameters.unit.map { text throws(ParameterError) in try parse(text) } ?? canonical
        return (type, style, unit, try conversion(canonical, unit, type))
    }

    private static func parse(_ text: String) throws(ParameterError) -> Unit {
        do { return try Unit(parsing: text) } catch { throw ParameterError(.unknownUnit, "unit", error.message) }
    }

    private static func conversion(
        _ canonical: Unit, _ unit: Unit, _ type: SampleType
    ) throws(ParameterError) -> UnitConversion {
        do { return try canonical.conversion(to: unit) } catch {
            throw ParameterError(
                .incompatibleUnit, "unit",
                "unit \"\(unit.unitString)\" does not measure \(type.shortName), whose unit is \"\(canonical.unitString)\""
            )
        }
    }

    private static func options(
        _ text: String?, type: SampleType, style: AggregationStyle
    ) throws(ParameterError) -> Set<StatisticsOption> {
        guard let text else { return StatisticsOption.all(of: style) }
        var options: Set<StatisticsOption> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let option = StatisticsOption(rawValue: String(name)) else {
                throw ParameterError(
                    .malformed, "options",
                    "options must be names of " + StatisticsOption.allCases.map(\.rawValue).joined(separator: ", ")
                        + ", separated by commas")
            }
            guard option.isCompatible(with: style) else {
                throw ParameterError(
                    .incompatibleOption, "options",
                    "\(option.rawValue) is not defined for \(type.shortName), which is \(style.name)")
            }
            options.insert(option)
        }
        return options
    }

    private static func interval(_ parameters: StatisticsParameters) throws(ParameterError) -> BucketInterval {
        guard let interval = BucketInterval(try ParameterText.required(parameters.interval, "interval")) else {
            throw ParameterError(
                .malformed, "interval",
                "interval must be "
                    + BucketInterval.Unit.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", with a number from 1 to \(BucketInterval.countMax) before it for a multiple")
        }
        return interval
    }

    private static func plan(
        _ parameters: StatisticsParameters, _ interval: BucketInterval, _ zone: Zone, _ range: SampleRange
    ) throws(ParameterError) -> BucketPlan {
        let firstWeekday = try ParameterText.integer(parameters.firstWeekday, "firstWeekday", in: 1...7) ?? 1
        let anchor: LocalDateTime
        if let text = parameters.anchor {
            guard let local = LocalDateTime(iso8601: text) else {
                throw ParameterError(
                    .malformed, "anchor",
                    "anchor must be a wall clock without an offset, such as 2024-01-01 or 2024-01-01T06:00")
            }
            anchor = local
        } else {
            anchor = BucketPlan.defaultAnchor(for: interval, firstWeekday: firstWeekday)
        }
        do {
            return try BucketPlan(anchor: anchor, interval: interval, zone: zone, from: range.from, to: range.to)
        } catch {
            switch error {
            case .emptyRange: throw ParameterError(.emptyRange, "to", "to must be later than from")
            case .tooManyBuckets(let asked, let allowed):
                throw ParameterError(
                    .tooManyBuckets, "interval", "the range would need \(asked) buckets; at most \(allowed) are allowed"
                )
            }
        }
    }
}
