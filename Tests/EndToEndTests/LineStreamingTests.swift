import Foundation
import Postgres
import TestSupport
import Testing

/// Tests streams that are longer than one batch, or that end too early.
@Suite struct LineStreamingTests {
    /// Returns the number of a person's samples and one digest of all rows.
    private func contents(_ store: ServedStore, of name: String) throws -> (count: Int64, digest: String) {
        let row = try Session(conninfo: store.conninfo).execute(
            """
            select count(*), coalesce(md5(string_agg(concat_ws(' ', uuid, identifier, start_time, end_time, quantity,
                sent_quantity, sent_unit_id, sample.creation_time, name, sample_detail.metadata), ',' order by uuid)), '')
            from health.sample join health.sample_type using (sample_type_id)
                join health.source_revision using (person_id, source_revision_id)
                join health.source using (person_id, source_id)
                left join health.sample_detail using (person_id, uuid)
            where person_id = (select person_id from health.person where person.name = $1)
            """, [.text(name)])[0]
        return (try row.int64(0), try row.text(1))
    }

    /// Waits until `count` samples are stored.
    private func wait(for count: Int64, _ store: ServedStore) async throws {
        let session = try Session(conninfo: store.conninfo)
        try await TestSupport.wait(for: "\(count) samples") {
            try session.execute("select count(*) from health.sample")[0].int64(0) >= count
        }
    }

    private func write(_ directory: String, _ text: String) throws -> String {
        let file = directory + "/lines"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Provides an own service and an upload to it, in chunks of 100 lines, of what is written into
    /// the pipe.
    private func withUpload(
        _ body: (ServedStore, String, LinePipe, LineUpload) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await ServedStore.ownWithAda { store, token in
                let pipe = try LinePipe(directory: directory)
                let upload = try LineUpload(store, from: pipe.path, token: token, query: "?chunk=100")
                try await body(store, token, pipe, upload)
            }
        }
    }

    @Test("many lines in one stream are the same as in batches of JSON, and as compressed lines")
    func longStream() async throws {
        let count = LongRun.isOn ? 20_000 : 4_000
        try await withTemporaryDirectory { directory in
            try await ServedStore.with { store in
                let file = try write(directory, StepLine.samples(0..<count))
                let answer = try await store.postLines(file: file, token: try store.token(for: "lines"))
                #expect(answer.status == 200, "\(answer.text.suffix(300))")
                #expect(answer.summary?["inserted"] as? Int == count)
                #expect(answer.receipts.count == count / 1_000)

                let token = try store.token(for: "batches")
                for begin in stride(from: 0, to: count, by: 1_000) {
                    let samples = (begin..<begin + 1_000).map { StepLine.sample($0) }.joined(separator: ",")
                    try await store.service.send(
                        "POST", "/v1/batches", token: token, body: #"{"samples":[\#(samples)]}"#
                    ).expect(200)
                }

                #expect(try await Command.run("/bin/gzip", [file]).status == 0)
                let compressed = try await store.postLines(
                    file: file + ".gz", token: try store.token(for: "compressed"), query: "?chunk=\(count / 2)",
                    headers: ["Content-Encoding: gzip"])
                #expect(compressed.receipts.count == 2)
                let expected = try contents(store, of: "batches")
                #expect(expected.count == count)
                #expect(try contents(store, of: "lines") == expected)
                #expect(try contents(store, of: "compressed") == expected)
            }
        }
    }

    @Test(
        "a compressed stream that breaks off keeps its whole chunks, and says where it broke",
        arguments: LongRun.isOn ? [true, false] : [true])
    func brokenCompression(_ isCut: Bool) async throws {
        try await withTemporaryDirectory { directory in
            try await ServedStore.withAda { store, token in
                let file = try write(directory, StepLine.samples(0..<10_000))
                #expect(try await Command.run("/bin/gzip", [file]).status == 0)
                var bytes = try Data(contentsOf: URL(fileURLWithPath: file + ".gz"))
                if isCut { bytes = bytes.prefix(bytes.count / 2) } else { bytes[bytes.count / 2] ^= 0xFF }
                try bytes.write(to: URL(fileURLWithPath: file))
                let answer = try await store.postLines(
                    file: file, token: token, query: "?chunk=100", headers: ["Content-Encoding: gzip"])
                #expect(answer.status == 400)
                let inserted = answer.receipts.reduce(0) { $0 + ($1["inserted"] as? Int ?? 0) }
                // If damaged data still decompress, the damage is found late, and lines of them are
                // refused.
                let rejected = answer.receipts.reduce(0) { $0 + (($1["rejected"] as? [Any])?.count ?? 0) }
                #expect(inserted > 0)
                #expect(!isCut || rejected == 0)
                let place = try #require(answer.firstLineNotStored)
                #expect(place == (answer.receipts.last?["lines"] as? [String: Int])?["last"].map { $0 + 1 })
                #expect(answer.code == "malformed_body")
                let stored = try contents(store, of: "Ada").count
                #expect(stored == Int64(inserted))
            }
        }
    }

    @Test("after the service was killed, what was committed is there, and the stream sent again doubles nothing")
    func kill() async throws {
        try await withUpload { store, token, pipe, upload in
            try pipe.write(StepLine.samples(0..<1_050))
            try await wait(for: 1_000, store)
            await store.service.process.killAndWait()
            try pipe.end()
            #expect(await upload.answer().summary == nil)
            let service = try await RunningService.start(["--database-url", store.conninfo])
            let again = ServedStore(service: service, conninfo: store.conninfo)
            #expect(try contents(store, of: "Ada").count == 1_000)
            let answer = try await again.postLines(StepLine.samples(0..<2_000), token: token, query: "?chunk=100")
            service.process.terminate()
            _ = await service.process.waitForExit(seconds: 30)
            try expect(answer.summary, has: ["unchanged": 1_000, "inserted": 1_000])
            #expect(try contents(store, of: "Ada").count == 2_000)
        }
    }

    @Test("when the client leaves, whole chunks stay and the one in hand is not written")
    func disconnect() async throws {
        try await withUpload { store, token, pipe, upload in
            try pipe.write(StepLine.samples(0..<350))
            try await wait(for: 300, store)
            upload.process.kill()
            _ = await upload.answer()
            try pipe.end()
            let answer = try await store.postLines(StepLine.samples(0..<10), token: token)
            #expect(answer.summary?["unchanged"] as? Int == 10)
            #expect(try contents(store, of: "Ada").count == 300)
        }
    }

    @Test("when the database fails in the middle, receipts come with the failure, and the stream may be sent again")
    func lostDatabase() async throws {
        try await withUpload { store, token, pipe, upload in
            try pipe.write(StepLine.samples(0..<250))
            try await wait(for: 200, store)
            // The third chunk waits for the lock, so its session exists and can be ended.
            let session = try Session(conninfo: store.conninfo)
            try session.executeScript("begin; lock table health.sample in access exclusive mode")
            try pipe.write(StepLine.samples(250..<450))
            #expect(
                try await eventually {
                    try session.execute(
                        """
                        select count(pg_terminate_backend(pid)) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'
                            and application_name = 'healthstore'
                        """)[0].int64(0) > 0
                })
            try session.executeScript("rollback")
            try pipe.end()
            let answer = await upload.answer()
            #expect(answer.status == 503, "\(answer.text)")
            #expect(answer.receipts.count == 2 && answer.firstLineNotStored == 201)
            let again = try await store.postLines(StepLine.samples(0..<450), token: token, query: "?chunk=100")
            try expect(again.summary, has: ["unchanged": 200, "inserted": 250])
        }
    }

    @Test("a stream takes no more memory for being long, and its receipts neither", .enabled(if: LongRun.isOn))
    func memory() async throws {
        try await withTemporaryDirectory { directory in
            try await ServedStore.ownWithAda { store, token in
                _ = try await store.postLines(StepLine.samples(0..<5_000), token: token)
                let before = try store.service.process.peakBytes()
                // The stream has 32 MiB, mostly of refused lines, so that the receipts are long,
                // too.
                let block =
                    StepLine.samples(0..<10) + String(repeating: "x\n", count: 2_000)
                    + String(repeating: String(repeating: " ", count: 1 << 19) + "\n", count: 2)
                let file = directory + "/lines"
                _ = FileManager.default.createFile(atPath: file, contents: nil)
                let handle = try #require(FileHandle(forWritingAtPath: file))
                for _ in 0..<32 { try handle.write(contentsOf: Data(block.utf8)) }
                try handle.close()
                let answer = try await store.postLines(file: file, token: token, seconds: 500)
                #expect(answer.status == 200)
                try expect(answer.summary, has: ["rejected": 64_000, "unchanged": 320])
                #expect(try store.service.process.peakBytes() - before < 16 << 20)
            }
        }
    }
}
