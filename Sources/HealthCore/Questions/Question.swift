/// A question whose parameters are parsed. It is created once from text and needs no database.
///
/// `request(_:)` combines the question with the person's settings. Errors in parameters are found
/// when the question is created, before the database is read. Only errors that depend on the
/// person's own clock are found later.
public protocol Question: Sendable {
    /// The parsed form that readers of the database answer, which contains times on a clock and
    /// figures in units.
    associatedtype Request: Sendable

    /// True if the answer depends on the person's own clock.
    var isOnPersonClock: Bool { get }
    /// True if the answer depends on the units that the person chose.
    var hasPersonUnits: Bool { get }

    /// Returns the request on the person's clock and in the person's units.
    ///
    /// - Throws: `ParameterError` if the question cannot be answered on the person's clock.
    func request(_ settings: PersonSettings) throws(ParameterError) -> Request
}

extension Question {
    public var hasPersonUnits: Bool { false }
}

/// A question that is answered in the units of the person, or has more than another question.
public struct PersonQuestion<Request: Sendable>: Question {
    public let isOnPersonClock: Bool
    public let hasPersonUnits: Bool
    private let make: @Sendable (PersonSettings) throws(ParameterError) -> Request

    /// - Parameters:
    ///   - part: the part of the question that depends on its clock.
    ///   - make: makes the request of the request of `part` and the person's units.
    init<Part: Question>(
        _ part: Part, hasPersonUnits: Bool,
        _ make: @escaping @Sendable (Part.Request, PreferredUnits) throws(ParameterError) -> Request
    ) {
        isOnPersonClock = part.isOnPersonClock
        self.hasPersonUnits = hasPersonUnits
        self.make = { settings throws(ParameterError) in try make(try part.request(settings), settings.units) }
    }

    /// - Throws: The same errors as `Question.request(_:)`.
    public func request(_ settings: PersonSettings) throws(ParameterError) -> Request { try make(settings) }
}

/// The settings of a person on which questions depend.
public struct PersonSettings: Sendable {
    /// The clock of the time zone `person`. Nil if it has not been read or the person's time zones
    /// are unknown.
    public var clock: WallClock?
    public var units: PreferredUnits

    public init(clock: WallClock? = nil, units: PreferredUnits = PreferredUnits()) {
        self.clock = clock
        self.units = units
    }
}

extension ParameterError {
    /// The error of a question on the person's clock if the store has no time zone of the person.
    public static let noTimeZoneHistory = ParameterError(
        .noTimeZoneHistory, "timeZone", "the time zones of the person are not known",
        hint: "PUT /v1/time-zones sets them")
}
