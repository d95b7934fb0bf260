/// The range of a list: a part of its question, or the whole of it.
public struct SpanQuestion: Question {
    private let span: ClockDependent<Span>

    public struct Span: Sendable {
        public let clock: WallClock
        /// Nil: all time.
        public let range: SampleRange?
    }

    /// Parses the parameters of a list; an end that is not given is open, and the time zone is UTC
    /// if it is not given.
    ///
    /// - Throws: `ParameterError`.
    public init(
        timeZone: String?, from: String?, to: String?, strictStart: String? = nil, strictEnd: String? = nil
    ) throws(ParameterError) {
        let clock = try QuestionClock(ofList: timeZone)
        let range = try QuestionRange(ofListFrom: from, to: to, strictStart: strictStart, strictEnd: strictEnd)
        span = try ClockDependent(clock) { clock throws(ParameterError) in
            Span(clock: clock, range: try range.map { range throws(ParameterError) in try range.range(on: clock) })
        }
    }

    public var isOnPersonClock: Bool { span.isOnPersonClock }
    public var hasPersonUnits: Bool { false }

    /// - Throws: as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> Span { try span.value(settings) }
}
