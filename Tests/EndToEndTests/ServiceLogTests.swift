import Foundation
import Postgres
import TestSupport
import Testing

/// The service's own log.
@Suite struct ServiceLogTests {
    /// The types of the fields of a log.
    private struct Fields {
        var types: [String: String] = [:]
        var events: Set<String> = []

        /// Reads lines. Records an issue for a field with values of two types, and for a field that
        /// an event has twice.
        mutating func read(_ log: String) throws {
            for line in log.split(separator: "\n") {
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
                #expect(line.matches(of: #/[{,]"[A-Za-z]+":/#).count == object.count, "\(line)")
                events.insert(try #require(object["event"] as? String))
                #expect(["info", "warning", "error"].contains(object["level"] as? String), "\(line)")
                for (name, value) in object {
                    let type = value is String ? "text" : value is NSNumber ? "number" : "another"
                    #expect(types.updateValue(type, forKey: name) ?? type == type && type != "another", "\(line)")
                }
            }
        }
    }

    @Test("each field of the log has values of one type, and no event has a field twice")
    func types() async throws {
        var fields = Fields()
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            for text in [TestExport.xml(100, refusedEvery: 10), Data("x".utf8)] {
                try text.write(to: URL(fileURLWithPath: file))
                let answer = try await world.send(file: file, token: token)
                _ = try await world.wait(try answer.object.importID, token: token)
            }
            _ = try await world.store.post(["samples": [step()]], token: token)
            _ = try await world.service.send("GET", "/nothing", token: "wrong")
            _ = try await world.service.send("GET", "/v1/types", token: "wrong")
            let logs = #"{"sdkVersion": "1.0", "provider": "apple", "events": [{"eventType": "device_state"}]}"#
            let taken = try await world.service.send(
                "POST", "/api/v1/sdk/users/Ada/logs", token: token, body: logs)
            #expect(taken.status == 202, "\(taken.body)")
            try await wait(for: "the events") {
                let log = world.service.process.errors
                return ["sdk_log", "figures_made", "import_failed", "wrong_token"].allSatisfy {
                    log.contains("\"event\":\"\($0)\"")
                }
            }
            #expect(await world.service.process.stop() == 0)
            try fields.read(world.service.process.errors)
        }
        try await withTemporaryDirectory { directory in
            try PreparedStore.copy(to: directory + "/data")
            let service = try await RunningService.start([
                "--data-dir", directory + "/data", "--wal-archive", directory + "/none", "--disk-reserve",
                "\(Int64.max / 2)", "--database-failures", "1",
            ])
            defer { service.process.kill() }
            try await wait(for: "the failing archive") { service.process.errors.contains("archive_failed") }
            try FileManager.default.moveItem(
                atPath: directory + "/data/postgres/global", toPath: directory + "/data/postgres/moved")
            ServerFiles(directory + "/data").signalPostmaster(SIGKILL)
            #expect(await service.process.waitForExit(seconds: 60) == 1)
            try fields.read(
                service.process.errors.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n"))
        }
        for event in ["request", "database_start_failed", "disk_low", "sdk_log", "stopped"] {
            #expect(fields.events.contains(event), "\(event)")
        }
        #expect(fields.types["count"] == "number" && fields.types["failures"] == "number")
    }

    @Test("the journal of systemd gets the priority of each line, and another stream gets none")
    func journal() async throws {
        for (stream, begins) in [("$(stat -L -c %d:%i /proc/self/fd/2)", "<3>{"), ("1:1", "{")] {
            try await withTemporaryDirectory { directory in
                try PreparedStore.copy(to: directory + "/data")
                let process = BackgroundProcess(
                    "/bin/sh",
                    [
                        "-c", "JOURNAL_STREAM=\(stream) exec \"$0\" \"$@\"", try Command.product(), "serve", "--port",
                        "0", "--data-dir", directory + "/data", "--wal-archive", directory + "/none",
                    ])
                try process.start()
                defer { process.kill() }
                try await wait(for: "an error") { process.errors.contains("archive_failed") }
                let lines = process.errors.split(separator: "\n")
                #expect(lines.contains { $0.hasPrefix(begins) && $0.contains(#""level":"error""#) }, "\(lines)")
                let isInfo = lines.contains { $0.hasPrefix(begins.replacing("3", with: "6")) }
                #expect(isInfo, "\(lines)")
                #expect(await process.stop() == 0)
            }
        }
    }

    @Test("a trusted proxy names the request in the answer and the log, and another client does not")
    func requestIDs() async throws {
        for (arguments, sent, isTaken) in [
            (["--trusted-proxy", "127.0.0.1"], "proxy-1:2/3", true), (["--trusted-proxy", "127.0.0.1"], "a b", false),
            (["--trusted-proxy", "127.0.0.2"], "client-1", false), ([], "client-2", false),
        ] {
            try await ServedStore.own(arguments) { store in
                let answer = try await store.service.send("GET", "/v1/types", headers: ["X-Request-ID: \(sent)"])
                let id = try #require(answer.header("X-Request-ID"))
                #expect((id == sent) == isTaken, "\(arguments) \(sent): \(id)")
                try await wait(for: "the line of the request") {
                    store.service.process.errors.contains("\"requestId\":\"\(id)\"")
                }
                #expect(isTaken || !store.service.process.errors.contains(sent))
            }
        }
    }
}
