import HealthCore
import HealthDatabase

/// Prints entries of the access log.
enum AccessLogText {
    /// Returns the table of `healthstore access log`.
    static func table(_ entries: [AccessLogStore.Listed]) -> TextTable {
        let times = LocalTimeText(LocalZone.clock)
        var table = TextTable([
            ("time", false), ("holder", false), ("credential", false), ("request", false), ("types", false),
            ("from", false), ("to", false), ("status", true), ("rows", true),
            ("bytes", true),
        ])
        for entry in entries {
            let types = entry.types.map { Catalogue.sampleType(named: $0)?.shortName ?? $0 }
            table.append([
                times.second(entry.time), entry.holder ?? "removed",
                entry.credentialName.map { "\(entry.credentialKind) \($0)" } ?? entry.credentialKind,
                entry.method + " " + (entry.route ?? "unknown"), types.joined(separator: ","), entry.from ?? "",
                entry.to ?? "", entry.status.map { String($0) } ?? "",
                entry.rowCount.map { NumberText.grouped(Int64($0)) } ?? "",
                NumberText.grouped(entry.answerBytes),
            ])
        }
        return table
    }
}
