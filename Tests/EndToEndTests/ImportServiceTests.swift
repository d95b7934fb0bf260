import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ImportServiceTests {
    @Test("an upload of 200 MB takes no memory worth mentioning")
    func memory() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/zeros"
            try await Command.run("/bin/sh", ["-c", "head -c 200000000 /dev/zero > \(file)"]).succeeded()
            let before = try world.service.process.peakBytes()
            try await world.send(file: file, token: token).expect(202)
            let after = try world.service.process.peakBytes()
            #expect(after - before < 48 << 20, "\(before) \(after)")
            let report = try await world.wait(1, token: token)
            #expect(report.errorCode == "no_export")
            #expect(report["receivedBytes"] as? Int == 200_000_000)
        }
    }

    @Test("an import that one service runs can be cancelled at another, and nothing of it stays")
    func cancelledElsewhere() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            try TestExport.xml(100_000).write(to: URL(fileURLWithPath: file))
            // While this session holds its lock, the import writes no sample, so it cannot end before
            // it is cancelled.
            let session = try Session(conninfo: world.conninfo)
            try session.executeScript("begin; lock table health.sample in share mode")
            #expect(try await world.send(file: file, token: token).status == 202)
            _ = try await world.wait(1, for: ["running"], token: token)
            // The second service shares the database but not the folder, so it cannot run the
            // import itself.
            let other = try await RunningService.start([
                "--database-url", world.conninfo, "--import-dir", world.directory + "/other", "--rate-limit", "0",
            ])
            let answer = try await other.send("DELETE", "/v1/imports/1", token: token)
            answer.expect(202)
            #expect(try answer.object["state"] as? String == "running")
            try session.executeScript("rollback")
            #expect(try await world.wait(1, token: token)["state"] as? String == "cancelled")
            #expect(try world.sampleCount() == 0)
            let types = try await other.send("GET", "/v1/types?hasSamples=true", token: token).object["types"]
            #expect((types as? [Any])?.isEmpty == true)
            #expect(await eventually { world.spooledFiles.isEmpty })
            #expect(await other.process.stop() == 0)
        }
    }

    @Test("a service that is stopped goes on with its import, and the log holds no name of a file or person")
    func stopped() async throws {
        try await ImportWorld.with { world in
            let token = try world.store.token(for: "Secretname")
            let file = world.directory + "/export.xml"
            try TestExport.xml(25_000).write(to: URL(fileURLWithPath: file))
            let answer = try await world.send("POST", "/v1/imports?fileName=secretfile.xml", file: file, token: token)
            answer.expect(202)
            _ = try await world.wait(1, for: ["running"], token: token)
            let first = world.service
            #expect(await first.process.stop() == 0)
            let session = try Session(conninfo: world.conninfo)
            #expect(try session.execute("select state from health.import")[0].text(0) == "running")
            try await world.start()
            let report = try await world.wait(1, token: token)
            #expect(report["state"] as? String == "finished", "\(report)")
            #expect(report.records("stored") == 25_000)
            #expect(try world.sampleCount(of: "Secretname") == 25_000)
            for log in [first.process.errors, world.service.process.errors] {
                #expect(!log.contains("secretfile") && !log.contains("Secretname"), "\(log)")
            }
            let doctor = try await Command.healthstore(["doctor"], database: world.conninfo)
            #expect(doctor.output.contains("ok       every import that waits was uploaded"))
        }
    }
}
