import HealthCore
import HealthDatabase

/// The text that `healthstore person show` prints.
struct PersonText {
    let person: Person
    let overview: PersonOverview
    let times = LocalTimeText()

    var text: String {
        let facts = [
            ("name", person.name), ("added", times.second(overview.created)),
            ("samples", "\(NumberText.grouped(overview.count)) of \(overview.types.count) types"),
            ("deleted samples", NumberText.grouped(overview.deleted)),
            ("size", "about \(NumberText.bytes(overview.bytes))"),
            ("holders", overview.holders.isEmpty ? "none" : overview.holders.joined(separator: ", ")),
        ]
        var parts = [TextTable.lines(facts, indent: "")]
        if !overview.types.isEmpty { parts.append(types.text) }
        if !overview.sources.isEmpty { parts.append(sources.text) }
        if !overview.devices.isEmpty { parts.append(devices.text) }
        if !overview.tokens.isEmpty { parts.append(TokenCommand.table(overview.tokens).text) }
        return parts.joined(separator: "\n")
    }

    private var types: TextTable {
        TextTable(
            of: overview.types,
            [
                .text("type", \.shortName), .number("samples") { NumberText.grouped($0.count) },
                .text("first") { times.second($0.first) },
                .text("latest") { $0.latest.map(times.second) ?? "not begun yet" },
            ])
    }

    private var devices: TextTable {
        TextTable(of: overview.devices, [.text("device", \.name), .text("last anchor") { times.second($0.last) }])
    }

    private var sources: TextTable {
        TextTable(
            of: overview.sources,
            [
                .text("source", \.name), .number("samples") { NumberText.grouped($0.count) },
                .text("bundle identifier") { $0.bundleIdentifier ?? "" },
            ])
    }
}
