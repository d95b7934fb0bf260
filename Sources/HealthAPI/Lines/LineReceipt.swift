import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// The number of lines of each outcome, for one chunk or for several. The sum of all outcomes is
/// the number of lines that are not empty.
typealias LineCounts = [LineOutcome: Int]

extension LineCounts {
    var lines: Int { values.reduce(0, +) }
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
            let (samples, deletions) = (chunk.parsed.sampleOutcomes(receipt), chunk.parsed.deletionOutcomes(receipt))
            for (index, outcome) in samples + deletions { outcomes[index] = LineOutcome(outcome) }
        } else {
            outcomes = outcomes.map { $0 == .anchored ? .withheld : $0 }
        }
        for outcome in outcomes { counts[outcome, default: 0] += 1 }
        json = LineReceipt.shape.json(
            of: Shown(
                chunk: chunk, counts: counts, outcomes: listsRecords ? outcomes : nil,
                changePosition: receipt?.changePosition))
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
                let count = outcome == .rejected ? value.count : Int(value.int64 ?? 0)
                counts[outcome] = count == 0 ? nil : count
            }
        }
        self.counts = counts
    }

    private struct Shown {
        let chunk: LineChunk
        let counts: LineCounts
        let outcomes: [LineOutcome]?
        let changePosition: Int64?
    }

    private static let shape = Shape<Shown>(
        [
            .member("chunk", \.chunk.number),
            .object(
                "lines",
                Shape([.member("first", \.chunk.lines.lowerBound), .member("last", \.chunk.lines.upperBound)])),
        ] + Shape<Shown>.Member.counts(LineOutcome.counted, \.counts) + [
            .member("rejected", \.chunk.rejected), .optional("records", \.outcomes),
            .member("changePosition", \.changePosition),
        ])
}

extension RejectedLine: Shaped {
    static let shape = Shape<Self>([
        .member("line", \.line), .member("collection", \.collection?.rawValue),
        .members(of: \.refusal, Refusal.shape),
    ])
}

extension LineOutcome: JSONWritable {
    /// The outcomes except `rejected`.
    fileprivate static let counted = allCases.filter { $0 != .rejected }

    /// The outcome of a line whose record has an outcome in the store.
    init(_ outcome: RecordOutcome) {
        switch outcome {
        case .inserted: self = .inserted
        case .updated: self = .updated
        case .unchanged: self = .unchanged
        case .deleted: self = .deleted
        case .superseded: self = .superseded
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
        counts.merge(receipt.counts, uniquingKeysWith: +)
        if receipt.isReplayed { replayed += 1 }
        firstLineNotStored = chunk.lines.upperBound + 1
    }

    private static let shape = Shape<Self>([
        .object(
            "summary",
            Shape(
                [.member("chunks", \.chunks), .member("lines", \.counts.lines)]
                    + Shape<Self>.Member.counts(LineOutcome.counted, \.counts) + [
                        .count("rejected") { $0.counts[.rejected] ?? 0 }
                    ]))
    ])

    /// The last line of the answer to a stream that was read to the end.
    var json: [UInt8] { LineSummary.shape.json(of: self) }

    /// Returns the last line of the answer to a stream that broke off.
    func json(of error: APIError) -> [UInt8] {
        return JSONWriter.object { writer in
            writer.member("error", error)
            writer.member("firstLineNotStored", firstLineNotStored)
        }
    }
}
