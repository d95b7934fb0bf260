import Digests
import HealthCore
import HealthDatabase
import HealthImport
import JSON

/// The receipt of a request of the open-wearables SDK as JSON. It also has the members that
/// HealthMes reads.
struct OpenWearablesResponse: Shaped {
    /// The id of the request.
    private let id: String
    private let body: [UInt8]
    private let receipt: BatchReceipt
    private let unknownStages: Int
    /// The number of records of each list, as received and as stored, by the name of the member.
    private let listCounts: [(name: String, value: Int)]
    /// The records that were not stored come first.
    private let reasons: [Reason]
    private let isComplete: Bool
    private let rejected: Int
    private let uncounted: Int
    private let uncountedSamples: Int

    /// Most refusals that the answer contains. The counts include all refusals.
    static let rejectedMax = 100

    init(id: String, body: [UInt8], parsed: ParsedOpenWearables, receipt: BatchReceipt) {
        self.id = id
        self.body = body
        self.receipt = receipt
        unknownStages = parsed.unknownStages
        let lists = parsed.lists.map { ToldList($0, receipt) }
        listCounts = lists.flatMap(\.counts)
        let told = lists.flatMap(\.told)
        isComplete = told.isEmpty
        rejected = told.count { !$0.isKept } + receipt.refusedDeletions.count
        uncounted = told.count(where: \.isKept)
        uncountedSamples = lists.reduce(0) { $0 + $1.uncountedSamples }
        let refusedDeletion = receipt.refusedDeletions.values.first.map { Reason(path: "data.deletions", refusal: $0) }
        reasons =
            (told.filter { !$0.isKept } + told.filter(\.isKept)).prefix(OpenWearablesResponse.rejectedMax)
            + [refusedDeletion].compactMap(\.self)
    }

    static let shape = Shape<Self>(
        [
            .member("status", { _ in "accepted" }, as: .choice(["accepted"])), .member("durable") { _ in true },
            .member("raw_id", \.id), .member("sha256", { hexadecimal(SHA256.hash($0.body)) }, as: .sha256),
            .member("size_bytes", \.body.count),
            .member("parse_status", { $0.isComplete ? "parsed" : "partial" }, as: .choice(["parsed", "partial"])),
            .member("forward_status") { _ in "forwarded" }, .named(\.listCounts),
        ] + Shape<Self>.Member.counts(RecordOutcome.allCases, \.receipt.counts) + [
            .count("unknown_stages", \.unknownStages), .count("rejected", \.rejected),
            .count("uncounted", \.uncounted), .count("keptAsObjects") { $0.uncounted - $0.uncountedSamples },
            .member("reasons", \.reasons), .member("changePosition", \.receipt.changePosition, as: .changePosition),
        ], rest: .count
    ).named("OpenWearablesReceipt")

    /// Why a record was not stored, or counts in no figure.
    private struct Reason: Shaped {
        var path: String
        var refusal: Refusal
        var isKept = false

        static let shape = Shape<Self>([
            .member("path", \.path), .member("code", \.refusal.code.rawValue), .member("message", \.refusal.message),
            .member("kept", \.isKept),
        ])
    }

    /// A list of the request, with the refused records and those that count in no figure. A record
    /// that the store refused is not stored.
    private struct ToldList {
        let counts: [(name: String, value: Int)]
        let told: [Reason]
        let uncountedSamples: Int

        init(_ list: ClientList, _ receipt: BatchReceipt) {
            let refused = list.rejected(receipt.refused)
            let lost = Set(refused.map(\.index))
            let records = (list.rejected + list.uncounted).filter { !lost.contains($0.index) } + refused
            told = records.map { record in
                let field = record.refusal.field
                return Reason(
                    path: "data.\(list.name)[\(record.index)]" + (field.isEmpty ? "" : "." + field),
                    refusal: record.refusal, isKept: record.isKept)
            }
            uncountedSamples = list.uncounted.count { !lost.contains($0.index) }
            let received = (name: list.name + "_received", value: list.count)
            let forwarded = (name: list.name + "_forwarded", value: list.count - records.count { !$0.isKept })
            counts = list.name == "deletions" ? [received] : [received, forwarded]
        }
    }
}
