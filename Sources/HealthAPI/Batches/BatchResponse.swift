import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// The receipt of a batch as JSON.
struct BatchResponse: Shaped {
    private let parsed: ParsedBatch
    private let receipt: BatchReceipt
    private let rejected: [RejectedRecord]
    /// The outcomes by index in the request.
    private var samples: [ShownOutcome]
    private var deleted: [ShownOutcome]

    init(_ parsed: ParsedBatch, _ receipt: BatchReceipt) {
        self.parsed = parsed
        self.receipt = receipt
        rejected =
            parsed.rejected + parsed.rejected(receipt.refused, deletions: receipt.refusedDeletions)
        samples = Array(repeating: ShownOutcome(), count: parsed.sampleCount)
        deleted = Array(repeating: ShownOutcome(), count: parsed.deletionCount)
        for (index, outcome) in parsed.sampleOutcomes(receipt) { samples[index].outcome = outcome }
        for (index, outcome) in parsed.deletionOutcomes(receipt) { deleted[index].outcome = outcome }
    }

    static let shape = Shape<Self>(
        Shape<Self>.Member.counts(RecordOutcome.allCases, \.receipt.counts) + [
            .member("rejected", \.rejected),
            .object("records", Shape([.member("samples", \.samples), .member("deleted", \.deleted)])),
            .optional("complete", \.complete),
            .member("changePosition", \.receipt.changePosition, as: .changePosition),
        ]
    ).named("BatchReceipt")

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
        APIError(
            .batchRejected, "\(rejected.count) records are refused, so nothing was stored",
            details: ["rejected": rejected])
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

extension ParsedBatch {
    /// The outcomes of samples in the store, with their indices in the request.
    func sampleOutcomes(_ receipt: BatchReceipt) -> [(index: Int, outcome: RecordOutcome)] {
        receipt.samples.compactMap { ordinal, outcome in indexOfOrdinal[ordinal].map { ($0, outcome) } }
    }

    /// The outcomes of deletions that were not refused, with their indices in the request.
    func deletionOutcomes(_ receipt: BatchReceipt) -> [(index: Int, outcome: RecordOutcome)] {
        receipt.acceptedDeletions.map { (indexOfDeletion[$0.offset], $0.element) }
    }
}

extension BatchReceipt {
    /// The deletions that were not refused, with their indices in the batch.
    fileprivate var acceptedDeletions: [(offset: Int, element: RecordOutcome)] {
        deletions.enumerated().filter { refusedDeletions[$0.offset] == nil }
    }

    /// The number of records of each outcome.
    var counts: [RecordOutcome: Int] {
        (samples.values + acceptedDeletions.map(\.element)).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension Shape.Member {
    /// The number of records for each outcome.
    static func counts<Outcome: Hashable & RawRepresentable<String> & Sendable>(
        _ outcomes: [Outcome], _ counts: @escaping @Sendable (Value) -> [Outcome: Int]
    ) -> [Self] {
        outcomes.map { outcome in .count(outcome.rawValue) { counts($0)[outcome] ?? 0 } }
    }
}

extension RejectedRecord: Shaped {
    static let shape = Shape<Self>([
        .member("collection", \.collection.rawValue, as: .choice(["samples", "deleted"])),
        .member("index", \.index), .members(of: \.refusal, Refusal.shape),
    ]).named("RejectedRecord")
}

extension Refusal {
    static let shape = Shape<Self>([
        .member("code", \.code.rawValue), .member("field", \.field), .member("message", \.message),
    ])
}
