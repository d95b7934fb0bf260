import Foundation
import Postgres
import TestSupport
import Testing

/// Tests pages of long items. Such pages end early, and the service holds only about one page in
/// memory.
@Suite struct PageBytesTests {
    private typealias Object = [String: Any]

    /// The maximum size in bytes of the list in a response, without the text around the list.
    private static let pageBytesMax = 16 << 20
    private static let frameBytesMax = 10_000

    /// Returns `count` items. Their metadata and parts are filled later.
    private func items(_ count: Int, _ make: (_ day: String) -> Object) -> [Object] {
        (0..<count).map { number in
            let day = String(format: "2024-%02d-%02d", 5 + number / 28, 1 + number % 28)
            return make(day).merging(["uuid": UUID().uuidString.lowercased(), "metadata": ["x": ""]]) { $1 }
        }
    }

    private func workouts(_ count: Int) -> [Object] {
        items(count) { day in
            [
                "type": "workout", "workoutActivityType": "running", "startDate": "\(day)T10:00:00Z",
                "endDate": "\(day)T11:00:00Z", "source": ["name": "Watch"],
            ]
        }
    }

    private func steps(_ count: Int) -> [Object] {
        items(count) { step(start: "\($0)T10:00:00Z", end: "\($0)T11:00:00Z") }
    }

    /// Posts small samples, which `sql` then makes long. Posting long samples would take minutes.
    private func fill(_ store: ServedStore, _ token: String, _ samples: [Object], _ sql: String) async throws {
        try await store.post(["samples": samples], token: token).expect(200)
        try Session(conninfo: store.conninfo).executeScript(sql)
    }

    /// Returns the uuids of every page's items, and the sizes of the pages in bytes.
    private func pages(
        _ store: ServedStore, _ token: String, _ path: String, _ query: [(String, String)], list: String
    ) async throws -> (uuids: [String], bytes: [Int]) {
        var (uuids, bytes, cursor): ([String], [Int], String?) = ([], [], nil)
        repeat {
            let answer = try await store.get(path, query + (cursor.map { [("cursor", $0)] } ?? []), token: token)
            answer.expect(200)
            let object = try answer.object
            let items = try #require(object[list] as? [Object])
            #expect(!items.isEmpty)
            uuids += items.compactMap { $0["uuid"] as? String }
            bytes.append(answer.body.utf8.count)
            cursor = object["cursor"] as? String
        } while cursor != nil && bytes.count < 100
        return (uuids, bytes)
    }

    @Test("long samples and workouts come in pages of 16 MiB, and the service holds little more than a page")
    func memory() async throws {
        try await ServedStore.ownWithAda { store, token in
            // The memory of a page is only seen beside many pages.
            let count = LongRun.isOn ? 56 : 5
            let (steps, workouts) = (steps(count), workouts(count))
            try await fill(
                store, token, steps + workouts,
                "update health.sample_detail set metadata = jsonb_build_object('x', repeat('x', 3900000))")
            func expected(_ samples: [Object]) -> [String] { samples.compactMap { $0["uuid"] as? String } }
            let before = try store.service.process.peakBytes()
            let samples = try await pages(
                store, token, "/v1/samples", [("type", "stepCount"), ("limit", "1000")], list: "samples")
            #expect(samples.uuids == expected(steps))
            let sessions = try await pages(
                store, token, "/v1/workouts", [("order", "ascending"), ("limit", "1000")], list: "workouts")
            #expect(sessions.uuids == expected(workouts))
            for bytes in samples.bytes + sessions.bytes {
                #expect(bytes <= PageBytesTests.pageBytesMax + PageBytesTests.frameBytesMax)
            }
            #expect(samples.bytes.count == (count + 3) / 4 && sessions.bytes.count == (count + 3) / 4)
            let changes = try await store.get("/v1/changes", token: token)
            #expect(try (changes.object["changes"] as? [Object])?.count == 4)
            // The limit is 200 MB. A page is held as samples and as JSON, and the process may keep
            // memory that was freed. All 56 samples are 218 MB, which were 850 MB when rows,
            // samples and JSON were held at once.
            let growth = try store.service.process.peakBytes() - before
            #expect(growth < 400 << 20)
            try await checkLines(store, token, count)
        }
    }

    /// A page of lines ends early, too, and its Link goes on.
    private func checkLines(_ store: ServedStore, _ token: String, _ count: Int) async throws {
        var (path, counts): (String?, [Int]) = ("/v1/samples?type=stepCount", [])
        while let next = path, counts.count < count {
            let answer = try await store.get(next, token: token, headers: ["Accept: application/x-ndjson"])
            #expect(answer.body.utf8.count <= PageBytesTests.pageBytesMax)
            counts.append(answer.body.utf8.count { $0 == UInt8(ascii: "\n") })
            path = answer.header("Link").flatMap { $0.firstMatch(of: /<(.*?)>/) }.map { "/v1/samples\($0.1)" }
        }
        #expect(counts.dropLast().allSatisfy { $0 == 4 } && counts.reduce(0, +) == count, "\(counts)")
    }

    @Test(
        "workouts whose events are longer in the answer than in the store are measured as they are answered",
        .enabled(if: LongRun.isOn))
    func events() async throws {
        try await ServedStore.withAda { store, token in
            let workouts = workouts(12)
            try await fill(
                store, token, workouts,
                """
                update health.sample_detail set parts = jsonb_build_object('workoutEvents', (
                    select jsonb_agg(jsonb_build_object('type', 1 + n % 2, 'date', '2024-05-01T10:00:00Z'))
                    from generate_series(1, 20000) n))
                """)
            let read = try await pages(
                store, token, "/v1/workouts", [("order", "ascending"), ("limit", "1000")], list: "workouts")
            #expect(read.uuids == workouts.compactMap { $0["uuid"] as? String })
            #expect(read.bytes.count == 2)
            #expect(read.bytes.allSatisfy { $0 <= PageBytesTests.pageBytesMax + PageBytesTests.frameBytesMax })
        }
    }
}
