import Postgres

extension Doctor {
    /// The age in seconds from which a mark is reported as a fault. One day. A mark is a row that
    /// makes slots stale.
    static let markSecondsMax = 86_400.0

    func slotFindings() throws -> [Finding] {
        let backlog = try SlotBacklog(session)
        let waiting = Finding(
            isGood: backlog.oldestSeconds < Doctor.markSecondsMax,
            text: backlog.markCount == 0
                ? "the slots of hours and days are up to date"
                : "\(backlog.markCount) marks wait for slots of hours and days, the oldest for \(age(backlog.oldestSeconds))",
            hint: "answers are right, but slower; healthstore serve makes slots, and so does healthstore rebuild")
        return try [waiting] + Doctor.slotChecks.map(run)
    }

    private func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(seconds)) s"
        case ..<7_200: "\(Int(seconds / 60)) min"
        default: "\(Int(seconds / 3_600)) h"
        }
    }

    private static let slotChecks = [
        Check(
            text: "marks and kept types belong to people and types",
            count: """
                select count(*)
                from (
                    select person_id, sample_type_id from (\(SlotMarkTable.spans)) mark
                    union all select person_id, sample_type_id from (\(SlotTypeTable.rows)) kept
                ) named
                left join health.person using (person_id)
                left join health.sample_type using (sample_type_id)
                where person.person_id is null or sample_type.sample_type_id is null
                """),
        Check(
            text: "slots belong to types that are kept, and to sources",
            count: """
                with kept as (\(SlotTypeTable.rows))
                select (select count(*) from health.hour_slot left join kept using (person_id, sample_type_id)
                        where kept.person_id is null)
                    + (select count(*) from health.day_slot left join kept using (person_id, sample_type_id)
                        where kept.person_id is null)
                    + (select count(*) from health.hour_slot left join health.source using (person_id, source_id)
                        where hour_slot.source_id <> 0 and source.source_id is null)
                """),
    ]
}
