import Foundation
import Postgres
import TestSupport
import Testing

/// The administrator's listener: `serve --admin HOST:PORT|unix:PATH`.
@Suite struct AdminListenerTests {
    private static let admin = ["--admin", "127.0.0.1:0"]
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..")

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("the alarms and the board of the operator name metrics of the service, and the article names the alarms")
    func names() throws {
        let folder = "Sources/HealthAPI/Metrics"
        let sources = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/" + folder)
            .map { try Self.text(folder + "/" + $0) }.joined()
        let known = Set(sources.matches(of: #/"((?:healthstore|process)_[a-z_]+)"/#).map { String($0.1) })
        let rules = try Self.text("packaging/prometheus/healthstore.yml")
        for text in [rules, try Self.text("scripts/grafana/operator.json")] {
            let names = text.matches(of: #/\b((?:healthstore|process)_[a-z_]+?)(?:_bucket)?\b/#).map { String($0.1) }
            #expect(names.count > 10 && Set(names).subtracting(known).isEmpty, "\(Set(names).subtracting(known))")
        }
        let article = try Self.text("Sources/healthstore/Documentation.docc/Running.md")
        for alarm in rules.matches(of: #/alert: (\w+)/#) {
            #expect(article.contains("`\(alarm.1)`"), "Running.md does not have \(alarm.1)")
        }
    }

    @Test("a scrape has the form of Prometheus, counts requests and records, and names no person, token or query")
    func scrape() async throws {
        try await ServedStore.own(Self.admin) { store in
            let token = try store.token(for: "Ada Lovelace")
            let before = try await store.service.scrape()
            let repeated = step()
            _ = try await store.post(["samples": [repeated, step(), ["uuid": "x"]]], token: token)
            _ = try await store.post(["samples": [repeated], "deleted": [["uuid": UUID().uuidString]]], token: token)
            try await store.service.send(
                "POST", "/v1/batches", token: token, body: #"{"sample": {}}"#,
                headers: ["Content-Type: application/x-ndjson"]
            ).expect(200)
            for _ in 0..<3 { _ = try await store.get("/v1/samples?type=stepCount", token: token) }
            _ = try await store.get("/v1/no-such-path/Ada", token: token)
            _ = try await store.service.send("INVENTED", "/health")
            _ = try await store.get("/v1/types", token: "wrong")
            let stream = try EventClient(store, token: token)
            try await wait(for: "the stream") {
                try await store.service.scrape()["healthstore_change_streams"] == 1
            }
            await stream.process.killAndWait()
            _ = try await store.get("/")
            let requests = "healthstore_http_requests_total"
            let inUse = "healthstore_database_sessions_in_use"
            // Requests are counted, and uses of tokens written, after the answer.
            var answer = try await store.service.admin("/metrics")
            try await wait(for: "the last request") {
                answer = try await store.service.admin("/metrics")
                let now = MetricScrape(answer.body)
                return now[#"\#(requests){route="page",method="GET",status="200"}"#] == 1 && now[inUse] == 0
                    && now["healthstore_database_up"] == 1 && now["healthstore_http_streams"] == 0
            }
            let after = MetricScrape(answer.body)

            #expect(before.values.keys.allSatisfy { !$0.hasPrefix(requests) })
            #expect(after[#"\#(requests){route="/v1/samples",method="GET",status="200"}"#] == 3)
            #expect(after[#"\#(requests){route="/v1/batches",method="POST",status="200"}"#] == 3)
            #expect(after[#"\#(requests){route="other",method="GET",status="404"}"#] == 1)
            #expect(after[#"\#(requests){route="other",method="other",status="405"}"#] == 1)
            #expect(after[#"healthstore_http_request_duration_seconds_count{route="/v1/samples"}"#] == 3)
            // A stream is in the histogram of streams alone.
            let seconds = "duration_seconds_count{route=\"/v1/changes/stream\"}"
            #expect(after["healthstore_http_stream_" + seconds] == 1)
            #expect(after["healthstore_http_request_" + seconds] == nil)
            #expect(after[#"healthstore_http_errors_total{code="not_found"}"#] == 1)
            #expect(after[#"healthstore_http_errors_total{code="invalid_token"}"#] == 1)
            #expect(after["healthstore_wrong_tokens_total"] == 1 && after["healthstore_imports_waiting"] == 0)
            #expect((after["healthstore_http_request_body_bytes_total"] ?? 0) > 100)
            for (result, count) in ["inserted": 2, "unchanged": 1, "deleted": 1, "refused": 2, "updated": 0] {
                #expect(after[#"healthstore_samples_total{result="\#(result)"}"#] == Double(count), "\(result)")
            }
            #expect(after["healthstore_http_connections_displaced_total"] == 0)
            #expect(after["healthstore_standby"] == 0 && after["healthstore_replication_standbys"] == 0)
            #expect((after["healthstore_database_sessions"] ?? 0) >= 1)
            #expect((after["healthstore_database_size_bytes"] ?? 0) > 1_000_000)
            #expect(after["healthstore_change_feed_lag_seconds"] == 0)
            for name in ["cpu_seconds_total", "resident_memory_bytes", "open_fds", "max_fds"] {
                #expect((after["process_" + name] ?? 0) > 0, "\(name)")
            }
            let age = Date().timeIntervalSince1970 - (after["process_start_time_seconds"] ?? 0)
            #expect(age > 0 && age < 3_600)
            let info = try #require(after.values.keys.first { $0.hasPrefix("healthstore_build_info{") })
            #expect(info.contains(#/version="\d+\.\d+\.\d+".*schema="\d+ .*postgresql="\d+/#), "\(info)")
            for secret in ["Ada", "Lovelace", token, "stepCount", "StepCount", "Phone", "no-such-path", "INVENTED"] {
                #expect(!answer.body.contains(secret), "\(secret)")
            }
        }
    }

    @Test("the records of uploaded files are counted, and imports that failed")
    func imports() async throws {
        try await ImportWorld.withAda(Self.admin) { world, token in
            let file = world.directory + "/export.xml"
            for text in [TestExport.xml(100, refusedEvery: 10), TestExport.xml(100, refusedEvery: 10), Data("x".utf8)] {
                try text.write(to: URL(fileURLWithPath: file))
                let answer = try await world.send(file: file, token: token)
                _ = try await world.wait(try answer.object.importID, token: token)
            }
            // An import is answered as ended a moment before the worker counts it.
            var scrape = try await world.service.scrape()
            try await wait(for: "the failure") {
                scrape = try await world.service.scrape()
                return scrape[#"healthstore_imports_total{result="failed"}"#] == 1
                    && scrape["healthstore_imports_running"] == 0
            }
            #expect(scrape[#"healthstore_imports_total{result="finished"}"#] == 2)
            for (result, count) in ["stored": 90, "already_known": 90, "refused": 20, "repeated_inside": 0] {
                #expect(scrape[#"healthstore_import_records_total{result="\#(result)"}"#] == Double(count), "\(result)")
            }
        }
    }

    @Test("the listener answers three paths, and the listener of the API does not have its own")
    func paths() async throws {
        try await ServedStore.own(Self.admin) { store in
            let live = try await store.service.admin("/live")
            #expect(live.status == 200 && live.body == "{\"status\":\"ok\"}\n")
            let ready = try await store.service.admin("/ready")
            #expect(ready.status == 200 && ready.body == "{\"status\":\"ready\"}\n")
            for path in ["/", "/health", "/v1/access", "/openapi.json"] {
                #expect(try await store.service.admin(path).status == 404, "\(path)")
            }
            #expect(try await store.service.admin("/metrics", ["-X", "POST"]).status == 405)
            #expect(try await store.service.admin("/live", ["-X", "GET", "--data-binary", "x"]).status == 413)
            for path in ["/metrics", "/live"] {
                #expect(try await store.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test("without its database the service is alive and not ready, and /metrics says that the database is down")
    func databaseDown() async throws {
        try await CrashableServer.with { server in
            let service = try await RunningService.start(["--database-url", server.conninfo] + Self.admin)
            defer { service.process.kill() }
            // PostgreSQL's own archive fails after the next start.
            for setting in ["archive_mode = on", "archive_command = 'false'"] {
                try Session(conninfo: server.conninfo).executeScript("alter system set \(setting)")
            }
            try await server.crash()
            #expect(await eventually { (try? await service.scrape()["healthstore_database_up"]) == 0 })
            #expect(try await service.admin("/live").status == 200)
            #expect(try await service.admin("/ready").status == 503)
            guard LongRun.isOn else { return }
            try await server.start()
            #expect(await eventually { (try? await service.scrape()["healthstore_database_up"]) == 1 })
            #expect(try await service.admin("/ready").status == 200)
            _ = try Session(conninfo: server.conninfo).execute("select pg_switch_wal()")
            #expect(await eventually { (try? await service.scrape()["healthstore_archive_failing_seconds"]) ?? 0 > 0 })
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("an archive that has failed for an hour makes the service not ready, and doctor and the metrics say so")
    func archive() async throws {
        try await withTemporaryDirectory { directory in
            let data = directory + "/data"
            try PreparedStore.copy(to: data)
            let start = Date(timeIntervalSinceNow: -7_200).ISO8601Format()
            let file = data + "/archive-failure"
            try "\(start) the disk is away\n".write(toFile: file, atomically: true, encoding: .utf8)
            let owner = try FileManager.default.attributesOfItem(atPath: data)[.ownerAccountID] as? UInt32
            #expect(chown(file, owner ?? 0, gid_t.max) == 0)
            let service = try await RunningService.start(
                ["--data-dir", data, "--wal-archive", directory + "/none"] + Self.admin)
            defer { service.process.kill() }
            let ready = try await service.admin("/ready")
            #expect(ready.status == 503 && ready.body.contains(#""code":"archive_failing""#), "\(ready.body)")
            let scrape = try await service.scrape()
            #expect((scrape["healthstore_archive_failing_seconds"] ?? 0) >= 7_200)
            #expect(scrape["healthstore_archive_timestamp_seconds"] == nil)
            let doctor = try await Command.healthstore(["doctor", "--data-dir", data])
            let problem = "PROBLEM  the archive of the write-ahead log has failed since \(start.dropLast())"
            #expect(doctor.output.contains(problem), "\(doctor.output)")
            #expect(doctor.status == 1 && doctor.output.contains("hint: check the disk of the folder"))
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("a service that writes is not ready while its database takes no writes or has another schema")
    func notReady() async throws {
        try await ServedStore.own(Self.admin + ["--figure-refresh", "off"]) { store in
            let session = try Session(conninfo: store.conninfo)
            let name = try session.execute("select quote_ident(current_database())")[0].text(0)
            try session.executeScript("alter database \(name) set default_transaction_read_only = on")
            let refused = try await store.service.admin("/ready")
            #expect(refused.status == 503 && refused.body.contains("database_read_only"), "\(refused.body)")
            try session.executeScript("alter database \(name) reset default_transaction_read_only")
            #expect(try await store.service.admin("/ready").status == 200)

            for (change, back) in [
                ("alter schema health_code rename to moved", "alter schema moved rename to health_code"),
                ("alter table health.hour rename to moved", "alter table health.moved rename to hour"),
                (
                    "alter function health_code.clock rename to moved",
                    "alter function health_code.moved rename to clock"
                ),
            ] {
                try session.executeScript(change)
                let unusable = try await store.service.admin("/ready")
                #expect(unusable.status == 503 && unusable.body.contains("functions_unusable"), "\(unusable.body)")
                if change.contains("clock") {
                    let doctor = try await Command.healthstore(["doctor"], database: store.conninfo).output
                    #expect(doctor.contains("PROBLEM  the functions for analysts cannot be used"), "\(doctor)")
                }
                try session.executeScript(back)
            }
            #expect(try await store.get("/ready").status == 200)
        }
    }

    @Test("a UNIX socket may have the listener; other machines may reach it only with --insecure-admin")
    func addresses() async throws {
        for (arguments, message) in [
            (["--admin", "0.0.0.0:9464"], "without a password and without encryption"),
            (["--admin", "127.0.0.1"], "--admin must be an address and a port"),
            (["--admin", "::1:9464"], "--admin must be an address and a port"),
            (["--admin", "example.org:9464"], "--admin must be an address and a port"),
            (["--insecure-admin"], "--insecure-admin needs --admin"),
        ] {
            let run = try await Command.healthstore(["serve", "--port", "0"] + arguments)
            #expect(run.status == 64 && run.errors.contains(message), "\(arguments): \(run.errors)")
        }
        try await withTemporaryDirectory { directory in
            let path = directory + "/admin.sock"
            // A service that root starts gives its rights up before it makes the socket.
            _ = chmod(directory, 0o777)
            try await ServedStore.own(["--admin", "unix:" + path]) { store in
                #expect(try await store.service.adminAddress() == "unix:" + path)
                try await wait(for: "a scrape through the socket") {
                    let curl = try await Command.run(
                        "/usr/bin/curl", ["-sS", "--unix-socket", path, "http://admin/metrics"])
                    return MetricScrape(curl.output)["healthstore_database_up"] == 1
                }
            }
        }
        try await ServedStore.own(["--admin", "0.0.0.0:0", "--insecure-admin"]) { store in
            let address = try await store.service.adminAddress()
            #expect(address.hasPrefix("http://0.0.0.0:"))
        }
    }
}
