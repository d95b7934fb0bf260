import HealthDatabase
import Postgres

/// `healthstore holder`
enum HolderCommand: Command {
    static let description = CommandDescription(
        "holder", "Adds, lists and removes holders, to whom healthstore share grants access.",
        positionals: ["add|list|remove", "[NAME]"],
        actions: [
            .init(name: "add", positionals: ["NAME"]), .init(name: "list"),
            .init(name: "remove", positionals: ["NAME"]),
        ],
        notes: """
            add is for apps, devices and humans without data in the store. Each person and each analyst is a \
            holder, too. healthstore person and healthstore analyst add and remove them. remove also deletes the grants and \
            tokens of the holder.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "add, list or remove")
        let name = action == "list" ? "" : try arguments.positional(1, "NAME")
        try await Store.with(arguments) { _, session in
            switch action {
            case "add": _ = try HolderStore.add(name: name, session)
            case "remove": try HolderStore.remove(try HolderStore.find(name: name, session), session)
            default: print(table(try HolderStore.list(session)).text, terminator: "")
            }
        }
    }

    private static func table(_ holders: [HolderStore.Listed]) -> TextTable {
        TextTable(
            of: holders,
            [
                .text("name", \.holder.name), .text("kind", \.holder.kind.rawValue),
                .text("has grants about") { $0.people.joined(separator: ", ") },
            ])
    }
}
