import Postgres

/// Stores elements that an app sent, like the elements of exports.
public class ElementWriter: PersonQueries {
    /// Replaces the element with this name and key. A later import replaces it only if its export
    /// was made after this call.
    ///
    /// - Parameters:
    ///   - merged: SQL of the new element, made of `known` and `excluded`.
    ///   - isUnchanged: SQL that tells whether the change feed says the same as before.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Then nothing is changed.
    func write(
        _ name: String, key: String, _ attributes: [(name: String, value: String)],
        merged: String = "excluded.element", isUnchanged: String
    ) throws {
        try session.transaction {
            let position = try ChangeCounter.lock(person, session) + 1
            let written = try session.value(
                """
                insert into health.export_element as known (
                    person_id, uuid, name, key, exported_at, element, change_position)
                select $1, gen_random_uuid(), '\(name)', $2, clock_timestamp(),
                    jsonb_build_object('name', '\(name)', 'attributes', jsonb_object($3, $4)), $5
                on conflict (person_id, name, key) where key is not null do update
                set element = \(merged), exported_at = excluded.exported_at,
                    change_position =
                        case when \(isUnchanged) then known.change_position else excluded.change_position end
                returning change_position
                """, person, key, attributes.map(\.name), attributes.map(\.value), position, as: Int64.self)
            if written == position { try ChangeCounter.set(position, of: person, session) }
        }
    }
}
