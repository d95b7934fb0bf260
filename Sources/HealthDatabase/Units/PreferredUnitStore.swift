import HealthCore
import Postgres

/// Reads and writes the units that a person chose for types.
public final class PreferredUnitStore: PersonQueries {
    /// Returns the person's choices.
    ///
    /// - Throws: `PostgresError`.
    public func units() throws -> PreferredUnits {
        var units = PreferredUnits()
        let rows = try session.execute(PreferredUnitStore.statement(person.id))
        // A newer program may have stored a unit that this program cannot parse. The type's
        // preferred unit then applies.
        for row in rows { units.chosen[try row.text(0)] = try? Unit(parsing: try row.text(1)) }
        return units
    }

    /// The statement of `units`.
    static func statement(_ personID: Int32) -> Statement {
        Statement(
            """
            select sample_type.identifier, preferred_unit.unit_string
            from health.preferred_unit
            \(LookUp.one("sample_type", where: "sample_type.sample_type_id = preferred_unit.sample_type_id"))
            where preferred_unit.person_id = $1
            """, personID)
    }

    /// A type and the unit that a person chooses for it.
    public struct Choice: Sendable {
        public var type: SampleType
        /// Nil removes the choice.
        public var unit: TypeUnit?

        public init(type: SampleType, unit: TypeUnit?) {
            self.type = type
            self.unit = unit
        }
    }

    /// Stores all of the choices in one transaction. Types that are not among the choices keep
    /// their units.
    ///
    /// - Parameter choices: at most one choice for each type.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Nothing is changed if it
    ///   throws.
    public func set(_ choices: [Choice]) throws {
        let (chosen, withdrawn) = (choices.filter { $0.unit != nil }, choices.filter { $0.unit == nil })
        try session.transaction {
            // Other transactions take these two locks in the same order.
            _ = try ChangeCounter.lock(person, session)
            // Two requests that store the same types in different order would deadlock without this
            // lock.
            try PersonLock.take(person, session)
            guard try PersonStore.exists(person, session) else { throw HealthDatabaseError.deletedPerson }
            try session.run(
                """
                insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
                select $1, sample_type_id, unit_string, factor::double precision, shift::double precision
                from unnest($2, $3, $4, $5) as choice (identifier, unit_string, factor, shift)
                join health.sample_type using (identifier)
                on conflict (person_id, sample_type_id) do update
                set unit_string = excluded.unit_string, factor = excluded.factor, shift = excluded.shift
                """, person, chosen.map(\.type.identifier), chosen.compactMap(\.unit?.unit.unitString),
                chosen.compactMap { $0.unit.map { "\($0.factor)" } },
                chosen.compactMap { $0.unit.map { "\($0.shift)" } })
            try session.run(
                """
                delete from health.preferred_unit
                where person_id = $1 and sample_type_id = any(array(
                    select sample_type_id from health.sample_type where identifier = any($2)))
                """, person, withdrawn.map(\.type.identifier))
            try ChangeCounter.noteFigures(of: person, session)
        }
    }
}
