import Postgres
import TestSupport
import Testing

/// `healthstore holder`, `share`, `access`, `token create` and `login-link`.
@Suite struct AccessCommandTests {
    private func run(_ arguments: [String], _ conninfo: String) async throws -> Command {
        try await Command.healthstore(arguments, database: conninfo, environment: ["TZ": "Europe/Berlin"])
    }

    /// Runs each command, and checks that it succeeds.
    private func succeed(_ calls: [[String]], _ conninfo: String) async throws {
        for call in calls { try await run(call, conninfo).succeeded(call) }
    }

    private func withPeople(_ body: (String) async throws -> Void) async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await succeed(
                [["person", "add", "Alex"], ["person", "add", "Ben"], ["holder", "add", "study-7"]], conninfo)
            try await body(conninfo)
        }
    }

    @Test("share prints each preset in words, and access lists, shows and revokes it")
    func presets() async throws {
        try await withPeople { conninfo in
            try await succeed([["analyst", "add", "anna_of_share"], ["holder", "add", "phone"]], conninfo)
            defer { dropRole("anna_of_share", conninfo) }
            let all = "all groups except reproductive, clinical, routes"
            let shares: [(arguments: [String], words: String)] = [
                (["phone", "--preset", "phone"], "write \(all)"),
                (["phone", "--preset", "dashboard", "--no-names"], "read \(all); without names"),
                (
                    ["Ben", "--preset", "family", "--groups", "activity,sleep", "--until", "2040-01-01"],
                    "read activity, sleep; until 2040-01-01"
                ),
                (
                    [
                        "study-7", "--preset", "researcher", "--types", "heartRate,stepCount", "--from", "2024-01-01",
                        "--to", "2025-01-01", "--until", "2040-01-01T00:00:00Z",
                    ],
                    "read heartRate, stepCount; from 2024-01-01 to 2025-01-01; without names; until 2040-01-01T01:00:00+01:00"
                ),
                (
                    ["anna_of_share", "--preset", "analyst", "--groups", "all,routes"],
                    "read all groups except reproductive, clinical"
                ),
                (["Ben", "--rights", "read,manage", "--groups", "mind"], "read, manage mind"),
            ]
            for (arguments, words) in shares {
                let shared = try await run(["share", "Alex", "--with"] + arguments, conninfo)
                #expect(shared.output == "Alex to \(arguments[0]): \(words)\n", "\(shared.errors)")
            }
            let shown = try await run(["access", "show", "--person", "Alex", "--holder", "Ben"], conninfo).output
            #expect(shown == "Alex to Ben: read activity, sleep; until 2040-01-01\nAlex to Ben: read, manage mind\n")
            #expect(try await run(["access", "show"], conninfo).output.split(separator: "\n").count == shares.count)
            let listed = try await run(["access", "list", "--holder", "study-7"], conninfo).output
            let row = try #require(listed.split(separator: "\n").last)
            #expect(row.contains("  Alex    study-7  researcher  valid  read heartRate, stepCount;"), "\(listed)")
            let id = String(try #require(row.split(separator: " ").first))
            try await succeed(
                [
                    ["access", "revoke", id, "--person", "Alex"],
                    ["access", "revoke", "--person", "Alex", "--holder", "Ben"],
                ],
                conninfo)
            #expect(try await run(["access", "show", "--holder", "Ben"], conninfo).output == "")
            let ended = try await run(["access", "list", "--all"], conninfo).output
            #expect(ended.matches(of: #/  revoked  /#).count == 3)
            try await succeed([["holder", "remove", "phone"]], conninfo)
            let holders = try await run(["holder", "list"], conninfo).output
            #expect(holders.contains(/anna_of_share +analyst +Alex\n/) && !holders.contains("phone"), "\(holders)")
        }
    }

    private func dropRole(_ name: String, _ conninfo: String) {
        guard let session = try? Session(conninfo: conninfo) else { return }
        try? session.executeScript("drop owned by \(name); drop role \(name)")
    }

    @Test("share prints one line that names the option which cannot be granted")
    func mistakes() async throws {
        try await withPeople { conninfo in
            let ben = ["share", "Alex", "--with", "Ben"]
            let calls: [(call: [String], option: String, status: Int32)] = [
                (ben + ["--preset", "friend"], "--preset must be one of phone, dashboard", 1),
                (ben + ["--preset", "family"], "--groups is missing", 1),
                (ben + ["--preset", "family", "--types", "steps"], "--types must be names of types; \"steps\"", 1),
                (ben + ["--preset", "dashboard", "--until", "2024-01-01"], "--until must be in the future", 1),
                (ben + ["--preset", "analyst"], "--with must name an analyst", 1),
                (["share", "Alex", "--with", "Cleo", "--preset", "phone"], "--with must name a holder", 1),
                (["share", "Alex", "--with", "Alex", "--preset", "phone"], "Alex's own holder", 1),
                (ben + ["--preset", "phone", "--rights", "read"], "--preset or --rights", 64),
                (["share", "Alex", "--preset", "phone"], "--with is missing", 64),
                (["access", "revoke", "--person", "Alex"], "either the ID of a grant or --holder", 64),
                (["access", "revoke", "x", "--person", "Alex"], "ID must be one that access list shows", 64),
                (["access", "list", "--holder", "Cleo"], "--holder must name a holder", 1),
                (["holder", "add", "Ben"], "already a person named \"Ben\"", 1),
                (["holder", "remove", "Ben"], "Ben is a person", 1),
                (["token", "create", "--person", "Alex", "--holder", "Ben"], "Ben has no grant about Alex", 1),
                (["token", "create", "--person", "Alex", "--expires", "90"], "--expires must be a duration", 1),
                (["login-link", "--person", "Alex", "--url", "health.example"], "--url must be an address", 64),
            ]
            for (call, text, status) in calls {
                let answer = try await run(call, conninfo)
                #expect(answer.status == status && answer.output.isEmpty, "\(call): \(answer.errors)")
                let line = answer.errors.split(separator: "\n").first ?? ""
                #expect(line.hasPrefix("healthstore: ") && line.contains(text), "\(call): \(answer.errors)")
            }
            #expect(try await run(["access", "list"], conninfo).output.split(separator: "\n").count == 2)
        }
    }

    @Test("a token is created with its holder and limits, which token list shows")
    func tokens() async throws {
        try await withPeople { conninfo in
            try await succeed(
                [
                    ["share", "Alex", "--with", "Ben", "--preset", "dashboard"],
                    [
                        "token", "create", "--holder", "Ben", "--person", "Alex", "--read-only", "--expires",
                        "2040-01-01",
                        "--groups", "sleep", "--types", "stepCount", "--from", "2024-01-01", "--name", "narrow",
                    ],
                    ["token", "create", "--person", "Alex", "--rights", "write", "--no-names", "--name", "writes"],
                    ["token", "create", "--person", "Alex", "--name", "own"],
                ], conninfo)
            let listed = try await run(["token", "list", "--person", "Alex"], conninfo).output
            #expect(
                listed.contains(#/narrow +valid .* Ben +read sleep, stepCount; from 2024-01-01; until 2040-01-01\n/#),
                "\(listed)")
            #expect(listed.contains(#/writes +valid .* Alex +write everything; without names\n/#), "\(listed)")
            #expect(listed.contains(#/own +valid .* Alex +none\n/#), "\(listed)")
        }
    }

    @Test("login-link prints a link whose token the database has as a login for ten minutes, and a QR code")
    func loginLink() async throws {
        try await withPeople { conninfo in
            let answer = try await run(
                ["login-link", "--person", "Alex", "--url", "https://health.example/"], conninfo)
            let link = try #require(
                answer.output.wholeMatch(
                    of: ##/https://health\.example/#login=(hs_\d+_([0-9a-f]{32})_[0-9a-f]{64})\n/##))
            // The output has the modules of the border, and no colours, because it does not go to a
            // terminal.
            #expect(answer.errors.hasPrefix("███") && !answer.errors.contains("\u{1b}"))
            let rows = try Session(conninfo: conninfo).execute(
                """
                select token.kind, holder.person_id = token.person_id,
                    expires_at between now() + interval '9 minutes' and now() + interval '10 minutes'
                from health.token join health.holder using (holder_id) where token_id = $1::uuid
                """, [.text(String(link.output.2))])
            #expect(try rows[0].text(0) == "login" && rows[0].bool(1) && rows[0].bool(2))
            let local = try await run(["login-link", "--person", "Ben"], conninfo).output
            #expect(local.hasPrefix("http://127.0.0.1:8484/#login=hs_"))
        }
    }

    @Test("an analyst's grant is narrowed by the options of add and grant, and revoke ends every grant")
    func analysts() async throws {
        try await withPeople { conninfo in
            defer { dropRole("anna_of_access", conninfo) }
            try await succeed(
                [
                    [
                        "analyst", "add", "anna_of_access", "--person", "Alex", "--groups", "sleep", "--until",
                        "2040-01-01",
                    ],
                    ["analyst", "grant", "anna_of_access", "Alex", "--types", "stepCount", "--no-names"],
                    ["analyst", "grant", "anna_of_access", "Ben"], ["analyst", "grant", "anna_of_access", "Ben"],
                ], conninfo)
            let shown = try await run(["access", "show", "--holder", "anna_of_access"], conninfo).output
            #expect(
                shown == """
                    Alex to anna_of_access: read sleep; until 2040-01-01
                    Alex to anna_of_access: read stepCount; without names
                    Ben to anna_of_access: read all groups except reproductive, clinical, routes

                    """)
            try await succeed([["analyst", "revoke", "anna_of_access", "Alex"]], conninfo)
            let left = try await run(["access", "show", "--holder", "anna_of_access"], conninfo).output
            #expect(left.hasPrefix("Ben to anna_of_access: ") && left.split(separator: "\n").count == 1)
        }
    }
}
