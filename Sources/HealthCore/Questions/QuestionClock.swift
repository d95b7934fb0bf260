/// The clock that a question names. It is also a complete question, whose request is the clock.
public enum QuestionClock: Question, Hashable {
    /// The clock of a time zone.
    case zone(WallClock)
    /// The person's own clock, which is in the database.
    case person

    /// Parses the required parameter `timeZone`: a name of the IANA database, or `person`.
    ///
    /// - Throws: `ParameterError`.
    public init(_ text: String?, _ name: String = "timeZone") throws(ParameterError) {
        let text = try ParameterText.required(text, name)
        self = text == WallClock.personName ? .person : .zone(WallClock(try ParameterText.zone(text, name)))
    }

    /// Parses the parameter `timeZone` of a list. The default is UTC.
    ///
    /// - Throws: `ParameterError`.
    public init(ofList text: String?) throws(ParameterError) {
        guard let text else {
            self = .zone(.utc)
            return
        }
        try self.init(text)
    }

    public var isOnPersonClock: Bool { self == .person }

    /// - Throws: `ParameterError` (`noTimeZoneHistory`) if the question is on the person's clock
    ///   and `settings` have no clock.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> WallClock {
        if case .zone(let clock) = self { return clock }
        guard let clock = settings.clock else { throw .noTimeZoneHistory }
        return clock
    }
}

/// A value of a question that depends on its clock.
///
/// On the clock of a zone, the value is created once. On the person's clock, it is created after
/// the clock is read. Before that, a value on `WallClock.unread` is created, so that errors that
/// occur on every clock are found.
public struct ClockDependent<Value: Sendable>: Question {
    private let clock: QuestionClock
    /// Nil on the person's clock.
    private let value: Value?
    private let make: @Sendable (WallClock) throws(ParameterError) -> Value

    /// - Throws: `ParameterError` from `make`.
    public init(
        _ clock: QuestionClock, _ make: @escaping @Sendable (WallClock) throws(ParameterError) -> Value
    ) throws(ParameterError) {
        self.clock = clock
        self.make = make
        switch clock {
        case .zone(let clock): value = try make(clock)
        case .person:
            _ = try make(.unread)
            value = nil
        }
    }

    public var isOnPersonClock: Bool { clock.isOnPersonClock }

    /// - Throws: `ParameterError` if the value cannot be made on the person's clock.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> Value {
        if let value { return value }
        return try make(try clock.request(settings))
    }
}
