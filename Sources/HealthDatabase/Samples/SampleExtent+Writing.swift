import HealthCore
import Postgres

extension SampleExtent {
    /// Raises the stored length of the longest sample of each staged type. Adds the types of each
    /// source, device and unit.
    ///
    /// Most batches change none of these, so one statement first finds out what is missing.
    ///
    /// - Throws: `PostgresError`
    static func raise(
        _ contents: StagedContents, _ references: ResolvedReferences, of person: Person, _ session: Session
    ) throws {
        func id(_ index: Int32?, _ ids: [Int32]) -> Int32? {
            index.flatMap { ids.indices.contains(Int($0)) ? ids[Int($0)] : nil }
        }
        // When a first import asks, a name whose samples are all staged may have no id yet.
        let noted = contents.groups.compactMap { names, group -> Noted? in
            guard let revision = id(names.revision, references.sourceRevisionIDs),
                let type = id(names.type, references.sampleTypeIDs)
            else { return nil }
            let (device, unit) = (id(names.device, references.deviceIDs), id(names.unit, references.unitIDs))
            return (revision, type, device ?? 0, unit ?? 0, group.longestDuration)
        }
        let parameters: [Parameter] = [
            .int32(person.id), .int32Array(noted.map(\.revision)), .int32Array(noted.map(\.type)),
            .int32Array(noted.map(\.device)), .int32Array(noted.map(\.unit)), .int64Array(noted.map(\.microseconds)),
        ]
        let missing = try session.run(missing, parameters)[0]
        for (index, insertion) in insertions(from: staged).enumerated() where try missing.bool(index) {
            try session.run(insertion, parameters)
        }
    }

    /// Stores the same of all samples of a person who has none of these rows.
    ///
    /// - Throws: `PostgresError`
    static func restore(of person: Person, _ session: Session) throws {
        let stored = """
            (
                select source_revision_id, sample_type_id, device_id, sent_unit_id as unit_id,
                    (extract(epoch from max(end_time - start_time)) * 1000000)::bigint as microseconds
                from health.sample where person_id = $1
                group by source_revision_id, sample_type_id, device_id, sent_unit_id
            ) noted
            """
        for insertion in insertions(from: stored) { try session.run(insertion, person) }
    }

    private typealias Noted = (revision: Int32, type: Int32, device: Int32, unit: Int32, microseconds: Int64)

    /// The names of staged samples, and the length of the longest sample that has them.
    private static let staged = """
        unnest($2, $3, $4, $5, $6) as noted (source_revision_id, sample_type_id, device_id, unit_id, microseconds)
        """

    /// A query for one Boolean for each of `insertions`: whether it has an effect.
    private static let missing = """
        select
            exists (
                select 1 from \(staged)
                \(LookUp.one(
                    "source_revision", "source_id",
                    where: "person_id = $1 and source_revision_id = noted.source_revision_id"))
                where not \(LookUp.exists(
                    "source_type",
                    where: """
                        source_type.person_id = $1 and source_type.source_id = source_revision.source_id
                            and source_type.sample_type_id = noted.sample_type_id
                        """))),
            exists (
                select 1 from \(staged)
                where noted.device_id > 0 and not \(LookUp.exists(
                    "device_type",
                    where: """
                        device_type.person_id = $1 and device_type.device_id = noted.device_id
                            and device_type.sample_type_id = noted.sample_type_id
                        """))),
            exists (
                select 1 from \(staged)
                join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
                where not \(LookUp.exists(
                    "unit_type",
                    where: """
                        unit_type.person_id = $1 and unit_type.unit_id = noted.unit_id
                            and unit_type.sample_type_id = noted.sample_type_id
                        """))),
            exists (
                select 1 from \(staged)
                where not \(LookUp.exists(
                    "sample_extent",
                    where: """
                        sample_extent.person_id = $1 and sample_extent.sample_type_id = noted.sample_type_id
                            and sample_extent.longest_duration >= noted.microseconds * interval '1 microsecond'
                        """)))
        """

    /// - Parameter noted: a FROM item with the columns of `staged`. $1 is the person.
    private static func insertions(from noted: String) -> [String] {
        [
            """
            insert into health.source_type (person_id, source_id, sample_type_id)
            select distinct $1::integer, source_revision.source_id, noted.sample_type_id
            from \(noted)
            join health.source_revision
                on source_revision.person_id = $1 and source_revision.source_revision_id = noted.source_revision_id
            on conflict (person_id, source_id, sample_type_id) do nothing
            """,
            """
            insert into health.device_type (person_id, device_id, sample_type_id)
            select distinct $1::integer, device_id, sample_type_id from \(noted) where device_id > 0
            on conflict (person_id, device_id, sample_type_id) do nothing
            """,
            """
            insert into health.unit_type (person_id, unit_id, sample_type_id)
            select distinct $1::integer, unit.unit_id, noted.sample_type_id
            from \(noted)
            join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
            on conflict (person_id, unit_id, sample_type_id) do nothing
            """,
            """
            insert into health.sample_extent (person_id, sample_type_id, longest_duration)
            select $1, sample_type_id, max(microseconds) * interval '1 microsecond'
            from \(noted)
            group by sample_type_id
            on conflict (person_id, sample_type_id) do update
            set longest_duration = excluded.longest_duration
            where excluded.longest_duration > sample_extent.longest_duration
            """,
        ]
    }
}
