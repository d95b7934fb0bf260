import Digests
import HealthCore
import HealthDatabase
import HealthImport
import JSONReader

/// The receipt of a request of the open-wearables SDK as JSON. It also has the members that
/// HealthMes reads.
struct OpenWearablesResponse {
    /// The id of the request.
    let id: String
    let body: [UInt8]
    let parsed: ParsedOpenWearables
    let receipt: BatchReceipt

    /// Most refusals that the answer contains. The counts include all refusals.
    static let rejectedMax = 100

    var json: JSONWriter {
        var writer = JSONWriter()
        var counts: [RecordOutcome: Int] = [:]
        for (index, outcome) in receipt.deletions.enumerated() where receipt.refusedDeletions[index] == nil {
            counts[outcome, default: 0] += 1
        }
        for outcome in receipt.samples.values { counts[outcome, default: 0] += 1 }
        let told = parsed.lists.map { (name: $0.records.name, records: toldRecords(of: $0.records)) }
        let lost = told.map { $0.records.count { !$0.isKept } }
        writer.object { writer in
            writer.member("status", "accepted")
            writer.member("durable", true)
            writer.member("raw_id", id)
            writer.member("sha256", hexadecimal(SHA256.hash(body)))
            writer.member("size_bytes", body.count)
            writer.member("parse_status", told.allSatisfy { $0.records.isEmpty } ? "parsed" : "partial")
            writer.member("forward_status", "forwarded")
            for (list, lost) in zip(parsed.lists, lost) {
                writer.key(list.records.name + "_received")
                writer.value(list.count)
                guard list.records.name != "deletions" else { continue }
                writer.key(list.records.name + "_forwarded")
                writer.value(list.count - lost)
            }
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            writer.member("unknown_stages", parsed.unknownStages)
            writer.member("rejected", lost.reduce(0, +) + receipt.refusedDeletions.count)
            let uncounted = told.reduce(0) { $0 + $1.records.count { $0.isKept } }
            writer.member("uncounted", uncounted)
            // The others are samples.
            writer.member("keptAsObjects", uncounted - parsed.lists.reduce(0) { $0 + uncountedSamples(of: $1.records) })
            writer.array("reasons") { writer in
                // Records that were not stored come first.
                let all = told.flatMap { name, records in records.map { (name: name, record: $0) } }
                let records = all.filter { !$0.record.isKept } + all.filter { $0.record.isKept }
                for (name, record) in records.prefix(OpenWearablesResponse.rejectedMax) {
                    let field = record.refusal.field
                    writer.object { writer in
                        writer.member("path", "data.\(name)[\(record.index)]" + (field.isEmpty ? "" : "." + field))
                        writer.member("code", record.refusal.code.rawValue)
                        writer.member("message", record.refusal.message)
                        writer.member("kept", record.isKept)
                    }
                }
                if let refusal = receipt.refusedDeletions.values.first {
                    writer.object { writer in
                        writer.member("path", "data.deletions")
                        writer.member("code", refusal.code.rawValue)
                        writer.member("message", refusal.message)
                        writer.member("kept", false)
                    }
                }
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    /// Returns the refused records and those that count in no figure. A record that the store
    /// refused is not stored.
    private func toldRecords(of list: ClientList) -> [RejectedClientRecord] {
        let refused = list.rejected(receipt.refused)
        let lost = Set(refused.map(\.index))
        return (list.rejected + list.uncounted).filter { !lost.contains($0.index) } + refused
    }

    private func uncountedSamples(of list: ClientList) -> Int {
        let lost = Set(list.rejected(receipt.refused).map(\.index))
        return list.uncounted.count { !lost.contains($0.index) }
    }
}
