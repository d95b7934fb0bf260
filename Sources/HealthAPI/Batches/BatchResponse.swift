import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import JSONReader

/// The receipt of a batch as JSON.
struct BatchResponse: Shaped {
    private let parsed: ParsedBatch
    private let receipt: BatchReceipt
    private let rejected: [RejectedRecord]
    /// The outcomes by index in the request. Nil for a refused record.
    private var samples: [ShownOutcome]
    private var deleted: [ShownOutcome]
    private var counts: [RecordOutcome: Int] = [:]

    init(_ parsed: ParsedBatch, _ receipt: BatchReceipt) {
        self.parsed = parsed
        self.receipt = receipt
        rejected =
            parsed.rejected + parsed.rejected(receipt.refused, deletions: receipt.refusedDeletions)
        samples = Array(repeating: ShownOutcome(), count: parsed.sampleCount)
        deleted = Array(repeating: ShownOutcome(), count: parsed.deletionCount)
        for (ordinal, outcome) in receipt.samples {
            counts[outcome, default: 0] += 1
            if let index = parsed.indexOfOrdinal[ordinal] { samples[index].outcome = outcome }
        }
        for (ordinal, (index, outcome)) in zip(parsed.indexOfDeletion, receipt.deletions).enumerated()
        where receipt.refusedDeletions[ordinal] == nil {
            counts[outcome, default: 0] += 1
            deleted[index].outcome = outcome
        }
    }

    static let shape = Shape<Self>(
        "BatchReceipt",
        Shape<Self>.Member.counts(\.counts) + [
            .member("rejected", \.rejected),
            .object("records", Shape([.member("samples", \.samples), .member("deleted", \.deleted)])),
            .optional("complete", \.complete),
            .member("changePosition", \.receipt.changePosition, as: .changePosition),
        ])

    private var complete: [CompleteRange]? {
        guard !receipt.complete.isEmpty else { return nil }
        return zip(parsed.batch.complete, receipt.complete).map { range, outcome in
            CompleteRange(
                type: parsed.batch.references.types[Int(range.type)].identifier, replaced: outcome.replaced,
                missing: outcome.missing)
        }
    }

    /// Returns the error of an atomic batch with refused records.
    static func error(rejected: [RejectedRecord]) -> APIError {
        var writer = JSONWriter()
        writer.object { $0.member("rejected", rejected) }
        return APIError(
            .batchRejected,
            "\(rejected.count) records are refused, so nothing was stored", details: writer.bytes)
    }
}

/// What became of a record.
private struct ShownOutcome: JSONWritable {
    /// Nil if the record was rejected.
    var outcome: RecordOutcome?

    static let schema = Schema.choice(RecordOutcome.allCases.map(\.rawValue) + ["rejected"])

    func write(to writer: inout JSONWriter) { writer.value(outcome?.rawValue ?? "rejected") }
}

private struct CompleteRange: Shaped {
    var type: String
    var replaced: Int64
    var missing: Int64

    static let shape = Shape<Self>([
        .member("type", \.type), .count("replaced", \.replaced), .count("missing", \.missing),
    ])
}

extension Shape.Member {
    /// The number of records for each outcome.
    static func counts(_ counts: @escaping @Sendable (Value) -> [RecordOutcome: Int]) -> [Self] {
        RecordOutcome.allCases.map { outcome in .count(outcome.rawValue) { counts($0)[outcome] ?? 0 } }
    }
}

extension RejectedRecord: Shaped {
    static let shape = Shape<Self>(
        "RejectedRecord",
        [
            .member("collection", \.collection.rawValue, as: .choice(["samples", "deleted"])),
            .member("index", \.index), .members(of: \.refusal, Refusal.shape),
        ])
}

extension Refusal {
    static let shape = Shape<Self>([
        .member("code", \.code.rawValue), .member("field", \.field), .member("message", \.message),
    ])
}
