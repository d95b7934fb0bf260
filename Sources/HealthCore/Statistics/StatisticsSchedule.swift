/// The edges of a question's buckets on its clock.
struct StatisticsSchedule: Sendable {
    let clock: WallClock
    /// Nil if the range is the only bucket.
    let grid: BucketGrid?
    let range: SampleRange
    let plan: BucketPlan
}

/// The parsed interval of a collection, and the parameters that determine where its buckets begin.
struct QuestionGrid: Hashable, Sendable {
    private let interval: BucketInterval
    private let anchor: LocalDateTime

    /// - Throws: `ParameterError`.
    init(_ parameters: QuestionParameters) throws(ParameterError) {
        guard let interval = BucketInterval(try parameters.required(.interval)) else {
            throw ParameterError(
                .malformed, "interval",
                "interval must be "
                    + BucketInterval.Unit.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", with a number from 1 to \(BucketInterval.countMax) before it for a multiple")
        }
        self.interval = interval
        let firstWeekday = try parameters.integer(.firstWeekday)
        let dayStart = try parameters.timeOfDay(.dayStart)
        guard let text = parameters[.anchor] else {
            anchor = BucketGrid.defaultAnchor(
                for: interval, firstWeekday: firstWeekday ?? 1, dayStart: dayStart ?? 0)
            return
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
        self.anchor = anchor
    }

    /// Further buckets that are allowed until the person's clock is read, because the range's
    /// length is then known only to within 64 hours. These are fewer than 4,000 one-minute buckets.
    static let unreadSlack = 4_000

    /// - Parameters:
    ///   - range: the range of the samples. It may begin and end inside a bucket.
    ///   - parameter: the parameter that determines the length of a bucket, for the error.
    /// - Throws: `ParameterError` (`tooManyBuckets`).
    func schedule(
        on clock: WallClock, _ range: SampleRange, typeCount: Int, parameter: String = "interval"
    ) throws(ParameterError) -> StatisticsSchedule {
        let grid = BucketGrid(anchor: anchor, interval: interval, clock: clock)
        let allowed = BucketPlan.bucketsMax / typeCount
        let slack = clock.isUnread ? QuestionGrid.unreadSlack : 0
        do {
            let plan = try BucketPlan(grid: grid, from: range.from, to: range.to, bucketsMax: allowed + slack)
            return StatisticsSchedule(clock: clock, grid: grid, range: range, plan: plan)
        } catch { throw QuestionGrid.error(error, allowed: allowed, parameter: parameter) }
    }

    /// Returns the schedule of the last `count` buckets up to the bucket that contains `newest`.
    ///
    /// If a bucket is longer than `SampleRange.yearsMax`, the range has that length and contains
    /// `newest`.
    ///
    /// - Throws: `ParameterError` (`tooManyBuckets`).
    func schedule(
        on clock: WallClock, last count: Int, upTo newest: Instant, _ range: QuestionRange, typeCount: Int
    ) throws(ParameterError) -> StatisticsSchedule {
        let end = min(newest.microseconds + 1, Instant.latest.microseconds)
        func bounded(_ from: Int64, _ to: Int64) -> SampleRange {
            func instant(_ time: Int64) -> Instant { min(max(Instant(microseconds: time), .earliest), .latest) }
            return range.strict(from: instant(from), to: instant(to))
        }
        let longest = SampleRange.microsecondsMax
        let (reach, isOverflow) = Int64(count + 1).multipliedReportingOverflow(by: interval.longestMicroseconds)
        let searched = bounded(end - 1 - (isOverflow ? longest - 1 : min(reach, longest - 1)), end)
        let edges = try schedule(on: clock, searched, typeCount: typeCount).plan.edges.suffix(count + 1)
        let to = min(edges[edges.endIndex - 1].microseconds, end + longest / 2)
        let from = max(edges[edges.startIndex].microseconds, to - longest)
        return try schedule(on: clock, bounded(from, to), typeCount: typeCount)
    }

    /// - Parameter parameter: the parameter that determines the length of a bucket.
    static func error(_ error: BucketPlanError, allowed: Int, parameter: String = "interval") -> ParameterError {
        switch error {
        case .emptyRange: ParameterError(.emptyRange, "to", "to must be later than from")
        case .tooManyBuckets(let asked, _):
            ParameterError(
                .tooManyBuckets, parameter, "the range would need \(asked) buckets; at most \(allowed) are allowed")
        }
    }
}

extension StatisticsSchedule {
    /// Creates a schedule whose only bucket is the range.
    ///
    /// - Throws: `ParameterError` (`emptyRange`).
    init(on clock: WallClock, _ range: SampleRange) throws(ParameterError) {
        do { self.init(clock: clock, grid: nil, range: range, plan: try BucketPlan(range)) } catch {
            throw ParameterError(.emptyRange, "to", "to must be later than from")
        }
    }
}

extension QuestionParameter {
    public static let interval = QuestionParameter(
        "interval", form: .text(pattern: "^[0-9]* ?(minute|hour|day|week|month|quarter|year)s?$"),
        "The length of a bucket: `15minute`, `hour`, `day`, `2week`, `month`, `quarter`, `year`.", example: "day",
        errors: [.outOfRange])
    public static let anchor = QuestionParameter(
        "anchor", "A wall clock at which one bucket begins.", example: "2024-01-01T06:00",
        errors: [.incompatibleOption, .repeated])
}
