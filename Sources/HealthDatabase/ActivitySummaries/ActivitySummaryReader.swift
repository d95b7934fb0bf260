import HealthCore
import Postgres

/// Reads activity rings from the view `health.activity_summary`.
public final class ActivitySummaryReader: PersonQueries {
    /// Returns the activity rings of the days that have any, in order of the day.
    ///
    /// - Throws: `PostgresError`.
    public func summaries(_ request: ActivitySummaryRequest) throws -> [ActivitySummary] {
        try session.run(
            """
            select key, active_energy_burned, active_energy_burned_goal, apple_move_time, apple_move_time_goal,
                apple_exercise_time, apple_exercise_time_goal, apple_stand_hours, apple_stand_hours_goal
            from health.activity_summary
            where person_id = $1 and key >= $2 and key < $3
            order by key
            """, person, request.first.iso8601, request.end.iso8601
        ).compactMap { row in
            var row = row
            guard let date = CivilDate(iso8601: try row.text()) else { return nil }
            var summary = ActivitySummary(date: date)
            for field in ActivitySummary.Field.allCases { summary.values[field] = try row.optionalDouble() }
            return summary
        }
    }
}
