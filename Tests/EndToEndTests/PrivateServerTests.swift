import Foundation
import Postgres
import TestSupport
import Testing

/// Kills the service and its private PostgreSQL in every order.
@Suite struct PrivateServerTests {
    /// The processes that are killed.
    enum Sequence: String, CaseIterable, Sendable {
        case backendThenService = "a backend, then the service"
        case serverAndService = "the server and the service together"
        case backendThenStop = "a backend, then SIGTERM to the service while the server recovers"
        case backendThenTermination =
            "a backend and the service, then SIGTERM while the next service waits for the recovery"
    }

    /// The number of runs of each sequence. `HEALTHSTORE_KILL_RUNS` sets it.
    private static let runs =
        ProcessInfo.processInfo.environment["HEALTHSTORE_KILL_RUNS"].flatMap { Int($0) } ?? Rounds.count(2)
    /// `HEALTHSTORE_KILL_SEED` repeats a run.
    private static let seed =
        ProcessInfo.processInfo.environment["HEALTHSTORE_KILL_SEED"].flatMap { UInt64($0) } ?? 20_240_501

    @Test("the next service answers, whatever was killed", .enabled(if: LongRun.isOn), arguments: Sequence.allCases)
    func kills(sequence: Sequence) async throws {
        try await withTemporaryDirectory { directory in
            let store = ["--data-dir", directory + "/data"]
            try PreparedStore.copy(to: directory + "/data")
            let files = ServerFiles(directory + "/data")
            var generator = SeededGenerator(Self.seed)
            try await Command.healthstore(["person", "add", "Ada"] + store).succeeded()
            for run in 1...Self.runs {
                let service = try await RunningService.start(store)
                try await kill(sequence, service, files, &generator)
                if sequence == .backendThenTermination { try await terminateWhileStarting(store, &generator) }
                let next = try await RunningService.start(store)
                let ready = try await next.send("GET", "/ready")
                #expect(ready.status == 200, "run \(run), seed \(Self.seed): \(ready.body)")
                next.process.terminate()
                #expect(await next.process.waitForExit(seconds: 120) == 0, "run \(run), seed \(Self.seed)")
                #expect(files.postmaster == nil)
            }
            let list = try await Command.healthstore(["person", "list"] + store)
            #expect(list.output == "Ada\n", "\(list.errors)")
        }
    }

    private func kill(
        _ sequence: Sequence, _ service: RunningService, _ files: ServerFiles, _ generator: inout SeededGenerator
    ) async throws {
        switch sequence {
        case .serverAndService:
            files.signalPostmaster(SIGKILL)
            service.process.kill()
        case .backendThenService, .backendThenStop, .backendThenTermination:
            let backends = files.children.filter { $0.title.hasPrefix("postgres: healthstore ") }
            let backend = try #require(backends.isEmpty ? nil : backends[generator.below(backends.count)])
            Foundation.kill(backend.process, SIGKILL)
            // In this time, the server ends its processes and begins to recover.
            try await Task.sleep(for: .milliseconds(generator.below(400)))
            if sequence == .backendThenStop { service.process.terminate() } else { service.process.kill() }
        }
        let status = await service.process.waitForExit(seconds: 120)
        #expect((status == 0) == (sequence == .backendThenStop), "\(status) \(service.process.errors)")
    }

    private func terminateWhileStarting(_ store: [String], _ generator: inout SeededGenerator) async throws {
        let process = BackgroundProcess(try Command.product(), ["serve", "--port", "0"] + store)
        try process.start()
        // The wait ends after the program has begun to handle signals.
        try await Task.sleep(for: .milliseconds(100 + generator.below(400)))
        process.terminate()
        let status = await process.waitForExit(seconds: 120)
        #expect(status == 0 || status == SIGTERM, "\(process.errors)")
    }

    @Test("a server that is killed under the service comes back, and nothing acknowledged is lost")
    func serverKilled() async throws {
        try await withTemporaryDirectory { directory in
            let arguments = ["--data-dir", directory + "/data"]
            try PreparedStore.copy(to: directory + "/data")
            let service = try await RunningService.start(arguments + ["--admin", "127.0.0.1:0"])
            defer { service.process.kill() }
            try await Command.healthstore(["person", "add", "Ada"] + arguments).succeeded()
            let token = try await Command.healthstore(
                ["token", "create", "--person", "Ada"] + arguments
            ).output.trimmingCharacters(in: .newlines)
            let sample = try json(["samples": [step()]])
            #expect(try await service.send("POST", "/v1/batches", token: token, body: sample).status == 200)
            ServerFiles(directory + "/data").signalPostmaster(SIGKILL)
            try await wait(for: "the service has noticed") { service.process.errors.contains("database_started_again") }
            try await wait(for: "the service is ready") { try await service.send("GET", "/ready").status == 200 }
            try await wait(for: "no session is broken any more") {
                try await service.send("GET", "/v1/types", token: token).status == 200
            }
            let restarts = "healthstore_database_restarts_total"
            let scrape = try await service.scrape()
            #expect(scrape[restarts + #"{reason="died"}"#] == 1 && scrape[restarts + #"{reason="upgraded"}"#] == 0)
            let again = try await service.send("POST", "/v1/batches", token: token, body: sample)
            #expect(again.body.contains("\"unchanged\":1"), "\(again.body)")
            #expect(service.process.errors.contains("database_died"))
            #expect(await service.process.stop() == 0)
        }
    }

    @Test(
        "after an upgrade of PostgreSQL the service is not ready until it has restarted its server in a quiet moment",
        .enabled(if: LongRun.isOn))
    func upgrade() async throws {
        try await withTemporaryDirectory { directory in
            let tree = try await ProgramTree(in: directory + "/programs")
            let environment = ["HEALTHSTORE_POSTGRESQL_DIR": tree.versionsDirectory]
            let store = ["--data-dir", directory + "/data"]
            try PreparedStore.copy(to: directory + "/data")
            let service = try await RunningService.start(store, environment: environment)
            defer { service.process.kill() }
            #expect(try await service.send("GET", "/ready").status == 200)
            // Another process uses the data directory as long as its psql runs.
            let psql = BackgroundProcess(
                try Command.product(), ["psql"] + store + ["--", "-XAtc", "select 'runs', pg_sleep(600)"],
                environment: environment)
            try psql.start()
            defer { psql.kill() }
            try await wait(for: "psql runs") {
                ServerFiles(directory + "/data").children.contains { $0.title.hasSuffix("SELECT") }
            }
            let newer = try tree.upgrade()
            let waiting = try await service.send("GET", "/ready")
            waiting.expect(503, "database_upgrade_pending")
            #expect(waiting.body.contains(newer))
            try await wait(for: "the log says what the service waits for") {
                service.process.errors.contains("another process uses the data directory")
            }
            let doctor = try await Command.healthstore(["doctor"] + store, environment: environment)
            #expect(doctor.status == 1)
            #expect(doctor.output.contains("PROBLEM  PostgreSQL \(tree.version) runs, while \(newer) is installed"))
            for child in ServerFiles(directory + "/data").children where child.title.hasSuffix("SELECT") {
                Foundation.kill(child.process, SIGTERM)
            }
            _ = await psql.waitForExit(seconds: 60)
            try await wait(for: "the server is restarted") { service.process.errors.contains("database_upgraded") }
            try await wait(for: "the service is ready") { try await service.send("GET", "/ready").status == 200 }
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("commands that read say that there is no store, and make none")
    func noStore() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/none"
            let calls = [
                ["doctor"], ["export", "--person", "Ada"], ["psql"], ["analyst", "add", "anna"], ["rebuild"],
                ["person", "list"], ["person", "erase", "Ada", "--yes"], ["person", "renew-feeds"],
                ["analyst", "list"],
                ["token", "create", "--person", "Ada"], ["token", "list", "--person", "Ada"],
                ["statistics", "stepCount", "--person", "Ada", "--last", "3"], ["sleep", "--person", "Ada"],
                ["workouts", "--person", "Ada"], ["types", "--person", "Ada"], ["person", "show", "Ada"], ["version"],
            ]
            for call in calls.prefix(LongRun.isOn ? calls.count : 4) {
                let answer = try await Command.healthstore(call + ["--data-dir", path])
                #expect(answer.status == 1, "\(call): \(answer.errors)")
                #expect(
                    answer.errors.contains("there is no store in the directory \(path)"), "\(call): \(answer.errors)")
                #expect(answer.errors.contains("healthstore serve, import, migrate and person add"), "\(call)")
                #expect(!FileManager.default.fileExists(atPath: path), "\(call)")
            }
            // A store that serve cannot open is a problem.
            try FileManager.default.createDirectory(atPath: path + "/postgres", withIntermediateDirectories: true)
            try "x".write(toFile: path + "/postgres/PG_VERSION", atomically: false, encoding: .utf8)
            let doctor = try await Command.healthstore(["doctor", "--data-dir", path])
            #expect(doctor.status == 1 && doctor.output.contains("not a PostgreSQL data directory"), "\(doctor.output)")
        }
    }
}
