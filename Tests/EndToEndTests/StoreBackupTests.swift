import Foundation
import HealthDatabase
import TestSupport
import Testing

/// Tests of `healthstore backup`, `backup verify`, `restore` and `serve --wal-archive`.
@Suite struct StoreBackupTests {
    /// A private store, and the folder of its backups.
    private struct World {
        let directory: String
        var data: String { directory + "/data" }
        var folder: String { directory + "/backups" }
        var store: [String] { ["--data-dir", data] }

        init(directory: String) throws {
            self.directory = directory
            try PreparedStore.copy(to: data)
        }

        func run(_ arguments: String..., status: Int32 = 0) async throws -> Command {
            try await run(arguments, status: status)
        }

        @discardableResult
        func run(_ arguments: [String], status: Int32 = 0) async throws -> Command {
            let command = try await Command.healthstore(arguments, seconds: 180)
            #expect(command.status == status, "\(arguments): \(command.output)\(command.errors)")
            return command
        }

        /// Runs a command of the shell in the folder of the newest backup.
        func shell(_ text: String) async throws {
            let command = try await Command.run(
                "/bin/sh", ["-euc", "cd \"$(ls -d '\(folder)'/base/*Z | tail -n 1)\"; " + text])
            #expect(command.status == 0, "\(command.errors)")
        }

        func token(of person: String) async throws -> String {
            try await run("token", "create", "--person", person, "--data-dir", data).output
                .trimmingCharacters(in: .newlines)
        }

        func samples() async throws -> String {
            try await run("psql", "--data-dir", data, "--", "-Atc", "select count(*) from health.sample").output
                .trimmingCharacters(in: .newlines)
        }

        func changes(_ service: RunningService, _ token: String, after anchor: String? = nil) async throws
            -> RunningService.Answer
        {
            try await service.send(
                "GET", "/v1/changes", query: [("limit", "10")] + (anchor.map { [("anchor", $0)] } ?? []), token: token)
        }
    }

    private func body(_ count: Int) throws -> String {
        try json(["samples": (0..<count).map { step(value: Double($0)) }])
    }

    /// Packs again what `change` makes of the file of people.
    private static func editPeople(_ change: String) -> String {
        """
        file=$(echo people.json.*); cp "$file" kept
        case $file in *.zst) zstd -qdc "$file" ;; *) gzip -dc "$file" ;; esac | \(change) >edited
        case $file in *.zst) zstd -qfc edited ;; *) gzip -c edited ;; esac >"$file"; rm edited
        """
    }

    @Test(
        "a wrecked store is restored to a point in time, and every damage of a backup is found",
        .enabled(if: LongRun.isOn))
    func restored() async throws {
        try await withTemporaryDirectory { directory in
            let world = try World(directory: directory)
            for name in ["Ada", "Bob"] { _ = try await world.run("person", "add", name, "--data-dir", world.data) }
            let service = try await RunningService.start(world.store + ["--wal-archive", world.folder])
            defer { service.process.kill() }
            let (ada, bob) = (try await world.token(of: "Ada"), try await world.token(of: "Bob"))
            for token in [ada, bob] {
                try await service.send("POST", "/v1/batches", token: token, body: try body(150)).expect(200)
            }
            _ = try await world.run("backup", world.folder, "--data-dir", world.data)
            // A crash left it.
            try await world.shell("mkdir ../20200101T000000Z.part")
            let backup = try await world.run("backup", world.folder, "--keep", "1", "--data-dir", world.data)
            #expect(backup.output.contains("2 people, 300 samples") && backup.output.contains("removed 20"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder + "/base").count == 1)
            let doctor = try await world.run("doctor", "--data-dir", world.data)
            #expect(doctor.output.contains("ok       the last backup is 0 hours old"))
            // After the backup come five samples. After the time of the restore come two more, and
            // the erasing of Bob.
            _ = try await service.send("POST", "/v1/batches", token: ada, body: try body(5))
            let time = try await world.run(
                "psql", "--data-dir", world.data, "--", "-Atc",
                "select to_char(clock_timestamp() at time zone 'UTC' + interval '1 ms', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
            ).output.trimmingCharacters(in: .newlines)
            try await Task.sleep(for: .milliseconds(20))
            _ = try await service.send("POST", "/v1/batches", token: ada, body: try body(2))
            let anchor = try await world.changes(service, ada)
            let next = try #require(
                (try JSONSerialization.jsonObject(with: anchor.data) as? [String: Any])?["anchor"] as? String,
                "\(anchor.body)")
            _ = try await world.run("person", "erase", "Bob", "--yes", "--data-dir", world.data)
            #expect(await service.process.stop() == 0)
            #expect(!service.process.errors.contains("archive_gap"), "\(service.process.errors)")

            try await findDamage(world)

            let early = try await world.run(
                "restore", world.folder, "--to", "2020-01-01T00:00:00Z", "--data-dir", world.data, status: 1)
            #expect(early.errors.contains("choose a later time"))
            let occupied = try await world.run("restore", world.folder, "--data-dir", world.data, status: 1)
            #expect(occupied.errors.contains("there is a store in the directory"))
            try FileManager.default.removeItem(atPath: world.data + "/postgres/base")
            let restore = try await world.run(
                "restore", world.folder, "--to", time, "--replace", "--data-dir", world.data)
            #expect(restore.output.contains("renewed 2 feeds"))
            #expect(restore.output.contains("1 people of the list of erased people"))
            #expect(try await world.run("person", "list", "--data-dir", world.data).output == "Ada\n")
            let again = try await RunningService.start(world.store)
            defer { again.process.kill() }
            #expect(try await world.changes(again, ada, after: next).status == 410)
            let isErased = try await eventually { try await world.samples() == "155" }
            #expect(isErased)
            let kept = try FileManager.default.contentsOfDirectory(atPath: world.data)
            #expect(kept.contains { $0.hasPrefix("postgres.replaced-") } && !kept.contains("restore.part"))
            #expect(await again.process.stop() == 0)
        }
    }

    /// Verifies the backup as it is, and with one damage after the other.
    private func findDamage(_ world: World) async throws {
        let whole = try await world.run("backup", "verify", world.folder)
        #expect(whole.output.contains("2 people with 300 samples have the counts and digests"))
        #expect(whole.output.contains("ok       the archive has the changes until"))

        // A row and a person that are in the store and not in the copy.
        let other = #"s/"uuid":"[^"]*"/"uuid":"00000000-0000-4000-8000-000000000000"/2"#
        try await world.shell(Self.editPeople("sed 's/\"samples\":150/\"samples\":151/; \(other)'"))
        let lost = try await world.run("backup", "verify", world.folder, status: 1)
        #expect(lost.output.contains("samples 150 instead of 151"))
        #expect(lost.output.contains("PROBLEM  the copy lacks the person 00000000-"))
        try await world.shell("mv kept people.json.*")

        try await world.shell("f=$(ls wal/* | head -n 1); mv \"$f\" kept; basename \"$f\" >name")
        let gap = try await world.run("backup", "verify", world.folder, status: 1)
        #expect(gap.output.contains("of the log is missing"))
        try await world.shell("mv kept \"wal/$(cat name)\"; rm name")

        // Sixteen bytes: a single byte could be the same as before.
        let damage = "printf 0123456789ABCDEF | dd of=\"$(echo base.tar.*)\" bs=1 seek=100000 conv=notrunc"
        try await world.shell("cp base.tar.* kept; \(damage) 2>/dev/null")
        let damaged = try await world.run("backup", "verify", world.folder, status: 1)
        #expect(damaged.output.contains("PROBLEM"))
        try await world.shell("mv kept base.tar.*")
        let left = try FileManager.default.contentsOfDirectory(atPath: world.directory)
        #expect(left.allSatisfy { !$0.hasPrefix("healthstore-verify") })
    }

    /// Makes a backup that fails, and one that is stopped. Nothing may be left of them.
    private func leaveNothing(_ world: World) async throws {
        let program = world.directory + "/zstd"
        for (text, message) in [("exit 1", "zstd failed"), ("kill $PPID; exec sleep 600", "cancelled")] {
            try "#!/bin/sh\n\(text)\n".write(toFile: program, atomically: false, encoding: .utf8)
            #expect(chmod(program, 0o755) == 0)
            let backup = try await Command.healthstore(
                ["backup", world.folder] + world.store, environment: ["PATH": world.directory + ":/usr/bin:/bin"])
            #expect(backup.status == 1 && backup.errors.contains(message), "\(backup.errors)")
            #expect(!FileManager.default.fileExists(atPath: world.folder))
        }
    }

    private static var hasAge: Bool {
        ["age", "age-keygen"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    }

    @Test("an encrypted backup is restored with the secret key, and not without it", .enabled(if: hasAge))
    func encrypted() async throws {
        try await withTemporaryDirectory { directory in
            let world = try World(directory: directory)
            for name in ["Ada", "Bob"] { _ = try await world.run("person", "add", name, "--data-dir", world.data) }
            _ = try await world.run("person", "erase", "Bob", "--yes", "--data-dir", world.data)
            try await leaveNothing(world)
            let key = directory + "/key"
            let made = try await Command.run("/usr/bin/age-keygen", ["-o", key])
            let recipient = try #require(made.errors.split(separator: " ").last).trimmingCharacters(in: .newlines)
            if LongRun.isOn {
                let wrong = try await world.run(
                    "backup", world.folder, "--recipient", "nonsense", "--data-dir", world.data, status: 1)
                #expect(wrong.errors.contains("age refuses a recipient"))
            }
            _ = try await world.run("backup", world.folder, "--recipient", recipient, "--data-dir", world.data)
            let files =
                FileManager.default.enumerator(atPath: world.folder + "/base")?.compactMap { $0 as? String } ?? []
            #expect(
                files.filter { $0.hasSuffix(".age") }.count == files.filter { $0.contains(".") }.count - 1, "\(files)")
            let restore = ["restore", world.folder, "--data-dir", directory + "/restored"]
            let refused = try await world.run(restore, status: 1)
            #expect(refused.errors.contains("add --identity FILE"))
            let restored = try await world.run(restore + ["--identity", key])
            #expect(restored.output.contains("renewed 1 feeds"))
            // Root gives the files to the user of the service.
            let owners = try ["", "/erased-people", "/backup-recipients", "/postgres"].map {
                try FileManager.default.attributesOfItem(atPath: directory + "/restored" + $0)[.ownerAccountID] as? Int
            }
            #expect(Set(owners).count == 1, "\(owners)")
            if LongRun.isOn {
                let locked = try await world.run("backup", "verify", world.folder, status: 1)
                #expect(locked.output.contains("add --identity FILE"))
                _ = try await world.run("backup", "verify", world.folder, "--identity", key)
            }
            // Later backups and the archive are encrypted, too.
            let recipients = try String(contentsOfFile: world.data + "/backup-recipients", encoding: .utf8)
            #expect(recipients == recipient + "\n")
        }
    }

    @Test("the store is moved to a newer major version, and the older cluster is kept", .enabled(if: LongRun.isOn))
    func upgraded() async throws {
        try await withTemporaryDirectory { directory in
            let world = try World(directory: directory)
            _ = try await world.run("person", "add", "Ada", "--data-dir", world.data)
            let version = try String(contentsOfFile: world.data + "/postgres/PG_VERSION", encoding: .utf8)
            let major = try #require(Int(version.trimmingCharacters(in: .whitespacesAndNewlines)))
            let installed = "/usr/lib/postgresql/\(major)"
            // Only one version may be installed. Its programs under the name of a newer version
            // make the same steps.
            func upgrade(_ versions: [Int], _ options: String...) async throws -> Command {
                let programs = directory + "/programs-\(versions.count)"
                try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
                for version in versions where !FileManager.default.fileExists(atPath: "\(programs)/\(version)") {
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(programs)/\(version)", withDestinationPath: installed)
                }
                return try await Command.run(
                    try Command.product(), ["upgrade-postgres", "--data-dir", world.data] + options,
                    environment: ["HEALTHSTORE_POSTGRESQL_DIR": programs], seconds: 180)
            }
            let uploads = try await world.run("psql", "--owner", "--data-dir", world.data, "--", "-Atc", Self.folder)
                .output.trimmingCharacters(in: .newlines)
            try FileManager.default.createDirectory(
                atPath: world.data + "/imports/" + uploads, withIntermediateDirectories: true)
            let refused = try await upgrade([major])
            #expect(refused.status == 1 && refused.errors.contains("no newer version is installed"))
            let service = try await RunningService.start(world.store)
            let used = try await upgrade([major, major + 1])
            #expect(
                used.status == 1 && used.errors.contains("another process uses the data directory"), "\(used.errors)")
            #expect(await service.process.stop() == 0)
            let moved = try await upgrade([major, major + 1])
            #expect(moved.status == 0, "\(moved.output)\(moved.errors)")
            #expect(FileManager.default.fileExists(atPath: world.data + "/postgres.version-\(major)/PG_VERSION"))
            #expect(try await world.run("person", "list", "--data-dir", world.data).output == "Ada\n")
            let folder = try await world.run("psql", "--owner", "--data-dir", world.data, "--", "-Atc", Self.folder)
                .output.trimmingCharacters(in: .newlines)
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.data + "/imports") == [folder])
            #expect(folder != uploads)
        }
    }

    /// Selects the name of the folder of uploads.
    private static let folder = """
        select system_identifier || '-' || pg_database.oid from pg_control_system(), pg_database
        where datname = current_database()
        """

    @Test("a service and an import with too little room on the disk store nothing, and say so")
    func disk() async throws {
        try await withTemporaryDirectory { directory in
            let world = try World(directory: directory)
            // No disk has as much room.
            let reserve = ["--disk-reserve", "\(Int.max / 2)"]
            let service = try await RunningService.start(world.store + reserve)
            defer { service.process.kill() }
            _ = try await world.run("person", "add", "Ada", "--data-dir", world.data)
            let token = try await world.token(of: "Ada")
            let refused = try await service.send("POST", "/v1/batches", token: token, body: try body(1))
            #expect(refused.status == 507 && refused.body.contains("storage_low"), "\(refused.body)")
            #expect(refused.header("Retry-After") == "60")
            #expect(try await service.send("POST", "/v1/imports", token: token, body: "x").status == 507)
            let others = [("PUT", "/v1/activity-summaries/2024-05-01"), ("PATCH", "/v1/characteristics")]
            for (method, path) in others {
                #expect(try await service.send(method, path, token: token, body: "{}").status == 507, "\(path)")
            }
            #expect(try await world.changes(service, token).status == 200)
            let file = directory + "/ada.ndjson"
            _ = try await world.run("export", file, "--person", "Ada", "--data-dir", world.data)
            _ = try await world.run("person", "add", "Copy", "--data-dir", world.data)
            let command = try await world.run(
                ["import", file, "--person", "Copy", "--data-dir", world.data] + reserve, status: 1)
            #expect(command.errors.contains("less than the reserve for PostgreSQL"), "\(command.errors)")
            #expect(command.errors.contains("hint: make room on the disk"), "\(command.errors)")
            #expect(try await world.samples() == "0")
            #expect(await service.process.stop() == 0)
            #expect(service.process.errors.contains(#""event":"disk_low""#))
        }
    }
}
