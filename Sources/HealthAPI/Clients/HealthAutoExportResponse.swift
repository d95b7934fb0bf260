import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// The receipt of a request of Health Auto Export as JSON. The app tells its user only if the
/// request failed, but writes the receipt into its log.
struct HealthAutoExportResponse: Shaped {
    /// The id of the automation.
    let automation: String
    let statesWindows: Bool
    let parsed: ParsedHealthAutoExport
    let receipt: AutomationReceipt

    /// Most refusals that the answer contains for one list. The counts include all refusals.
    static let rejectedMax = 20

    static let shape = Shape<Self>([
        .member("status", { $0.receipt.isReplay ? "replayed" : "stored" }, as: .choice(["stored", "replayed"])),
        .member("automation", \.automation),
        .member("replacesWindows") { $0.statesWindows && !$0.receipt.isReplay },
        .member("metrics", \.metrics),
        .member("changePosition", \.receipt.changePosition, as: .changePosition),
    ]).named("AutomationReceipt")

    private var metrics: [Metric] {
        var removed = receipt.removed
        return parsed.lists.map { list in
            // A deletion is counted once, in the first list that has its type.
            let deleted = list.types.reduce(0) { $0 + (removed.removeValue(forKey: $1) ?? 0) }
            return Metric(list, deleted: deleted, of: self)
        }
    }

    private struct Metric: Shaped {
        let list: ClientList
        let types: [String]
        let counts: [RecordOutcome: Int]
        let rejected: [RejectedClientRecord]

        init(_ list: ClientList, deleted: Int, of response: HealthAutoExportResponse) {
            self.list = list
            types = list.types.map { response.parsed.statement.batch.references.types[Int($0)].identifier }.sorted()
            counts = list.ordinals.reduce(into: [.deleted: deleted]) { counts, ordinal in
                if let outcome = response.receipt.samples[ordinal] { counts[outcome, default: 0] += 1 }
            }
            rejected = list.rejected + list.rejected(response.receipt.refused)
        }

        static let shape = Shape<Self>(
            [.member("name", \.list.name), .member("types", \.types)]
                + Shape<Self>.Member.counts(RecordOutcome.allCases, \.counts) + [
                    .count("rejected", \.rejected.count), .member("reasons") { reasons($0.rejected) },
                    .count("uncounted", \.list.uncounted.count),
                    .member("uncountedReasons") { reasons($0.list.uncounted) },
                ])

        private static func reasons(_ records: [RejectedClientRecord]) -> [RejectedClientRecord] {
            Array(records.prefix(rejectedMax))
        }
    }
}

extension RejectedClientRecord: Shaped {
    static let shape = Shape<Self>([.member("index", \.index), .members(of: \.refusal, Refusal.shape)])
}
