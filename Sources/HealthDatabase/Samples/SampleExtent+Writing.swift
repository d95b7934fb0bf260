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
        let facts = TypeFacts(contents, references)
        let parameters = [Parameter.int32(person.id)] + facts.parameters
        let missing = try session.run(missing, parameters)[0]
        for (index, insertion) in insertions.enumerated() where try missing.bool(index) {
            try session.run(insertion, parameters)
        }
    }

    // $1 is the person. $2 to $4 are source revisions, their types and devices, $5 and $6 units and
    // their types, $7 and $8 types and the length of their longest staged sample.
    private static let noted = "unnest($2, $3, $4) as noted (source_revision_id, sample_type_id, device_id)"
    private static let notedUnit = "unnest($5, $6) as noted (unit_id, sample_type_id)"
    private static let longest = "unnest($7, $8) as longest (sample_type_id, microseconds)"

    /// A query for one Boolean for each of `insertions`: whether it has an effect.
    private static let missing = """
        select
            exists (
                select 1 from \(noted)
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
                select 1 from \(noted)
                where noted.device_id > 0 and not \(LookUp.exists(
                    "device_type",
                    where: """
                        device_type.person_id = $1 and device_type.device_id = noted.device_id
                            and device_type.sample_type_id = noted.sample_type_id
                        """))),
            exists (
                select 1 from \(notedUnit)
                join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
                where not \(LookUp.exists(
                    "unit_type",
                    where: """
                        unit_type.person_id = $1 and unit_type.unit_id = noted.unit_id
                            and unit_type.sample_type_id = noted.sample_type_id
                        """))),
            exists (
                select 1 from \(longest)
                where not \(LookUp.exists(
                    "sample_extent",
                    where: """
                        sample_extent.person_id = $1 and sample_extent.sample_type_id = longest.sample_type_id
                            and sample_extent.longest_duration >= longest.microseconds * interval '1 microsecond'
                        """)))
        """

    private static let insertions = [
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
        from \(notedUnit)
        join health.unit on unit.unit_id = noted.unit_id and not unit.in_catalogue
        on conflict (person_id, unit_id, sample_type_id) do nothing
        """,
        """
        insert into health.sample_extent (person_id, sample_type_id, longest_duration)
        select $1, sample_type_id, max(microseconds) * interval '1 microsecond'
        from \(longest)
        group by sample_type_id
        on conflict (person_id, sample_type_id) do update
        set longest_duration = excluded.longest_duration
        where excluded.longest_duration > sample_extent.longest_duration
        """,
    ]
}

/// What the samples of a batch say about types: who measured them, in which units, and how long
/// they are. Names that have no id yet are left out: when a first import asks, a type whose samples
/// are all staged may have none.
private struct TypeFacts {
    let parameters: [Parameter]

    init(_ contents: StagedContents, _ references: ResolvedReferences) {
        func id(_ index: Int32, _ ids: [Int32]) -> Int32? {
            ids.indices.contains(Int(index)) ? ids[Int(index)] : nil
        }
        let noted = contents.revisionTypes.compactMap { noted -> (revision: Int32, type: Int32, device: Int32)? in
            guard let revision = id(noted.revision, references.sourceRevisionIDs),
                let type = id(noted.type, references.sampleTypeIDs)
            else { return nil }
            return (revision, type, noted.device.flatMap { id($0, references.deviceIDs) } ?? 0)
        }
        let units = contents.unitTypes.compactMap { noted -> (unit: Int32, type: Int32)? in
            guard let unit = id(noted.unit, references.unitIDs), let type = id(noted.type, references.sampleTypeIDs)
            else { return nil }
            return (unit, type)
        }
        let longest = contents.types.compactMap { index, samples in
            id(index, references.sampleTypeIDs).map { (type: $0, duration: samples.longestDuration) }
        }
        parameters = [
            .int32Array(noted.map(\.revision)), .int32Array(noted.map(\.type)), .int32Array(noted.map(\.device)),
            .int32Array(units.map(\.unit)), .int32Array(units.map(\.type)),
            .int32Array(longest.map(\.type)), .int64Array(longest.map(\.duration)),
        ]
    }
}
