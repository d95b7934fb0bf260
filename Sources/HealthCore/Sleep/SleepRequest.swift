/// What a caller asks of nights, as texts from a query string. Nil: not given.
public struct SleepParameters: Sendable {
    /// `yyyy-MM-dd`: the first night. Required.
    public var from: String?
    /// `yyyy-MM-dd`: the night behind the last one. Required.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock. Required.
    public var timeZone: String?
    /// `HH:MM`: when nights begin on the clock. 18:00 if it is not given.
    public var nightStart: String?
    /// A `SleepAttribution`; `wakingDay` if it is not given.
    public var attribution: String?
    /// Minutes, 1…720; 60 if it is not given.
    public var sessionGap: String?
    /// `true` or `false`: whether sessions list their pieces.
    public var segments: String?
    /// `null` or `omit`: what becomes of a night of which nothing was recorded.
    public var fill: String?

    public init() {}
}

/// By which of its two days a night is called.
public enum SleepAttribution: String, CaseIterable, Sendable {
    /// The day on which it ends: the night of D is from D − 1, `nightStart`, to D, `nightStart`.
    case wakingDay
    /// The day on which it begins: from D, `nightStart`, to D + 1, `nightStart`.
    case startDay
}

/// A question for nights that can be answered.
public struct SleepRequest: Sendable {
    public let clock: WallClock
    /// `HH:MM`
    public let nightStart: String
    public let attribution: SleepAttribution
    /// Microseconds of nothing that a session may have inside.
    public let longestGap: Int64
    public let listsSegments: Bool
    /// Whether nights without a session and without an aggregate are left out.
    public let omitsEmptyNights: Bool
    /// One of each night in order, without those that the clock skipped. Each begins where the one before it ends. May be
    /// empty.
    public let windows: [SleepWindow]

    /// Most nights of one request: eleven years.
    public static let nightsMax = 4_000
    public static let nightStartDefault = "18:00"
    /// What `sessionGap` may be, in minutes.
    public static let sessionGapRange = 1...720
    public static let sessionGapDefault = 60
    /// So long after a night's start, on the wall clock, is its morning over.
    public static let lateMicroseconds: Int64 = 15 * 3_600 * Instant.microsecondsPerSecond

    /// - Parameter personClock: the clock of the time zone `person`; nil checks all other parameters before the database is read.
    /// - Throws: `ParameterError`, which names the first parameter that is wrong.
    public init(_ parameters: SleepParameters, personClock: WallClock? = nil) throws(ParameterError) {
        clock = try ParameterText.clock(parameters.timeZone, "timeZone", person: personClock)
        let start = parameters.nightStart ?? SleepRequest.nightStartDefault
        nightStart = start
        let startTime = try ParameterText.timeOfDay(start, "nightStart") ?? 0
        attribution = try SleepRequest.attribution(parameters.attribution)
        let gap = try ParameterText.integer(
            parameters.sessionGap, "sessionGap", in: SleepRequest.sessionGapRange)
        longestGap = Int64(gap ?? SleepRequest.sessionGapDefault) * 60 * Instant.microsecondsPerSecond
        listsSegments = try ParameterText.flag(parameters.segments, "segments")
        omitsEmptyNights = try ParameterText.omission(parameters.fill, "fill")
        let dates = try SleepRequest.dates(from: parameters.from, to: parameters.to)
        windows = SleepRequest.windows(dates, nightStart: startTime, attribution, clock)
    }

    private static func attribution(_ text: String?) throws(ParameterError) -> SleepAttribution {
        guard let text else { return .wakingDay }
        guard let attribution = SleepAttribution(rawValue: text) else {
            let names = SleepAttribution.allCases.map(\.rawValue).joined(separator: " or ")
            throw ParameterError(.malformed, "attribution", "attribution must be \(names)")
        }
        return attribution
    }

    /// Days since 1970 of the nights.
    private static func dates(from: String?, to: String?) throws(ParameterError) -> Range<Int> {
        let first = try ParameterText.date(from, "from").daysSinceEpoch
        let end = try ParameterText.date(to, "to").daysSinceEpoch
        guard first < end else { throw ParameterError(.emptyRange, "to", "to must be later than from") }
        guard end - first <= nightsMax else {
            throw ParameterError(
                .rangeTooLong, "to", "the range has \(end - first) nights; at most \(nightsMax) are allowed")
        }
        return first..<end
    }

    /// - Parameter nightStart: microseconds since midnight.
    private static func windows(
        _ dates: Range<Int>, nightStart: Int64, _ attribution: SleepAttribution, _ clock: WallClock
    ) -> [SleepWindow] {
        guard let day = BucketInterval(.day) else { return [] }
        let anchor = BucketGrid.defaultAnchor(for: day, dayStart: nightStart)
        let late = LocalDateTime(microsecondsSinceEpoch: anchor.microsecondsSinceEpoch + lateMicroseconds)
        let starts = BucketGrid(anchor: anchor, interval: day, clock: clock)
        let lateStarts = BucketGrid(anchor: late, interval: day, clock: clock)
        let daysBack = attribution == .wakingDay ? 1 : 0
        var windows: [SleepWindow] = []
        windows.reserveCapacity(dates.count)
        for date in dates {
            let index = Int64(date - daysBack - anchor.date.daysSinceEpoch)
            let (start, end) = (starts.edge(index), starts.edge(index + 1))
            // A clock that skips a day ends it where it begins: there was no such night.
            guard start < end else { continue }
            windows.append(
                SleepWindow(
                    date: CivilDate(daysSinceEpoch: date), start: start, end: end, lateStart: lateStarts.edge(index)))
        }
        return windows
    }
}
