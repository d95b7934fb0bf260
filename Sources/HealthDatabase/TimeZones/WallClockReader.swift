import HealthCore
import Postgres

/// Reads the clock that shows a person's local time in each time zone where the person has been.
public final class WallClockReader: PersonQueries {
    /// Returns the person's clock.
    ///
    /// - Throws: `ParameterError` (`noTimeZoneHistory` if the person's time zones are unknown, or
    ///   `tooManyTimeZones`); `PostgresError`.
    public func clock() throws -> WallClock {
        let history: TimeZoneHistory
        do { history = try TimeZoneReader(person: person, session: session).history() } catch let error
            as HealthDatabaseError where error.code == .tooManyTimeZones
        {
            throw ParameterError(.tooManyTimeZones, "timeZone", error.message, hint: error.hint)
        }
        guard let clock = history.clock else { throw ParameterError.noTimeZoneHistory }
        return clock
    }
}
