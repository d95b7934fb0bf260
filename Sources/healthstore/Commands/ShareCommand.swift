import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore share`
enum ShareCommand: Command {
    static let description = CommandDescription(
        "share", "Grants a holder access to a person's samples.", positionals: ["PERSON"],
        options: [
            Option("--with", "HOLDER", "the person or other holder that gets the grant"),
            Option("--preset", AccessPreset.allCases.map(\.rawValue).joined(separator: "|"), "the kind of grant"),
            .rights,
        ] + Option.scope + [.until, .hidesNames],
        notes: """
            A grant needs --preset, or --rights with --groups or --types. \(Option.groupNote)

            phone writes all groups and reads what it wrote itself. dashboard reads all groups. family reads the groups or \
            types of --groups and --types, but never routes. researcher reads from --from to --to, without the names of sources \
            and devices, for \(AccessPreset.researcherDaysDefault) days or until --until. analyst reads in SQL, and its holder \
            must be an analyst. Several grants of one holder add up.
            """)

    static func run(_ arguments: Arguments) async throws {
        let name = try arguments.positional(0, "PERSON")
        _ = try arguments.required("--with")
        guard arguments.has("--preset") != arguments.has("--rights") else {
            throw arguments.usage("either --preset or --rights must be given")
        }
        try await Store.withPerson(arguments, named: name) { _, session, person in
            let holder = try arguments.holder("--with", session)
            let preset = try arguments["--preset"].map { try AccessPreset($0) }
            guard preset != .analyst || holder.kind == .analyst else {
                throw CommandFailure(
                    message: "--with must name an analyst for the preset analyst; \(holder.name) is none",
                    hint: "healthstore analyst add NAME adds an analyst")
            }
            let terms = try terms(arguments, preset, person, session)
            let grant = try GrantStore.add(terms, about: person, to: holder, preset: preset, session)
            print(AccessCommand.text(grant))
        }
    }

    private static func terms(
        _ arguments: Arguments, _ preset: AccessPreset?, _ person: Person, _ session: Session
    ) throws -> AccessTerms {
        let scope = try arguments.accessScope(of: person, session)
        let expires = try arguments.expiry("--until")
        let showsNames = !arguments.has("--no-names")
        if let preset {
            return try preset.terms(scope: scope, showsNames: showsNames, expires: expires, now: .now)
        }
        return AccessTerms(
            rights: try AccessRights(arguments["--rights"] ?? ""), scope: scope, showsNames: showsNames,
            expires: expires)
    }
}
