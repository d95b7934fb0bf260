import Compression
import Foundation
import HealthDatabase
import Postgres

/// `healthstore export`
enum ExportCommand: Command {
    static let description = CommandDescription(
        "export", "Writes all data of a person or of the store to a file, or the samples of a type as a table.",
        positionals: ["[FILE]"],
        options: [
            Option("--person", "NAME", "the person whose data are written"),
            Option("--all", nil, "the whole store, to move it to another machine or server"),
            Option("--format", "ndjson|csv", "ndjson: all data, to import again; csv: a table (ndjson)"),
            Option("--type", "TYPE", "csv: the type; without --type, FILE is a directory with one file for each type"),
            Option("--from", "TIME", "csv: samples that start at TIME or later, such as 2024-05-01T00:00:00Z"),
            Option("--to", "TIME", "csv: samples that start before TIME"),
        ],
        notes: """
            Without FILE, or with -, the export goes to the standard output stream. A FILE that ends with .gz is compressed. The \
            file appears only when it is complete, so an interrupted export leaves nothing. healthstore import FILE restores it into a person without data. Tokens and \
            Idempotency-Keys are left out.

            With --all, pg_dump writes the store, compressed, and healthstore import FILE restores it with pg_restore where no \
            store is. healthstore help backup says what moves.
            """)

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.positionals.first ?? "-"
        if arguments.has("--all") { return try await StoreFile.export(arguments, to: path) }
        switch arguments["--format"] ?? "ndjson" {
        case "ndjson":
            try arguments.forbid("--type", "--from", "--to") { "\($0) is for --format csv" }
            try await Store.withPerson(arguments) { _, session, person in try export(person, to: path, session) }
        case "csv":
            let request = try TableExport.Request(arguments, path: path)
            try await Store.withPerson(arguments) { _, session, person in try request.run(for: person, session) }
        default: throw arguments.usage("--format must be ndjson or csv")
        }
    }

    private static func export(_ person: Person, to path: String, _ session: Session) throws {
        let file = try OutputFile(path: path)
        var bar = ProgressBar("writing")
        let watch = Stopwatch()
        let counts = try PersonExport(person: person, session: session).write { done, all in
            bar.show(done, of: all, detail: NumberText.grouped(done) + " samples")
        } to: {
            try file.write($0)
        }
        try file.finish()
        bar.finish()
        StandardError.write(
            "exported \(NumberText.grouped(counts[.sample] ?? 0)) samples and "
                + "\(NumberText.grouped(counts[.deleted] ?? 0)) deletions of \(person.name) in \(watch.seconds) s\n")
    }
}
