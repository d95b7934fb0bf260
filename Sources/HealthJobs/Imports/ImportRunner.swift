import Foundation
import HealthCore
import HealthDatabase
import HealthImport
import Postgres
import Synchronization

/// Runs one import, from the file to the report. The command line and the service use it.
///
/// Call `run` once, on a thread that may block. The other members may be used on any thread.
public final class ImportRunner: Sendable {
    private let path: String
    private let name: String?
    private let descriptor: Int32?
    private let uploadID: Int32?
    private let person: Person
    private let isRestarting: Bool
    private let missing: MissingSamples
    private let checkpointRecords: Int
    private let state = Mutex(State())

    private struct State {
        var progress = ImportProgress()
        var cancellation: ImportCancelled?
    }

    /// The report of a finished import.
    public struct Report: Sendable {
        /// The import's number among the person's imports, from 1, as in `health.import`.
        public var importID: Int32
        /// The path of the export inside the archive, or the file's name.
        public var entryPath: String
        /// `ExportDate` as it is in the export.
        public var exportDate: String?
        public var counts: ImportWriter.Report
        /// Defects of the file that were repaired.
        public var repaired: Int64
        /// The other files of the archive.
        public var files: ExportReport.Files
        /// True if the run resumed an interrupted import.
        public var wasResumed: Bool
        /// Bytes of XML that this run parsed. Bytes that an interrupted import had parsed are not
        /// counted.
        public var bytesParsed: Int64
    }

    /// - Parameters:
    ///   - path: a file, or an unzipped export as in `ExportInput`.
    ///   - name: the uploaded file's name as its sender gave it; nil if the file was not uploaded.
    ///     An uploaded file is read alone, without files beside it.
    ///   - descriptor: the file at the path, if the caller has opened it. The caller closes it
    ///     after `run`.
    ///   - isRestarting: if true, an interrupted import of the file is discarded instead of
    ///     resumed.
    ///   - uploadID: the id of the import that the upload created; nil if the file was not
    ///     uploaded.
    ///   - missing: what becomes of samples that the export does not list; an upload has its own.
    ///   - checkpointRecords: the number of records after which the import commits.
    public init(
        path: String, name: String? = nil, descriptor: Int32? = nil, person: Person, isRestarting: Bool = false,
        uploadID: Int32? = nil, missing: MissingSamples = .evident,
        checkpointRecords: Int = ImportWriter.checkpointRecords
    ) {
        self.path = path
        self.name = name
        self.descriptor = descriptor
        self.uploadID = uploadID
        self.person = person
        self.isRestarting = isRestarting
        self.missing = missing
        self.checkpointRecords = checkpointRecords
    }

    public var progress: ImportProgress { state.withLock { $0.progress } }

    /// Cancels the import after its current batch. `run` then throws `ImportCancelled`. Has no
    /// effect after the import was stored.
    ///
    /// - Parameter isDiscarding: if true, the import's records are removed from the store. Else the
    ///   import resumes when the file is imported again.
    public func cancel(isDiscarding: Bool) {
        state.withLock { $0.cancellation = ImportCancelled(isDiscarding: isDiscarding) }
    }

    /// Imports the file. Resumes an interrupted import of the same file.
    ///
    /// - Parameters:
    ///   - session: a session that nothing else uses during the run.
    ///   - onProgress: called after each batch, on the thread of the caller.
    /// - Throws: `HealthImportError`, `HealthDatabaseError`, `PostgresError`, `ImportCancelled`.
    public func run(_ session: Session, onProgress: (ImportProgress) -> Void = { _ in }) throws -> Report {
        try naming { try importFile(session, onProgress) }
    }

    /// Replaces the path in error messages by the uploaded file's name.
    private func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch var error as HealthImportError {
            if let name { error.message = error.message.replacing(path, with: name) }
            throw error
        }
    }

    private func importFile(_ session: Session, _ onProgress: (ImportProgress) -> Void) throws -> Report {
        let input = try ExportInput(path: path, name: name, descriptor: descriptor)
        let file = ImportFile(
            name: input.name, bytes: input.bytes, fingerprint: input.fingerprint, uploadID: uploadID,
            missing: missing)
        state.withLock { $0.progress.bytes = file.bytes }
        let writer = try ImportWriter(
            person: person, session: session, file: file, isRestarting: isRestarting,
            checkpointRecords: checkpointRecords
        ) {
            try checkCancellation()
            onProgress(progress)
        }
        defer { writer.close() }
        let start = writer.position.flatMap { ExportPosition(text: $0) }
        let isRead = writer.isRead || start?.isAtEnd ?? false
        let reader =
            isRead
            ? nil
            : ReadAhead(
                try ExportReader(
                    input, personUUID: person.uuid, from: start ?? ExportPosition(), references: writer.references))
        defer { reader?.abandon() }
        var pace = ImportPace(progress)
        let counts = try writer.write { done, all in
            try checkCancellation()
            onProgress(
                advance(&pace, .storing) {
                    $0.rows = all
                    $0.rowsStored = done
                })
        } from: {
            try checkCancellation()
            guard let batch = try naming({ try reader?.next() }) else { return nil }
            onProgress(
                advance(&pace, .reading) {
                    $0.bytesRead = batch.bytesRead
                    $0.recordsRead = batch.recordsRead
                })
            return batch
        }
        // The import is already stored, so it must not fail if ANALYZE fails.
        if counts.stored > 0 { _ = try? PlannerStatistics.refresh(session) }
        let last = (reader?.outcome?.end ?? start ?? ExportPosition()).report
        return Report(
            importID: writer.importID, entryPath: last.entryPath.isEmpty ? file.name : last.entryPath,
            exportDate: last.exportDate, counts: counts, repaired: Int64(last.repairs.total),
            files: last.files,
            wasResumed: start != nil, bytesParsed: reader?.outcome?.bytesParsed ?? 0)
    }

    private func checkCancellation() throws {
        if let cancellation = state.withLock({ $0.cancellation }) { throw cancellation }
    }

    private func advance(
        _ pace: inout ImportPace, _ phase: ImportProgress.Phase, _ update: (inout ImportProgress) -> Void
    ) -> ImportProgress {
        state.withLock { state in
            update(&state.progress)
            if state.progress.phase != phase {
                state.progress.phase = phase
                pace = ImportPace(state.progress)
            }
            pace.measure(&state.progress)
            return state.progress
        }
    }
}

extension HealthImportError: ImportFailure {
    public var failureCode: String { code.rawValue }
    public var failureMessage: String { message }
}
