/// What a caller asks for, as texts. Nil: not given.
public struct SummaryParameters: Sendable {
    /// The first civil day, `2024-05-01`. Required.
    public var from: String?
    /// The civil day behind the last. Required.
    public var to: String?
    /// A name of the IANA database, or `person`. Required.
    public var timeZone: String?
    /// `HH:MM`: when days begin.
    public var dayStart: String?
    /// Quantity types, separated by commas; `SummaryRequest.defaultTypes` if not given.
    public var types: String?
    /// The unit of the figures, or units of several types; as of `StatisticsParameters`.
    public var unit: String?

    public init() {}
}

/// A question for several types together, civil day by civil day.
public struct SummaryRequest: Sendable {
    public let quantities: [QuantityRequest]
    public let clock: WallClock
    public let plan: BucketPlan
    /// The civil days of the plan's buckets; a day that the zone skipped is not among them.
    public let dates: [CivilDate]

    /// Most days of one answer.
    public static let daysMax = 1_000

    /// What is summarised unless somebody asks for something else.
    public static let defaultTypes = [
        "stepCount", "distanceWalkingRunning", "flightsClimbed", "activeEnergyBurned", "basalEnergyBurned",
        "appleExerciseTime", "appleStandTime", "heartRate", "restingHeartRate", "heartRateVariabilitySDNN",
        "respiratoryRate", "oxygenSaturation", "bodyMass",
    ]

    /// - Parameter units: those in which the person reads.
    /// - Throws: `ParameterError`.
    public init(
        _ parameters: SummaryParameters, personClock: WallClock? = nil, units: PreferredUnits = PreferredUnits()
    ) throws(ParameterError) {
        let types = parameters.types ?? SummaryRequest.defaultTypes.joined(separator: ",")
        quantities = try StatisticsRequest.quantities(named: types, unit: parameters.unit, preferred: units)
        clock = try ParameterText.clock(parameters.timeZone, "timeZone", person: personClock)
        let dayStart = try ParameterText.timeOfDay(parameters.dayStart, "dayStart") ?? 0
        let first = try ParameterText.date(parameters.from, "from")
        let last = try ParameterText.date(parameters.to, "to")
        let count = last.daysSinceEpoch - first.daysSinceEpoch
        guard count > 0 else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        guard count <= SummaryRequest.daysMax else {
            throw ParameterError(
                .rangeTooLong, "to", "the range has \(count) days; at most \(SummaryRequest.daysMax) are allowed")
        }
        guard let day = BucketInterval(.day) else {
            throw ParameterError(.malformed, "from", "there are no days")
        }
        let grid = BucketGrid(
            anchor: LocalDateTime(date: first, microsecondOfDay: dayStart), interval: day, clock: clock)
        var edges = [grid.edge(0)]
        var dates: [CivilDate] = []
        for index in 1...Int64(count) {
            let edge = grid.edge(index)
            guard let start = edges.last, edge > start else { continue }
            edges.append(edge)
            dates.append(grid.date(index - 1))
        }
        self.dates = dates
        do { plan = try BucketPlan(edges: edges) } catch {
            throw ParameterError(.emptyRange, "to", "the time zone skipped every day of the range")
        }
    }

    /// The whole of it.
    public var range: SampleRange { SampleRange(from: plan.edges[0], to: plan.edges[plan.edges.count - 1]) }
}
