import HealthCore
import HealthDatabase
import HealthImport
import JSONReader

/// The receipt of a request of Health Auto Export as JSON. The app tells its user only if the
/// request failed, but writes the receipt into its log.
struct HealthAutoExportResponse {
    let automation: HealthAutoExportAutomation
    let parsed: ParsedHealthAutoExport
    let receipt: AutomationReceipt

    /// Most refusals that the answer contains for one list. The counts include all refusals.
    static let rejectedMax = 20

    var json: JSONWriter {
        var writer = JSONWriter()
        var removed = receipt.removed
        writer.object { writer in
            writer.member("status", receipt.isReplay ? "replayed" : "stored")
            writer.member("automation", automation.id)
            writer.member("replacesWindows", automation.statesWindows && !receipt.isReplay)
            writer.array("metrics") { writer in
                for entry in parsed.entries {
                    // A deletion is counted once, in the first list that has its type.
                    let deleted = entry.types.reduce(0) { $0 + (removed.removeValue(forKey: $1) ?? 0) }
                    write(entry, deleted: deleted, to: &writer)
                }
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    private func write(_ entry: ParsedHealthAutoExport.Entry, deleted: Int, to writer: inout JSONWriter) {
        var counts: [RecordOutcome: Int] = [.deleted: deleted]
        for ordinal in entry.records.ordinals {
            if let outcome = receipt.samples[ordinal] { counts[outcome, default: 0] += 1 }
        }
        let rejected = entry.records.rejected + entry.records.rejected(receipt.refused)
        writer.object { writer in
            writer.member("name", entry.records.name)
            writer.array("types") { writer in
                let types = entry.types.map { parsed.statement.batch.references.types[Int($0)].identifier }
                for type in types.sorted() { writer.value(type) }
            }
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            writer.member("rejected", rejected.count)
            write("reasons", rejected, to: &writer)
            writer.member("uncounted", entry.records.uncounted.count)
            write("uncountedReasons", entry.records.uncounted, to: &writer)
        }
    }

    private func write(_ name: String, _ records: [RejectedClientRecord], to writer: inout JSONWriter) {
        writer.array(name) { writer in
            for record in records.prefix(HealthAutoExportResponse.rejectedMax) {
                writer.object { writer in
                    writer.member("index", record.index)
                    record.refusal.append(to: &writer)
                }
            }
        }
    }
}
