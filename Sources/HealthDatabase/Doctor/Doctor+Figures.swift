import Postgres

extension Doctor {
    /// The age in seconds from which a mark is reported as a fault. One day. A mark is a row that
    /// makes figures stale.
    static let markSecondsMax = 86_400.0

    func figureFindings() throws -> [Finding] {
        let (count, oldestSeconds) = try MarkTable.total(session)
        let waiting = Finding(
            isGood: oldestSeconds < Doctor.markSecondsMax,
            text: count == 0
                ? "the figures of hours, days and nights are up to date"
                : "\(count) marks wait for figures of hours, days and nights, the oldest for \(age(oldestSeconds))",
            hint:
                "answers are right, but slower; healthstore serve computes these figures, and so does healthstore rebuild"
        )
        return try [waiting] + run(Doctor.figureChecks)
    }

    private func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(seconds)) s"
        case ..<7_200: "\(Int(seconds / 60)) min"
        default: "\(Int(seconds / 3_600)) h"
        }
    }

    private static let figureChecks: KeyValuePairs = [
        "marks belong to people and types": """
        select count(*)
        from (\(MarkTable.keys)) named
        left join health.person using (person_id)
        left join health.sample_type using (sample_type_id)
        where person.person_id is null or sample_type.sample_type_id is null
        """,
        "figures of hours and days belong to types of people, and to sources": """
        with figure as (
            select person_id, sample_type_id, source_id from health.hour
            union all
            select person_id, sample_type_id, source_id from health.day
        )
        select count(*)
        from figure
        left join health.sample_extent using (person_id, sample_type_id)
        left join health.source using (person_id, source_id)
        where sample_extent.person_id is null or figure.source_id <> 0 and source.source_id is null
        """,
    ]
}
