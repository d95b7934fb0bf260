import HealthCore
import HealthDatabase

/// The text that `healthstore person show` prints.
struct PersonText {
    private let person: Person
    private let overview: PersonOverview
    private let times = LocalTimeText(LocalZone.clock)

    init(_ person: Person, _ overview: PersonOverview) {
        self.person = person
        self.overview = overview
    }

    var text: String {
        let facts = [
            ("name", person.name), ("added", times.second(overview.created)),
            ("samples", "\(NumberText.grouped(overview.count)) of \(overview.types.count) types"),
            ("deleted samples", NumberText.grouped(overview.deleted)),
            ("size", "about \(NumberText.bytes(overview.bytes))"),
            ("holders", overview.holders.isEmpty ? "none" : overview.holders.joined(separator: ", ")),
        ]
        let width = (facts.map(\.0.count).max() ?? 0) + 2
        var parts = [
            facts.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 + "\n" }.joined()
        ]
        if !overview.types.isEmpty { parts.append(types.text) }
        if !overview.sources.isEmpty { parts.append(sources.text) }
        if !overview.devices.isEmpty { parts.append(devices.text) }
        if !overview.tokens.isEmpty { parts.append(TokenCommand.table(overview.tokens).text) }
        return parts.joined(separator: "\n")
    }

    private var types: TextTable {
        var table = TextTable([("type", false), ("samples", true), ("first", false), ("latest", false)])
        for type in overview.types {
            table.append([
                type.shortName, NumberText.grouped(type.count), times.second(type.first),
                type.latest.map(times.second) ?? "not begun yet",
            ])
        }
        return table
    }

    private var devices: TextTable {
        var table = TextTable([("device", false), ("last anchor", false)])
        for device in overview.devices { table.append([device.name, times.second(device.last)]) }
        return table
    }

    private var sources: TextTable {
        var table = TextTable([("source", false), ("samples", true), ("bundle identifier", false)])
        for source in overview.sources {
            table.append([source.name, NumberText.grouped(source.count), source.bundleIdentifier ?? ""])
        }
        return table
    }
}
