import Foundation
import HealthCore
import Postgres

/// Stores one whole import or nothing of it, and continues an interrupted import.
///
/// Records are committed in pieces of `checkpointRecords` records. The transaction of a piece also
/// stores the position at which reading continues, so a killed program loses at most one piece. The
/// change feed contains nothing of the import until its last transaction commits.
///
/// - A person's first import is copied into the tables while the file is read. Most of the records
///   that are ever imported come with a first import. The person has no other samples, so its
///   records can only equal each other. Therefore it stages only records that may repeat a record
///   of the file, aggregates with extremes, files, elements, containers and their contents. If the
///   import fails, its samples are deleted. If another writer commits for the person, the rest of
///   the file is staged.
/// - Every other import is staged. If the store already has a record, only its uuid is staged
///   (`RepeatedRecords`). Staging does not take the person's lock, so apps can post meanwhile. Then
///   the rows are numbered and merged under the lock.
///
/// Identical records of one file get different uuids. The uuid of the second, third, … depends on
/// how many came before, so numbering needs the whole file. Thus the store keeps as many identical
/// rows as the file has, and importing the file again adds none.
public final class ImportWriter {
    let person: Person
    let session: Session
    var job: ImportJob
    var repeated: RepeatedUUIDs
    private let known: RepeatedRecords
    /// The names in all records read so far.
    public private(set) var references: SampleReferences
    private let checkpointRecords: Int
    let fileName: String
    /// The ordinals of containers with refused contents. A container comes after its contents.
    var refusedContents: Set<Int64> = []
    private var isOpen = true

    /// The maximum number of records of one COPY.
    static let chunkRecords = 8_192
    /// A COPY ends after the batch with which its JSON reaches this many bytes. 16 MiB.
    static let chunkBytes = 16 << 20
    /// The number of records of one piece. A piece takes one or two seconds, and this work is lost
    /// if the program is killed.
    public static let checkpointRecords = 100_000
    /// The pause in seconds before a second import of one person tries again to take the lock of
    /// the first import.
    static let lockPollSeconds = 0.1
    /// The maximum number of refusals of one import that are listed. Further refusals are only
    /// counted.
    public static let refusalsMax: Int64 = 100_000

    /// Begins an import, or continues the unfinished import of the same file. Blocks while another
    /// import of the person runs.
    ///
    /// - Parameters:
    ///   - session: must not be used by another caller until `write` has returned.
    ///   - isRestarting: true to discard what an interrupted import of the file has stored.
    ///   - waiting: called before each pause while another import runs.
    /// - Throws: what `waiting` throws; `Refusal` if a program with other limits wrote the
    ///   checkpoint; `HealthDatabaseError` (`unknownPerson`); `PostgresError`.
    public init(
        person: Person, session: Session, file: ImportFile = ImportFile(), isRestarting: Bool = false,
        checkpointRecords: Int = ImportWriter.checkpointRecords, waiting: () throws -> Void = {}
    ) throws {
        self.person = person
        self.session = session
        self.checkpointRecords = checkpointRecords
        fileName = file.name
        // The server then notices during a statement that the program was killed.
        try session.executeScript("set client_connection_check_interval = '1s'")
        while try !ImportJob.tryLock(person, session) {
            try waiting()
            Thread.sleep(forTimeInterval: ImportWriter.lockPollSeconds)
        }
        do {
            job = try ImportJob.open(file, isRestarting: isRestarting, for: person, session)
            references = try job.checkpoint.references(admission: NameAdmission(person, session))
            repeated = try RepeatedUUIDs(until: job, session)
            known = try RepeatedRecords(job, session)
        } catch {
            ImportJob.unlock(person, session)
            throw error
        }
    }

    /// The number of the import among the person's imports, from 1.
    public var importID: Int32 { job.id }
    /// The position in the file at which reading continues, as the reader wrote it; nil for the
    /// start.
    public var position: String? { job.checkpoint.position }
    /// True if the whole file was read. Then `write` does not call `next`.
    public var isRead: Bool { job.checkpoint.isRead }

    /// The outcomes of the records. `received` is the sum of `stored`, `alreadyKnown`,
    /// `repeatedInside` and `deletedBefore`.
    public struct Report: Sendable, Hashable {
        public var received: Int64 = 0
        /// Files that no sample names and that became elements therefore. Part of `received`.
        public var unnamedFiles: Int64 = 0
        /// New samples and elements.
        public var stored: Int64 = 0
        /// Records that the store already had, and elements that the file repeats. Also samples
        /// with a sync identifier, if a client has already sent their version or a greater one.
        public var alreadyKnown: Int64 = 0
        /// Records that the store already had as samples with other uuids, usually from the phone.
        /// Part of `alreadyKnown`.
        public var recognised: Int64 = 0
        /// Stored records to which the file added parts, such as the points of a route or the
        /// statistics of a workout. Part of `alreadyKnown`.
        public var completed: Int64 = 0
        /// Records inside a correlation or workout that the file repeats at its top level.
        public var repeatedInside: Int64 = 0
        /// Records whose sample the person had deleted, by itself or with a correlation. Also
        /// contents of a correlation, if a client has sent a newer version of it, and samples that
        /// a newer export no longer lists.
        public var deletedBefore: Int64 = 0
        /// Refused records. They are not part of `received`.
        public var refused: Int64 = 0
        /// Samples of earlier exports that this export no longer lists, and that were deleted.
        public var replaced: Int64 = 0
        /// Samples of earlier exports that this export does not list, and that were kept.
        public var missing: Int64 = 0
    }

    /// Stores the records that `next` returns until it returns nil, and finishes the import.
    ///
    /// - Parameter progress: called while staged rows are merged, with the number merged so far and
    ///   the total number.
    /// - Throws: what `next` or `progress` throws, `PostgresError`, or `HealthDatabaseError`
    ///   (`unknownPerson`). An error discards the import, with two exceptions. The import can
    ///   continue after an `ImportCancelled` that does not discard, and after a `PostgresError`
    ///   that the data did not cause.
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
            discardUnlessContinuable(after: error)
            throw error
        }
    }

    /// Releases the import without finishing it. It can be continued later.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        ImportJob.unlock(person, session)
    }

    deinit { close() }

    /// Discards an import that cannot be continued. If discarding fails, the next attempt continues
    /// the import and fails with the same error.
    private func discardUnlessContinuable(after error: any Error) {
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

    /// Stores or stages the records of one piece. Commits them together with the position at which
    /// reading continues.
    ///
    /// - Returns: the report if the piece was the whole file. Then the same transaction also
    ///   finishes the import.
    private func readPiece(
        _ next: () throws -> ImportBatch?, _ progress: (Int64, Int64) throws -> Void
    ) throws -> Report? {
        try session.transaction {
            try job.checkAccess(session)
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
        var batch = batch
        let notGranted = removeRefused(&batch)
        references = batch.references
        job.checkpoint.exportedAt = batch.exportedAt ?? job.checkpoint.exportedAt
        job.checkpoint.bytesRead = batch.bytesRead
        job.checkpoint.repaired = batch.repaired
        let samples = try stage(batch.records, exceptDirect: direct != nil)
        try direct?.write(samples, references, job.checkpoint.contents)
        for refusal in batch.refusals { job.checkpoint.counts.addRefusal(ofElementNamed: refusal.element) }
        try list(notGranted + batch.refusals)
    }

    /// Returns the records of one COPY, or nil at the end.
    ///
    /// - Parameter limit: no further batches are added once there are so many records.
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

    /// Locks the person and returns the writer of a first import. Returns nil if the person had
    /// samples or tombstones when the import began, or if another writer has committed since. The
    /// rest is then staged.
    private func directWriter() throws -> DirectWriter? {
        guard let directPosition = job.directPosition else { return nil }
        guard try ChangeCounter.lock(person, session) == job.startPosition else {
            if job.checkpoint.directCount == 0 { job.directPosition = nil }
            return nil
        }
        return DirectWriter(
            person: person, session: session, position: directPosition, importID: job.id,
            holderID: job.access.holderID)
    }

    /// Copies the records into the import's table, and only the uuids of known records.
    ///
    /// - Returns: the samples for the direct writer, which are not copied. Empty unless
    ///   `exceptDirect` is true.
    private func stage(
        _ records: [ImportedRecord], exceptDirect: Bool
    ) throws -> [(ordinal: Int64, sample: Sample)] {
        var direct: [(ordinal: Int64, sample: Sample)] = []
        var staged: [ImportedRecord] = []
        var lookedUp: [UUID] = []
        for record in records {
            guard case .sample(let sample) = record.item else {
                // A file needs a position in the change feed because it may become an element.
                job.checkpoint.contents.note(ordinal: record.ordinal)
                if case .element(let name, _, _, _, _) = record.item {
                    job.checkpoint.counts.add(1, to: \.read, elementNamed: name)
                } else {
                    job.checkpoint.hasFiles = true
                }
                staged.append(record)
                continue
            }
            let mayBeRepeated = repeated.note(sample.uuid)
            let isDirect = exceptDirect && !mayBeRepeated && sample.isPlain
            job.checkpoint.contents.note(sample, ordinal: record.ordinal, isDirect: isDirect)
            if isDirect {
                direct.append((record.ordinal, sample))
            } else {
                staged.append(record)
                if !mayBeRepeated, known.mayInclude(sample) { lookedUp.append(sample.uuid) }
            }
        }
        var stored = try known.stored(lookedUp)
        if !stored.isEmpty { job.checkpoint.knownCount += try job.table.copy(known: stored, session) }
        if stored.count < staged.count {
            // Removes the uuid, because a repetition of the record has the same uuid.
            staged.removeAll { record in
                if case .sample(let sample) = record.item { stored.remove(sample.uuid) != nil } else { false }
            }
            job.checkpoint.stagedCount += try job.table.copy(staged, session)
        }
        return direct
    }

    private func list(_ refusals: [ImportRefusal]) throws {
        let first = job.checkpoint.listedRefusals
        let listed = refusals.prefix(Int(max(ImportWriter.refusalsMax - first, 0)))
        guard !listed.isEmpty else { return }
        job.checkpoint.listedRefusals += Int64(listed.count)
        try session.run(
            """
            insert into health.import_refusal (
                person_id, import_id, ordinal, file_path, line, element, code, field, message)
            select $1, $2, $3 + refusal.ordinality - 1, path, line, element, code, nullif(field, ''), message
            from unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::text[])
                with ordinality as refusal (path, line, element, code, field, message, ordinality)
            """, person, job.id, first, listed.map(\.path), listed.map { $0.line.map(Int32.init(clamping:)) },
            listed.map(\.element), listed.map(\.refusal.code.rawValue), listed.map(\.refusal.field),
            listed.map(\.refusal.message))
    }

    /// Ends the import, in the caller's transaction.
    private func merge(_ progress: (Int64, Int64) throws -> Void) throws -> Report {
        try job.checkAccess(session)
        var merge = ImportMerge(job, references, suspects: repeated.suspects, session)
        let report = try merge.run { done, all in
            try job.checkAccess(session)
            try progress(done, all)
        }
        // Merging may take minutes, so the access is checked again after it.
        try job.checkAccess(session)
        try job.finish(report, merge.counts.rows, session)
        return report
    }
}

extension ImportWriter.Report {
    init(_ counts: ImportCounts, completed: Int64, unnamedFiles: Int64) {
        self.init(
            received: counts.sum(\.read) - counts.sum(\.refused), unnamedFiles: unnamedFiles,
            stored: counts.sum(\.stored), alreadyKnown: counts.sum(\.alreadyKnown),
            recognised: counts.sum(\.recognised), completed: completed, repeatedInside: counts.sum(\.repeatedInside),
            deletedBefore: counts.sum(\.deletedBefore), refused: counts.sum(\.refused),
            replaced: counts.sum(\.replaced), missing: counts.sum(\.missing))
    }
}

extension PostgresError {
    /// True if the data cause the error, so that it would happen again. These are the classes 21 to
    /// 23, 42 and 54. Other classes are errors of the server, its disk or the connection:
    /// https://www.postgresql.org/docs/15/errcodes-appendix.html
    fileprivate var isOfData: Bool { ["21", "22", "23", "42", "54"].contains(sqlState.prefix(2)) }
}
