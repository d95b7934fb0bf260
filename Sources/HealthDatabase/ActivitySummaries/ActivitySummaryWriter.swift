import HealthCore
import Postgres

/// Stores activity rings that an app sent as elements, like the activity rings of exports.
public final class ActivitySummaryWriter: PersonQueries {
    /// Replaces the activity rings of the day. A later import replaces them only if its export was
    /// made after this call.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Then nothing is changed.
    public func write(_ summary: ActivitySummary) throws {
        let date = summary.date.iso8601
        var attributes = [("dateComponents", date), ("activeEnergyBurnedUnit", "kcal")]
        for field in ActivitySummary.Field.allCases {
            if let value = summary.values[field] { attributes.append((field.rawValue, "\(value)")) }
        }
        try session.transaction {
            let position = try ChangeCounter.lock(person, session) + 1
            let written = try session.run(
                """
                insert into health.export_element as known (
                    person_id, uuid, name, key, exported_at, element, change_position)
                select $1, gen_random_uuid(), 'ActivitySummary', $2, clock_timestamp(),
                    jsonb_build_object('name', 'ActivitySummary', 'attributes', jsonb_object($3, $4)), $5
                on conflict (person_id, name, key) where key is not null do update
                set element = excluded.element, exported_at = excluded.exported_at,
                    change_position =
                        case when known.element = excluded.element then known.change_position else excluded.change_position end
                returning change_position
                """, person, date, attributes.map(\.0), attributes.map(\.1), position)
            if try written[0].int64(0) == position { try ChangeCounter.set(position, of: person, session) }
        }
    }
}
