/// The parsed parameters `from` and `to`, or `dates`, and `timeZone` of a list.
public typealias SpanQuestion = ClockDependent<QuestionSpan>

public struct QuestionSpan: Sendable {
    public let clock: WallClock
    /// In order and disjoint. Nil for all time.
    public let ranges: [SampleRange]?
    /// The only range; nil for all time.
    public var range: SampleRange? { ranges?.first }
}

extension SpanQuestion {
    public static var parameters: [QuestionParameter] {
        [.from, .to, .dates, .timeZone, .strictStartDate, .strictEndDate]
    }

    /// Parses the parameters of a list. The start and the end are optional. The default time zone
    /// is UTC.
    ///
    /// - Throws: `ParameterError`.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let clock = try QuestionClock(ofList: parameters[.timeZone])
        if let dates = try QuestionDates(parameters) {
            for other in [QuestionParameter.from, .to] where parameters[other] != nil {
                throw ParameterError(.malformed, "dates", "dates and \(other.name) exclude each other")
            }
            try self.init(clock) { QuestionSpan(clock: $0, ranges: dates.ranges(on: $0)) }
            return
        }
        let range = try QuestionRange(
            ofListFrom: parameters[.from], to: parameters[.to], strictStart: parameters[.strictStartDate],
            strictEnd: parameters[.strictEndDate])
        try self.init(clock) { clock throws(ParameterError) in
            QuestionSpan(
                clock: clock, ranges: try range.map { range throws(ParameterError) in [try range.range(on: clock)] })
        }
    }
}

/// The parsed parameter `dates`: days on the clock of the question.
struct QuestionDates: Sendable {
    let dates: Set<CivilDate>
    private let range: QuestionRange

    /// The greatest number of dates, repeated ones included.
    static let countMax = 10_000

    /// Returns nil without the parameter.
    ///
    /// - Throws: `ParameterError` for a text that is not a list of dates, and for too many of them.
    init?(_ parameters: QuestionParameters) throws(ParameterError) {
        guard let text = parameters[.dates] else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count <= QuestionDates.countMax else {
            throw ParameterError(.outOfRange, "dates", "dates has more than \(QuestionDates.countMax) dates")
        }
        var dates: Set<CivilDate> = []
        for word in words {
            guard let date = CivilDate(iso8601: String(word)) else {
                throw ParameterError(
                    .malformed, "dates", "dates must be dates such as 2024-05-01, separated by commas")
            }
            dates.insert(date)
        }
        self.dates = dates
        range = try QuestionRange(
            strictStart: parameters[.strictStartDate], strictEnd: parameters[.strictEndDate])
    }

    /// Returns the days in order. A day that the zone skipped is left out.
    func ranges(on clock: WallClock) -> [SampleRange] {
        dates.sorted().map { date in
            let next = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
            return range.strict(
                from: clock.instant(of: LocalDateTime(date: date)), to: clock.instant(of: LocalDateTime(date: next)))
        }.filter { $0.from < $0.to }
    }
}
