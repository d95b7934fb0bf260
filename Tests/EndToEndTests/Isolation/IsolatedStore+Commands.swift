import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Runs the program's commands for the twins.
extension IsolatedStore {
    /// Commands that name a person. Each of them runs below.
    static let personalCommands: Set = [
        "access", "analyst", "export", "import", "login-link", "pair", "person", "psql", "rebuild", "share", "sleep",
        "sources", "statistics", "sync-plan", "token", "types", "webhook", "workouts",
    ]

    /// Commands about the whole store.
    static let impersonalCommands: Set = [
        "backup", "completions", "distribute", "doctor", "holder", "mcp", "migrate", "openapi", "restore", "serve",
        "upgrade-postgres", "version",
    ]

    func healthstore(_ arguments: [String]) async throws -> Command {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return try await Command.healthstore(
            arguments[..<end] + ["--database-url", world.conninfo] + arguments[end...])
    }

    func command(_ session: Session) async throws {
        try await forEach { try await readByCommands($0) }
        try await forEach { try await addTokens($0, session) }
        try await forEach {
            try await run(["token", "revoke", Twin.uuid(2 + $0.shift), "--person", $0.name], $0)
        }
        try await forEach { try await run(["token", "list", "--person", $0.name], $0) }
        try await forEach { try await run(["sync-plan", "remove", "phone", "--person", $0.name], $0) }
        try await forEach { twin in
            let file = world.directory + "/\(twin.name)-4.xml"
            try Data(twin.export.replacing("2024-05-06", with: "2024-05-07").utf8).write(to: URL(fileURLWithPath: file))
            try await run(["import", file, "--person", twin.name], twin)
        }
        try await forEach { try await restore($0) }
        // Only Bea's twin runs this step. Ada's figures must not change.
        try await forEach { twin in
            if twin.shift == 1 { try await run(["rebuild", "--person", twin.name], twin) }
        }
        try await forEach { try await changeGrants($0) }
        try await forEach { try await share($0, session) }
        try await forEach { try await changeWebhooks($0, session) }
    }

    /// Runs a command and keeps its output, except for the time that the command took.
    private func run(_ arguments: [String], _ twin: Twin, keeps: Bool = true) async throws {
        let printed = try await healthstore(arguments).succeeded(arguments)
        let output = printed.replacing(#/ in [0-9.]+ s\b/#, with: " in TIME")
            .replacing(world.directory, with: "DIRECTORY")
            // Times at which tokens, people and devices were created and used are replaced.
            .replacing(#/(added +|phone +|(?:valid|revoked) +)20\S+(?: +(?:never|20\S+))?/#) { $0.output.1 + "TIMES" }
            // The size contains the server's estimate of all samples, so it is replaced.
            .replacing(#/size +about .*/#, with: "SIZE").replacing(analystName(of: twin), with: "ANALYST")
            .replacing(narrowedName(of: twin), with: "NARROWED")
        let question = "healthstore " + arguments.joined(separator: " ").replacing(world.directory, with: "DIRECTORY")
        // Random uuids determine the positions of some lines of an export, so the lines are sorted.
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
        try await run(["sources", "list"] + person, twin)
        try await run(["sleep", "--time-zone", "person", "--last", "7"] + person, twin)
        try await run(["workouts", "--types", "heartRate", "--format", "csv"] + person, twin)
        try await run(["person", "show", twin.name], twin)
        try await run(["access", "log", twin.name], twin, keeps: false)
        try await run(
            ["psql"] + person + ["--", "-XAtc", "select s from health.quantity_sample s order by s::text"], twin)
        try await run(["token", "list"] + person, twin)
    }

    /// Adds two tokens, so that both twins' tokens have the same ids.
    private func addTokens(_ twin: Twin, _ session: Session) async throws {
        for number in [2, 3] {
            try await run(
                ["token", "create", "--name", "token \(number)", "--person", twin.name], twin, keeps: false)
            _ = try session.execute(
                "update health.token set token_id = $2::uuid where person_id = $1 and name = $3",
                [.int32(twin.id), .text(Twin.uuid(number)), .text("token \(number)")])
        }
    }

    /// Restores a twin's export into another person, compares that person's export, and deletes the
    /// person.
    private func restore(_ twin: Twin) async throws {
        let (other, file) = ("\(twin.name) again", world.directory + "/\(twin.name).ndjson")
        try await run(["export", file, "--person", twin.name], twin)
        try await run(["person", "add", other], twin)
        try await run(["import", file, "--person", other], twin)
        let restored = try await healthstore(["export", "--person", other])
        // The header contains the person's uuid, which is new.
        let lines = normalised(restored.output).split(separator: "\n").dropFirst().sorted()
        note(twin, "export of \(other)", lines.joined(separator: "\n"))
        try await run(["person", "erase", other, "--yes"], twin)
    }

    /// Grants access to a holder of the twin, and shows and revokes the grant.
    private func share(_ twin: Twin, _ session: Session) async throws {
        let holder = "friend's app of \(twin.name)"
        #expect(try await healthstore(["holder", "add", holder]).status == 0)
        try await run(["share", twin.name, "--with", holder, "--preset", "dashboard"], twin)
        try await run(["access", "show", "--person", twin.name, "--holder", holder], twin)
        try await run(["access", "revoke", "--person", twin.name, "--holder", holder], twin)
        #expect(try await healthstore(["holder", "remove", holder]).status == 0)
        try await run(["login-link", "--person", twin.name], twin, keeps: false)
        try await run(["pair", "--person", twin.name], twin, keeps: false)
        _ = try session.execute(
            "delete from health.token where person_id = $1 and kind in ('login', 'pairing')", [.int32(twin.id)])
    }

    /// Adds a webhook, replaces its secret and removes it.
    private func changeWebhooks(_ twin: Twin, _ session: Session) async throws {
        let person = ["--person", twin.name]
        let url = "https://\(twin.name)-again.invalid/hook"
        try await run(["webhook", "add", "--url", url] + person, twin, keeps: false)
        let id = try session.execute("select webhook_id from health.webhook where url = $1", [.text(url)])[0].uuid(0)
        try await run(["webhook", "list"] + person, twin, keeps: false)
        for action in ["rotate", "remove"] {
            try await healthstore(["webhook", action, id.uuidString] + person).succeeded()
        }
    }

    /// Grants the analyst another person and revokes the grant.
    private func changeGrants(_ twin: Twin) async throws {
        let other = "friend of \(twin.name)"
        let name = analystName(of: twin)
        for arguments in [
            ["person", "add", other], ["analyst", "grant", name, other], ["analyst", "revoke", name, other],
            ["person", "erase", other, "--yes"],
        ] {
            try await healthstore(arguments).succeeded(arguments)
        }
        note(
            twin, "who is granted after grant and revoke",
            try analyst(of: twin).execute("select health.granted_person_ids()::text")[0].text(0))
    }
}
