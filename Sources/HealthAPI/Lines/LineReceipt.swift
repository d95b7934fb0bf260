import HealthCore
import HealthDatabase
import HealthImport
import JSONReader

/// The number of lines of each outcome, for one chunk or for several.
struct LineCounts: Sendable, Hashable {
    private var counts: [LineOutcome: Int] = [:]

    /// The sum of all outcomes is the number of lines that are not empty.
    subscript(outcome: LineOutcome) -> Int {
        get { counts[outcome] ?? 0 }
        set { counts[outcome] = newValue == 0 ? nil : newValue }
    }

    var lines: Int { counts.values.reduce(0, +) }

    mutating func add(_ other: LineCounts) {
        counts.merge(other.counts) { $0 + $1 }
    }
}

/// The answer to one chunk.
struct LineReceipt: Sendable {
    var counts = LineCounts()
    /// One JSON object on one line, without a line end.
    var json: [UInt8]
    /// True if the chunk was not written because an earlier chunk has the same key. The receipt is
    /// then that of the earlier chunk.
    var isReplayed = false

    /// - Parameter receipt: nil for a chunk that was not written.
    init(_ chunk: LineChunk, _ receipt: BatchReceipt?, listsRecords: Bool) {
        var chunk = chunk
        if let receipt { chunk.reject(receipt.refused, deletions: receipt.refusedDeletions) }
        var outcomes = chunk.outcomes
        if let receipt {
            for (ordinal, outcome) in receipt.samples {
                if let index = chunk.parsed.indexOfOrdinal[ordinal] { outcomes[index] = LineOutcome(outcome) }
            }
            for (ordinal, (index, outcome)) in zip(chunk.parsed.indexOfDeletion, receipt.deletions).enumerated()
            where receipt.refusedDeletions[ordinal] == nil {
                outcomes[index] = LineOutcome(outcome)
            }
        } else {
            outcomes = outcomes.map { $0 == .anchored ? .withheld : $0 }
        }
        for outcome in outcomes { counts[outcome] += 1 }
        json = LineReceipt.json(chunk, counts, outcomes: listsRecords ? outcomes : nil, receipt?.changePosition)
    }

    /// Makes the same receipt again, byte for byte.
    ///
    /// - Parameter json: the stored `json` of a receipt.
    /// - Throws: `JSONError` for malformed JSON.
    init(replaying json: [UInt8]) throws {
        self.json = json
        isReplayed = true
        var counts = LineCounts()
        try JSONParser(bytesMax: IdempotencyStore.answerBytesMax).parse(json) { root in
            root.forEachMember { name, value in
                guard let outcome = LineOutcome(rawValue: name) else { return }
                counts[outcome] = outcome == .rejected ? value.count : Int(value.int64 ?? 0)
            }
        }
        self.counts = counts
    }

    private static func json(
        _ chunk: LineChunk, _ counts: LineCounts, outcomes: [LineOutcome]?, _ changePosition: Int64?
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + 160 * chunk.rejected.count + 12 * (outcomes?.count ?? 0))
        writer.object { writer in
            writer.member("chunk", chunk.number)
            writer.object("lines") { writer in
                writer.member("first", chunk.lines.lowerBound)
                writer.member("last", chunk.lines.upperBound)
            }
            counts.append(to: &writer)
            append(chunk.rejected, to: &writer)
            if let outcomes {
                writer.array("records") { writer in for outcome in outcomes { writer.value(outcome.rawValue) } }
            }
            writer.member("changePosition", changePosition)
        }
        return writer.bytes
    }

    private static func append(_ rejected: [RejectedLine], to writer: inout JSONWriter) {
        writer.array("rejected") { writer in
            for line in rejected {
                writer.object { writer in
                    writer.member("line", line.line)
                    writer.member("collection", line.collection?.rawValue)
                    Refusal.shape.write(line.refusal, to: &writer)
                }
            }
        }
    }
}

extension LineOutcome {
    fileprivate init(_ outcome: RecordOutcome) {
        switch outcome {
        case .inserted: self = .inserted
        case .updated: self = .updated
        case .unchanged: self = .unchanged
        case .deleted: self = .deleted
        case .superseded: self = .superseded
        }
    }
}

extension LineCounts {
    /// Writes a member for each outcome except `rejected`.
    fileprivate func append(to writer: inout JSONWriter) {
        for outcome in LineOutcome.allCases where outcome != .rejected {
            writer.key(outcome.rawValue)
            writer.value(self[outcome])
        }
    }
}

/// The outcome of a stream.
struct LineSummary: Sendable, Hashable {
    var chunks = 0
    /// The counts of all chunks.
    var counts = LineCounts()
    /// The number of chunks that an earlier request stored. The answer does not contain it, because
    /// a repeated request must get an equal answer.
    var replayed = 0
    /// The number of the first line that was not stored, if the stream broke off.
    var firstLineNotStored = 1

    mutating func add(_ receipt: LineReceipt, of chunk: LineChunk) {
        chunks += 1
        counts.add(receipt.counts)
        if receipt.isReplayed { replayed += 1 }
        firstLineNotStored = chunk.lines.upperBound + 1
    }

    /// The last line of the answer to a stream that was read to the end.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.object("summary") { writer in
                writer.member("chunks", chunks)
                writer.member("lines", counts.lines)
                counts.append(to: &writer)
                writer.member("rejected", counts[.rejected])
            }
        }
        return writer.bytes
    }

    /// Returns the last line of the answer to a stream that broke off.
    func json(of error: APIError) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("error")
            error.write(to: &writer)
            writer.member("firstLineNotStored", firstLineNotStored)
        }
        return writer.bytes
    }
}
