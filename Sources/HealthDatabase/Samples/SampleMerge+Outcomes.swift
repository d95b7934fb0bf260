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
        return try session.all(verdictQuery(contents), parameters, isPrepared: false) { row in
            Verdict(
                ordinal: try row.int64(), outcome: codes[Int(try row.int32())],
                action: try row.optionalInt32().map { codes[Int($0)] })
        }
    }

    /// The common table expression `staged`. It has the content of each staged sample as one
    /// record, and the content of the preceding sample of the batch with the same uuid.
    private func stagedContent(_ contents: StagedContents) -> String {
        let hasSeries = contents.has(.series)
        return """
            with objects as (
                select staged.container, array_agg(distinct staged.uuid order by staged.uuid) as uuids
                from \(rows.item) staged
                where staged.container is not null and \(isAlive)
                group by staged.container
            ), content as (
                select staged.ordinal, staged.uuid, staged.kind, staged.is_skipped, row(
                    \(SampleColumn.all.map(\.name).joined(separator: ", ")), series_digest, extremes,
                    case
                        when \(StagedKind.correlation.isKind("staged")) then coalesce(objects.uuids, '{}')
                        when \(StagedKind.workout.isKind("staged")) then array(
                            select unnest(objects.uuids)
                            union
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = $1 and contained_sample.container_uuid = staged.uuid
                            order by 1)
                    end) as content
                from (
                    select staged.ordinal, staged.kind, staged.is_skipped,
                        \(SampleColumn.all.map { "\($0.staged) as \($0.name)" }.joined(separator: ", ")),
                        \(hasSeries ? "series.digest" : "null::bytea") as series_digest,
                        array[staged.minimum, staged.maximum] as extremes
                    from \(rows.item) staged
                    \(hasSeries ? "left join \(StagedBatch.series) series on series.ordinal = staged.ordinal" : "")
                    where \(StagedKind.isSample())
                ) staged
                left join objects on objects.container = staged.ordinal
            ), staged as (
                select ordinal, uuid, kind, is_skipped, content, lag(ordinal) over earlier is not null as is_repeated,
                    lag(content) over earlier as earlier_content
                from content
                window earlier as (partition by uuid order by ordinal)
            )
            """
    }

    private func verdictQuery(_ contents: StagedContents) -> String {
        let hasSeries = contents.has(.series)
        return """
            \(stagedContent(contents)), compared as (
                select staged.ordinal, staged.is_skipped, staged.is_repeated, deleted.uuid is not null as is_deleted,
                    staged.content is not distinct from staged.earlier_content as equals_earlier,
                    known.uuid is not null as is_known,
                    staged.content is not distinct from row(
                        \(SampleColumn.all.map { "\($0.table?.rawValue ?? "known").\($0.name)" }.joined(separator: ", ")),
                        \(hasSeries ? "series.digest" : "null::bytea"),
                        \(contents.has(.extreme) ? StoredExtremes.array(of: "known") : "array[null, null]::double precision[]"),
                        case when \(StagedKind.isContainer("staged")) then array(
                            select contained_sample.uuid from health.contained_sample
                            where contained_sample.person_id = $1 and contained_sample.container_uuid = staged.uuid
                            order by 1)
                        end) as equals_known
                from staged
                \(LookUp.any("deleted_sample", as: "deleted", "uuid", where: "person_id = $1 and uuid = staged.uuid"))
                \(LookUp.any("sample", as: "known", where: "person_id = $1 and uuid = staged.uuid"))
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
        LookUp.any(table, where: "person_id = $1 and uuid = known.uuid")
    }.joined(separator: "\n")

    private static let knownSeries = LookUp.any(
        "quantity_series", as: "series", "digest", where: "person_id = $1 and uuid = known.uuid")

    /// Deletes the stored samples that samples of a batch replace.
    ///
    /// - Throws: `PostgresError`
    func removeStored(_ samples: [Sample], _ session: Session) throws {
        let uuids = Parameter.uuidArray(samples.map(\.uuid))
        let changed = try session.run(
            """
            delete from health.sample where sample.person_id = $1 and sample.uuid = any($2)
            returning \(MarkTable.columns)
            """, person, uuids)
        try MarkTable.mark(MarkRanges(changed), of: person, session)
        try forgetFurtherHolders(of: uuids, session)
        try ContainedChanges(person: person, session: session).forget(uuids)
        try SideTable.deleteRows(in: SideTable.allCases.filter { $0 != .contained }, of: uuids, person, session)
        // A replaced workout still contains the same samples.
        let others = samples.filter { StagedKind($0.content) != .workout }
        try SideTable.deleteRows(in: [.contained], of: .uuidArray(others.map(\.uuid)), person, session)
    }
}
