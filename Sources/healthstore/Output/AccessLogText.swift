import HealthCore
import HealthDatabase

/// Prints entries of the access log.
enum AccessLogText {
    /// Returns the table of `healthstore access log`.
    static func table(_ entries: [AccessLogStore.Listed]) -> TextTable {
        let times = LocalTimeText()
        return TextTable(
            of: entries,
            [
                .text("time") { times.second($0.time) }, .text("holder") { $0.holder ?? "removed" },
                .text("credential") { entry in
                    entry.credentialName.map { "\(entry.credentialKind) \($0)" } ?? entry.credentialKind
                },
                .text("request") { $0.method + " " + ($0.route ?? "unknown") },
                .text("types") { entry in
                    entry.types.map { Catalogue.sampleType(named: $0)?.shortName ?? $0 }.joined(separator: ",")
                },
                .text("from") { $0.from ?? "" }, .text("to") { $0.to ?? "" },
                .number("status") { $0.status.map { String($0) } ?? "" },
                .number("rows") { $0.rowCount.map { NumberText.grouped(Int64($0)) } ?? "" },
                .number("bytes") { NumberText.grouped($0.answerBytes) },
            ])
    }
}
