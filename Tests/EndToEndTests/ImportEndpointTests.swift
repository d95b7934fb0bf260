import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ImportEndpointTests {
    @Test("an uploaded zip is imported, and reports the same as the command line does for the same file")
    func whole() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.zip"
            let folder = world.directory + "/apple_health_export"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try TestExport.xml(3_000, refusedEvery: 10).write(to: URL(fileURLWithPath: folder + "/export.xml"))
            try await Command.run("/usr/bin/env", ["python3", "-m", "zipfile", "-c", file, folder]).succeeded()
            let answer = try await world.send(
                "POST", "/v1/imports?fileName=/home/ada/export.zip", file: file, token: token)
            answer.expect(202)
            let id = try answer.object.importID
            #expect(answer.header("Location") == "/v1/imports/\(id)")
            let report = try await world.wait(id, token: token)
            let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
            try expect(
                report, has: ["state": "finished", "fileName": "export.zip", "bytes": size, "receivedBytes": size])
            try expect(
                report["records"] as? [String: Any], has: ["read": 3_000, "stored": 2_700, "refused": 300])
            #expect(try world.sampleCount() == 2_700)
            #expect(await eventually { world.spooledFiles.isEmpty })
            let refusals = report["refusals"] as? [[String: Any]] ?? []
            #expect(refusals.count == 100)
            try expect(refusals.first, has: ["line": 9, "element": "Record"])
            let counts = report["counts"] as? [[String: Any]] ?? []
            #expect(counts.compactMap { $0["read"] as? Int }.reduce(0, +) == 3_000)
            #expect(counts.compactMap { $0["stored"] as? Int }.reduce(0, +) == 2_700)

            // Another person was added with the command line.
            _ = try world.store.token(for: "Bob")
            try await Command.healthstore(["import", file, "--person", "Bob"], database: world.conninfo).succeeded()
            #expect(try figures(of: "Bob", world) == figures(of: "Ada", world))

            // The same file again adds nothing.
            let again = try await world.send(file: file, token: token)
            let second = try await world.wait(try again.object.importID, token: token)
            try expect(second["records"] as? [String: Any], has: ["stored": 0, "alreadyKnown": 2_700])
        }
    }

    private func figures(of person: String, _ world: ImportWorld) throws -> [Int64] {
        let row = try Session(conninfo: world.conninfo).execute(
            """
            select bytes_read, file_bytes, records_read, stored, already_known, recognised, repeated_inside, deleted_before,
                refused, repaired
            from health.import join health.person using (person_id) where name = $1 order by import_id limit 1
            """, [.text(person)])[0]
        return try (0..<10).map { try row.int64($0) }
    }

    @Test("an app that states a complete range replaces imported samples, and undoing import 0 brings them back")
    func completeRange() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            try TestExport.xml(3).write(to: URL(fileURLWithPath: file))
            let answer = try await world.send(file: file, token: token)
            _ = try await world.wait(try answer.object.importID, token: token)
            var sample = step(start: "2010-03-01T00:00:00Z", end: "2010-03-01T00:00:01Z", value: 9)
            sample["source"] = ["name": "Phone", "bundleIdentifier": "com.apple.health.P"]
            var batch: [String: Any] = [
                "samples": [sample],
                "complete": [
                    ["type": "stepCount", "startDate": "2010-01-01T00:00:00Z", "endDate": "2020-01-01T00:00:00Z"]
                ],
            ]
            let receipt = try await world.store.post(batch, token: token)
            receipt.expect(200)
            let outcome = try #require(try receipt.object["complete"] as? [[String: Any]])
            #expect(outcome.count == 1)
            try expect(outcome[0], has: ["type": "HKQuantityTypeIdentifierStepCount", "replaced": 2, "missing": 1])
            #expect(try world.sampleCount() == 2)
            let undone = try await world.service.send("POST", "/v1/imports/0/undo", token: token)
            try expect(undone.object, has: ["removed": 0, "restored": 2])
            #expect(try world.sampleCount() == 4)
            // A range with a refused sample is not complete.
            batch["samples"] = [["uuid": "x"]]
            try await world.store.post(batch, token: token).expect(422, "batch_rejected")
            #expect(try world.sampleCount() == 4)
        }
    }

    @Test("all refusals are listed page by page, and imports the newest first")
    func pages() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            try TestExport.xml(500, refusedEvery: 10).write(to: URL(fileURLWithPath: file))
            for _ in 0..<3 {
                let answer = try await world.send(file: file, token: token)
                #expect(
                    try await world.wait(try answer.object.importID, token: token)["state"] as? String == "finished")
            }
            var lines: [Int] = []
            var cursor: String?
            repeat {
                let path = "/v1/imports/1/refusals?limit=20" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await world.get(path, token: token).object
                lines += (page["refusals"] as? [[String: Any]] ?? []).compactMap { $0["line"] as? Int }
                cursor = page["cursor"] as? String
            } while cursor != nil
            #expect(lines == (0..<50).map { 10 * $0 + 9 })
            let first = try await world.get("/v1/imports?limit=2", token: token).object
            #expect((first["imports"] as? [[String: Any]])?.map(\.importID) == [3, 2])
            let next = try #require(first["cursor"] as? String)
            let second = try await world.get("/v1/imports?limit=2&cursor=\(next)", token: token).object
            #expect((second["imports"] as? [[String: Any]])?.map(\.importID) == [1])
            #expect(second["cursor"] is NSNull)
            for path in [
                "/v1/imports?limit=0", "/v1/imports?cursor=x", "/v1/imports/1?x=1", "/v1/imports/1/refusals?cursor=-1",
            ] {
                #expect(try await world.get(path, token: token).status == 400, "\(path)")
            }
            for path in [
                "/v1/imports/4", "/v1/imports/0", "/v1/imports/x", "/v1/imports/01", "/v1/imports/99999999999",
            ] {
                #expect(try await world.get(path, token: token).code == "unknown_import", "\(path)")
            }
        }
    }

    @Test("a stream tells of the import until it has ended")
    func stream() async throws {
        try await ImportWorld.withAda { world, token in
            let data = TestExport.xml(10_000)
            let begun = try await world.sendPiece(0..<1_000_000, of: data, token: token)
            let path = try #require(begun.header("Location"))
            let events = try EventClient(world.store, path: path + "/stream", token: token)
            #expect(await eventually { events.events.contains { $0.object["state"] as? String == "receiving" } })
            // The import waits for the table until the stream has told of it.
            let blocker = try Session(conninfo: world.conninfo)
            try blocker.executeScript("begin; lock table health.sample in share mode")
            #expect(try await world.sendPiece(1_000_000..<data.count, of: data, to: path, token: token).status == 202)
            #expect(await eventually { events.events.contains { $0.object["state"] as? String == "running" } })
            try blocker.executeScript("commit")
            // curl ends when the stream ends.
            #expect(await events.process.waitForExit(seconds: 120) == 0)
            let last = try #require(events.events.last)
            #expect(last.name == "finished")
            #expect(last.object.records("stored") == 10_000)
            #expect(last.object["refusals"] == nil)
            let progress = events.events.filter { $0.name == "progress" }
            #expect(progress.count + 1 == events.events.count)
            let read = progress.compactMap { $0.object.records("read") }
            #expect(read == read.sorted())
            // The stream of an import that has ended has one event.
            let late = try EventClient(world.store, path: path + "/stream", token: token)
            #expect(await late.process.waitForExit(seconds: 20) == 0)
            #expect(late.events.map(\.name) == ["finished"])
        }
    }

    @Test("an upload is reported under its own name, in refusals and in the reason why it failed")
    func uploadName() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            for (text, state) in [
                (String(decoding: TestExport.xml(20, refusedEvery: 10), as: UTF8.self), "finished"),
                ("<HealthData>\n<Record", "failed"),
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                let answer = try await world.send(
                    "POST", "/v1/imports?fileName=My%20export.xml", file: file, token: token)
                let ended = try await world.wait(try answer.object.importID, token: token)
                try expect(ended, has: ["state": state, "fileName": "My export.xml"])
                if state == "finished" {
                    let refusals = try #require(ended["refusals"] as? [[String: Any]])
                    #expect(refusals.map { $0["path"] as? String } == ["My export.xml", "My export.xml"])
                } else {
                    let message = (ended["error"] as? [String: Any])?["message"] as? String
                    #expect(message?.hasPrefix("My export.xml, line 2") == true, "\(message ?? "")")
                }
            }
        }
    }
}
