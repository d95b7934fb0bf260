import HealthDatabase
import HealthImport
import Synchronization

/// Counts the samples and deletions that clients have sent, by the result in the receipt. A request
/// that is repeated with an idempotency key counts once.
final class RecordCounters: Sendable {
    /// `RecordOutcome.allCases`, and then refused records.
    private static let names = RecordOutcome.allCases.map(\.rawValue) + ["refused"]

    private let counts = Mutex([String: Int]())

    private func count(_ outcomes: [RecordOutcome: Int], refused: Int) {
        counts.withLock { counts in
            for (outcome, count) in outcomes { counts[outcome.rawValue, default: 0] += count }
            counts["refused", default: 0] += refused
        }
    }

    /// Counts the records of a stored batch.
    ///
    /// - Parameter unread: the number of records that were refused before the batch was stored.
    func count(_ receipt: BatchReceipt, unread: Int) {
        count(receipt.counts, refused: unread + receipt.refused.count + receipt.refusedDeletions.count)
    }

    /// Counts the lines of a stored chunk.
    func count(_ lines: LineCounts) {
        let outcomes = RecordOutcome.allCases.map { ($0, lines[LineOutcome($0)] ?? 0) }
        count(Dictionary(uniqueKeysWithValues: outcomes), refused: lines[.rejected] ?? 0)
    }

    /// Counts the points of a stored request of an automation.
    ///
    /// - Parameter unread: the number of points that were refused before the request was stored.
    func count(_ receipt: AutomationReceipt, unread: Int) {
        let samples = receipt.samples.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        count(
            samples.merging([.deleted: receipt.removed.values.reduce(0, +)], uniquingKeysWith: +),
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
