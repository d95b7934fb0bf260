import HealthAPI
import HealthCore
import HealthDatabase

/// `healthstore types`
enum TypesCommand: Command {
    static let description = CommandDescription(
        "types", "Lists the sample types, with their names and units.",
        options: [
            Option("--person", "NAME", "list only types that have samples of this person, in the person's units"),
            Option("--all", nil, "with --person: also list types without samples"), .format,
        ],
        notes: "Without --person, the command lists the types that the program defines and needs no database.")

    static func run(_ arguments: Arguments) async throws {
        let format = try arguments.answerFormat()
        guard arguments.has("--person") else {
            guard !arguments.has("--all") else { throw arguments.usage("--all needs --person") }
            return show(SampleTypeReader.catalogue, PreferredUnits(), format)
        }
        try await Store.withPerson(arguments) { _, session, person in
            let types = try SampleTypeReader.list(for: person, session)
            let units = try PreferredUnitStore(person: person, session: session).units()
            show(types.filter { $0.hasSamples || arguments.has("--all") }, units, format)
        }
    }

    private static func show(_ types: [SampleTypeReader.Listed], _ units: PreferredUnits, _ format: AnswerFormat?) {
        if let format { return format.print(TypeResponse(types, units).text(format)) }
        let table = TextTable(
            of: types,
            [
                .text("type", \.shortName), .text("name", \.displayName),
                .text("group") { Catalogue.typeGroup(named: $0.group)?.displayName ?? $0.group },
                .text("kind", \.kind), .text("unit") { $0.unit(units)?.presentation.label ?? "" },
            ])
        print(table.text, terminator: "")
    }
}
