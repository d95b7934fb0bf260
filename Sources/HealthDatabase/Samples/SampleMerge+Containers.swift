import HealthCore
import Postgres

/// The contents of a correlation or workout are part of it. When they change, the correlation or
/// workout gets a new position in the change feed.
extension SampleMerge {
    /// Removes deleted samples from their containers. Each container that is still stored gets a
    /// new position.
    ///
    /// - Parameter uuids: the deleted samples. Containers among them are deleted already.
    /// - Throws: `PostgresError`
    mutating func takeOutOfContainers(_ uuids: Parameter, _ session: Session) throws {
        position += try session.execute(
            """
            with gone as (
                delete from health.contained_sample
                using unnest($2, array_fill($1, array[cardinality($2)])) as named (uuid, person_id)
                where contained_sample.person_id = named.person_id and contained_sample.uuid = named.uuid
                returning contained_sample.person_id, contained_sample.container_uuid
            ), moved as (
                select sample.person_id, sample.uuid, row_number() over () as number
                from (select distinct person_id, container_uuid from gone) gone
                join health.sample on sample.person_id = gone.person_id and sample.uuid = gone.container_uuid
            )
            update health.sample set change_position = $3 + moved.number
            from moved where sample.person_id = moved.person_id and sample.uuid = moved.uuid
            """,
            [.int32(person.id), uuids, .int64(position)]
        ).affectedRows
    }

    /// Does the same as `insertContained`, for an import. A stored correlation or workout may
    /// contain more samples in this file than before.
    ///
    /// - Returns: the number of stored containers that gained samples and were not moved before.
    ///   Each gets the feed position that follows from the ordinal of its staged row.
    /// - Throws: `PostgresError`
    func insertContainedMoving(_ session: Session) throws -> Int64 {
        try session.execute(
            """
            with added as (
                \(containedInsertion)
                returning container_uuid
            ), moved as (
                select staged.person_id, staged.uuid, min(staged.ordinal) as ordinal
                from \(table.name) staged
                where \(StagedKind.isContainer("staged")) and staged.uuid in (select container_uuid from added)
                group by staged.person_id, staged.uuid
            )
            update health.sample set change_position = $6 + 1 + moved.ordinal
            from moved
            where sample.person_id = moved.person_id and sample.uuid = moved.uuid and sample.change_position <= $6
            """,
            parameters
        ).affectedRows
    }

    // MARK: Any order of arrival

    /// Deletes tombstones of samples that were deleted only because their correlation was deleted.
    /// The sample must be in a staged container that is or will be stored. If that container had
    /// arrived before the deletion, the sample would not have been deleted.
    ///
    /// A tombstone remains unless exactly one staged row that is not skipped has its uuid. So a
    /// record that was recognised as the sample does not bring the sample back.
    ///
    /// - Throws: `PostgresError`
    func resurrectContents(_ session: Session) throws {
        _ = try session.execute(
            """
            with inside as materialized (
                select distinct staged.person_id, staged.uuid
                from \(table.name) staged
                where staged.container is not null
                    and \(SampleMerge.isDeleted("staged", "deleted.went_with_correlation"))
                    -- "is true" keeps it from becoming a join, which would go through all rows for each: of a table that was
                    -- just filled, the planner believes that hardly any row passes.
                    and (staged.container in (
                        select container.ordinal from \(table.name) container where \(SampleMerge.isLiving("container"))
                    )) is true
            ), alive as (
                select inside.person_id, inside.uuid
                from inside join \(table.name) staged on staged.uuid = inside.uuid
                where \(StagedKind.isSample()) and not staged.is_skipped
                group by inside.person_id, inside.uuid
                having count(*) = 1
            ), changed as (
                -- Another holder may save other content now.
                delete from health.sample_holder using alive
                where sample_holder.person_id = alive.person_id and sample_holder.uuid = alive.uuid
            )
            delete from health.deleted_sample using alive
            where deleted_sample.person_id = alive.person_id and deleted_sample.uuid = alive.uuid
            """)
    }

    /// Deletes staged samples whose only containers are staged correlations that are deleted or
    /// superseded. If these correlations had arrived before their deletion, the samples would have
    /// been deleted with them.
    ///
    /// A sample remains if a correlation or workout that is or will be stored contains it. An
    /// import deletes no stored samples. It only writes tombstones for its own samples, which are
    /// then not stored.
    ///
    /// - Throws: `PostgresError`
    mutating func removeContentsOfGoneCorrelations(_ session: Session) throws {
        let contents = try session.execute(contentsOfGoneCorrelations, parameters).map { row in
            RemovedSample(
                uuid: try row.uuid(0), type: try row.int32(1), start: Instant(microseconds: try row.timestamptz(2)),
                end: Instant(microseconds: try row.timestamptz(3)))
        }
        guard !contents.isEmpty else { return }
        _ = try remove(contents, areNamed: false, session)
    }

    private var contentsOfGoneCorrelations: String {
        let isStored = """
            exists (
                select from health.sample known
                where known.person_id = inside.person_id and known.uuid = inside.uuid)
            """
        return """
            with gone as materialized (
                select container.ordinal from \(table.name) container
                where \(StagedKind.successorOfCorrelation.isKind("container"))
                    or \(StagedKind.correlation.isKind("container")) and \(SampleMerge.isDeleted("container"))
            ), inside as materialized (
                select distinct on (staged.uuid) staged.person_id, staged.uuid, staged.sample_type, staged.start_time,
                    staged.end_time
                from gone join \(table.name) staged on staged.container = gone.ordinal
                where \(StagedKind.isSample()) and not \(SampleMerge.isDeleted("staged"))
                order by staged.uuid, staged.ordinal
            )
            select inside.uuid, ($2::integer[])[inside.sample_type + 1], inside.start_time, inside.end_time
            from inside
            where not exists (
                    select from health.contained_sample held
                    where held.person_id = inside.person_id and held.uuid = inside.uuid)
                and not \(isInLivingContainer("inside"))
                \(table.isImport ? "and not " + isStored : "")
            order by inside.uuid
            """
    }

    /// SQL that tells whether a staged correlation or workout that will be stored contains the
    /// sample of `row`.
    func isInLivingContainer(_ row: String) -> String {
        """
        exists (
            select from \(table.name) staged
            join \(table.name) container on container.ordinal = staged.container
            where staged.uuid = \(row).uuid and \(SampleMerge.isLiving("container")))
        """
    }

    private static func isLiving(_ row: String) -> String {
        "\(StagedKind.isContainer(row)) and not \(row).is_skipped and not \(isDeleted(row))"
    }

    /// SQL that tells whether `row` has a tombstone with `condition`. "offset 0" makes PostgreSQL
    /// use the index, because there may be many more tombstones than staged rows.
    private static func isDeleted(_ row: String, _ condition: String = "true") -> String {
        """
        exists (
            select from health.deleted_sample deleted
            where deleted.person_id = \(row).person_id and deleted.uuid = \(row).uuid and \(condition)
            offset 0)
        """
    }
}
