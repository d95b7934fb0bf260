import Foundation
import HealthCore
import Postgres

/// Associates samples with the workouts that they name, in either order of arrival.
///
/// A sample keeps the name in `parts`. It becomes one of the workout's `objects` when it is stored,
/// or later when the workout is. The workout gets a new position in the change feed. If it is still
/// recorded, its end moves to that of the sample if that is later.
///
/// A caller who may not write the workout does not change it. Its sample only keeps the name.
final class WorkoutNames: PersonWriter {
    /// - Parameters:
    ///   - batch: the batch after its samples were stored.
    ///   - outcomes: what became of its samples, by ordinal.
    /// - Throws: `PostgresError`
    func associate(_ batch: SampleBatch, _ outcomes: [Int64: RecordOutcome], _ merge: inout SampleMerge) throws {
        let naming = batch.samples.compactMap { _, sample in
            sample.workout.map { (uuid: sample.uuid, workout: $0, end: sample.end) }
        }
        let added = batch.samples.filter { ordinal, sample in
            if case .workout = sample.content { outcomes[ordinal] == .inserted } else { false }
        }.map(\.sample.uuid)
        var joined: [JoinedSample] = []
        if !naming.isEmpty {
            let allowed = try writable(Set(naming.map(\.workout)))
            for row in try session.run(
                """
                insert into health.contained_sample (person_id, container_uuid, uuid)
                select distinct $1::integer, named.workout_uuid, named.uuid
                from unnest($2, $3) as named (uuid, workout_uuid)
                \(LookUp.one("workout", "uuid", where: "person_id = $1 and workout.uuid = named.workout_uuid"))
                \(LookUp.one("sample", "uuid", where: "person_id = $1 and sample.uuid = named.uuid"))
                where named.workout_uuid = any($4)
                on conflict do nothing
                returning container_uuid, uuid
                """, person, naming.map(\.uuid), naming.map(\.workout), Array(allowed))
            {
                let (workout, uuid) = (try row.uuid(0), try row.uuid(1))
                let end = naming.last { $0.uuid == uuid }?.end ?? .earliest
                joined.append(JoinedSample(workout: workout, uuid: uuid, end: end))
            }
        }
        if !added.isEmpty { joined += try associateWaiting(with: added) }
        try move(joined, &merge)
    }

    /// A sample that has become one of a workout's `objects`.
    private struct JoinedSample {
        var workout: UUID
        var uuid: UUID
        var end: Instant
    }

    /// Associates the samples that came before their workouts.
    ///
    /// - Returns: these samples.
    private func associateWaiting(with workouts: [UUID]) throws -> [JoinedSample] {
        let waiting = try session.all(
            """
            select named.uuid, inside.uuid, sample.end_time
            from unnest($2) as named (uuid)
            cross join lateral (
                select detail.uuid from health.sample_detail detail
                where detail.person_id = $1 and left(lower(detail.parts ->> 'workout'), 36) = named.uuid::text
                    and detail.parts ? 'workout' and detail.uuid <> named.uuid
                offset 0
            ) inside
            \(LookUp.one("workout", "uuid", where: "person_id = $1 and workout.uuid = named.uuid"))
            \(LookUp.one("sample", "end_time", where: "person_id = $1 and sample.uuid = inside.uuid"))
            """, person, workouts, as: JoinedSample.init)
        guard !waiting.isEmpty else { return [] }
        try session.run(
            """
            insert into health.contained_sample (person_id, container_uuid, uuid)
            select $1, inside.workout_uuid, inside.uuid from unnest($2, $3) as inside (workout_uuid, uuid)
            on conflict do nothing
            """, person, waiting.map(\.workout), waiting.map(\.uuid))
        return waiting
    }

    /// Returns those of the workouts that the caller may write.
    private func writable(_ workouts: Set<UUID>) throws -> Set<UUID> {
        guard !access.writesAll else { return workouts }
        let scopes = try SampleScopeReader(person: person, session: session, access: access).scopes(of: Array(workouts))
        return workouts.filter { scopes[$0].map(access.mayReplace) ?? false }
    }

    private func move(_ joined: [JoinedSample], _ merge: inout SampleMerge) throws {
        guard !joined.isEmpty else { return }
        let workouts = Dictionary(joined.map { ($0.workout, $0.end) }) { max($0, $1) }
            .sorted { $0.key.uuidString < $1.key.uuidString }
        let uuids = Parameter.uuidArray(workouts.map(\.key))
        let changes = ContainedChanges(person: person, session: session)
        try changes.keepPositions(of: uuids)
        merge.position += try session.affectedRows(
            """
            update health.sample set change_position = $4 + moved.number,
                end_time = case when \(WorkoutNames.isRecorded) then greatest(sample.end_time, moved.end_time)
                    else sample.end_time end
            from unnest($2, $3) with ordinality as moved (uuid, end_time, number)
            where sample.person_id = $1 and sample.uuid = moved.uuid
            """, person, uuids, workouts.map(\.value), merge.position)
        try changes.note(joined.map { (container: $0.workout, uuid: $0.uuid) })
        try session.run(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample.sample_type_id, max(sample.end_time - sample.start_time)
            from unnest($2) as moved (uuid)
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = moved.uuid"))
            group by sample.sample_type_id
            on conflict (person_id, sample_type_id) do update set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """, person, uuids)
    }

    /// SQL that tells whether the workout `sample` is recorded and not finished.
    private static let isRecorded = LookUp.exists(
        "sample_detail", as: "detail",
        where: """
            detail.person_id = $1 and detail.uuid = sample.uuid and detail.parts ? '\(RecordingState.member)'
            """)
}
