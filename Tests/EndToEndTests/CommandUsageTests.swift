import TestSupport
import Testing

/// Calls commands with arguments that they do not use.
@Suite struct CommandUsageTests {
    private static func run(_ arguments: [String]) async throws -> Command {
        try await Command.healthstore(arguments)
    }

    /// Calls of every command, without a fault.
    private static let complete: [[String]] = [
        ["serve"], ["backup", "verify", "folder"], ["restore", "folder"], ["upgrade-postgres"], ["distribute"],
        ["types"], ["access", "log", "Ada"], ["version"], ["openapi"], ["mcp"], ["completions", "bash"],
        ["person", "show", "Ada"], ["migrate"], ["person", "add", "Ada"], ["person", "list"],
        ["person", "renew-feeds", "Ada"], ["person", "unlink-openid", "Ada"], ["holder", "add", "Ben"],
        ["holder", "list"], ["holder", "remove", "Ben"],
        ["access", "list"], ["access", "show"], ["analyst", "add", "anna"], ["analyst", "grant", "anna", "Ada"],
        ["analyst", "revoke", "anna", "Ada"], ["analyst", "remove", "anna"], ["analyst", "list"],
        ["analyst", "tcp", "5433"], ["psql"],
        ["doctor"], ["rebuild"], ["help", "figures"], ["help", "person"], ["--help", "figures"],
        ["import", "file", "--person", "Ada"], ["export", "file", "--person", "Ada"],
        ["statistics", "stepCount", "--person", "Ada"], ["sleep", "--person", "Ada"], ["workouts", "--person", "Ada"],
        ["person", "erase", "Ada", "--yes"], ["token", "create", "--person", "Ada"],
        ["token", "list", "--person", "Ada"], ["token", "revoke", "id", "--person", "Ada"],
        ["webhook", "list", "--person", "Ada"], ["webhook", "rotate", "id", "--person", "Ada"],
        ["share", "Ada", "--with", "Ben", "--preset", "phone"], ["access", "revoke", "id", "--person", "Ada"],
        ["login-link", "--person", "Ada"], ["pair", "--person", "Ada"], ["sync-plan", "list", "--person", "Ada"],
    ]

    /// Calls with a word or option that the command does not use. Each entry starts with that word.
    private static let unused: [(word: String, call: [String])] =
        complete.map { ("extra", $0 + ["extra"]) } + [
            ("extra", ["serve", "--", "extra"]), ("extra", ["import", "file", "--person", "Ada", "--", "extra"]),
            ("--keep-part", ["import", "file", "--person", "Ada", "--keep-part"]), ("a", ["backup", "a", "extra"]),
            ("--keep", ["backup", "verify", "folder", "--keep", "1"]),
            ("--identity", ["backup", "a", "--identity", "x"]),
            ("--wal-archive", ["serve", "--wal-archive", "folder"]),
            ("--primary-url", ["serve", "--primary-url", "x"]), ("--lag-max", ["serve", "--lag-max", "1"]),
            ("--read-only", ["serve", "--read-only", "--data-dir", "x"]),
            ("--type", ["export", "file", "--person", "Ada", "--type", "stepCount"]),
            ("--person", ["export", "--all", "--person", "Ada"]),
            ("--format", ["export", "--all", "--format", "csv"]),
            ("--segments", ["sleep", "--person", "Ada", "--segments"]),
            ("--limit", ["access", "log", "Ada", "--limit", "0"]), ("--all", ["types", "--all"]),
            ("--database-url", ["mcp", "--database-url", "x"]), ("extra", ["person", "list", "--", "extra"]),
            ("--yes", ["person", "add", "Ada", "--yes"]), ("--yes", ["person", "list", "--yes"]),
            ("--if-missing", ["person", "erase", "Ada", "--yes", "--if-missing"]),
            ("--yes", ["person", "renew-feeds", "--yes"]),
            ("--name", ["token", "list", "--person", "Ada", "--name", "x"]),
            ("--name", ["token", "revoke", "id", "--person", "Ada", "--name", "x"]),
            ("--url", ["token", "list", "--person", "Ada", "--url", "https://health.example"]),
            ("--expires", ["token", "list", "--person", "Ada", "--expires", "1d"]),
            ("2", ["sources", "list", "2", "--person", "Ada"]),
            ("3", ["sources", "separate", "2", "3", "--person", "Ada"]),
            ("--url", ["webhook", "list", "--person", "Ada", "--url", "https://receiver.invalid/"]),
            ("--person", ["holder", "list", "--person", "Ada"]), ("--all", ["access", "show", "--all"]),
            ("--until", ["analyst", "revoke", "anna", "Ada", "--until", "1d"]),
            ("extra", ["analyst", "list", "--", "extra"]),
            ("--person", ["analyst", "grant", "anna", "Ada", "--person", "Ada"]),
            ("--statement-timeout", ["analyst", "remove", "anna", "--statement-timeout", "1"]),
            ("--person", ["analyst", "list", "--person", "Ada"]), ("extra", ["doctor", "--", "extra"]),
            ("extra", ["rebuild", "--", "extra"]),
        ]

    @Test("every command refuses what it does not use, and names it")
    func unused() async throws {
        let commands = try await Self.run(["help"]).output.split(separator: "\n").drop { !$0.hasPrefix("  ") }
            .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count > 10)
        #expect(Set(commands).isSubset(of: Self.unused.compactMap(\.call.first)))
        // The short run makes the first call of each command.
        var called: Set<String> = []
        for (word, call) in Self.unused where LongRun.isOn || called.insert(call[0]).inserted {
            // No server answers at this address. So a call that is not refused fails with another
            // status.
            let place = ["help", "--help", "mcp"].contains(call[0]) ? [] : ["--database-url", "host=/nonexistent"]
            let answer = try await Self.run([call[0]] + place + call.dropFirst())
            #expect(answer.status == 64 && answer.output.isEmpty, "\(call): \(answer.errors)")
            #expect(answer.errors.hasPrefix("healthstore: "), "\(call)")
            #expect(answer.errors.split(separator: "\n").first?.contains(word) == true, "\(call): \(answer.errors)")
        }
    }
}
