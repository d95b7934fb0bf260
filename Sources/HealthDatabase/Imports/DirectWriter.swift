import HealthCore
import Postgres

/// Copies the samples of a person's first import into the tables of the store, without a staging
/// table.
///
/// The caller holds the person's lock. Under this lock, it has checked that no other writer has
/// committed for the person since the import began. The caller passes each uuid only once.
struct DirectWriter {
    let person: Person
    let session: Session
    /// The feed position before the first sample. The sample with ordinal n gets the position
    /// `position + 1 + n`.
    let position: Int64
    /// The import, as in `health.sample`.
    let importID: Int32
    /// The holder that imports, as in `health.sample`.
    let holderID: Int32?
    private(set) var storedCount: Int64 = 0
    private(set) var resolved = ResolvedReferences()
    private(set) var marks = MarkRanges()

    /// True if a sample with this content has rows only in `health.sample` and in `sideTables`.
    static func takes(_ content: Sample.Content) -> Bool {
        switch content {
        case .quantity, .category, .other: true
        case .aggregate, .series, .correlation, .workout: false
        }
    }

    /// Copies samples.
    ///
    /// - Parameters:
    ///   - references: the names of all records read so far. The samples hold indices of these
    ///     names.
    ///   - contents: all records read so far.
    /// - Throws: `PostgresError`
    mutating func write(
        _ samples: [(ordinal: Int64, sample: Sample)], _ references: SampleReferences, _ contents: StagedContents
    ) throws {
        guard !samples.isEmpty else { return }
        if !resolved.covers(references) {
            resolved = try ReferenceResolver(person: person, session: session, isBounded: false)
                .resolve(references, contents, keepsFacts: false)
        }
        var rows = BinaryCopyWriter()
        var details = BinaryCopyWriter()
        var hasDetails = false
        var zoned: [Sample] = []
        for (ordinal, sample) in samples {
            append(sample, ordinal, to: &rows)
            marks.note(sample, resolved)
            guard !sample.metadata.isEmpty || !sample.parts.isEmpty else { continue }
            hasDetails = true
            details.beginRow(Int16(2 + DirectWriter.detailColumns.count))
            details.int32(person.id)
            details.uuid(sample.uuid)
            for write in DirectWriter.detailColumns { write(sample, resolved, &details) }
            if SampleTimeZone.mayBeNamed(in: sample.metadata) { zoned.append(sample) }
        }
        storedCount += try session.copy(
            &rows,
            into: "health.sample (person_id, change_position, import_id, holder_id, \(SampleColumn.names(of: nil)))")
        if hasDetails {
            try session.copy(
                &details, into: "health.sample_detail (person_id, uuid, \(SampleColumn.names(of: .detail)))")
        }
        if !zoned.isEmpty { try insertTimeZones(of: zoned) }
    }

    /// Adds the marks, the longest durations and the latest start of all samples written so far.
    /// Readers and other writers rely on these. Must be the last call before the transaction ends.
    ///
    /// - Throws: `PostgresError`
    mutating func show(_ contents: StagedContents) throws {
        guard storedCount > 0 else { return }
        try MarkTable.mark(marks, of: person, session)
        marks = MarkRanges()
        try SampleExtent.raise(contents, resolved, of: person, session)
        try DayClock.update(person, session)
        try ChangeCounter.noteImport(until: contents.latestStart, of: person, session)
        try ChangeCounter.noteFigures(of: person, session)
        try ChangeCounter.noteArrival(behind: position, of: person, session)
    }

    /// Inserts the time zones that the metadata of the samples name. PostgreSQL evaluates the same
    /// SQL expressions as for every other writer.
    private func insertTimeZones(of samples: [Sample]) throws {
        try session.run(
            """
            insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
            select $1, \(SampleTimeZone.name(in: "metadata")), start_time, uuid
            from (
                select uuid, start_time::timestamptz, metadata::jsonb
                from unnest($2, $3, $4) as sample (uuid, start_time, metadata)
            ) sample
            where \(SampleTimeZone.isNamed(in: "metadata"))
            """, person, samples.map(\.uuid), samples.map(\.start.rfc3339),
            samples.map { String(decoding: $0.metadata, as: UTF8.self) })
    }

    private func append(_ sample: Sample, _ ordinal: Int64, to rows: inout BinaryCopyWriter) {
        rows.beginRow(Int16(4 + DirectWriter.columns.count))
        rows.int32(person.id)
        rows.int64(position + 1 + ordinal)
        rows.int32(importID)
        rows.int32(holderID)
        for write in DirectWriter.columns { write(sample, resolved, &rows) }
    }

    private static let columns = SampleColumn.columns(of: nil).compactMap(\.write)
    private static let detailColumns = SampleColumn.columns(of: .detail).compactMap(\.write)

    /// The tables beside `health.sample` that this writer fills.
    static let sideTables: [SideTable] = [.detail, .timeZone]
}

extension ResolvedReferences {
    /// True if every name has an id. The lists of names only grow, so it is enough to compare
    /// counts.
    fileprivate func covers(_ references: SampleReferences) -> Bool {
        sampleTypeIDs.count == references.types.count && unitIDs.count == references.units.count
            && sourceRevisionIDs.count == references.sourceRevisions.count
            && deviceIDs.count == references.devices.count
    }
}
