/// The name of a parameter of a question.
public enum QuestionParameter: String, CaseIterable, Sendable {
    /// A sample type by identifier or short name.
    case type
    /// Several types, separated by commas.
    case types
    /// A name of the IANA database, or `person` for the person's own clock.
    case timeZone
    /// The start of a range: RFC 3339, a wall-clock time in the time zone, or a date.
    case from
    /// The end of a range, in the same form as `from`. The range does not include it.
    case to
    /// `true` or `false`, like `strictEndDate`, `separateBySource` and `segments`.
    case strictStartDate
    case strictEndDate
    /// The length of a bucket, such as `day`, `2week` or `15minute`.
    case interval
    /// A wall-clock time at which one bucket begins, such as `2024-01-01` or `2024-01-01T06:00`.
    case anchor
    /// The day on which weeks begin: 1 (Monday) … 7 (Sunday).
    case firstWeekday
    /// The time at which days and longer buckets begin: `HH:MM`.
    case dayStart
    /// A time in a bucket, as RFC 3339 or as a wall-clock time.
    case bucket
    /// The name of a `PatternCycle`.
    case by
    /// A date: `yyyy-MM-dd`.
    case date
    /// Names of `StatisticsOption` and `separateBySource`, separated by commas.
    case options
    /// A unit, or the units of several types (`heartRate:count/min,bodyMass:lb`).
    case unit
    case separateBySource
    /// `null` to list what has no samples with null, or `omit` to leave it out.
    case fill
    /// The time at which nights begin on the clock: `HH:MM`.
    case nightStart
    /// A raw value of `SleepAttribution`.
    case attribution
    /// The longest pause inside a session, in minutes.
    case sessionGap
    case segments
    /// The raw value or the name of an `HKWorkoutActivityType` of the catalogue.
    case activityType
    /// The greatest number of entries of a page.
    case limit
    /// `ascending` or `descending`, by start.
    case order
}

/// The parameters of a question as text, from a query string or a command line. The initialisers of
/// questions say which of them are required. The others may be nil.
public struct QuestionParameters: Sendable, ExpressibleByDictionaryLiteral {
    private var texts: [QuestionParameter: String] = [:]

    /// - Parameter text: returns the text of the parameter with a name.
    public init(_ text: (String) -> String?) {
        for parameter in QuestionParameter.allCases { texts[parameter] = text(parameter.rawValue) }
    }

    public init(dictionaryLiteral texts: (QuestionParameter, String)...) {
        for (parameter, text) in texts { self.texts[parameter] = text }
    }

    public subscript(_ parameter: QuestionParameter) -> String? {
        get { texts[parameter] }
        set { texts[parameter] = newValue }
    }

    /// - Throws: `ParameterError`, like the other functions, which are those of `ParameterText`.
    func required(_ parameter: QuestionParameter) throws(ParameterError) -> String {
        try ParameterText.required(texts[parameter], parameter.rawValue)
    }

    func flag(_ parameter: QuestionParameter) throws(ParameterError) -> Bool {
        try ParameterText.flag(texts[parameter], parameter.rawValue)
    }

    func integer(_ parameter: QuestionParameter, in range: ClosedRange<Int>) throws(ParameterError) -> Int? {
        try ParameterText.integer(texts[parameter], parameter.rawValue, in: range)
    }

    func timeOfDay(_ parameter: QuestionParameter) throws(ParameterError) -> Int64? {
        try ParameterText.timeOfDay(texts[parameter], parameter.rawValue)
    }

    /// True if `fill` is `omit`.
    var omitsEmpty: Bool {
        get throws(ParameterError) { try ParameterText.omission(texts[.fill], QuestionParameter.fill.rawValue) }
    }
}
