/// The parsed parameters `from`, `to` and `timeZone` of a list.
public struct SpanQuestion: Question {
    public static let parameters: [QuestionParameter] = [.from, .to, .timeZone, .strictStartDate, .strictEndDate]

    private let span: ClockDependent<Span>

    public struct Span: Sendable {
        public let clock: WallClock
        /// Nil for all time.
        public let range: SampleRange?
    }

    /// Parses the parameters of a list. The start and the end are optional. The default time zone
    /// is UTC.
    ///
    /// - Throws: `ParameterError`.
    public init(_ parameters: QuestionParameters) throws(ParameterError) {
        let clock = try QuestionClock(ofList: parameters[.timeZone])
        let range = try QuestionRange(
            ofListFrom: parameters[.from], to: parameters[.to], strictStart: parameters[.strictStartDate],
            strictEnd: parameters[.strictEndDate])
        span = try ClockDependent(clock) { clock throws(ParameterError) in
            Span(clock: clock, range: try range.map { range throws(ParameterError) in try range.range(on: clock) })
        }
    }

    public var isOnPersonClock: Bool { span.isOnPersonClock }
    public var hasPersonUnits: Bool { false }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> Span { try span.value(settings) }
}
