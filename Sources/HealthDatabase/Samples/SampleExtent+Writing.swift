import HealthCore
import Postgres

extension SampleExtent {
    /// Raises the stored length of the longest sample of each staged type. Adds the types of each
    /// source, device and unit.
    ///
    /// - Throws: `PostgresError`
    static func raise(
        _ contents: StagedContents, _ references: ResolvedReferences, of person: Person, _ session: Session
    ) throws {
        try noteTypes(contents, references, of: person, session)
        // When a first import calls this, a type whose samples are all staged may have no id yet.
        let longest = contents.longestDurations.filter { references.sampleTypeIDs.indices.contains(Int($0.key)) }
            .map { index, duration in (id: references.sampleTypeIDs[Int(index)], duration: duration) }
        _ = try session.execute(
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, max(microseconds) * interval '1 microsecond'
            from unnest($2, $3) as longest (sample_type_id, microseconds)
            group by sample_type_id
            on conflict (person_id, sample_type_id) do update
            set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """,
            [.int32(person.id), .int32Array(longest.map(\.id)), .int64Array(longest.map(\.duration))])
    }

    private static func noteTypes(
        _ contents: StagedContents, _ references: ResolvedReferences, of person: Person, _ session: Session
    ) throws {
        let noted = contents.revisionTypes.filter {
            references.sourceRevisionIDs.indices.contains(Int($0.revision))
                && references.sampleTypeIDs.indices.contains(Int($0.type))
        }
        let devices = noted.map { noted in
            noted.device.flatMap {
                references.deviceIDs.indices.contains(Int($0)) ? references.deviceIDs[Int($0)] : nil
            } ?? 0
        }
        let units = contents.unitTypes.filter {
            references.unitIDs.indices.contains(Int($0.unit)) && references.sampleTypeIDs.indices.contains(Int($0.type))
        }
        _ = try session.execute(
            """
            with noted as (
                select * from unnest($2, $3, $4) as noted (source_revision_id, sample_type_id, device_id)
            ), units as (
                insert into health.unit_type (person_id, unit_id, sample_type_id)
                select distinct $1::integer, unit.unit_id, noted.sample_type_id
                from unnest($5, $6) as noted (unit_id, sample_type_id)
                join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
                on conflict (person_id, unit_id, sample_type_id) do nothing
            ), devices as (
                insert into health.device_type (person_id, device_id, sample_type_id)
                select distinct $1::integer, device_id, sample_type_id from noted where device_id > 0
                on conflict (person_id, device_id, sample_type_id) do nothing
            )
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, source_revision.source_id, noted.sample_type_id
            from noted
            join health.source_revision
                on source_revision.person_id = $1 and source_revision.source_revision_id = noted.source_revision_id
            on conflict (person_id, source_id, sample_type_id) do nothing
            """,
            [
                .int32(person.id), .int32Array(noted.map { references.sourceRevisionIDs[Int($0.revision)] }),
                .int32Array(noted.map { references.sampleTypeIDs[Int($0.type)] }), .int32Array(devices),
                .int32Array(units.map { references.unitIDs[Int($0.unit)] }),
                .int32Array(units.map { references.sampleTypeIDs[Int($0.type)] }),
            ])
    }
}
