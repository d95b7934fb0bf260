import HealthCore
import Synchronization

/// Reads an export on separate threads while earlier batches are stored.
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

    private struct Item: Sendable {
        var batch: ImportBatch
        /// The outcome, in the last item.
        var outcome: Outcome?
    }

    private let items: ProducerThread<Item>
    private let lastOutcome = Mutex<Outcome?>(nil)

    /// Starts a thread, which is the only user of the reader from this call on.
    public init(_ reader: sending ExportReader) {
        var isAtEnd = false
        items = ProducerThread(
            weightMax: ReadAhead.batchesMax, weight: { 1 + $0.batch.jsonBytes / ReadAhead.batchBytes }
        ) {
            if isAtEnd { return nil }
            if let batch = try reader.next() { return Item(batch: batch) }
            isAtEnd = true
            return Item(
                batch: reader.endBatch, outcome: Outcome(end: reader.end, bytesParsed: reader.bytesParsed))
        }
    }

    deinit { abandon() }

    /// Waits for the next batch and returns it. Batches have the order of the file. The last batch
    /// is the end of the file and may have no records. Returns nil after it.
    ///
    /// - Throws: `HealthImportError` for a defect, after every batch before the defect was
    ///   returned.
    public func next() throws -> ImportBatch? {
        guard let item = try items.next() else { return nil }
        if let outcome = item.outcome { lastOutcome.withLock { $0 = outcome } }
        return item.batch
    }

    /// The facts about the file. Nil until `next` has returned the last batch.
    public var outcome: Outcome? { lastOutcome.withLock { $0 } }

    /// Ends the threads early.
    public func abandon() { items.abandon() }
}
