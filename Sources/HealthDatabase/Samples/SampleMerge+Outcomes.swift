import HealthCore
import Postgres

extension SampleMerge {
    /// The result of comparing a staged sample of a batch.
    struct Verdict {
        var ordinal: Int64
        /// The outcome for the client, as if each sample had come in a batch of its own.
        var outcome: RecordOutcome
        /// The action of the writer; nil for a sample that a later sample of the batch replaces.
        var action: RecordOutcome?
    }

    /// Compares each staged sample with the preceding sample of the same uuid, for the outcome.
    /// That is an earlier sample of the batch, or else the stored sample. For the action it
    /// compares the staged sample with the stored one.
    ///
    /// A correlation is changed if it contains other samples than before. A workout is not changed
    /// if the batch lacks some of its samples, because apps send workouts without their samples.
    ///
    /// - Parameter contents: whether staged samples are series or have extremes. Without series,
    ///   digests are not compared. A stored series still differs from a staged sample that is
    ///   none, because the series has no quantity. Without extremes, extremes are not compared. A
    ///   stored sample with extremes still differs, because its metadata or parts repeat them.
    /// - Throws: `PostgresError`
    func verdicts(_ contents: StagedContents, _ session: Session) throws -> [Verdict] {
        let codes: [RecordOutcome] = [.inserted, .unchanged, .updated, .superseded]
        return try session.execute(verdictQuery(contents), parameters).map { row in
            var row = row
            return Verdict(
                ordinal: try row.int64(), outcome: codes[Int(try row.int32())],
                action: try row.optionalInt32().map { codes[Int($0)] })
        }
    }

    /// The common table expression `staged`. It has the content of each staged sample as one
    /// record, and the content of the preceding sample of the batch with the same uuid.
    private func stagedContent(_ contents: StagedContents) -> String {
        let hasSeries = contents.hasSeries
        return """
            with objects as (
                select staged.container, array_agg(distinct staged.uuid order by staged.uuid) as uuids
                from \(table.name) staged
                where staged.container is not null and \(SampleMerge.isAlive)
                group by staged.container
            ), content as (
                select staged.person_id, staged.ordinal, staged.uuid, staged.kind, staged.is_skipped, row(
                    \(SampleColumn.all.map(\.name).joined(separator: ", ")), series_digest, extremes,
                    case
                        when \(StagedKind.correlation.isKind("staged")) then coalesce(objects.uuids, '{}')
                        when \(StagedKind.workout.isKind("staged")) then array(
                            select unnest(objects.uuids)
                            union
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = staged.person_id and contained_sample.container_uuid = staged.uuid
                            order by 1)
                    end) as content
                from (
                    select staged.person_id, staged.ordinal, staged.kind, staged.is_skipped,
                        \(SampleColumn.all.map { "\($0.staged) as \($0.name)" }.joined(separator: ", ")),
                        \(hasSeries ? "decode(series.digest, 'hex')" : "null::bytea") as series_digest,
                        array[staged.minimum, staged.maximum] as extremes
                    from \(table.name) staged
                    \(hasSeries ? "left join \(StagedSeries.series) series on series.ordinal = staged.ordinal" : "")
                    where \(StagedKind.isSample())
                ) staged
                left join objects on objects.container = staged.ordinal
            ), staged as (
                select person_id, ordinal, uuid, kind, is_skipped, content, lag(ordinal) over earlier is not null as is_repeated,
                    lag(content) over earlier as earlier_content
                from content
                window earlier as (partition by uuid order by ordinal)
            )
            """
    }

    private func verdictQuery(_ contents: StagedContents) -> String {
        let hasSeries = contents.hasSeries
        return """
            \(stagedContent(contents)), compared as (
                select staged.ordinal, staged.is_skipped, staged.is_repeated, deleted.uuid is not null as is_deleted,
                    staged.content is not distinct from staged.earlier_content as equals_earlier,
                    known.uuid is not null as is_known,
                    staged.content is not distinct from row(
                        \(SampleColumn.all.map { "\($0.table?.rawValue ?? "known").\($0.name)" }.joined(separator: ", ")),
                        \(hasSeries ? "series.digest" : "null::bytea"),
                        \(contents.hasExtremes ? StoredExtremes.array(of: "known") : "array[null, null]::double precision[]"),
                        case when \(StagedKind.isContainer("staged")) then array(
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = staged.person_id and contained_sample.container_uuid = staged.uuid
                            order by 1)
                        end) as equals_known
                from staged
                left join health.deleted_sample deleted on deleted.person_id = staged.person_id and deleted.uuid = staged.uuid
                left join health.sample known on known.person_id = staged.person_id and known.uuid = staged.uuid
                \(SampleMerge.knownSideRows)
                \(hasSeries ? SampleMerge.knownSeries : "")
            )
            select ordinal,
                case
                    when is_deleted then 3
                    when is_repeated then case when equals_earlier then 1 else 2 end
                    when not is_known then 0
                    when equals_known then 1
                    else 2
                end,
                case
                    when is_skipped then null
                    when is_deleted then 3
                    when not is_known then 0
                    when equals_known then 1
                    else 2
                end
            from compared
            """
    }

    /// Joins of the side tables of `SampleColumn.all` to the stored sample `known`.
    private static let knownSideRows = Set(SampleColumn.all.compactMap(\.table?.rawValue)).sorted().map { table in
        "left join health.\(table) on \(table).person_id = staged.person_id and \(table).uuid = known.uuid"
    }.joined(separator: "\n")

    private static let knownSeries =
        "left join health.quantity_series series on series.person_id = staged.person_id and series.uuid = known.uuid"

    /// Marks the staged samples with these ordinals as skipped, so that later statements ignore
    /// them.
    ///
    /// - Throws: `PostgresError`
    func skip(ordinals: [Int64], _ session: Session) throws {
        _ = try session.execute(
            "update \(table.name) set is_skipped = true where ordinal = any($1)", [.int64Array(ordinals)])
    }

    /// Deletes the stored samples that the staged samples of these ordinals replace.
    ///
    /// - Throws: `PostgresError`
    func removeSamples(ordinals: [Int64], _ session: Session) throws {
        _ = try session.execute(
            """
            with changed as (
                delete from health.sample using \(table.name) staged
                where sample.person_id = staged.person_id and sample.uuid = staged.uuid and staged.ordinal = any($1)
                returning \(SlotMarkTable.columns)
            ), \(SlotMarkTable.marking("changed"))
            select count(*) from changed
            """,
            [.int64Array(ordinals)])
        try forgetFurtherHolders(
            of: "\(table.name) staged", where: "sample_holder.uuid = staged.uuid and staged.ordinal = any($2)",
            [.int64Array(ordinals)], session)
        let named = "(select person_id, uuid, kind from \(table.name) where ordinal = any($1)) as named"
        let parameters: [Parameter] = [.int64Array(ordinals)]
        let tables = SideTable.allCases.filter { $0 != .contained }
        try SideTable.deleteRows(in: tables, of: named, parameters, person, session)
        // A replaced workout still contains the same samples.
        _ = try session.execute(
            SideTable.contained.deletion(of: named) + " and named.kind <> \(StagedKind.workout.rawValue)", parameters)
    }
}
