import Foundation
import HealthCore
import Postgres

/// Stores one whole import, or nothing of it, and goes on where one was interrupted.
///
/// Whatever is read is committed piece by piece together with the place where reading goes on, so that of a program that is
/// killed no more than one piece is lost. What nobody has seen before stays unseen until the end, where one transaction makes
/// the import whole:
/// - A person's first import is copied into the tables directly while the file is being read: it is most of what is ever
///   imported, and cannot meet anything that it would have to be compared with, except itself. So only what may repeat a
///   record of the same file is staged, and what is in a correlation or workout. The change feed reaches the samples when
///   the import is finished, and an import that fails takes them back. As soon as somebody else writes for the person,
///   the rest is staged.
/// - Every other import is staged whole, without the person's lock, so that apps can go on posting; then its rows are numbered
///   and merged under the lock.
///
/// Only at the end of the file is it known how often each record occurs in it, which the identity of the second, third, …
/// depends on: identical rows of one file stay as many as they are, and importing the file again adds none.
public final class ImportWriter {
    let person: Person
    let session: Session
    var job: ImportJob
    var repeated: RepeatedUUIDs
    /// The names in all records until now.
    public private(set) var references: SampleReferences
    private var encoder: StagedSampleEncoder
    private let checkpointRecords: Int
    private var isOpen = true

    /// Records that are handed to PostgreSQL at once.
    static let chunkRecords = 8_192
    /// Bytes of their JSON from which on fewer will do.
    static let chunkBytes = 16 << 20
    /// Records after which what was read is committed: a second or two of work, which is lost when the program is killed.
    public static let checkpointRecords = 100_000
    /// How often a second import of one person looks whether the first has ended.
    static let lockPollSeconds = 0.1
    /// Refusals of one import that are listed; more are only counted.
    public static let refusalsMax: Int64 = 100_000

    /// Begins an import, or goes on with the unfinished one of the same file. Of one person, one import runs at a time: this waits
    /// until no other does.
    ///
    /// - Parameters:
    ///   - session: nobody else uses it until `write` has returned.
    ///   - isRestarting: forget what was imported of the file before it was interrupted.
    ///   - waiting: called again and again while another import runs.
    /// - Throws: what `waiting` throws, `PostgresError`, or `HealthDatabaseError` (`unknownPerson`).
    public init(
        person: Person, session: Session, file: ImportFile = ImportFile(), isRestarting: Bool = false,
        checkpointRecords: Int = ImportWriter.checkpointRecords, waiting: () throws -> Void = {}
    ) throws {
        self.person = person
        self.session = session
        self.checkpointRecords = checkpointRecords
        encoder = StagedSampleEncoder(person)
        // The server notices that a program was killed in the middle of a statement, too.
        try session.executeScript("set client_connection_check_interval = '1s'")
        while try !ImportJob.tryLock(person, session) {
            try waiting()
            Thread.sleep(forTimeInterval: ImportWriter.lockPollSeconds)
        }
        do {
            job = try ImportJob.open(file, isRestarting: isRestarting, for: person, session)
            references = try job.checkpoint.references(admission: NameAdmission(person, session))
            repeated = try RepeatedUUIDs(until: job, session)
        } catch {
            ImportJob.unlock(person, session)
            throw error
        }
    }

    /// Counts the person's imports from 1.
    public var importID: Int32 { job.id }
    /// Where the file is to be read on, in the reader's words; nil for its start.
    public var position: String? { job.checkpoint.position }
    /// Whether everything is read that the file has: then `write` asks for nothing.
    public var isRead: Bool { job.checkpoint.isRead }

    /// What became of the records; the counts add up to what was received.
    public struct Report: Sendable, Hashable {
        public var received: Int64 = 0
        /// Of `received`, files that no sample names and which are elements therefore.
        public var unnamedFiles: Int64 = 0
        /// New samples and elements.
        public var stored: Int64 = 0
        /// Records that the store held already, elements that the file repeats, and samples of whose sync identifier a client
        /// has sent this version or a greater one.
        public var alreadyKnown: Int64 = 0
        /// Of `alreadyKnown`, those that the store held as samples with other uuids: from the phone, as a rule.
        public var recognised: Int64 = 0
        /// Of `alreadyKnown`, those to which the file added what it has more: the points of a route, the statistics of a workout.
        public var completed: Int64 = 0
        /// Records inside a correlation or workout that the file repeats at its top level.
        public var repeatedInside: Int64 = 0
        /// Records that the person had deleted, by themselves or with a correlation, and what went with an older version of one.
        public var deletedBefore: Int64 = 0
        /// Not received.
        public var refused: Int64 = 0
    }

    /// Stores what `next` gives until it gives nil, and ends the import.
    ///
    /// - Parameter progress: called while staged rows are merged, with those merged so far and all of them.
    /// - Throws: what `next` or `progress` throw, `PostgresError`, or `HealthDatabaseError` (`unknownPerson`). Nothing is stored
    ///   then, unless it can go on: after an `ImportCancelled` that says so, and where it was not the file's fault that PostgreSQL
    ///   failed.
    public func write(
        progress: (Int64, Int64) throws -> Void = { _, _ in }, from next: () throws -> ImportBatch?
    ) throws -> Report {
        precondition(isOpen, "an import is written once")
        defer { close() }
        do {
            while !isRead {
                if let report = try readPiece(next, progress) { return report }
            }
            return try session.transaction { try merge(progress) }
        } catch {
            settle(error)
            throw error
        }
    }

    /// Gives the import up without having written it; it can go on another time.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        ImportJob.unlock(person, session)
    }

    deinit { close() }

    /// Removes what cannot be completed. If that fails, too, the import goes on where it was, and meets the same error.
    private func settle(_ error: any Error) {
        switch error {
        case let error as ImportCancelled:
            guard error.isDiscarding else { return }
            try? job.discard(as: .cancelled, error: "it was cancelled", session)
        case let error as PostgresError where !error.isOfData: return
        case let error as any ImportFailure:
            try? job.discard(as: .failed, error: error.failureMessage, code: error.failureCode, session)
        default: try? job.discard(as: .failed, error: "\(error)", session)
        }
    }

    // MARK: Reading

    /// Stores or stages records until it is worth a commit, and commits them with the place where to go on.
    ///
    /// - Returns: the report if this was the whole file, which is then stored in one transaction.
    private func readPiece(
        _ next: () throws -> ImportBatch?, _ progress: (Int64, Int64) throws -> Void
    ) throws -> Report? {
        try session.transaction {
            let isFirst = job.checkpoint.position == nil
            var direct = try directWriter()
            var count = 0
            var position: (@Sendable () -> String)?
            while count < checkpointRecords || position == nil {
                guard let batch = try gather(next, checkpointRecords - count) else {
                    job.checkpoint.isRead = true
                    break
                }
                count += batch.records.count + batch.refusals.count
                position = batch.position
                try take(batch, &direct)
            }
            try direct?.show(job.checkpoint.contents)
            if job.checkpoint.isRead, isFirst { return try merge(progress) }
            if let position { job.checkpoint.position = position() }
            job.checkpoint.remember(references)
            try job.save(session)
            return nil
        }
    }

    private func take(_ batch: ImportBatch, _ direct: inout DirectWriter?) throws {
        references = batch.references
        job.checkpoint.bytesRead = batch.bytesRead
        job.checkpoint.repaired = batch.repaired
        job.checkpoint.receivedCount += batch.records.reduce(0) { $0 + ($1.isFile ? 0 : 1) }
        let samples = stage(batch.records, exceptDirect: direct != nil)
        try copyStaged()
        try direct?.write(
            samples, references, deviceOfRevision: job.checkpoint.contents.deviceOfRevision)
        job.checkpoint.directCount += Int64(samples.count)
        try insert(batch.refusals)
    }

    /// Some thousand records, or nil at the end.
    ///
    /// - Parameter limit: records with which it is enough.
    private func gather(_ next: () throws -> ImportBatch?, _ limit: Int) throws -> ImportBatch? {
        guard var batch = try next() else { return nil }
        var bytes = batch.jsonBytes
        let limit = min(ImportWriter.chunkRecords, limit)
        while batch.records.count < limit, bytes < ImportWriter.chunkBytes, let more = try next() {
            bytes += more.jsonBytes
            batch.append(more)
        }
        return batch
    }

    /// The writer for a person who had no samples when the import began and for whom nobody wrote since, and whom it locks; nil for
    /// others, of whom everything is staged from now on.
    private func directWriter() throws -> DirectWriter? {
        guard let directPosition = job.directPosition else { return nil }
        guard try ChangeCounter.lock(person, session) == job.startPosition else {
            if job.checkpoint.directCount == 0 { job.directPosition = nil }
            return nil
        }
        return DirectWriter(person: person, session: session, position: directPosition)
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
                job.checkpoint.contents.note(sample, ordinal: record.ordinal)
                let mayBeRepeated = repeated.note(sample.uuid)
                let isDirect =
                    exceptDirect && !mayBeRepeated && sample.container == nil && DirectWriter.takes(sample.content)
                    && sample.file == nil
                job.checkpoint.tally.note(sample, isDirect: isDirect)
                if isDirect {
                    direct.append((record.ordinal, sample))
                } else {
                    encoder.append(sample, ordinal: record.ordinal)
                }
            case .element(let name, let uuid, let key, let exportedAt, let json):
                job.checkpoint.contents.note(ordinal: record.ordinal)
                job.checkpoint.tally.note(elementNamed: name)
                encoder.append(
                    elementNamed: name, uuid: uuid, key: key, exportedAt: exportedAt, json: json,
                    ordinal: record.ordinal)
            case .file(let path, let json):
                // It may become an element.
                job.checkpoint.contents.note(ordinal: record.ordinal)
                encoder.append(file: path, json: json, ordinal: record.ordinal)
                job.checkpoint.hasFiles = true
            }
        }
        return direct
    }

    private func copyStaged() throws {
        guard encoder.rowCount > 0 else { return }
        encoder.finish()
        var bytes: [UInt8]? = encoder.takeBytes()
        job.checkpoint.stagedCount += try session.copyIn(job.table.copy) {
            defer { bytes = nil }
            return bytes
        }
        encoder.begin()
    }

    private func insert(_ refusals: [ImportRefusal]) throws {
        let first = job.checkpoint.refusedCount
        job.checkpoint.refusedCount += Int64(refusals.count)
        for refusal in refusals { job.checkpoint.tally.noteRefusal(of: refusal.element) }
        let listed = refusals.prefix(Int(max(ImportWriter.refusalsMax - first, 0)))
        guard !listed.isEmpty else { return }
        _ = try session.execute(
            """
            insert into health.import_refusal (
                person_id, import_id, ordinal, file_path, line, element, code, field, message)
            select $1, $2, $3 + refusal.ordinality - 1, path, line, element, code, nullif(field, ''), message
            from unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])
                with ordinality as refusal (path, line, element, code, field, message, ordinality)
            """,
            [
                .int32(person.id), .int32(job.id), .int64(first), .textArray(listed.map(\.path)),
                .optionalInt32Array(listed.map { $0.line.map(Int32.init(clamping:)) }),
                .textArray(listed.map(\.element)), .textArray(listed.map(\.refusal.code.rawValue)),
                .textArray(listed.map(\.refusal.field)), .textArray(listed.map(\.refusal.message)),
            ])
    }

    /// Ends the import, in the caller's transaction.
    private func merge(_ progress: (Int64, Int64) throws -> Void) throws -> Report {
        let merged = try ImportMerge(job: job, session: session, references: references, suspects: repeated.suspects)
            .run(progress)
        try job.finish(merged.report, merged.counts, session)
        return merged.report
    }

    /// Tells the planner and the visibility map about the new rows, so that reads are fast from the start.
    public func vacuum() throws {
        try PlannerStatistics.vacuum(session)
    }
}

extension PostgresError {
    /// Whether what was sent is at fault, which would be so again: classes 21 to 23 and 42. Else the server, its disk or the
    /// connection is: https://www.postgresql.org/docs/15/errcodes-appendix.html
    fileprivate var isOfData: Bool { ["21", "22", "23", "42", "54"].contains(sqlState.prefix(2)) }
}
