import HealthCore
import HealthDatabase
import Postgres

/// `healthstore sources`
enum SourcesCommand: Command {
    static let description = CommandDescription(
        "sources", "Lists sources, and joins a renamed one to its new name.",
        positionals: ["list|join|separate", "[ID]", "[OTHER]"],
        options: [Option("--person", "NAME", "the person whose sources they are")],
        actions: [
            .init(name: "list"), .init(name: "join", positionals: ["ID", "OTHER"]),
            .init(name: "separate", positionals: ["ID"]),
        ],
        notes: """
            A renamed app or device is one source under two names. join makes source ID a name of source OTHER: its samples \
            then count, rank and are recognised as samples of OTHER. Of samples that both have, one stays. An import does this \
            by itself if the rename is certain.

            separate makes source ID a source of its own again, and brings back what join removed, for \
            \(ImportUndo.daysKept) days at least. Both print the sources as list does.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "list, join or separate")
        let source = action == "list" ? 0 : try id(1, "ID", arguments)
        let other = action == "join" ? try id(2, "OTHER", arguments) : 0
        try await Store.withPerson(arguments) { _, session, person in
            let join = SourceJoin(person: person, session: session)
            switch action {
            case "join": try join.join(source, to: other)
            case "separate": try join.separate(source)
            default: break
            }
            print(table(try SourceReader(person: person, session: session).sources()).text, terminator: "")
        }
    }

    private static func id(_ index: Int, _ name: String, _ arguments: Arguments) throws -> Int32 {
        guard let id = Int32(try arguments.positional(index, name)), id > 0 else {
            throw arguments.usage("\(name) must be an id that sources list shows")
        }
        return id
    }

    private static func table(_ sources: [Source]) -> TextTable {
        TextTable(
            of: sources,
            [
                .number("id") { String($0.id) },
                .text("class") { $0.wasUserEntered ? "entered by hand" : $0.sourceClass.rawValue },
                .number("joined to") { $0.joinedTo.map { String($0) } ?? "" }, .text("name", \.name),
            ])
    }
}
