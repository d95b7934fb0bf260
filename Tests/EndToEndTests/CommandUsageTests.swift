import TestSupport
import Testing

/// Calls commands with arguments that they do not use.
@Suite struct CommandUsageTests {
    private static func run(_ arguments: [String]) async throws -> Command {
        try await Command.healthstore(arguments)
    }

    /// Calls of every command with a word or option that it does not use. Each entry starts with
    /// that word.
    private static let unused: [(word: String, call: [String])] = [
        ("extra", ["serve", "extra"]), ("extra", ["serve", "--", "extra"]),
        ("extra", ["import", "file", "extra", "--person", "Ada"]),
        ("extra", ["import", "file", "--person", "Ada", "--", "extra"]),
        ("--keep-part", ["import", "file", "--person", "Ada", "--keep-part"]),
        ("extra", ["export", "file", "extra", "--person", "Ada"]),
        ("extra", ["export", "file", "--person", "Ada", "--", "extra"]),
        ("a", ["backup", "a", "extra"]), ("extra", ["backup", "verify", "folder", "extra"]),
        ("--keep", ["backup", "verify", "folder", "--keep", "1"]), ("--identity", ["backup", "a", "--identity", "x"]),
        ("extra", ["restore", "folder", "extra"]),
        ("extra", ["upgrade-postgres", "extra"]),
        ("--wal-archive", ["serve", "--wal-archive", "folder"]),
        ("extra", ["distribute", "extra"]), ("--primary-url", ["serve", "--primary-url", "x"]),
        ("--lag-max", ["serve", "--lag-max", "1"]), ("--read-only", ["serve", "--read-only", "--data-dir", "x"]),
        ("--type", ["export", "file", "--person", "Ada", "--type", "stepCount"]),
        ("--person", ["export", "--all", "--person", "Ada"]), ("--format", ["export", "--all", "--format", "csv"]),
        ("extra", ["statistics", "stepCount", "extra", "--person", "Ada"]),
        ("extra", ["statistics", "stepCount", "--person", "Ada", "--", "extra"]),
        ("extra", ["sleep", "extra", "--person", "Ada"]), ("--segments", ["sleep", "--person", "Ada", "--segments"]),
        ("extra", ["workouts", "extra", "--person", "Ada"]), ("extra", ["types", "extra"]),
        ("extra", ["access", "log", "Ada", "extra"]), ("--limit", ["access", "log", "Ada", "--limit", "0"]),
        ("--all", ["types", "--all"]), ("extra", ["version", "extra"]), ("extra", ["openapi", "extra"]),
        ("extra", ["mcp", "extra"]), ("--database-url", ["mcp", "--database-url", "x"]),
        ("extra", ["completions", "bash", "extra"]),
        ("extra", ["person", "show", "Ada", "extra"]), ("extra", ["migrate", "extra"]),
        ("extra", ["migrate", "--", "extra"]),
        ("extra", ["person", "add", "Ada", "extra"]), ("extra", ["person", "list", "extra"]),
        ("extra", ["person", "erase", "Ada", "extra", "--yes"]), ("extra", ["person", "renew-feeds", "Ada", "extra"]),
        ("extra", ["person", "list", "--", "extra"]), ("--yes", ["person", "add", "Ada", "--yes"]),
        ("--yes", ["person", "list", "--yes"]), ("--if-missing", ["person", "erase", "Ada", "--yes", "--if-missing"]),
        ("--yes", ["person", "renew-feeds", "--yes"]), ("extra", ["token", "create", "extra", "--person", "Ada"]),
        ("extra", ["token", "list", "extra", "--person", "Ada"]),
        ("extra", ["token", "revoke", "id", "extra", "--person", "Ada"]),
        ("extra", ["token", "list", "--person", "Ada", "--", "extra"]),
        ("--name", ["token", "list", "--person", "Ada", "--name", "x"]),
        ("--name", ["token", "revoke", "id", "--person", "Ada", "--name", "x"]),
        ("--url", ["token", "list", "--person", "Ada", "--url", "https://health.example"]),
        ("--expires", ["token", "list", "--person", "Ada", "--expires", "1d"]),
        ("extra", ["webhook", "list", "extra", "--person", "Ada"]),
        ("2", ["sources", "list", "2", "--person", "Ada"]),
        ("3", ["sources", "separate", "2", "3", "--person", "Ada"]),
        ("extra", ["webhook", "rotate", "id", "extra", "--person", "Ada"]),
        ("--url", ["webhook", "list", "--person", "Ada", "--url", "https://receiver.invalid/"]),
        ("extra", ["holder", "add", "Ben", "extra"]), ("extra", ["holder", "list", "extra"]),
        ("extra", ["holder", "remove", "Ben", "extra"]), ("--person", ["holder", "list", "--person", "Ada"]),
        ("extra", ["share", "Ada", "extra", "--with", "Ben", "--preset", "phone"]),
        ("extra", ["access", "list", "extra"]), ("extra", ["access", "show", "extra"]),
        ("extra", ["access", "revoke", "id", "extra", "--person", "Ada"]),
        ("--all", ["access", "show", "--all"]), ("extra", ["login-link", "extra", "--person", "Ada"]),
        ("--until", ["analyst", "revoke", "anna", "Ada", "--until", "1d"]),
        ("extra", ["analyst", "add", "anna", "extra"]), ("extra", ["analyst", "grant", "anna", "Ada", "extra"]),
        ("extra", ["analyst", "revoke", "anna", "Ada", "extra"]), ("extra", ["analyst", "remove", "anna", "extra"]),
        ("extra", ["analyst", "list", "extra"]), ("extra", ["analyst", "list", "--", "extra"]),
        ("--person", ["analyst", "grant", "anna", "Ada", "--person", "Ada"]),
        ("--statement-timeout", ["analyst", "remove", "anna", "--statement-timeout", "1"]),
        ("--person", ["analyst", "list", "--person", "Ada"]), ("extra", ["psql", "extra"]),
        ("extra", ["doctor", "extra"]), ("extra", ["doctor", "--", "extra"]), ("extra", ["rebuild", "extra"]),
        ("extra", ["rebuild", "--", "extra"]), ("extra", ["help", "figures", "extra"]),
        ("extra", ["help", "person", "extra"]), ("extra", ["--help", "figures", "extra"]),
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
