import HealthDatabase
import HealthImport
import Synchronization

/// Counts the samples and deletions that clients have sent, by the result in the receipt. A request
/// that is repeated with an idempotency key counts once.
final class RecordCounters: Sendable {
    /// `RecordOutcome.allCases`, and then refused records.
    private static let names = RecordOutcome.allCases.map(\.rawValue) + ["refused"]

    private let counts = Mutex([String: Int]())

    func count(_ outcomes: some Sequence<RecordOutcome>, refused: Int) {
        counts.withLock { counts in
            for outcome in outcomes { counts[outcome.rawValue, default: 0] += 1 }
            counts["refused", default: 0] += refused
        }
    }

    /// Counts the records of a stored batch.
    ///
    /// - Parameter unread: the number of records that were refused before the batch was stored.
    func count(_ receipt: BatchReceipt, unread: Int) {
        let deletions = receipt.deletions.enumerated().filter { receipt.refusedDeletions[$0.offset] == nil }
        count(
            receipt.samples.values + deletions.map(\.element),
            refused: unread + receipt.refused.count + receipt.refusedDeletions.count)
    }

    /// Counts the lines of a stored chunk.
    func count(_ lines: LineCounts) {
        counts.withLock { counts in
            for outcome in RecordOutcome.allCases {
                if let line = LineOutcome(rawValue: outcome.rawValue) {
                    counts[outcome.rawValue, default: 0] += lines[line]
                }
            }
            counts["refused", default: 0] += lines[.rejected]
        }
    }

    /// Counts the points of a stored request of an automation.
    ///
    /// - Parameter unread: the number of points that were refused before the request was stored.
    func count(_ receipt: AutomationReceipt, unread: Int) {
        let removed = receipt.removed.values.reduce(0, +)
        count(
            receipt.samples.values + Array(repeating: RecordOutcome.deleted, count: removed),
            refused: unread + receipt.refused.count)
    }

    func append(to text: inout MetricText) {
        let counts = counts.withLock { $0 }
        text.add(
            "healthstore_samples_total", .counter,
            "Samples and deletions that clients have sent, by the result in the receipt.", by: "result",
            RecordCounters.names.map { ($0, Double(counts[$0] ?? 0)) })
    }
}
