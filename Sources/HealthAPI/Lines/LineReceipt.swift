import HealthDatabase
import JSONReader

/// What became of the lines of one chunk, or of many together.
struct LineCounts: Sendable, Hashable {
    private var counts: [LineOutcome: Int] = [:]

    /// Together as many as the lines that are not empty.
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
    /// One JSON object on one line, without its end.
    var json: [UInt8]
    /// Whether it is the answer to a chunk that came before, and this one was not written.
    var isReplayed = false

    /// - Parameter receipt: nil for a chunk that was not written.
    init(_ chunk: LineChunk, _ receipt: BatchReceipt?, listsRecords: Bool) {
        var chunk = chunk
        if let receipt { chunk.reject(receipt.refused) }
        var outcomes = chunk.outcomes
        if let receipt {
            for (ordinal, outcome) in receipt.samples {
                if let place = chunk.parsed.placeOfOrdinal[ordinal] { outcomes[place] = LineOutcome(outcome) }
            }
            for (place, outcome) in zip(chunk.parsed.placeOfDeletion, receipt.deletions) {
                outcomes[place] = LineOutcome(outcome)
            }
        } else {
            outcomes = outcomes.map { $0 == .anchored ? .withheld : $0 }
        }
        for outcome in outcomes { counts[outcome] += 1 }
        json = LineReceipt.json(chunk, counts, outcomes: listsRecords ? outcomes : nil, receipt?.changePosition)
    }

    /// The same receipt again, byte for byte.
    ///
    /// - Parameter json: a receipt's, which was kept.
    /// - Throws: `JSONError` for what is none.
    init(replaying json: [UInt8]) throws {
        self.json = json
        isReplayed = true
        var counts = LineCounts()
        try JSONParser(bytesMax: IdempotencyStore.answerBytesMax).parse(json) { root in
            try root.forEachMember { name, value in
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
            writer.key("lines")
            writer.object { writer in
                writer.member("first", chunk.lines.lowerBound)
                writer.member("last", chunk.lines.upperBound)
            }
            counts.append(to: &writer)
            append(chunk.rejected, to: &writer)
            if let outcomes {
                writer.key("records")
                writer.array { writer in for outcome in outcomes { writer.value(outcome.rawValue) } }
            }
            writer.member("changePosition", changePosition)
        }
        return writer.bytes
    }

    private static func append(_ rejected: [RejectedLine], to writer: inout JSONWriter) {
        writer.key("rejected")
        writer.array { writer in
            for line in rejected {
                writer.object { writer in
                    writer.member("line", line.line)
                    writer.member("collection", line.collection)
                    writer.member("code", line.code)
                    writer.member("field", line.field)
                    writer.member("message", line.message)
                }
            }
        }
    }
}

extension LineCounts {
    /// Writes a member for each outcome but `rejected`.
    fileprivate func append(to writer: inout JSONWriter) {
        for outcome in LineOutcome.allCases where outcome != .rejected {
            writer.key(outcome.rawValue)
            writer.value(self[outcome])
        }
    }
}

/// How far a stream came.
struct LineSummary: Sendable, Hashable {
    var chunks = 0
    /// Of all chunks.
    var counts = LineCounts()
    /// Chunks that had come before. Not in the answer, which is the same each time.
    var replayed = 0
    /// The line from which on nothing was stored, where the stream broke off.
    var firstLineNotStored = 1

    mutating func add(_ receipt: LineReceipt, of chunk: LineChunk) {
        chunks += 1
        counts.add(receipt.counts)
        if receipt.isReplayed { replayed += 1 }
        firstLineNotStored = chunk.lines.upperBound + 1
    }

    /// The last line of the answer to a stream that was read to its end.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("summary")
            writer.object { writer in
                writer.member("chunks", chunks)
                writer.member("lines", counts.lines)
                counts.append(to: &writer)
                writer.member("rejected", counts[.rejected])
            }
        }
        return writer.bytes
    }

    /// The last line of the answer to a stream that broke off.
    func json(of error: APIError) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("error")
            writer.raw(error.json)
            writer.member("firstLineNotStored", firstLineNotStored)
        }
        return writer.bytes
    }
}
