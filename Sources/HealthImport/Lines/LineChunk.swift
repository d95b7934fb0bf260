import HealthCore

/// The outcome of one line of a stream.
public enum LineOutcome: String, CaseIterable, Sendable {
    // Outcomes of samples and deletions in the store. For a correlation this is the outcome of the
    // correlation itself.
    case inserted, updated, unchanged, deleted, superseded
    /// The anchor is stored.
    case anchored
    /// The line is correct but not stored, because another line of its atomic chunk is refused.
    case withheld
    /// The line is not stored. The chunk's `rejected` gives the reason.
    case rejected
}

/// A line that is not stored.
public struct RejectedLine: Sendable, Hashable {
    /// As `StreamLine.number`.
    public var line: Int
    /// The member of a JSON batch to which the record would belong. Nil if the line does not
    /// determine it.
    public var collection: RecordCollection?
    public var refusal: Refusal
}

/// Lines that are committed together. They have the same effect as one batch with the same records.
public struct LineChunk: Sendable {
    /// Counts the chunks of the stream from 1.
    public var number: Int
    /// Numbers of the first and last line that are not empty.
    public var lines: ClosedRange<Int>
    /// The records. Their indices are those of `outcomes`. The `rejected` of this batch is empty.
    public var parsed: ParsedBatch
    /// The outcome of each line that is not empty, in order. Until the chunk is written, a correct
    /// line is `withheld`.
    public var outcomes: [LineOutcome]
    /// The number of each line of `outcomes`, in the same order.
    public var lineNumbers: [Int]
    public var rejected: [RejectedLine]
    /// A digest that differs for chunks with other lines, another position in the stream or other
    /// options. Empty if the stream has no idempotency key.
    public var digest: [UInt8]

    /// True if the chunk may be written.
    public var isAccepted: Bool { !parsed.batch.isAtomic || rejected.isEmpty }

    /// Marks the lines rejected whose samples or deletions were refused when the chunk was written.
    ///
    /// - Parameters:
    ///   - refused: the refusals of samples, by ordinal.
    ///   - deletions: the refusals of deletions, by index in the deletions of the batch.
    public mutating func reject(_ refused: [Int64: Refusal], deletions: [Int: Refusal] = [:]) {
        guard !refused.isEmpty || !deletions.isEmpty else { return }
        for record in parsed.rejected(refused, deletions: deletions) {
            outcomes[record.index] = .rejected
            rejected.append(
                RejectedLine(
                    line: lineNumbers[record.index], collection: record.collection, refusal: record.refusal))
        }
        rejected.sort { $0.line < $1.line }
    }
}
