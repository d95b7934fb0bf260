import Foundation
import HealthCore
import Postgres

/// Reads and writes the preferences of a holder about a person. All tokens and sessions of the
/// holder share them, and other holders cannot read them.
///
/// A caller who may read only some types neither reads nor changes preferences about other types.
public struct ReaderPreferenceStore {
    private let caller: Caller
    private let session: Session

    public init(_ caller: Caller, _ session: Session) {
        self.caller = caller
        self.session = session
    }

    /// Returns the preferences. All are at their defaults if nothing was chosen, or if the caller
    /// may read nothing.
    ///
    /// - Throws: `PostgresError`.
    public func preferences() throws -> ReaderPreferences {
        guard caller.access.mayRead else { return ReaderPreferences() }
        let readable = try readableTypes()
        return try stored().shown(readable, units())
    }

    /// Changes the members that the change names, all or none of them.
    ///
    /// - Returns: the preferences after the change.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`.
    public func change(_ change: ReaderPreferences.Change) throws -> ReaderPreferences {
        let readable = try readableTypes()
        return try session.transaction {
            // Two changes run one after the other, so that neither is lost. The lock also blocks an
            // erasing of the person, and the foreign key a removal of the holder, until the commit.
            try PersonLock.take(caller.person, session)
            let held = try session.run(
                """
                select 1 from health.person cross join health.holder
                where person.person_id = $1 and person.erasing_since is null and holder.holder_id = $2
                """, key)
            guard held.rowCount == 1, try addRow() else {
                throw HealthDatabaseError(.unknownPerson, "the person or the holder has been deleted")
            }
            let units = try units()
            let changed = try stored().changed(change, readable, units)
            try write(changed)
            return changed.shown(readable, units)
        }
    }

    private var key: [Parameter] { [.int32(caller.person.id), .int32(caller.access.holderID)] }

    /// Returns the units that the person chose.
    private func units() throws -> PreferredUnits {
        try PreferredUnitStore(person: caller.person, session: session).units()
    }

    /// Adds an empty row if there is none.
    ///
    /// - Returns: false if the holder was removed meanwhile.
    private func addRow() throws -> Bool {
        do {
            return try session.attempt {
                try session.run(
                    """
                    insert into health.reader_preference (person_id, holder_id) values ($1, $2)
                    on conflict (person_id, holder_id) do nothing
                    """, key)
                return true
            }
        } catch let error as PostgresError where error.constraint?.hasPrefix("reader_preference_holder_fkey") == true {
            return false
        }
    }

    private func stored() throws -> ReaderPreferences {
        let found = try session.run(
            """
            select jsonb_build_object(
                'pinned', pinned, 'hidden', hidden, 'units', units, 'goals', goals, 'firstWeekday', first_weekday,
                'timeZone', time_zone, 'language', language)::text
            from health.reader_preference where person_id = $1 and holder_id = $2
            """, key)
        guard found.rowCount == 1 else { return ReaderPreferences() }
        return try JSONDecoder().decode(ReaderPreferences.self, from: Data(try found[0].text(0).utf8))
    }

    private func write(_ preferences: ReaderPreferences) throws {
        try session.run(
            """
            update health.reader_preference
            set pinned = case when $3 then $4 end, hidden = $5, units = $6, first_weekday = $7, time_zone = $8,
                goals = $9, language = $10
            where person_id = $1 and holder_id = $2
            """, key, preferences.pinned != nil, preferences.pinned ?? [], preferences.hidden,
            Parameter.jsonb(Array(try JSONEncoder().encode(preferences.units))),
            preferences.firstWeekday.map { Int32($0) }, preferences.timeZone,
            Parameter.jsonb(Array(try JSONEncoder().encode(preferences.goals))), preferences.language)
    }

    /// Returns the identifiers of the types whose samples the caller may read. Nil if the caller
    /// may read everything.
    private func readableTypes() throws -> Set<String>? {
        guard !caller.access.readsAll else { return nil }
        return try session.reading(as: caller.access) {
            let found = try session.all(
                """
                select identifier from health.sample_type
                where sample_type_id in (
                    select types.sample_type_id from health.readable_types() types where types.person_id = $1
                    union all
                    select types.sample_type_id from health.partly_readable_types() types where types.person_id = $1)
                """, caller.person, as: String.self)
            return Set(found)
        }
    }
}
