import Foundation
import HealthCore
import Postgres

/// Completes an import whose file was read to the end. Stores the staged rows and moves the end of
/// the change feed past all rows of the import.
struct ImportMerge {
    let job: ImportJob
    let session: Session
    let references: SampleReferences
    /// The uuids that may occur more than once among the staged rows; nil if any uuid may.
    let suspects: [UUID]?

    var counts: ImportCounts
    /// As in `ImportWriter.Report`.
    private var completed: Int64 = 0
    private var unnamedFiles: Int64 = 0
    /// True if a stored correlation or workout got more samples, or a stored sample got further
    /// parts, such as a route.
    private var hasMoved = false
    /// The result of `decideVersions`.
    private(set) var superseded: [Int32: Int64] = [:]

    var person: Person { job.person }
    var table: ImportTable { job.table }
    var contents: StagedContents { job.checkpoint.contents }

    /// True if records of this file were copied into the store without staging.
    var hasDirect: Bool { job.checkpoint.directCount > 0 }

    init(_ job: ImportJob, _ references: SampleReferences, suspects: [UUID]?, _ session: Session) {
        self.job = job
        self.session = session
        self.references = references
        self.suspects = suspects
        counts = job.checkpoint.counts
        counts.add(job.checkpoint.contents, references)
    }

    /// Runs in the caller's transaction and takes the person's lock.
    ///
    /// - Throws: what `progress` throws, `PostgresError`, or `HealthDatabaseError`
    ///   (`unknownPerson`)
    mutating func run(_ progress: (Int64, Int64) throws -> Void) throws -> ImportWriter.Report {
        var position = try ChangeCounter.lock(person, session)
        // The person has only samples of this import, so no staged row needs a comparison.
        let isAlone = job.directPosition != nil && position == job.startPosition
        let resolved = try ReferenceResolver(person: person, session: session, isBounded: false)
            .resolve(references, contents, only: job.access.writesAll ? nil : contents.usedNames)
        // Samples that were stored directly may have brought new sources without a change in the
        // feed. Readers need no such change if the import stores the person's first samples.
        let hasJoined = try !isAlone && joinRenamed(resolved)
        if resolved.changedSources || hasDirect || hasJoined, !isAlone {
            position = try PreferenceChange.sources.note(after: position, of: person, session)
        }
        if hasDirect, let directPosition = job.directPosition { position = directPosition }
        let merge = SampleMerge(
            rows: .imported(table, count: job.checkpoint.stagedCount), person: person, references: resolved,
            holderID: job.access.holderID, position: position)
        // The types of the feed (`FeedSamples`).
        try SampleExtent.raise(contents, resolved, of: person, session)
        // Tombstones have the positions after those of all staged rows.
        var behind = merge
        behind.advance(past: contents)
        let end = behind.position
        if job.checkpoint.stagedCount + job.checkpoint.knownCount > 0 {
            try self.merge(merge, &behind, isAlone: isAlone, progress)
        }
        try applyRanges(merge, isAlone: isAlone, &behind)
        try DayClock.update(person, session)
        let report = ImportWriter.Report(counts, completed: completed, unnamedFiles: unnamedFiles)
        if report.stored > 0 || hasMoved || behind.position > end {
            try ChangeCounter.set(behind.position, of: person, session)
        }
        if report.stored > 0 { try ChangeCounter.noteImport(until: contents.latestStart, of: person, session) }
        return report
    }

    private mutating func merge(
        _ merge: SampleMerge, _ behind: inout SampleMerge, isAlone: Bool, _ progress: (Int64, Int64) throws -> Void
    ) throws {
        try table.finish(isComparing: !isAlone, session)
        if job.checkpoint.hasFiles {
            try addFiles()
            if job.access.mayWrite(elementNamed: ImportMerge.fileElement) {
                unnamedFiles = try keepUnnamedFiles()
                counts.add(unnamedFiles, to: \.read, elementNamed: ImportMerge.fileElement)
            }
        }
        if contents.has(.contained), job.checkpoint.knownCount > 0 { try forgetRevivable() }
        if let copies = try numberOccurrences() { try counts.add(copies, to: \.repeatedInside, references) }
        if contents.hasSynced { superseded = try decideVersions(merge, &behind) }
        if !isAlone {
            try reviveListed(merge)
            try recognise(merge)
            // Needs all rows of `health.recognised_record`, and the uuids of the file.
            if contents.has(.workout) { completed += try completeRecords() }
            try counts.add(try followRecognised(merge), to: \.recognised, references)
            if contents.has(.contained) {
                // Restores samples that were deleted with their correlation, if another correlation
                // or workout contains them, stored or in this import.
                try merge.resurrectContents(session)
                try behind.removeContentsOfGoneCorrelations(session)
            }
        }
        if let deleted = try markDeleted(merge) { try counts.add(deleted, to: \.deletedBefore, references) }
        try insertInChunks(merge, isComparing: !isAlone, progress)
        try counts.add(try storedSamples(merge), to: \.stored, references)
        try merge.insertElements(for: job.id, session)
        for (name, count) in try storedElements(merge) { counts.add(count, to: \.stored, elementNamed: name) }
        try FurtherHolders.note(in: table, of: person, job.access, session)
        guard !isAlone else {
            if contents.has(.contained) { try merge.insertContained(session) }
            return
        }
        var movedCount = contents.has(.detail) || job.checkpoint.hasFiles ? try completeSamples(merge) : 0
        completed += movedCount
        if contents.has(.extreme) {
            let count = try StoredExtremes.complete(merge, session)
            completed += count
            movedCount += count
        }
        if contents.has(.contained) { movedCount += try merge.insertContainedMoving(session) }
        hasMoved = movedCount > 0
    }

    /// Returns the number of staged samples that were stored, grouped by type and source revision
    /// (their indices in `references`). The position of such a sample follows from its ordinal.
    ///
    /// A first import stages few samples and looks up each. Another import may store few of the
    /// samples that it stages, so it looks up the stored ones.
    private func storedSamples(_ merge: SampleMerge) throws -> Rows {
        let stored =
            job.directPosition == nil
            ? """
            join (
                select sample.change_position from \(FeedSamples.all(after: "$2")) where extent.person_id = $1 offset 0
            ) sample on staged.ordinal = sample.change_position - $2 - 1
            """ : LookUp.one("sample", where: "sample.person_id = $1 and sample.uuid = staged.uuid")
        return try session.run(
            """
            select staged.sample_type, staged.source_revision, count(*)
            from \(table.name) staged
            \(stored)
            where staged.person_id = $1 and \(StagedKind.isSample()) and not staged.is_skipped
                and sample.change_position = $2 + 1 + staged.ordinal
            group by staged.sample_type, staged.source_revision
            """, person, merge.position)
    }

    private func storedElements(_ merge: SampleMerge) throws -> [String: Int64] {
        try session.dictionary(
            """
            select name, count(*) from health.export_element where person_id = $1 and change_position > $2 group by name
            """, person, merge.position)
    }

    /// Adds the contents of files to the parts of the samples that name them. If several files have
    /// one path, the last one is used.
    private func addFiles() throws {
        try session.run(
            """
            with file as (
                select distinct on (file) file, parts from \(table.name)
                where person_id = $1 and kind = \(StagedKind.file.rawValue) order by file, ordinal desc
            )
            update \(table.name) staged set parts = coalesce(staged.parts, '{}') || file.parts
            from file where staged.person_id = $1 and \(StagedKind.isSample()) and staged.file = file.file
            """, person)
    }

    /// Skips the staged samples that have tombstones.
    ///
    /// - Returns: the number of these samples, by the indices of type and source revision; nil if
    ///   the person has no tombstones.
    private func markDeleted(_ merge: SampleMerge) throws -> Rows? {
        let hasDeleted = "select exists (select 1 from health.deleted_sample where person_id = $1)"
        guard try session.value(hasDeleted, person, as: Bool.self) else { return nil }
        return try session.run(
            """
            with deleted as (
                update \(table.name) staged set is_skipped = true
                where staged.person_id = $1 and not staged.is_skipped and \(StagedKind.isSample())
                    and \(merge.isDeleted("staged"))
                returning staged.sample_type, staged.source_revision
            )
            select sample_type, source_revision, count(*) from deleted group by sample_type, source_revision
            """, person)
    }

    /// Inserts the staged samples in chunks of `chunkOrdinals` ordinals and reports progress after
    /// each chunk. Ordinals follow the order of the file, which groups records by type.
    ///
    /// - Parameter isComparing: true if the store may have some of the samples.
    private func insertInChunks(
        _ merge: SampleMerge, isComparing: Bool, _ progress: (Int64, Int64) throws -> Void
    ) throws {
        let isNew =
            "not \(LookUp.exists("sample", as: "known", isForced: merge.rows.areFew, where: "known.person_id = $1 and known.uuid = staged.uuid"))"
        let statement = merge.importInsertion(
            contents, where: "staged.ordinal >= $8 and staged.ordinal < $9" + (isComparing ? " and \(isNew)" : ""))
        let bounds = try session.run(
            "select min(ordinal), max(ordinal) + 1 from \(table.name) where person_id = $1", person)
        guard let first = try bounds[0].optionalInt64(0), let end = try bounds[0].optionalInt64(1) else { return }
        let stagedCount = job.checkpoint.stagedCount
        for start in stride(from: first, to: end, by: ImportMerge.chunkOrdinals) {
            let chunkEnd = min(start + Int64(ImportMerge.chunkOrdinals), end)
            try session.run(statement, merge.parameters, start, chunkEnd)
            try progress(Int64(Double(stagedCount) * Double(chunkEnd - first) / Double(end - first)), stagedCount)
        }
    }

    /// The records that one statement merges.
    private static let chunkOrdinals = 40_000
}
