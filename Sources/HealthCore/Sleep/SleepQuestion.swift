/// The parameters of a question for nights as texts. Nil: not given.
public struct SleepParameters: Sendable {
    /// `yyyy-MM-dd`: the first night. Required.
    public var from: String?
    /// `yyyy-MM-dd`: the night after the last one. Required.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock. Required.
    public var timeZone: String?
    /// `HH:MM`: the time at which nights begin on the clock. 18:00 if it is not given.
    public var nightStart: String?
    /// A `SleepAttribution`; `wakingDay` if it is not given.
    public var attribution: String?
    /// Minutes, 1…720; 60 if it is not given.
    public var sessionGap: String?
    /// `true` or `false`: whether sessions list their segments.
    public var segments: String?
    /// `null` or `omit`: whether a night without sleep is listed with null or left out.
    public var fill: String?

    public init() {}
}

/// Which of its two days gives a night its date.
public enum SleepAttribution: String, CaseIterable, Sendable {
    /// The day on which it ends: the night of D is from D − 1, `nightStart`, to D, `nightStart`.
    case wakingDay
    /// The day on which it begins: from D, `nightStart`, to D + 1, `nightStart`.
    case startDay
}

/// A question for nights whose parameters are parsed.
public struct SleepQuestion: Question {
    private let grid: NightGrid
    private let clock: QuestionClock
    private let longestGap: Int64
    private let listsSegments: Bool
    private let omitsEmptyNights: Bool
    private let windows: ClockDependent<SleepWindows>

    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: SleepParameters) throws(ParameterError) {
        let clock = try QuestionClock(parameters.timeZone)
        let grid = try NightGrid(nightStart: parameters.nightStart, attribution: parameters.attribution)
        let gap = try ParameterText.integer(
            parameters.sessionGap, "sessionGap", in: SleepRequest.sessionGapRange)
        longestGap = Int64(gap ?? SleepRequest.sessionGapDefault) * 60 * Instant.microsecondsPerSecond
        listsSegments = try ParameterText.flag(parameters.segments, "segments")
        omitsEmptyNights = try ParameterText.omission(parameters.fill, "fill")
        let dates = try SleepQuestion.dates(from: parameters.from, to: parameters.to)
        self.clock = clock
        self.grid = grid
        windows = try ClockDependent(clock) { SleepWindows(clock: $0, windows: grid.windows(dates, on: $0)) }
    }

    public var isOnPersonClock: Bool { clock.isOnPersonClock }
    public var hasPersonUnits: Bool { false }

    /// - Throws: as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> SleepRequest {
        request(try windows.value(settings))
    }

    /// The request for the last `count` nights up to the one that holds `newest`, instead of the
    /// dates of the question.
    ///
    /// - Throws: `ParameterError` if the question is on the person's clock and `settings` have
    ///   none.
    public func request(
        last count: Int, upTo newest: Instant, _ settings: PersonSettings
    ) throws(ParameterError) -> SleepRequest {
        let clock = try clock.request(settings)
        let day = clock.localDateTime(at: newest).date.daysSinceEpoch
        let near = grid.windows(day - 1..<day + 2, on: clock)
        let night = near.first { $0.start <= newest && newest < $0.end }?.date.daysSinceEpoch ?? day
        return request(SleepWindows(clock: clock, windows: grid.windows(night + 1 - count..<night + 1, on: clock)))
    }

    private func request(_ windows: SleepWindows) -> SleepRequest {
        SleepRequest(
            clock: windows.clock, nightStart: grid.nightStart, attribution: grid.attribution, longestGap: longestGap,
            listsSegments: listsSegments, omitsEmptyNights: omitsEmptyNights, windows: windows.windows)
    }

    /// Days since 1970 of the nights.
    private static func dates(from: String?, to: String?) throws(ParameterError) -> Range<Int> {
        let first = try ParameterText.date(from, "from").daysSinceEpoch
        let end = try ParameterText.date(to, "to").daysSinceEpoch
        guard first < end else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        guard end - first <= SleepRequest.nightsMax else {
            throw ParameterError(
                .rangeTooLong, "to",
                "the range has \(end - first) nights; at most \(SleepRequest.nightsMax) are allowed")
        }
        return first..<end
    }
}

/// The nights of a question on its clock.
private struct SleepWindows: Sendable {
    let clock: WallClock
    let windows: [SleepWindow]
}

/// When nights begin on any clock.
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

    /// - Parameter dates: days since 1970.
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
            // A day that the clock skipped ends where it begins: it has no night.
            guard start < end else { continue }
            windows.append(
                SleepWindow(
                    date: CivilDate(daysSinceEpoch: date), start: start, end: end, lateStart: lateStarts.edge(index)))
        }
        return windows
    }
}
