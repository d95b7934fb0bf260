import Digests
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct ImportUploadTests {
    @Test("pieces make one file, whether they overlap or not, and a gap is refused with where to go on")
    func pieces() async throws {
        try await ImportWorld.withAda { world, token in
            let data = TestExport.xml(2_000)
            let begun = try await world.sendPiece(0..<50_000, of: data, total: "*", token: token)
            begun.expect(201)
            try expect(begun.object, has: ["bytes": NSNull(), "receivedBytes": 50_000])
            let path = try #require(begun.header("Location"))
            let gap = try await world.sendPiece(50_001..<60_000, of: data, to: path, token: token)
            gap.expect(416, "gap")
            try expect(gap.object["details"] as? [String: Any], has: ["receivedBytes": 50_000])
            let overlap = try await world.sendPiece(20_000..<120_000, of: data, total: "*", to: path, token: token)
            overlap.expect(200)
            try expect(overlap.object, has: ["receivedBytes": 120_000])
            // The client may send bytes again that were received already.
            let again = try await world.sendPiece(0..<50_000, of: data, to: path, token: token)
            try expect(again.object, has: ["receivedBytes": 120_000, "bytes": data.count])
            let other = try await world.sendPiece(
                120_000..<130_000, of: data, total: "999999999", to: path, token: token)
            other.expect(409, "total_changed")
            let known = try await world.sendPiece(200_000..<210_000, of: data, to: path, token: token)
            #expect(known.header("Content-Range") == "bytes */\(data.count)")
            try await world.sendPiece(100_000..<data.count, of: data, to: path, token: token).expect(202)
            #expect(try await world.wait(1, token: token)["state"] as? String == "finished")
            #expect(try world.sampleCount() == 2_000)
            try await world.sendPiece(0..<10, of: data, to: path, token: token).expect(409, "upload_complete")
        }
    }

    @Test("an upload whose answer was lost is found again by its key")
    func key() async throws {
        try await ImportWorld.withAda { world, token in
            let data = TestExport.xml(1_000)
            let file = world.directory + "/export.xml"
            try data.write(to: URL(fileURLWithPath: file))
            let key = ["Idempotency-Key: one"]
            try await world.sendPiece(0..<5_000, of: data, token: token, headers: key).expect(201)
            // The whole file with the same key continues the upload.
            let whole = try await world.send(file: file, token: token, headers: key)
            whole.expect(202)
            #expect(try whole.object.importID == 1)
            #expect(try await world.wait(1, token: token)["state"] as? String == "finished")
            let again = try await world.send(file: file, token: token, headers: key)
            again.expect(202)
            #expect(again.header("Idempotency-Replayed") == "true")
            #expect(try again.object["state"] as? String == "finished")
            let other = try await world.send(
                "POST", "/v1/imports?fileName=other", file: file, token: token, headers: key)
            other.expect(409, "idempotency_key_reused")
            let list = try await world.get("/v1/imports", token: token).object
            #expect((list["imports"] as? [Any])?.count == 1)
        }
    }

    @Test("a wrong digest of a piece leaves what was there, one of the file ends the upload")
    func digests() async throws {
        try await ImportWorld.withAda { world, token in
            let data = TestExport.xml(1_000)
            func digest(_ data: Data) -> String {
                "sha-256=:" + Data(SHA256.hash(Array(data))).base64EncodedString() + ":"
            }
            let begun = try await world.sendPiece(
                0..<1_000, of: data, token: token, headers: ["Repr-Digest: md5=:AAAA:, " + digest(data)])
            begun.expect(201)
            try await world.sendPiece(
                1_000..<2_000, of: data, to: "/v1/imports/1", token: token,
                headers: ["Content-Digest: " + digest(data)]
            ).expect(400, "digest_mismatch")
            #expect(try await world.get("/v1/imports/1", token: token).object["receivedBytes"] as? Int == 1_000)
            try await world.sendPiece(
                1_000..<data.count, of: data, to: "/v1/imports/1", token: token,
                headers: ["Content-Digest: " + digest(data[1_000...])]
            ).expect(202)
            #expect(try await world.wait(1, token: token)["state"] as? String == "finished")
            let file = world.directory + "/export.xml"
            try data.write(to: URL(fileURLWithPath: file))
            let other = try await world.send(file: file, token: token, headers: ["Repr-Digest: " + digest(Data())])
            other.expect(400, "digest_mismatch")
            let failed = try await world.get("/v1/imports/2", token: token).object
            try expect(failed, has: ["state": "failed"])
            #expect(failed.errorCode == "digest_mismatch")
            let malformed = try await world.send(file: file, token: token, headers: ["Repr-Digest: sha-256=:AAAA:"])
            #expect(malformed.code == "malformed_digest")
            #expect(await eventually { world.spooledFiles.isEmpty })
        }
    }

    @Test("limits are kept: bytes of a file, room on the disk, imports that wait")
    func limits() async throws {
        try await ImportWorld.withAda(["--import-bytes", "9000000000000000"]) { world, token in
            let data = TestExport.xml(100)
            let full = try await world.sendPiece(0..<10, of: data, total: "8000000000000000", token: token)
            full.expect(507, "insufficient_storage")
            let details = try full.object["details"] as? [String: Any]
            let walBytes = try Session(conninfo: world.conninfo).execute(
                "select pg_size_bytes(current_setting('max_wal_size'))")[0].int64(0)
            let reserved = Int(walBytes) + 1 << 30
            try expect(details, has: ["neededBytes": 8_000_000_000_000_000, "reservedBytes": reserved])
            #expect(details?["freeBytes"] as? Int ?? .max < 8_000_000_000_000_000)
            for number in 1...16 {
                #expect(try await world.sendPiece(0..<10, of: data, token: token).status == 201, "\(number)")
            }
            try await world.sendPiece(0..<10, of: data, token: token).expect(429, "too_many_imports")
            #expect(try await world.service.send("DELETE", "/v1/imports/3", token: token).status == 200)
            #expect(try await world.sendPiece(0..<10, of: data, token: token).status == 201)
        }
        try await ImportWorld.withAda(["--import-bytes", "100000"]) { world, token in
            let data = TestExport.xml(1_000)
            let file = world.directory + "/export.xml"
            try data.write(to: URL(fileURLWithPath: file))
            #expect(try await world.send(file: file, token: token).code == "content_too_large")
            // This upload does not announce its length.
            let chunked = try await world.send(file: file, token: token, headers: ["Transfer-Encoding: chunked"])
            chunked.expect(413)
            // curl does not know the length of a pipe. This pipe is empty.
            let empty = world.directory + "/empty"
            try Data().write(to: URL(fileURLWithPath: empty))
            #expect(try await world.send(file: empty, token: token).code == "empty_upload")
            #expect(try await world.send(file: "-", token: token).code == "empty_upload")
            for range in [
                "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "lines 0-9/10", "bytes 0-99999999999999999999/*",
            ] {
                let answer = try await world.send(file: file, token: token, headers: ["Content-Range: \(range)"])
                #expect(answer.code == "malformed_content_range", "\(range): \(answer.body)")
            }
            for name in ["%00", "a%0Ab", "", String(repeating: "x", count: 256)] {
                let answer = try await world.send("POST", "/v1/imports?fileName=\(name)", file: file, token: token)
                #expect(answer.status == 400, "\(name)")
            }
        }
    }

    @Test("the uploads of one person that wait take no more bytes than one person may have, announced or not")
    func quota() async throws {
        try await ImportWorld.withAda(["--import-bytes-per-holder", "100000000"]) { world, token in
            let data = Data(repeating: 32, count: 40_000_000)
            func post(_ total: String, _ token: String) async throws -> RunningService.Answer {
                try await world.sendPiece(0..<10, of: data, total: total, token: token)
            }
            #expect(try await post("60000000", token).status == 201)
            let more = try await post("60000000", token)
            more.expect(413, "upload_quota_exceeded")
            let message = try more.object["message"] as? String ?? ""
            #expect(message.contains("needs 60000000 bytes, and 40000000 are left of the 100000000"))
            let hint = try more.object["hint"] as? String ?? ""
            #expect(hint.contains("DELETE"))
            // Other people have limits of their own.
            #expect(try await post("60000000", try world.store.token(for: "Bob")).status == 201)
            // For an upload of unknown length, the received bytes count, so the second 32 MiB are
            // too many.
            #expect(try await post("*", token).status == 201)
            let path = "/v1/imports/2"
            let known = try await world.sendPiece(10..<20, of: data, total: "40000001", to: path, token: token)
            known.expect(413, "upload_quota_exceeded")
            let within = try await world.sendPiece(0..<39_000_000, of: data, total: "*", to: path, token: token)
            within.expect(200)
            let file = world.directory + "/large"
            try (data + data).write(to: URL(fileURLWithPath: file))
            #expect(try await world.service.send("DELETE", path, token: token).status == 200)
            let chunked = try await world.send(file: file, token: token, headers: ["Transfer-Encoding: chunked"])
            chunked.expect(413, "upload_quota_exceeded")
            // Uploads that have ended no longer count.
            for id in [1, 3] {
                #expect(try await world.service.send("DELETE", "/v1/imports/\(id)", token: token).status == 200)
            }
            #expect(try await post("60000000", token).status == 201)
        }
    }

    @Test("an import can be cancelled while it is received, waits or runs, and nothing of it stays")
    func cancelling() async throws {
        try await ImportWorld.withAda { world, token in
            let data = TestExport.xml(60_000)
            let file = world.directory + "/export.xml"
            try data.write(to: URL(fileURLWithPath: file))
            func cancel(_ id: Int) async throws -> RunningService.Answer {
                try await world.service.send("DELETE", "/v1/imports/\(id)", token: token)
            }
            // The first upload is being received, and its client continues.
            let upload = try ImportWorld.Upload(world, file: file, token: token, arguments: ["--limit-rate", "5M"])
            #expect(
                try await eventually { try await world.get("/v1/imports/1", token: token).status == 200 })
            #expect(try await cancel(1).object["state"] as? String == "cancelled")
            upload.process.kill()
            _ = await upload.answer()
            #expect(try await cancel(1).status == 200)
            let piece = try await world.sendPiece(0..<10, of: data, to: "/v1/imports/1", token: token)
            #expect(piece.code == "upload_complete")
            // The second import runs, and the third waits.
            #expect(try await world.send(file: file, token: token).status == 202)
            #expect(try await world.send(file: file, token: token).status == 202)
            _ = try await world.wait(2, for: ["running", "finished"], token: token)
            #expect(try await cancel(3).object["state"] as? String == "cancelled")
            let running = try await cancel(2)
            running.expect(202)
            #expect(try running.object["cancelRequested"] as? Bool == true)
            #expect(try await world.wait(2, token: token)["state"] as? String == "cancelled")
            #expect(try world.sampleCount() == 0)
            #expect(await eventually { world.spooledFiles.isEmpty })
            // This import has finished.
            #expect(try await world.send(file: file, token: token).status == 202)
            #expect(try await world.wait(4, token: token)["state"] as? String == "finished")
            try await cancel(4).expect(409, "import_ended")
            #expect(try world.sampleCount() == 60_000)
        }
    }
}
