import Foundation
import HealthCore
import Postgres

/// Stores one whole import, or nothing of it, in one transaction.
///
/// A person's first import is copied into the tables directly, under the person's lock, while the file is being read: it is
/// most of what is ever imported, and cannot meet anything that it would have to be compared with, except itself. So only
/// what may repeat a record of the same file is staged, and what is in a correlation or workout. Every other import
/// is staged whole, without the lock, so that apps can go on posting; then its rows are numbered and merged under the lock.
///
/// Only at the end of the file is it known how often each record occurs in it, which the identity of the second, third, …
/// depends on: identical rows of one file stay as many as they are, and importing the file again adds none.
public final class ImportWriter {
    let person: Person
    let session: Session
    private var encoder: StagedSampleEncoder
    private var contents = StagedContents()
    private(set) var repeated = RepeatedUUIDs()
    private var stagedCount: Int64 = 0

    /// Records that are handed to PostgreSQL at once.
    static let chunkRecords = 8_192
    /// Bytes of their JSON from which on fewer will do.
    static let chunkBytes = 16 << 20

    /// - Parameter session: nobody else uses it until the import is over.
    public init(person: Person, session: Session) throws {
        self.person = person
        self.session = session
        encoder = StagedSampleEncoder(person)
        try StagingTable.imported.prepare(session)
    }

    /// Records in the order of the file, and the names in all records until now.
    public struct Batch: Sendable {
        public var records: [ImportedRecord]
        public var references: SampleReferences

        public init(records: [ImportedRecord], references: SampleReferences) {
            self.records = records
            self.references = references
        }
    }

    /// What became of the records; the counts add up to what was received.
    public struct Report: Sendable, Hashable {
        public var received: Int64 = 0
        /// New samples and elements.
        public var stored: Int64 = 0
        /// Records that the store held already, elements that the file repeats, and samples of whose sync identifier a client
        /// has sent this version or a greater one.
        public var alreadyKnown: Int64 = 0
        /// Of `alreadyKnown`, those that the store held as samples with other uuids: from the phone, as a rule.
        public var recognised: Int64 = 0
        /// Records inside a correlation or workout that the file repeats at its top level.
        public var repeatedInside: Int64 = 0
        /// Records that the person had deleted, by themselves or with a correlation, and what went with an older version of one.
        public var deletedBefore: Int64 = 0
    }

    /// Stores what `next` gives until it gives nil.
    ///
    /// - Parameter progress: called while staged rows are merged, with those merged so far and all of them.
    /// - Throws: what `next` throws, `PostgresError`, or `HealthDatabaseError` (`unknownPerson`); nothing is stored then.
    public func write(
        progress: (Int64, Int64) -> Void = { _, _ in }, from next: () throws -> Batch?
    ) throws -> Report {
        defer { forget() }
        return try session.transaction {
            var direct = try directWriter()
            var references = SampleReferences()
            var report = Report()
            while let batch = try gather(next) {
                references = batch.references
                report.received += Int64(batch.records.count)
                let samples = stage(batch.records, exceptDirect: direct != nil)
                try copyStaged()
                try direct?.write(samples, references, deviceOfRevision: contents.deviceOfRevision)
            }
            report.stored = direct?.storedCount ?? 0
            var position = try direct?.position ?? ChangeCounter.lock(person, session)
            let resolved = try ReferenceResolver(person: person, session: session)
                .resolve(references, deviceOfRevision: contents.deviceOfRevision)
            // What is copied directly took its positions already, and there was nothing before it that could read otherwise now.
            if resolved.haveSourcesChanged, direct == nil {
                position = try PreferenceChange.sources.note(after: position, of: person, session)
            }
            var merge = SampleMerge(table: .imported, person: person, references: resolved, position: position)
            var others = (haveContainersChanged: false, deletedCount: Int64(0))
            if stagedCount > 0 { others = try self.merge(merge, isDirect: direct != nil, &report, progress) }
            try merge.raiseExtents(contents, session)
            merge.advance(past: contents)
            merge.position += others.deletedCount
            if report.stored > 0 || others.haveContainersChanged || others.deletedCount > 0 {
                try ChangeCounter.set(merge.position, of: person, session)
            }
            if report.stored > 0 { try ChangeCounter.noteImport(until: contents.latestStart, of: person, session) }
            report.alreadyKnown = report.received - report.stored - report.repeatedInside - report.deletedBefore
            return report
        }
    }

    /// Some thousand records, or nil at the end.
    private func gather(_ next: () throws -> Batch?) throws -> Batch? {
        guard var batch = try next() else { return nil }
        var bytes = batch.records.reduce(0) { $0 + $1.jsonBytes }
        while batch.records.count < ImportWriter.chunkRecords, bytes < ImportWriter.chunkBytes, let more = try next() {
            bytes += more.records.reduce(0) { $0 + $1.jsonBytes }
            batch.records += more.records
            batch.references = more.references
        }
        return batch
    }

    /// The writer for a person who has no samples and never deleted one, whom it locks; nil for others.
    private func directWriter() throws -> DirectWriter? {
        func isNew() throws -> Bool {
            try session.execute(
                """
                select not exists (select from health.sample where person_id = $1)
                    and not exists (select from health.deleted_sample where person_id = $1)
                """,
                [.int32(person.id)]
            )[0].bool(0)
        }
        guard try isNew() else { return nil }
        let position = try ChangeCounter.lock(person, session)
        // Somebody may have been faster.
        return try isNew() ? DirectWriter(person: person, session: session, position: position) : nil
    }

    /// Encodes the records for the staging table.
    ///
    /// - Returns: the samples that need not go there, if `exceptDirect` is true.
    private func stage(_ records: [ImportedRecord], exceptDirect: Bool) -> [(ordinal: Int64, sample: Sample)] {
        var direct: [(ordinal: Int64, sample: Sample)] = []
        if exceptDirect { direct.reserveCapacity(records.count) }
        for record in records {
            switch record.item {
            case .sample(let sample):
                contents.note(sample, ordinal: record.ordinal)
                let mayBeRepeated = repeated.note(sample.uuid)
                if exceptDirect, !mayBeRepeated, sample.container == nil, !sample.content.isContainer {
                    direct.append((record.ordinal, sample))
                } else {
                    encoder.append(sample, ordinal: record.ordinal)
                }
            case .element(let name, let uuid, let json):
                contents.note(ordinal: record.ordinal)
                encoder.append(elementNamed: name, uuid: uuid, json: json, ordinal: record.ordinal)
            }
        }
        return direct
    }

    private func copyStaged() throws {
        guard encoder.rowCount > 0 else { return }
        encoder.finish()
        var bytes: [UInt8]? = encoder.takeBytes()
        stagedCount += try session.copyIn(StagingTable.imported.copy) {
            defer { bytes = nil }
            return bytes
        }
        encoder.begin()
    }

    /// - Returns: whether correlations or workouts that were here already contain more than before, and how many samples inside gone
    ///   correlations are deleted now, at the places behind everything that is stored.
    private func merge(
        _ merge: SampleMerge, isDirect: Bool, _ report: inout Report, _ progress: (Int64, Int64) -> Void
    ) throws -> (haveContainersChanged: Bool, deletedCount: Int64) {
        try session.executeScript(
            "analyze \(StagingTable.imported.name) (ordinal, container, is_skipped, kind, uuid)")
        report.repeatedInside = try numberOccurrences(isDirect: isDirect)
        var deletedCount: Int64 = 0
        if !isDirect {
            try merge.markOutdated(session)
            report.recognised = try ImportRecognition(session: session).recognise(merge)
            if contents.haveContained { deletedCount = try settleContents(merge) }
        }
        report.deletedBefore = try markDeleted()
        report.stored += try insertInChunks(merge, isComparing: !isDirect, progress)
        report.stored += try merge.insertElements(session)
        guard contents.haveContained else { return (false, 0) }
        guard !isDirect else {
            try merge.insertContained(session)
            return (false, 0)
        }
        return (try merge.insertContainedMoving(session) > 0, deletedCount)
    }

    /// Lets what is inside living containers live, and what is inside gone correlations go.
    ///
    /// - Returns: how many tombstones there are now at the places behind those that follow from ordinals.
    private func settleContents(_ merge: SampleMerge) throws -> Int64 {
        try merge.resurrectContents(session)
        var behind = merge
        behind.advance(past: contents)
        let position = behind.position
        try behind.removeContentsOfGoneCorrelations(session)
        return behind.position - position
    }

    /// Gives the disk space back; the table is gone anyway when the session ends.
    private func forget() {
        stagedCount = 0
        repeated = RepeatedUUIDs()
        contents = StagedContents()
        encoder = StagedSampleEncoder(person)
        try? session.executeScript("truncate \(StagingTable.imported.name)")
    }

    /// - Returns: how many staged samples the person has deleted, by themselves or with a correlation; they are not merged.
    private func markDeleted() throws -> Int64 {
        let tombstones = try session.execute(
            "select exists (select from health.deleted_sample where person_id = $1)", [.int32(person.id)])
        guard try tombstones[0].bool(0) else { return 0 }
        return try session.execute(
            """
            update \(StagingTable.imported.name) staged set is_skipped = true
            where not staged.is_skipped and staged.kind < 5 and not (\(SampleMerge.isAlive))
            """
        ).affectedRows
    }

    /// Merges piece by piece in the order of the file, which groups records by type, so that progress can be shown.
    ///
    /// - Parameter isComparing: whether the store may hold some of them already.
    private func insertInChunks(
        _ merge: SampleMerge, isComparing: Bool, _ progress: (Int64, Int64) -> Void
    ) throws -> Int64 {
        let isNew =
            isComparing
            ? """
            not exists (
                select from health.sample known
                where known.person_id = staged.person_id and known.uuid = staged.uuid)
            """ : "true"
        let pages = try session.execute(
            "select pg_relation_size('\(StagingTable.imported.name)') / current_setting('block_size')::bigint")
        let pageCount = Int(try pages[0].int64(0))
        var stored: Int64 = 0
        for first in stride(from: 0, to: pageCount, by: ImportWriter.chunkPages) {
            let end = min(first + ImportWriter.chunkPages, pageCount)
            stored += try merge.insertSamples(
                where: "staged.ctid >= $7::text::tid and staged.ctid < $8::text::tid and \(isNew)",
                [.text("(\(first),0)"), .text("(\(end),0)")], contents: contents, session)
            progress(stagedCount * Int64(end) / Int64(max(pageCount, 1)), stagedCount)
        }
        return stored
    }

    /// 8 KiB pages of the staging table that are merged by one statement: some 40,000 rows.
    private static let chunkPages = 1_000

    /// Tells the planner and the visibility map about the new rows, so that reads are fast from the start.
    public func vacuum() throws {
        let tables = ["sample", "sample_detail", "sample_time_zone", "workout", "contained_sample"]
            .map { "health." + $0 }.joined(separator: ", ")
        try session.executeScript("vacuum (analyze, skip_locked) \(tables)")
    }
}
