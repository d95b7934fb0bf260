import Foundation
import Postgres
import TestSupport
import Testing

/// Tests the program on terminals, in shells and after interruptions.
@Suite struct CommandMannersTests {
    private func run(_ arguments: [String], _ conninfo: String? = nil) async throws -> Command {
        try await Command.healthstore(arguments, database: conninfo, environment: ["TZ": "UTC"])
    }

    /// Calls `body` with a migrated database that has a person Ada, and with an export of `count`
    /// steps.
    private func withExport(_ count: Int, _ body: (_ conninfo: String, _ file: String) async throws -> Void)
        async throws
    {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                #expect(try await run(["person", "add", "Ada"], conninfo).status == 0)
                let records = (0..<count).map { number in
                    """
                    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
                    startDate="2024-05-01 08:00:00 +0200" endDate="2024-05-01 09:00:00 +0200" value="\(number)"/>
                    """
                }
                let text = "<HealthData locale=\"en_US\">" + records.joined(separator: "\n") + "</HealthData>"
                let file = directory + "/export.xml"
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                try await body(conninfo, file)
            }
        }
    }

    @Test("--version names program and schema without a database, and version those of the database")
    func version() async throws {
        let program = try await run(["--version"])
        #expect(program.status == 0 && program.errors.isEmpty)
        let migration = try #require(program.output.firstMatch(of: #/schema +migration (\d+ [a-z_]+)\n/#)).1
        #expect(program.output.contains(#/^healthstore +\d+\.\d+\.\d+(?:, commit [0-9a-f]{12})?\n/#))
        #expect(program.output.contains("PostgreSQL installed"))
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let database = try await run(["version"], conninfo)
            #expect(database.status == 0 && database.output.hasPrefix(program.output))
            let version = try Session(conninfo: conninfo).serverVersionText
            #expect(database.output.contains("database             PostgreSQL \(version), migration \(migration)\n"))
        }
        #expect(try await run(["--version", "x"]).status == 64)
    }

    @Test("a table has no control characters of names, which could command the terminal or break the line")
    func controlCharacters() async throws {
        try await withExport(1) { conninfo, file in
            #expect(try await run(["import", file, "--person", "Ada"], conninfo).status == 0)
            try Session(conninfo: conninfo).executeScript(
                "update health.source set name = E'\\x1b[31mred\\n\\u0085\\u2028é😀'")
            let question = [
                "statistics", "stepCount", "--person", "Ada", "--from", "2024-05-01", "--to", "2024-05-02",
                "--time-zone", "UTC", "--separate-by-source",
            ]
            let table = try await run(question, conninfo).output
            let lines = table.split(separator: "\n")
            #expect(lines.count == 4 && lines[3].contains("\u{fffd}[31mred\u{fffd}\u{fffd}\u{fffd}é😀 "), "\(table)")
        }
    }

    @Test("progress never fills the terminal's line, however narrow the terminal is", arguments: [20, 80])
    func progress(columns: Int) async throws {
        try await withExport(3_000) { conninfo, file in
            let command = "\(try Command.product()) import \(file) --person Ada --database-url '\(conninfo)'"
            let terminal = try await Command.run(
                "/usr/bin/script", ["-qec", "stty cols \(columns); \(command)", "/dev/null"])
            #expect(terminal.status == 0, "\(terminal.output)")
            let lines = terminal.output.components(separatedBy: "\r").filter { $0.contains(" %") }
                .map { $0.replacing("\u{1b}[K", with: "") }
            #expect(lines.contains { $0.hasPrefix("reading ") })
            for line in lines { #expect(line.count < columns, "\(line)") }
            #expect(lines.contains { $0.contains("█") } == (columns >= 40))
        }
    }

    @Test("an import that Ctrl-C interrupts says that the same command goes on, which it does")
    func interruption() async throws {
        let total = LongRun.isOn ? 80_000 : 25_000
        try await withExport(total) { conninfo, file in
            let arguments = ["import", file, "--person", "Ada", "--checkpoint", "1000", "--database-url", conninfo]
            let session = try Session(conninfo: conninfo)
            let process = BackgroundProcess(try Command.product(), arguments)
            try process.start()
            try await wait(for: "the first checkpoint of the import") {
                try session.execute("select count(*) > 0 from health.sample")[0].bool(0) || !process.isRunning
            }
            process.signal(SIGINT)
            #expect(await process.waitForExit() == 130, "\(process.output)")
            #expect(process.errors.contains("the import was interrupted"), "\(process.errors)")
            #expect(
                process.errors.contains("the same command resumes it: healthstore import "), "\(process.errors)"
            )
            let count = try session.execute("select count(*) from health.sample")[0].int64(0)
            #expect(count > 0 && count < total)
            let again = try await Command.healthstore(arguments)
            #expect(again.status == 0 && again.output.contains("resuming an interrupted import"), "\(again.errors)")
            #expect(try session.execute("select count(*) from health.sample")[0].int64(0) == total)
        }
    }

    @Test("person show prints a person's types, sources, tokens, holders and size")
    func personShow() async throws {
        try await withExport(3) { conninfo, file in
            let empty = try await run(["person", "show", "Ada"], conninfo)
            #expect(empty.status == 0 && empty.output.contains(#/samples +0 of 0 types\n/#), "\(empty.errors)")
            #expect(try await run(["import", file, "--person", "Ada"], conninfo).status == 0)
            #expect(try await run(["token", "create", "--person", "Ada", "--name", "phone"], conninfo).status == 0)
            let shown = try await run(["person", "show", "Ada"], conninfo).output
            #expect(shown.contains(#/samples +3 of 1 types\n/#) && shown.contains(#/holders +none\n/#), "\(shown)")
            #expect(shown.contains(#/stepCount +3  2024-05-01T06:00:00Z  2024-05-01T06:00:00Z\n/#), "\(shown)")
            #expect(shown.contains(#/Phone +3\n/#) && shown.contains(#/size +about [0-9.]+ [kM]?B\n/#), "\(shown)")
            #expect(shown.contains(#/phone  valid  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  never +Ada +none\n/#), "\(shown)")
            let unknown = try await run(["person", "show", "Bea"], conninfo)
            #expect(unknown.status == 1 && unknown.errors.contains("healthstore person list"))
        }
    }

    // MARK: Completions

    /// Returns what an interactive bash runs when `lines` are typed, each line as `ran:WORDS`.
    private func bash(_ lines: [String]) async throws -> [String] {
        try await withTemporaryDirectory { directory in
            let setup = """
                PS1=
                bind 'set bell-style none'
                bind 'set page-completions off'
                bind 'set completion-query-items 0'
                source <(\(try Command.product()) completions bash)
                healthstore() { if [ "$2" = -- ]; then \(try Command.product()) "$@"; else echo "ran:$*."; fi; }
                cd \(directory)

                """
            try "x".write(toFile: directory + "/my export.zip", atomically: true, encoding: .utf8)
            let terminal = try await Command.run(
                "/usr/bin/script", ["-qec", "bash --norc --noprofile -i", "/dev/null"],
                input: setup + lines.map { $0 + "\n" }.joined() + "exit\n")
            // The pattern leaves out the line that defines the function, which the terminal
            // repeats.
            return terminal.output.matches(of: #/ran:([-a-z].*)\./#).map { String($0.output.1) }
        }
    }

    @Test("bash completes commands, actions, options, their values, types, topics and files, as it is typed at")
    func bashCompletion() async throws {
        let lines = [
            ("healthstore stati\t", "statistics"), ("healthstore person sh\tAda", "person show Ada"),
            (
                "healthstore statistics stepC\t --pers\tAda --format js\t",
                "statistics stepCount --person Ada --format json"
            ),
            ("healthstore statistics --format=n\t", "statistics --format=ndjson"),
            ("healthstore import my\t", "import my export.zip"), ("healthstore help figu\t", "help figures"),
            ("healthstore completions f\t", "completions fish"),
            ("healthstore export --format c\t", "export --format csv"),
        ]
        #expect(try await bash(lines.map(\.0)) == lines.map(\.1))
    }

    @Test("every command and option is a completion")
    func completions() async throws {
        func words(_ line: String...) async throws -> [String] {
            let lines = try await run(["completions", "--"] + line).output.split(separator: "\n")
            return lines.map { String($0.prefix { $0 != "\t" }) }
        }
        let help = try await run(["--help"]).output.components(separatedBy: "help TOPIC")[0]
        let commands = help.matches(of: /(?m)^  ([-a-z]+)  .*$/).map { String($0.output.1) }
        #expect(commands.count > 12)
        #expect(try await words("") == commands + ["help", "--help", "--version"])
        for command in commands {
            let options = try await run([command, "--help"]).output.matches(of: /(?m)^  (--[-a-z]+)/)
            #expect(try await words(command, "--") == options.map { String($0.output.1) })
        }
        #expect(try await words("backup", "verify", "") == [":directories"])
        #expect(try await words("statistics", "--separate-by-source", "stepC") == ["stepCount"])
        #expect(try await words("statistics", "--format=n") == ["--format=ndjson"])
        #expect(try await words("statistics", "--last", "") == [])
        #expect(try await words("nothing", "").contains("help"))
        #expect(try await run(["completions", "tcsh"]).status == 64)
    }

    @Test(
        "the shell itself takes its completions",
        arguments: [
            ("/usr/bin/zsh", "zsh", ["-n"]), ("/usr/bin/fish", "fish", ["--no-execute"]),
            ("/usr/bin/bash", "bash", ["-n"]),
        ])
    func syntax(program: String, shell: String, check: [String]) async throws {
        // A shell that is not installed cannot check the script.
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        try await withTemporaryDirectory { directory in
            let file = directory + "/_healthstore"
            try await run(["completions", shell]).output.write(toFile: file, atomically: true, encoding: .utf8)
            let checked = try await Command.run(program, check + [file])
            #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
        }
    }
}
