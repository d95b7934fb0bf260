import HealthCore
import Postgres

/// Stores characteristics that an app sent, in the same element as those of exports.
public final class CharacteristicWriter: PersonQueries {
    /// Replaces the values of some characteristics. The others stay. A later import replaces all of
    /// them only if its export was made after this call.
    ///
    /// - Parameter values: the value of each identifier, as in an export; empty for none.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Then nothing is changed.
    public func write(_ values: [String: String]) throws {
        let attributes = values.sorted { $0.key < $1.key }
        try session.transaction {
            let position = try ChangeCounter.lock(person, session) + 1
            let written = try session.run(
                """
                insert into health.export_element as known (
                    person_id, uuid, name, key, exported_at, element, change_position)
                select $1, gen_random_uuid(), 'Me', '', clock_timestamp(),
                    jsonb_build_object('name', 'Me', 'attributes', jsonb_object($2, $3)), $4
                on conflict (person_id, name, key) where key is not null do update
                set element = jsonb_set(
                        known.element, '{attributes}',
                        case when jsonb_typeof(known.element -> 'attributes') = 'object'
                            then known.element -> 'attributes' else '{}' end || (excluded.element -> 'attributes')),
                    exported_at = excluded.exported_at,
                    change_position =
                        case when (known.element -> 'attributes') @> (excluded.element -> 'attributes')
                            then known.change_position else excluded.change_position end
                returning change_position
                """, person, attributes.map(\.key), attributes.map(\.value), position)
            if try written[0].int64(0) == position { try ChangeCounter.set(position, of: person, session) }
        }
    }
}
