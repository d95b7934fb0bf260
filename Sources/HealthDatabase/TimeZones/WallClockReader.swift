import HealthCore
import Postgres

/// Reads the clock that a person carried from zone to zone.
public struct WallClockReader {
    private let person: Person
    private let session: Session

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    /// Returns the person's clock if `timeZone` is `person`, else nil.
    ///
    /// - Throws: `ParameterError`: `noTimeZoneHistory` if the person's zones are not known, or
    ///   `tooManyTimeZones`; `PostgresError`.
    public func clock(for timeZone: String?) throws -> WallClock? {
        guard timeZone == WallClock.personName else { return nil }
        let history: TimeZoneHistory
        do { history = try TimeZoneReader(person: person, session: session).history() } catch let error
            as HealthDatabaseError where error.code == .tooManyTimeZones
        {
            throw ParameterError(.tooManyTimeZones, "timeZone", error.message, hint: error.hint)
        }
        guard let clock = history.clock else {
            throw ParameterError(
                .noTimeZoneHistory, "timeZone", "the time zones of the person are not known",
                hint: "set them with PUT /v1/time-zones")
        }
        return clock
    }
}
