import Dispatch
import Foundation
import HealthCore
import Synchronization

/// Reads an export on a thread of its own while its records are being stored.
///
/// Some batches of a few hundred records are read ahead, no more; a large one takes the place of several. `next` is for one thread at a time.
public final class ReadAhead: Sendable {
    /// Records, and how far the file had been read with them.
    public struct Batch: Sendable {
        public var records: [ImportedRecord]
        /// The names in all records until now.
        public var references: SampleReferences
        public var refusals: [RefusedRecord]
        /// Where the file can be read on behind these records; nil where it cannot. The last batch, which may be without records, is
        /// at the end.
        public var position: ExportPosition?
        /// Path of the export inside the archive, or the file's name; empty until it is found.
        public var entryPath: String
        /// Defects that were repaired until now.
        public var repaired: Int64
        public var fileBytesRead: Int64
        /// Records read until now, refused ones included.
        public var recordsRead: Int64
        fileprivate var places: Int
    }

    /// Batches that may wait.
    static let batchesMax = 24
    /// A batch takes one more place for each so many bytes of JSON.
    static let placeBytes = 1 << 20

    private struct State {
        var batches: [Batch] = []
        var outcome: Result<ExportReport, any Error>?
        var bytesParsed: Int64 = 0
        /// Nobody will ask for more.
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)
    /// Begins with nothing: a semaphore must not be freed with less than it began with, and the thread may hold places then.
    private let free = DispatchSemaphore(value: 0)
    /// Bytes of the file, compressed if it is.
    public let fileBytes: Int64

    /// Hands the reader over to a thread: nobody else may use it any more.
    public init(_ reader: sending ExportReader) {
        fileBytes = reader.fileBytes
        for _ in 0..<ReadAhead.batchesMax { free.signal() }
        let handed = Handed(reader: reader)
        Thread.detachNewThread { [self] in run(handed.reader) }
    }

    /// @unchecked: the initialiser gives the reader away, so that only the thread has it.
    private struct Handed: @unchecked Sendable {
        let reader: ExportReader
    }

    private func run(_ reader: ExportReader) {
        let outcome = Result {
            while let batch = try reader.next() { try append(batch, reader) }
            let end = reader.end
            try append(ExportBatch(records: [], refusals: [], position: end, entryPath: end.entryPath), reader)
            return reader.report
        }
        state.withLock { $0.outcome = outcome }
        filled.signal()
    }

    private func append(_ read: ExportBatch, _ reader: ExportReader) throws {
        let bytes = read.records.reduce(0) { $0 + $1.jsonBytes }
        let places = min(1 + bytes / ReadAhead.placeBytes, ReadAhead.batchesMax)
        for _ in 0..<places { free.wait() }
        let batch = Batch(
            records: read.records, references: reader.references, refusals: read.refusals, position: read.position,
            entryPath: read.entryPath, repaired: Int64(reader.report.repairs.total),
            fileBytesRead: reader.fileBytesRead,
            recordsRead: reader.recordsRead, places: places)
        let isAbandoned = state.withLock { state in
            state.batches.append(batch)
            state.bytesParsed = reader.bytesParsed
            return state.isAbandoned
        }
        guard !isAbandoned else { throw CancellationError() }
        filled.signal()
    }

    /// The next batch, in the order of the file; nil at the end. Waits for it.
    ///
    /// - Throws: `HealthImportError`, once everything before the defect was handed out.
    public func next() throws -> Batch? {
        filled.wait()
        let (batch, outcome) = state.withLock { state in
            (state.batches.isEmpty ? nil : state.batches.removeFirst(), state.outcome)
        }
        if let batch {
            for _ in 0..<batch.places { free.signal() }
            return batch
        }
        // For whoever asks again.
        filled.signal()
        _ = try outcome?.get()
        return nil
    }

    /// What was found in the file; nil until `next` has returned nil.
    public var report: ExportReport? { state.withLock { try? $0.outcome?.get() } }

    /// Bytes of XML that were parsed.
    public var bytesParsed: Int64 { state.withLock { $0.bytesParsed } }

    /// Lets the thread end early.
    public func abandon() {
        state.withLock { $0.isAbandoned = true }
        for _ in 0..<ReadAhead.batchesMax { free.signal() }
    }
}
