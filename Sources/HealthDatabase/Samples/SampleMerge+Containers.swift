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
        let left = try session.all(
            "delete from health.contained_sample where person_id = $1 and uuid = any($2) returning container_uuid, uuid",
            person, uuids
        ) { (container: try $0.uuid(), uuid: try $0.uuid()) }
        guard !left.isEmpty else { return }
        let containers = Parameter.uuidArray(Set(left.map(\.container)).sorted { $0.uuidString < $1.uuidString })
        let changes = ContainedChanges(person: person, session: session)
        try changes.keepPositions(of: containers)
        position += try session.affectedRows(
            """
            with moved as (
                select sample.uuid, row_number() over () as number
                from unnest($2::uuid[]) as named (uuid)
                \(LookUp.one("sample", "sample.uuid", where: "sample.person_id = $1 and sample.uuid = named.uuid"))
            )
            update health.sample set change_position = $3 + moved.number
            from moved where sample.person_id = $1 and sample.uuid = moved.uuid
            """, person, containers, position)
        try changes.note(left)
    }

    /// Does the same as `insertContained`, for an import. A stored correlation or workout may
    /// contain more samples in this file than before.
    ///
    /// - Returns: the number of stored containers that gained samples and were not moved before.
    ///   Each gets the feed position that follows from the ordinal of its staged row.
    /// - Throws: `PostgresError`
    func insertContainedMoving(_ session: Session) throws -> Int64 {
        try session.affectedRows(
            """
            with added as (
                \(containedInsertion)
                returning container_uuid
            ), moved as (
                select staged.uuid, min(staged.ordinal) as ordinal
                from \(rows.item) staged
                where \(StagedKind.isContainer("staged")) and staged.uuid in (select container_uuid from added)
                group by staged.uuid
            ), forgotten as (
                delete from health.contained_change using moved
                where contained_change.person_id = $1 and contained_change.container_uuid = moved.uuid
            )
            update health.sample set change_position = $6 + 1 + moved.ordinal
            from moved
            where sample.person_id = $1 and sample.uuid = moved.uuid and sample.change_position <= $6
            """, parameters)
    }

    // MARK: Any order of arrival

    /// Deletes tombstones of samples that were deleted only because their correlation was deleted.
    /// The sample must be in a staged container that is or will be stored. If that container had
    /// arrived before the deletion, the sample would not have been deleted.
    ///
    /// A tombstone is deleted only if exactly one staged row has its uuid and is not skipped. So a
    /// record that was recognised as the sample does not bring the sample back.
    ///
    /// - Throws: `PostgresError`
    func resurrectContents(_ session: Session) throws {
        try session.run(
            """
            with staged as materialized (
                select ordinal, container, uuid, kind, is_skipped from \(rows.item) staged
            ), inside as materialized (
                select distinct staged.uuid
                from staged
                where staged.container is not null
                    and \(isDeleted("staged", "deleted.went_with_correlation"))
                    -- "is true" keeps it from becoming a join, which would go through all rows for each: of a table that was
                    -- just filled, the planner believes that hardly any row passes.
                    and (staged.container in (
                        select container.ordinal from staged container where \(isLiving("container"))
                    )) is true
            ), alive as (
                select inside.uuid
                from inside join staged on staged.uuid = inside.uuid
                where \(StagedKind.isSample()) and not staged.is_skipped
                group by inside.uuid
                having count(*) = 1
            ), changed as (
                -- Another holder may save other content now.
                delete from health.sample_holder using alive
                where sample_holder.person_id = $1 and sample_holder.uuid = alive.uuid
            )
            delete from health.deleted_sample using alive
            where deleted_sample.person_id = $1 and deleted_sample.uuid = alive.uuid
            """, parameters, isPrepared: false)
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
        let contents = try session.all(
            contentsOfGoneCorrelations, parameters, isPrepared: false
        ) {
            RemovedSample(
                uuid: try $0.uuid(), type: try $0.optionalInt32(), start: try $0.optionalInstant(),
                end: try $0.optionalInstant())
        }
        guard !contents.isEmpty else { return }
        _ = try remove(contents, areNamed: false, session)
    }

    private var contentsOfGoneCorrelations: String {
        """
        with staged as materialized (
            select ordinal, container, uuid, kind, is_skipped, sample_type, start_time, end_time from \(rows.item) staged
        ), gone as materialized (
            select container.ordinal from staged container
            where \(StagedKind.successorOfCorrelation.isKind("container"))
                or \(StagedKind.correlation.isKind("container")) and \(isDeleted("container"))
        ), inside as materialized (
            select distinct on (staged.uuid) staged.uuid, staged.sample_type, staged.start_time, staged.end_time
            from gone join staged on staged.container = gone.ordinal
            where \(StagedKind.isSample()) and not \(isDeleted("staged"))
            order by staged.uuid, staged.ordinal
        )
        select inside.uuid, ($2::integer[])[inside.sample_type + 1], inside.start_time, inside.end_time
        from inside
        where not exists (
                select 1 from health.contained_sample held where held.person_id = $1 and held.uuid = inside.uuid offset 0)
            and not \(isInLivingContainer("inside", of: "staged"))
            \(rows.importID != nil ? "and not " + LookUp.exists("sample", where: "sample.person_id = $1 and sample.uuid = inside.uuid") : "")
        order by inside.uuid
        """
    }

    /// SQL that tells whether a staged correlation or workout that will be stored contains the
    /// sample of `row`.
    ///
    /// - Parameter staged: the FROM item of the staged rows.
    func isInLivingContainer(_ row: String, of staged: String) -> String {
        """
        exists (
            select 1 from \(staged) contained
            join \(staged) container on container.ordinal = contained.container
            where contained.uuid = \(row).uuid and \(isLiving("container")))
        """
    }

    private func isLiving(_ row: String) -> String {
        "\(StagedKind.isContainer(row)) and not \(row).is_skipped and not \(isDeleted(row))"
    }
}
