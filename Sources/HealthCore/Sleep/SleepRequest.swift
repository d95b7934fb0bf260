/// The parameters of a request for nights, as texts. Nil: not given.
public struct SleepParameters: Sendable {
    /// `yyyy-MM-dd`: the first night. Required.
    public var from: String?
    /// `yyyy-MM-dd`: the night after the last one. Required.
    public var to: String?
    /// A name of the IANA database, or `person` for the person's own clock. Required.
    public var timeZone: String?
    /// `HH:MM`: the time of day at which nights begin; 18:00 by default.
    public var nightStart: String?
    /// A `SleepAttribution`; `wakingDay` by default.
    public var attribution: String?
    /// Minutes, 1…720; 60 by default.
    public var sessionGap: String?
    /// `true` or `false`: whether sessions list their segments.
    public var segments: String?
    /// `null` or `omit`: whether a night without records is answered with nulls or left out.
    public var fill: String?

    public init() {}
}

/// Tells which of its two days is the date of a night.
public enum SleepAttribution: String, CaseIterable, Sendable {
    /// The day on which it ends: the night of D is from `nightStart` on D − 1 to `nightStart` on D.
    case wakingDay
    /// The day on which it begins: from `nightStart` on D to `nightStart` on D + 1.
    case startDay
}

/// A valid request for nights.
public struct SleepRequest: Sendable {
    public let clock: WallClock
    /// `HH:MM`
    public let nightStart: String
    public let attribution: SleepAttribution
    /// The longest pause inside a session, in microseconds.
    public let longestGap: Int64
    public let listsSegments: Bool
    /// Whether nights without a session and without an aggregate are left out.
    public let omitsEmptyNights: Bool
    /// The windows of the nights in order, each from the end of the one before. Nights that the
    /// clock skipped have none, so the list may be empty.
    public let windows: [SleepWindow]

    /// Most nights of one request: eleven years.
    public static let nightsMax = 4_000
    public static let nightStartDefault = "18:00"
    /// Accepted values of `sessionGap`, in minutes.
    public static let sessionGapRange = 1...720
    public static let sessionGapDefault = 60
    /// The length of a night before late sessions become naps, on the wall clock: 15 hours, in
    /// microseconds.
    public static let lateMicroseconds: Int64 = 15 * 3_600 * Instant.microsecondsPerSecond

    /// Checks the parameters.
    ///
    /// - Parameter personClock: the clock of the time zone `person`. Nil checks all other
    ///   parameters before the database is read.
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

    /// Returns the days since 1970 of the nights.
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
            // A day that the clock skipped ends when it begins and has no night.
            guard start < end else { continue }
            windows.append(
                SleepWindow(
                    date: CivilDate(daysSinceEpoch: date), start: start, end: end, lateStart: lateStarts.edge(index)))
        }
        return windows
    }
}
