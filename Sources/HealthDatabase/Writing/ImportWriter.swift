import Digests
import Foundation
import HealthCore
import Postgres

/// Stores one whole import, or nothing of it.
///
/// First everything is copied into a staging table while the file is being read, without a lock, so that apps can go on posting.
/// Then, in one transaction under the person's lock, the rows are numbered and merged. Only then is it known how often
/// each record occurs in the file, which its identity depends on: identical rows of one file stay as many as they
/// are, and importing the file again adds none.
public final class ImportWriter {
    private let person: Person
    private let session: Session
    private var encoder: StagedSampleEncoder
    private var contents = StagedContents()
    private var repeated = RepeatedUUIDs()
    private var stagedCount: Int64 = 0

    /// Bytes that are handed to PostgreSQL at once.
    static let chunkBytes = 1 << 18

    /// - Parameter session: nobody else uses it until the import is over.
    public init(person: Person, session: Session) throws {
        self.person = person
        self.session = session
        encoder = StagedSampleEncoder(person)
        try StagingTable.imported.prepare(session)
    }

    /// What became of the records; the counts add up to what was staged.
    public struct Report: Sendable, Hashable {
        public var staged: Int64 = 0
        /// New samples and elements.
        public var stored: Int64 = 0
        /// Records that the store held already, and elements that the file repeats.
        public var alreadyKnown: Int64 = 0
        /// Records inside a correlation or workout that the file repeats at its top level.
        public var repeatedInside: Int64 = 0
        /// Records that the person had deleted.
        public var deletedBefore: Int64 = 0
    }

    /// Copies what `next` gives, until it gives nil, into the staging table.
    ///
    /// May be called again; what was staged before stays.
    /// - Throws: what `next` throws, or `PostgresError`; nothing of this call is staged then.
    public func stage(_ next: () throws -> [ImportedRecord]?) throws {
        var isFinished = false
        encoder.begin()
        stagedCount += try session.copyIn(StagingTable.imported.copy) {
            while !isFinished {
                guard let records = try next() else {
                    isFinished = true
                    encoder.finish()
                    return encoder.takeBytes()
                }
                for record in records { append(record) }
                if encoder.byteCount >= ImportWriter.chunkBytes { return encoder.takeBytes() }
            }
            return nil
        }
    }

    private func append(_ record: ImportedRecord) {
        switch record.item {
        case .sample(let sample):
            contents.note(sample, ordinal: record.ordinal)
            repeated.note(sample.uuid)
            encoder.append(sample, ordinal: record.ordinal)
        case .element(let name, let uuid, let json):
            contents.note(ordinal: record.ordinal)
            encoder.append(elementNamed: name, uuid: uuid, json: json, ordinal: record.ordinal)
        }
    }

    /// Merges what was staged, in one transaction.
    ///
    /// - Parameter progress: called with the rows merged so far and all rows.
    public func merge(_ references: SampleReferences, progress: (Int64, Int64) -> Void) throws -> Report {
        defer { forget() }
        return try session.transaction {
            let position = try ChangeCounter.lock(person, session)
            let resolved = try ReferenceResolver(person: person, session: session)
                .resolve(references, deviceOfRevision: encoder.deviceOfRevision)
            var merge = SampleMerge(table: .imported, person: person, references: resolved, position: position)
            var report = Report(staged: stagedCount)
            try session.executeScript(
                "analyze \(StagingTable.imported.name) (ordinal, container, is_skipped, kind, uuid)")
            report.repeatedInside = try numberOccurrences()
            report.deletedBefore = try markDeleted()
            report.stored = try insertInChunks(merge, progress)
            report.stored += try merge.insertElements(session)
            if contents.haveContained { try merge.insertContained(session) }
            try merge.raiseExtents(contents, session)
            merge.advance(past: contents)
            if report.stored > 0 { try ChangeCounter.set(merge.position, of: person, session) }
            report.alreadyKnown = report.staged - report.stored - report.repeatedInside - report.deletedBefore
            return report
        }
    }

    /// Gives the disk space back; the table is gone anyway when the session ends.
    private func forget() {
        stagedCount = 0
        repeated = RepeatedUUIDs()
        try? session.executeScript("truncate \(StagingTable.imported.name)")
    }

    /// Gives the second, third, … of identical records uuids of their own, and marks as copies the records inside
    /// a container that the file repeats at its top level.
    ///
    /// - Returns: how many copies there are.
    private func numberOccurrences() throws -> Int64 {
        if let suspects = repeated.suspects, suspects.isEmpty { return 0 }
        try session.executeScript(
            """
            create temporary table staged_occurrence (ordinal bigint, uuid uuid, occurrence bigint, is_inside boolean)
            on commit drop;
            create temporary table staged_uuid (ordinal bigint, uuid uuid) on commit drop
            """)
        let suspected =
            repeated.suspects == nil
            ? "select uuid from \(StagingTable.imported.name) where kind < 5 group by uuid having count(*) > 1"
            : "select unnest($1::uuid[])"
        _ = try session.execute(
            """
            insert into staged_occurrence
            select ordinal, uuid, row_number() over (partition by uuid, container is not null order by ordinal),
                container is not null
            from \(StagingTable.imported.name)
            where kind < 5 and uuid in (\(suspected))
            """,
            repeated.suspects.map { [.uuidArray($0)] } ?? [])
        if try copyOccurrenceUUIDs() {
            _ = try session.execute(
                """
                update \(StagingTable.imported.name) staged set uuid = staged_uuid.uuid
                from pg_temp.staged_uuid where staged.ordinal = staged_uuid.ordinal
                """)
        }
        return try session.execute(
            """
            update \(StagingTable.imported.name) staged set is_skipped = true
            from pg_temp.staged_occurrence inside
            join pg_temp.staged_occurrence outside using (uuid, occurrence)
            where inside.is_inside and not outside.is_inside and staged.ordinal = inside.ordinal
            """
        ).affectedRows
    }

    /// The uuid of occurrence n is made from that of the first and n.
    ///
    /// - Returns: whether there are any.
    private func copyOccurrenceUUIDs() throws -> Bool {
        var uuids: [(ordinal: Int64, uuid: UUID)] = []
        var lastOrdinal: Int64 = -1
        repeat {
            uuids.removeAll(keepingCapacity: true)
            let page = try session.execute(
                """
                select ordinal, uuid, occurrence from pg_temp.staged_occurrence
                where occurrence > 1 and ordinal > $1 order by ordinal limit $2
                """,
                [.int64(lastOrdinal), .int64(ImportWriter.occurrencePage)])
            for row in page {
                let ordinal = try row.int64(0)
                uuids.append((ordinal, ImportWriter.occurrenceUUID(of: try row.uuid(1), number: try row.int64(2))))
                lastOrdinal = ordinal
            }
            guard !uuids.isEmpty else { return lastOrdinal >= 0 }
            var writer = BinaryCopyWriter()
            for (ordinal, uuid) in uuids {
                writer.beginRow(2)
                writer.int64(ordinal)
                writer.uuid(uuid)
            }
            writer.trailer()
            var bytes: [UInt8]? = writer.take()
            _ = try session.copyIn("copy pg_temp.staged_uuid from stdin (format binary)") {
                defer { bytes = nil }
                return bytes
            }
        } while true
    }

    private static let occurrencePage: Int64 = 50_000

    /// A contract that may never change: version 5 uuid of the decimal number in the name space of the first.
    static func occurrenceUUID(of first: UUID, number: Int64) -> UUID {
        NameBasedUUID(namespace: first).uuid(name: Array(String(number).utf8))
    }

    /// - Returns: how many staged samples the person has deleted; they are not merged.
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
    private func insertInChunks(_ merge: SampleMerge, _ progress: (Int64, Int64) -> Void) throws -> Int64 {
        let known = try session.execute(
            "select exists (select from health.sample where person_id = $1)", [.int32(person.id)])
        let isNew =
            try known[0].bool(0)
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
        let tables = ["sample", "sample_detail", "workout", "contained_sample"].map { "health." + $0 }
        try session.executeScript("vacuum (analyze, skip_locked) \(tables.joined(separator: ", "))")
    }
}
