/// A question whose parameters are parsed: a value that is made once from texts and holds what
/// needs no database.
///
/// `request(_:)` resolves it with what the person chose. An error in a parameter is found when the
/// value is made, before the database is read, except errors that only the person's own clock
/// shows.
public protocol Question: Sendable {
    /// What readers answer: times on a clock, figures in units.
    associatedtype Request: Sendable

    /// Whether the answer depends on the person's own clock.
    var isOnPersonClock: Bool { get }
    /// Whether the answer depends on the units that the person chose.
    var hasPersonUnits: Bool { get }

    /// The request on the person's clock and in the person's units.
    ///
    /// - Throws: `ParameterError` if the question cannot be answered on the person's clock.
    func request(_ settings: PersonSettings) throws(ParameterError) -> Request
}

/// What a person chose and questions depend on.
public struct PersonSettings: Sendable {
    /// The clock of the time zone `person`; nil if it is not read or the person's time zones are
    /// unknown.
    public var clock: WallClock?
    public var units: PreferredUnits

    public init(clock: WallClock? = nil, units: PreferredUnits = PreferredUnits()) {
        self.clock = clock
        self.units = units
    }
}

extension ParameterError {
    /// A question is on the person's clock, and the store knows no time zone of the person.
    public static let noTimeZoneHistory = ParameterError(
        .noTimeZoneHistory, "timeZone", "the time zones of the person are not known",
        hint: "PUT /v1/time-zones sets them")
}
