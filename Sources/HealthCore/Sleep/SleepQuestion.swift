/// Determines which of its two days gives a night its date.
public enum SleepAttribution: String, CaseIterable, Sendable {
    /// The day on which the night ends. The night of day D lasts from D − 1, `nightStart`, to D,
    /// `nightStart`.
    case wakingDay
    /// The day on which the night begins. The night of day D lasts from D, `nightStart`, to D + 1,
    /// `nightStart`.
    case startDay
}

/// A question for nights whose parameters are parsed.
public struct SleepQuestion: Question {
    public static let parameters: [QuestionParameter] = [
        .firstDate.required, .endDate.required, .timeZone.required, .nightStart, .attribution, .sessionGap, .segments,
        .fill,
    ]

    private let grid: NightGrid
    private let onClock: ClockDependent<SleepRequest>

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let clock = try QuestionClock(parameters[.timeZone])
        grid = try NightGrid(nightStart: parameters[.nightStart], attribution: parameters[.attribution])
        let gap = try parameters.integer(.sessionGap)
        let listsSegments = try parameters.flag(.segments)
        let omitsEmptyNights = try parameters.omitsEmpty
        let dates = try ParameterText.days(
            from: parameters[.from], to: parameters[.to], max: SleepRequest.nightsMax, "nights")
        onClock = try ClockDependent(clock) { [grid] clock in
            grid.request(
                dates, on: clock, sessionGap: gap ?? SleepRequest.sessionGapDefault, listsSegments: listsSegments,
                omitsEmptyNights: omitsEmptyNights)
        }
    }

    public var isOnPersonClock: Bool { onClock.isOnPersonClock }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> SleepRequest {
        try onClock.request(settings)
    }

    /// Returns the request for the last `count` nights up to the night that contains `newest`.
    /// These nights replace the dates of the question.
    ///
    /// - Throws: `ParameterError` if the question is on the person's clock and `settings` have no
    ///   clock.
    public func request(
        last count: Int, upTo newest: Instant, _ settings: PersonSettings
    ) throws(ParameterError) -> SleepRequest {
        var request = try request(settings)
        let day = request.clock.localDateTime(at: newest).date.daysSinceEpoch
        let near = grid.windows(day - 1..<day + 2, on: request.clock)
        let night = near.first { $0.start <= newest && newest < $0.end }?.date.daysSinceEpoch ?? day
        request.windows = grid.windows(night + 1 - count..<night + 1, on: request.clock)
        return request
    }

    /// Returns the request for nights with the default parameters.
    ///
    /// - Parameter dates: the nights' dates as days since 1970, within the years 1 to 9999.
    /// - Throws: `ParameterError` if a default parameter is wrong.
    public static func request(_ dates: Range<Int>, on clock: WallClock) throws(ParameterError) -> SleepRequest {
        try NightGrid(nightStart: nil, attribution: nil).request(
            dates, on: clock, sessionGap: SleepRequest.sessionGapDefault, listsSegments: false, omitsEmptyNights: true)
    }
}

extension QuestionParameter {
    public static let nightStart = QuestionParameter(
        "nightStart", form: .text(pattern: "^[0-2][0-9]:[0-5][0-9]$"),
        "The time at which nights begin; \(SleepRequest.nightStartDefault) by default.", example: "18:00",
        errors: [.outOfRange])
    public static let attribution = QuestionParameter(
        "attribution", form: .choice(SleepAttribution.allCases.map(\.rawValue)),
        "Whether a night has the date of its last or of its first day.", example: "wakingDay")
    public static let sessionGap = QuestionParameter(
        "sessionGap", form: .number(SleepRequest.sessionGapRange),
        "The longest gap inside a session, in minutes; \(SleepRequest.sessionGapDefault) by default.", example: "60",
        errors: [.outOfRange])
    public static let segments = QuestionParameter(
        "segments", form: .flag, "Whether sessions list their pieces.", example: "true")
}

/// Computes the windows of nights on any clock.
private struct NightGrid: Sendable {
    /// `HH:MM`
    let nightStart: String
    let attribution: SleepAttribution
    private let startMicroseconds: Int64

    /// - Throws: `ParameterError`.
    init(nightStart text: String?, attribution name: String?) throws(ParameterError) {
        nightStart = text ?? SleepRequest.nightStartDefault
        startMicroseconds = try ParameterText.timeOfDay(nightStart, "nightStart") ?? 0
        guard let attribution = SleepAttribution(rawValue: name ?? SleepAttribution.wakingDay.rawValue) else {
            let names = SleepAttribution.allCases.map(\.rawValue).joined(separator: " or ")
            throw ParameterError(.malformed, "attribution", "attribution must be \(names)")
        }
        self.attribution = attribution
    }

    /// - Parameter sessionGap: in minutes.
    func request(
        _ dates: Range<Int>, on clock: WallClock, sessionGap: Int, listsSegments: Bool, omitsEmptyNights: Bool
    ) -> SleepRequest {
        SleepRequest(
            clock: clock, nightStart: nightStart, attribution: attribution,
            longestGap: Int64(sessionGap) * 60 * Instant.microsecondsPerSecond, listsSegments: listsSegments,
            omitsEmptyNights: omitsEmptyNights, windows: windows(dates, on: clock))
    }

    /// - Parameter dates: the nights' dates as days since 1970.
    func windows(_ dates: Range<Int>, on clock: WallClock) -> [SleepWindow] {
        guard let day = BucketInterval(.day) else { return [] }
        let anchor = BucketGrid.defaultAnchor(for: day, dayStart: startMicroseconds)
        let late = LocalDateTime(microsecondsSinceEpoch: anchor.microsecondsSinceEpoch + SleepRequest.lateMicroseconds)
        let starts = BucketGrid(anchor: anchor, interval: day, clock: clock)
        let lateStarts = BucketGrid(anchor: late, interval: day, clock: clock)
        let daysBack = attribution == .wakingDay ? 1 : 0
        var windows: [SleepWindow] = []
        windows.reserveCapacity(dates.count)
        for date in dates {
            let index = Int64(date - daysBack - anchor.date.daysSinceEpoch)
            let (start, end) = (starts.edge(index), starts.edge(index + 1))
            // A day that the clock skipped has no length, so it has no night.
            guard start < end else { continue }
            windows.append(
                SleepWindow(
                    date: CivilDate(daysSinceEpoch: date), start: start, end: end, lateStart: lateStarts.edge(index)))
        }
        return windows
    }
}
