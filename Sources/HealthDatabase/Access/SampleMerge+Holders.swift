import Foundation
import HealthCore
import Postgres

/// The rows of `health.sample_holder`: holders that saved the same sample as another holder.
enum FurtherHolders {
    /// Records that the holder saved samples which another holder had saved before. The holder may
    /// then read them as its own.
    ///
    /// A holder that may read everything gets no rows.
    ///
    /// - Throws: `PostgresError`
    static func note(_ uuids: [UUID], of person: Person, _ access: WriteAccess, _ session: Session) throws {
        guard !uuids.isEmpty else { return }
        try note(in: "unnest($2) as saved (uuid)", [.int32(person.id), .uuidArray(uuids)], access, session)
    }

    /// Records the same for the samples of an import.
    ///
    /// - Throws: `PostgresError`
    static func note(in table: ImportTable, of person: Person, _ access: WriteAccess, _ session: Session) throws {
        try note(
            in:
                "(select distinct uuid from \(table.name) staged where person_id = $1 and \(StagedKind.isInFile())) saved",
            [.int32(person.id), .int32(nil)], access, session)
    }

    /// - Parameter rows: a FROM item `saved` with the column uuid. $1 is the person.
    private static func note(
        in rows: String, _ parameters: [Parameter], _ access: WriteAccess, _ session: Session
    ) throws {
        guard !access.readsAll else { return }
        try session.run(
            """
            insert into health.sample_holder (
                person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id)
            select $1, known.uuid, \(OwnHolder.or("$3")), known.sample_type_id, known.source_revision_id, known.device_id
            from \(rows)
            cross join lateral (
                select sample.uuid, sample.holder_id, sample.sample_type_id, sample.source_revision_id, sample.device_id
                from health.sample
                where sample.person_id = $1 and sample.uuid = saved.uuid
                union all
                select deleted.uuid, deleted.holder_id, deleted.sample_type_id, null, null
                from health.deleted_sample deleted
                where deleted.person_id = $1 and deleted.uuid = saved.uuid
                offset 0
            ) known
            where known.holder_id is distinct from $3
            on conflict do nothing
            """, parameters, access.holderID)
    }
}

/// SQL for the person's own holder.
enum OwnHolder {
    /// Returns SQL for the id of a holder: `parameter`, or the own holder of the person $1 if it is
    /// null.
    static func or(_ parameter: String) -> String {
        "coalesce(\(parameter), (select own.holder_id from health.holder own where own.person_id = $1))"
    }
}

extension SampleMerge {
    /// Deletes the rows about samples whose content changes. Those holders saved the earlier
    /// content.
    ///
    /// - Throws: `PostgresError`
    func forgetFurtherHolders(of uuids: Parameter, _ session: Session) throws {
        try session.run("delete from health.sample_holder where person_id = $1 and uuid = any($2)", person, uuids)
    }
}
