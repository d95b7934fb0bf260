import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// What the twins do with the program's commands.
extension IsolatedStore {
    /// Commands that name a person; each is asked below.
    static let personalCommands: Set = [
        "access", "analyst", "export", "import", "person", "psql", "rebuild", "sleep", "statistics", "token", "types",
        "workouts",
    ]

    /// Commands about the whole store.
    static let impersonalCommands: Set = ["completions", "doctor", "migrate", "openapi", "serve", "version"]

    func healthstore(_ arguments: [String]) async throws -> Command {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return try await Command.run(
            try Command.product(),
            arguments[..<end] + ["--database-url", world.conninfo] + arguments[end...])
    }

    func command(_ session: Session) async throws {
        try await forEach { try await readByCommands($0) }
        try await forEach { try await addTokens($0, session) }
        try await forEach {
            try await run(["token", "revoke", Twin.uuid(2 + $0.shift), "--person", $0.name], $0)
        }
        try await forEach { try await run(["token", "list", "--person", $0.name], $0) }
        try await forEach { twin in
            let file = world.directory + "/\(twin.name)-4.xml"
            try Data(twin.export.replacing("2024-05-06", with: "2024-05-07").utf8).write(to: URL(fileURLWithPath: file))
            try await run(["import", file, "--person", twin.name], twin)
        }
        try await forEach { try await restore($0) }
        // Bea alone: Ada's slots stay as they are.
        try await forEach { twin in
            if twin.shift == 1 { try await run(["rebuild", "--person", twin.name], twin) }
        }
        try await forEach { try await changeGrants($0) }
    }

    /// Runs a command; what it prints is kept but for figures of how long it took.
    private func run(_ arguments: [String], _ twin: Twin, keeps: Bool = true) async throws {
        let command = try await healthstore(arguments)
        #expect(command.status == 0, "\(arguments) \(command.errors)")
        let output = command.output.replacing(#/ in [0-9.]+ s\b/#, with: " in TIME")
            .replacing(world.directory, with: "DIRECTORY")
            // When tokens and people were made and used.
            .replacing(#/(added +|(?:valid|revoked) +)20\S+(?: +(?:never|20\S+))?/#) { $0.output.1 + "TIMES" }
            // The server's estimate of all samples is part of it.
            .replacing(#/size +about .*/#, with: "SIZE").replacing(analystName(of: twin), with: "ANALYST")
        let question = "healthstore " + arguments.joined(separator: " ").replacing(world.directory, with: "DIRECTORY")
        // Random uuids decide where some lines of an export are.
        let lines = normalised(output).split(separator: "\n").sorted().joined(separator: "\n")
        note(twin, question, keeps ? lines : "")
    }

    private func readByCommands(_ twin: Twin) async throws {
        let person = ["--person", twin.name]
        try await run(["export"] + person, twin)
        try await run(["export", "--format", "csv", "--type", "stepCount"] + person, twin)
        try await run(
            [
                "statistics", "stepCount", "--interval", "day", "--time-zone", "person", "--last", "7",
                "--separate-by-source",
            ] + person, twin)
        try await run(["types"] + person, twin)
        try await run(["sleep", "--time-zone", "person", "--last", "7"] + person, twin)
        try await run(["workouts", "--types", "heartRate", "--format", "csv"] + person, twin)
        try await run(["person", "show", twin.name], twin)
        try await run(["access", "log", twin.name], twin, keeps: false)
        try await run(
            ["psql"] + person + ["--", "-XAtc", "select s from health.quantity_sample s order by s::text"], twin)
        try await run(["token", "list"] + person, twin)
    }

    /// Adds two tokens with the ids that the other twin's have.
    private func addTokens(_ twin: Twin, _ session: Session) async throws {
        for number in [2, 3] {
            try await run(
                ["token", "create", "--name", "token \(number)", "--person", twin.name], twin, keeps: false)
            _ = try session.execute(
                "update health.token set token_id = $2::uuid where person_id = $1 and name = $3",
                [.int32(twin.id), .text(Twin.uuid(number)), .text("token \(number)")])
        }
    }

    /// Restores the export of a twin into somebody else, whose export is then the same, and deletes that person.
    private func restore(_ twin: Twin) async throws {
        let (other, file) = ("\(twin.name) again", world.directory + "/\(twin.name).ndjson")
        try await run(["export", file, "--person", twin.name], twin)
        try await run(["person", "add", other], twin)
        try await run(["import", file, "--person", other], twin)
        let restored = try await healthstore(["export", "--person", other])
        // The header says whose it is, by a uuid that is new.
        let lines = normalised(restored.output).split(separator: "\n").dropFirst().sorted()
        note(twin, "export of \(other)", lines.joined(separator: "\n"))
        try await run(["person", "erase", other, "--yes"], twin)
    }

    /// Lets the analyst in to another person and out again.
    private func changeGrants(_ twin: Twin) async throws {
        let other = "friend of \(twin.name)"
        let name = analystName(of: twin)
        for arguments in [
            ["person", "add", other], ["analyst", "grant", name, other], ["analyst", "revoke", name, other],
            ["person", "erase", other, "--yes"],
        ] {
            let command = try await healthstore(arguments)
            #expect(command.status == 0, "\(arguments) \(command.errors)")
        }
        note(
            twin, "who is granted after grant and revoke",
            try analyst(of: twin).execute("select health.granted_person_ids()::text")[0].text(0))
    }
}
