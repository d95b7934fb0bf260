import Dispatch
import Foundation
import HealthCore
import Synchronization

/// Reads an export on a separate thread while earlier batches are stored.
///
/// The queue holds `batchesMax` batches. A batch of several MiB counts as several batches. Only one
/// thread may call `next` at a time.
public final class ReadAhead: Sendable {
    /// Length of the queue.
    static let batchesMax = 24
    /// A batch counts once, and once more for each `batchBytes` of JSON. 1 MiB.
    static let batchBytes = 1 << 20

    /// The facts that are available after the whole file was read.
    public struct Outcome: Sendable {
        /// The end of the file, and the facts found in the file.
        public var end: ExportPosition
        /// Bytes of XML that this reader parsed. Bytes before the reader's start do not count.
        public var bytesParsed: Int64
    }

    private struct State {
        var queue: [(batch: ImportBatch, weight: Int)] = []
        var outcome: Result<Outcome, any Error>?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)
    /// Created with the value 0 and then raised. Dispatch traps if a semaphore is freed below its
    /// initial value, and the thread may hold some of the value at that time.
    private let free = DispatchSemaphore(value: 0)

    /// Starts the thread, which is the only user of the reader from this call on.
    public init(_ reader: sending ExportReader) {
        for _ in 0..<ReadAhead.batchesMax { free.signal() }
        let handed = Handed(reader: reader)
        Thread.detachNewThread { [self] in run(handed.reader) }
    }

    /// @unchecked: the initialiser takes the reader as `sending`, so only the thread has access to
    /// it.
    private struct Handed: @unchecked Sendable {
        let reader: ExportReader
    }

    private func run(_ reader: ExportReader) {
        let outcome = Result {
            while let batch = try reader.next() { try append(batch) }
            try append(reader.endBatch)
            return Outcome(end: reader.end, bytesParsed: reader.bytesParsed)
        }
        state.withLock { $0.outcome = outcome }
        filled.signal()
    }

    private func append(_ batch: ImportBatch) throws {
        let weight = min(1 + batch.jsonBytes / ReadAhead.batchBytes, ReadAhead.batchesMax)
        for _ in 0..<weight { free.wait() }
        let isAbandoned = state.withLock { state in
            state.queue.append((batch, weight))
            return state.isAbandoned
        }
        guard !isAbandoned else { throw CancellationError() }
        filled.signal()
    }

    /// Waits for the next batch and returns it. Batches have the order of the file. The last batch
    /// is the end of the file and may have no records. Returns nil after it.
    ///
    /// - Throws: `HealthImportError` for a defect, after every batch before the defect was
    ///   returned.
    public func next() throws -> ImportBatch? {
        filled.wait()
        let (first, outcome) = state.withLock { state in
            (state.queue.isEmpty ? nil : state.queue.removeFirst(), state.outcome)
        }
        if let first {
            for _ in 0..<first.weight { free.signal() }
            return first.batch
        }
        // With this signal, a further call returns nil, too.
        filled.signal()
        _ = try outcome?.get()
        return nil
    }

    /// The facts about the file. Nil until `next` has returned nil.
    public var outcome: Outcome? { state.withLock { try? $0.outcome?.get() } }

    /// Ends the thread early.
    public func abandon() {
        state.withLock { $0.isAbandoned = true }
        for _ in 0..<ReadAhead.batchesMax { free.signal() }
    }
}
