import Foundation
import HealthCore
import Postgres

/// Notes which samples joined or left a stored correlation or workout, for callers who may not read
/// everything. Their feed has the container again only if they may read one of the samples.
///
/// The calling function holds the person's lock.
final class ContainedChanges: PersonQueries {
    /// Keeps the positions of containers that have joined or lost no sample since they were saved.
    /// Call this before the containers get new positions.
    ///
    /// - Throws: `PostgresError`
    func keepPositions(of containers: Parameter) throws {
        try session.run(
            """
            insert into health.contained_change (
                person_id, container_uuid, sample_type_id, holder_id, start_time, end_time, change_position)
            select $1, sample.uuid, sample.sample_type_id, coalesce(sample.holder_id, 0), sample.start_time,
                sample.end_time, sample.change_position
            from unnest($2::uuid[]) as named (uuid)
            \(LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            on conflict (person_id, container_uuid, sample_type_id, holder_id) do nothing
            """, person, containers)
    }

    /// Notes the samples that joined or left containers, at the containers' new positions.
    /// Containers that are deleted meanwhile are left out.
    ///
    /// - Parameter members: samples that are stored or have a tombstone.
    /// - Throws: `PostgresError`
    func note(_ members: [(container: UUID, uuid: UUID)]) throws {
        let member = """
            select sample_type_id, holder_id, start_time, end_time from health.sample
            where person_id = $1 and uuid = changed.uuid
            union all
            select sample_type_id, holder_id, start_time, end_time from health.deleted_sample
            where person_id = $1 and uuid = changed.uuid and sample_type_id is not null
            offset 0
            """
        try session.run(
            """
            insert into health.contained_change as known (
                person_id, container_uuid, sample_type_id, holder_id, start_time, end_time, change_position)
            select $1, container.uuid, member.sample_type_id, coalesce(member.holder_id, 0),
                min(greatest(member.start_time, container.start_time)), max(least(member.end_time, container.end_time)),
                container.change_position
            from unnest($2::uuid[], $3::uuid[]) as changed (container_uuid, uuid)
            \(LookUp.one("sample", as: "container", where: "person_id = $1 and uuid = changed.container_uuid"))
            cross join lateral (\(member)) member
            group by container.uuid, member.sample_type_id, coalesce(member.holder_id, 0), container.change_position
            on conflict (person_id, container_uuid, sample_type_id, holder_id) do update set
                change_position = excluded.change_position, start_time = least(known.start_time, excluded.start_time),
                end_time = greatest(known.end_time, excluded.end_time)
            """, person, members.map(\.container), members.map(\.uuid))
    }

    /// Forgets the notes about containers that are deleted or saved again.
    ///
    /// - Throws: `PostgresError`
    func forget(_ containers: Parameter) throws {
        try session.run(
            "delete from health.contained_change where person_id = $1 and container_uuid = any($2)", person, containers)
    }
}
