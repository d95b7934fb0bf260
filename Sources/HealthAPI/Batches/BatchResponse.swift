import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import JSONReader

/// The receipt of a batch as JSON.
struct BatchResponse {
    private let parsed: ParsedBatch
    private let receipt: BatchReceipt
    private let rejected: [RejectedRecord]
    /// The outcomes by index in the request. Nil for a refused record.
    private var samples: [RecordOutcome?]
    private var deleted: [RecordOutcome?]
    private var counts: [RecordOutcome: Int] = [:]

    init(_ parsed: ParsedBatch, _ receipt: BatchReceipt) {
        self.parsed = parsed
        self.receipt = receipt
        rejected =
            parsed.rejected + parsed.rejected(receipt.refused, deletions: receipt.refusedDeletions)
        samples = Array(repeating: nil, count: parsed.sampleCount)
        deleted = Array(repeating: nil, count: parsed.deletionCount)
        for (ordinal, outcome) in receipt.samples {
            counts[outcome, default: 0] += 1
            if let index = parsed.indexOfOrdinal[ordinal] { samples[index] = outcome }
        }
        for (ordinal, (index, outcome)) in zip(parsed.indexOfDeletion, receipt.deletions).enumerated()
        where receipt.refusedDeletions[ordinal] == nil {
            counts[outcome, default: 0] += 1
            deleted[index] = outcome
        }
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + 16 * (samples.count + deleted.count))
        writer.object { writer in
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            BatchResponse.append(rejected: rejected, to: &writer)
            writer.object("records") { writer in
                BatchResponse.append("samples", samples, to: &writer)
                BatchResponse.append("deleted", deleted, to: &writer)
            }
            if !receipt.complete.isEmpty { appendComplete(to: &writer) }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    private func appendComplete(to writer: inout JSONWriter) {
        writer.array("complete") { writer in
            for (range, outcome) in zip(parsed.batch.complete, receipt.complete) {
                writer.object { writer in
                    writer.member("type", parsed.batch.references.types[Int(range.type)].identifier)
                    writer.member("replaced", outcome.replaced)
                    writer.member("missing", outcome.missing)
                }
            }
        }
    }

    private static func append(_ name: String, _ outcomes: [RecordOutcome?], to writer: inout JSONWriter) {
        writer.array(name) { writer in
            for outcome in outcomes { writer.value(outcome?.rawValue ?? "rejected") }
        }
    }

    /// Returns the error of an atomic batch with refused records.
    static func error(rejected: [RejectedRecord]) -> APIError {
        var writer = JSONWriter()
        writer.object { append(rejected: rejected, to: &$0) }
        return APIError(
            .batchRejected,
            "\(rejected.count) records are refused, so nothing was stored", details: writer.bytes)
    }

    private static func append(rejected: [RejectedRecord], to writer: inout JSONWriter) {
        writer.array("rejected") { writer in
            for record in rejected {
                writer.object { writer in
                    writer.member("collection", record.collection.rawValue)
                    writer.member("index", record.index)
                    record.refusal.append(to: &writer)
                }
            }
        }
    }
}

extension Refusal {
    /// Writes the members `code`, `field` and `message`.
    func append(to writer: inout JSONWriter) {
        writer.member("code", code.rawValue)
        writer.member("field", field)
        writer.member("message", message)
    }
}
