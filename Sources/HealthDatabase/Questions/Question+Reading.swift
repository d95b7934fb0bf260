import HealthCore
import Postgres

extension Question {
    /// Reads the person's clock and units if the question depends on them: a question in a named
    /// zone with named units reads nothing. The units take 42 µs, 1.5 % of a question for the days
    /// of a month (2.8 ms).
    ///
    /// - Throws: `ParameterError` if the question is on the person's clock and the clock is
    ///   unknown; `PostgresError`.
    public func settings(of person: Person, _ session: Session) throws -> PersonSettings {
        var settings = PersonSettings()
        if isOnPersonClock { settings.clock = try WallClockReader(person: person, session: session).clock() }
        if hasPersonUnits { settings.units = try PreferredUnitStore(person: person, session: session).units() }
        return settings
    }

    /// The request on the person's clock and in the person's units. Call it in the transaction that
    /// answers the request.
    ///
    /// - Throws: `ParameterError` if the question cannot be answered on the person's clock;
    ///   `PostgresError`.
    public func request(of person: Person, _ session: Session) throws -> Request {
        try request(try settings(of: person, session))
    }
}
