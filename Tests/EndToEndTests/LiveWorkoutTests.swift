import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Workouts that are recorded live, over HTTP and on a real database.
@Suite struct LiveWorkoutTests {
    private typealias Object = [String: Any]

    private static let uuid = "6a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b11"
    private static let route = "7a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b12"
    private static let path = "/v1/workouts/\(uuid)/recording"

    /// A recorder of one person.
    private struct Recorder: Sendable {
        let service: RunningService
        let token: String

        func send(_ method: String, _ suffix: String = "", _ body: Object? = nil) async throws -> RunningService.Answer
        {
            try await service.send(
                method, LiveWorkoutTests.path + suffix, token: token, body: body.map { try json($0) })
        }

        func state(_ method: String, _ suffix: String = "", _ body: Object? = nil) async throws -> String? {
            let answer = try await send(method, suffix, body)
            return try answer.object["state"] as? String ?? answer.code
        }

        func get(_ path: String, _ query: [(String, String)] = []) async throws -> Object {
            try await service.send("GET", path, query: query, token: token).object
        }

        func workout() async throws -> Object { try await get("/v1/workouts/" + LiveWorkoutTests.uuid) }
    }

    private func recorder(_ store: ServedStore, _ name: String = "Ada") throws -> Recorder {
        Recorder(service: store.service, token: try store.token(for: name))
    }

    private static func time(_ second: Int) -> String {
        String(format: "2024-05-01T10:%02d:%02dZ", second / 60, second % 60)
    }

    private static let source = ["name": "Watch", "bundleIdentifier": "com.example.run", "version": "2"]
    private static let device = ["name": "Apple Watch", "model": "Watch", "hardwareVersion": "Watch6,1"]

    private var start: Object {
        [
            "workoutActivityType": "running", "locationType": "outdoor", "startDate": Self.time(0),
            "source": Self.source, "device": Self.device, "metadata": ["HKWeatherHumidity": "60 %"],
        ]
    }

    private var end: Object {
        [
            "endDate": Self.time(1_500), "totalEnergyBurned": 300.5, "totalDistance": 5_000,
            "metadata": ["HKAverageMETs": "9 kcal/hr·kg"],
            "workoutStatistics": [
                [
                    "type": "heartRate", "unit": "count/min", "average": 150, "startDate": Self.time(0),
                    "endDate": Self.time(1_500),
                ]
            ],
        ]
    }

    private func event(_ type: Any, _ second: Int) -> Object { ["type": type, "startDate": Self.time(second)] }

    private func location(_ second: Int) -> Object {
        ["timestamp": Self.time(second), "latitude": 52.5 + Double(second) / 1e5, "longitude": 13.4, "altitude": 34.25]
    }

    private func heartRate(_ second: Int) -> Object {
        [
            "uuid": String(format: "00000000-0000-4000-8000-%012d", second), "type": "heartRate",
            "startDate": Self.time(second), "endDate": Self.time(second), "value": 120 + second % 40,
            "unit": "count/min", "source": Self.source, "workout": Self.uuid,
        ]
    }

    private var beats: Object {
        [
            "uuid": "8a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b13", "type": "HKDataTypeIdentifierHeartbeatSeries",
            "startDate": Self.time(60), "endDate": Self.time(90), "source": Self.source,
            "workout": Self.uuid.uppercased(), "heartbeats": [["timeSinceSeriesStart": 0.5, "precededByGap": false]],
        ]
    }

    private var events: [Object] {
        [event("pause", 300), event("resume", 360), event("lap", 700), event(1, 900), event(2, 960)]
    }

    private func activity(_ number: Int, ended: Bool) -> Object {
        var activity: Object = [
            "uuid": "9a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b1\(number)", "workoutActivityType": "running",
            "startDate": Self.time(number * 700),
        ]
        if ended { activity["endDate"] = Self.time(number * 700 + 690) }
        return activity
    }

    private var whole: Object {
        var whole = start.merging(end) { $1 }
        whole["locationType"] = nil
        whole["uuid"] = Self.uuid
        whole["type"] = "workout"
        whole["metadata"] = ["HKWeatherHumidity": "60 %", "HKIndoorWorkout": false, "HKAverageMETs": "9 kcal/hr·kg"]
        whole["workoutEvents"] = events
        whole["workoutActivities"] = [activity(0, ended: true), activity(1, ended: true)]
        return whole
    }

    private var wholeRoute: Object {
        [
            "uuid": Self.route, "type": "workoutRoute", "startDate": Self.time(0), "endDate": Self.time(290),
            "source": Self.source, "device": Self.device, "workout": Self.uuid,
            "locations": (0..<30).map { location($0 * 10) },
        ]
    }

    /// The requests that fill the recording.
    private var requests: [(suffix: String, body: Object)] {
        let pieces = (0..<6).map { piece in
            (
                "",
                [
                    "workoutRoute": [
                        "uuid": Self.route, "locations": (0..<6).map { location(min(piece * 5 + $0, 29) * 10) },
                    ]
                ]
            )
        }
        let samples = (0..<5).map { group in ("samples", ["samples": (0..<4).map { heartRate(group * 40 + $0 * 10) }]) }
        return events.map { ("", ["workoutEvents": [$0]]) } + pieces + samples
            + [
                ("samples", ["samples": [beats]]),
                ("", ["workoutActivities": [activity(0, ended: false), activity(1, ended: false)]]),
                ("", ["workoutActivities": [activity(0, ended: true)], "workoutEvents": [event("lap", 700)]]),
                ("", ["workoutActivities": [activity(1, ended: true)]]), ("/finish", end),
            ]
    }

    private func lines(of name: String, _ session: Session) throws -> Set<String> {
        let lines = try exportedLines(PersonStore.find(name: name, session), session)
        return Set(lines.filter { $0.contains(#""sample""#) })
    }

    @Test("a workout recorded in pieces in any order, twice and late, equals the workout posted whole")
    func equalsWhole() async throws {
        try await ServedStore.with { store in
            let whole = try recorder(store, "Whole")
            let samples = (0..<20).map { heartRate($0 * 10) } + [beats]
            let posted = try await store.post(["samples": [self.whole, wholeRoute] + samples], token: whole.token)
            #expect(try posted.object["inserted"] as? Int == 23, "\(posted.body)")
            let session = try Session(conninfo: store.conninfo)
            var generator = SeededGenerator(21)
            for round in 0..<Rounds.count(3) {
                let live = try recorder(store, "Live \(round)")
                // Samples may come before the workout exists.
                _ = try await store.post(["samples": [heartRate(190), beats]], token: live.token)
                #expect(try await live.send("PUT", "", start).status == 200)
                for request in (requests + requests.prefix(9)).shuffled(using: &generator) {
                    let answer =
                        request.suffix == "samples"
                        ? try await store.post(request.body, token: live.token)
                        : try await live.send("POST", request.suffix, request.body)
                    answer.expect(200)
                }
                #expect(try await live.state("PUT", "", start) == "finished")
                #expect(try await live.state("POST", "/finish", end) == "finished")
                let stored = try lines(of: "Live \(round)", session)
                #expect(try stored == lines(of: "Whole", session))
                for (path, query) in [
                    ("/v1/workouts/\(Self.uuid)", []), ("/v1/workouts", [("types", "heartRate")]),
                    ("/v1/samples", [("type", "workout")]), ("/v1/samples", [("type", "workoutRoute")]),
                ] {
                    let (one, other) = (try await live.get(path, query), try await whole.get(path, query))
                    #expect(NSDictionary(dictionary: one) == NSDictionary(dictionary: other), "\(path) \(one) \(other)")
                }
            }
            let workout = try await whole.workout()
            try expect(workout, has: ["duration": 1_380, "workoutRoutes": [Self.route]])
            #expect((workout["objects"] as? [String])?.count == 22)
        }
    }

    @Test("a running workout is listed with its figures so far, and each request is a change of the feed")
    func running() async throws {
        try await ServedStore.with { store in
            let live = try recorder(store)
            let present = Date()
            func now(_ seconds: Double) -> String { present.addingTimeInterval(seconds).ISO8601Format() }
            var start = start
            start["startDate"] = now(-600)
            #expect(try await live.state("PUT", "", start) == "running")
            let begun = try await live.get("/v1/changes")
            var sample = heartRate(0)
            (sample["startDate"], sample["endDate"]) = (now(-500), now(-500))
            _ = try await store.post(["samples": [sample]], token: live.token)
            var workout = try await live.workout()
            try expect(workout, has: ["recordingState": "running", "elapsedTime": 100])
            let anchor = try #require(begun["anchor"] as? String)
            let next = try await live.get("/v1/changes", [("anchor", anchor)])
            #expect((next["changes"] as? [Object])?.count == 2, "\(next)")
            let pause: Object = ["workoutEvents": [["type": "pause", "startDate": now(-400)]]]
            #expect(try await live.state("POST", "", pause) == "paused")
            let resume: Object = ["workoutEvents": [["type": "resume", "startDate": now(-300)]]]
            #expect(try await live.state("POST", "", resume) == "running")
            let page = try await live.get("/v1/workouts", [("types", "heartRate")])
            workout = try #require((page["workouts"] as? [Object])?.first)
            try expect(workout, has: ["recordingState": "running", "duration": 200, "elapsedTime": 300])
            #expect(((workout["statistics"] as? [Object])?.first?["statistics"] as? Object)?["count"] as? Int == 1)
            // Sent again, nothing changes.
            let before = try await live.get("/v1/changes")["anchor"] as? String
            #expect(try await live.state("POST", "", pause) == "running")
            #expect(try await live.get("/v1/changes")["anchor"] as? String == before)
        }
    }

    @Test("a workout whose phone died has ended at its newest data, also after a kill, and can be finished late")
    func phoneDied() async throws {
        try await ServedStore.own { store in
            let live = try recorder(store)
            #expect(try await live.state("PUT", "", start) == "ended")
            #expect(try await live.state("POST", "", ["workoutEvents": [event("lap", 700)]]) == "ended")
            await store.service.process.killAndWait()
            let service = try await RunningService.start(["--database-url", store.conninfo])
            defer { service.process.kill() }
            let again = Recorder(service: service, token: live.token)
            let workout = try await again.workout()
            try expect(workout, has: ["recordingState": "ended", "endDate": "2024-05-01T10:11:40Z"])
            #expect(try await again.state("POST", "", ["workoutEvents": [event("lap", 800)]]) == "ended")
            #expect(try await again.state("POST", "/finish", ["endDate": Self.time(900)]) == "finished")
            let finished = try await again.workout()
            #expect(finished["recordingState"] == nil)
            #expect(finished["endDate"] as? String == "2024-05-01T10:15:00Z")
        }
    }

    @Test("discarding deletes the workout and its route, and keeps its samples")
    func discarded() async throws {
        try await ServedStore.with { store in
            let live = try recorder(store)
            _ = try await live.send("PUT", "", start)
            _ = try await store.post(["samples": [heartRate(0), heartRate(10)]], token: live.token)
            let piece: Object = ["workoutRoute": ["uuid": Self.route, "locations": [location(0)]]]
            #expect(try await live.send("POST", "", piece).status == 200)
            for _ in 0..<2 { #expect(try await live.state("DELETE") == "discarded") }
            for (type, count) in [("workout", 0), ("workoutRoute", 0), ("heartRate", 2)] {
                let samples = try await live.get("/v1/samples", [("type", type)])["samples"] as? [Object]
                #expect(samples?.count == count, "\(type)")
            }
            #expect(try await live.state("PUT", "", start) == "recording_discarded")
            #expect(try await live.state("POST", "", piece) == "recording_discarded")
            #expect(try await live.state("POST", "/finish", end) == "recording_discarded")
        }
    }

    @Test("requests at once lose nothing, and at most eight recordings are open")
    func concurrent() async throws {
        try await ServedStore.with { store in
            let live = try recorder(store)
            var start = start
            start["startDate"] = Date().ISO8601Format()
            let begin = try json(start)
            let bodies = try (0..<12).map { try json(["workoutEvents": [event("lap", $0 * 7)]]) }
            let (service, token) = (live.service, live.token)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await service.send("PUT", Self.path, token: token, body: begin).status }
                }
                for try await status in group { #expect(status == 200) }
                for body in bodies {
                    group.addTask { try await service.send("POST", Self.path, token: token, body: body).status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect((try await live.workout()["workoutEvents"] as? [Object])?.count == 12)
            var codes: [String?] = []
            for number in 0..<8 {
                let path = "/v1/workouts/6a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1c0\(number)/recording"
                codes.append(try await service.send("PUT", path, token: token, body: begin).code)
            }
            #expect(codes == Array(repeating: nil, count: 7) + ["too_many_recordings"])
        }
    }

    @Test("bad input names its field and changes nothing; neighbours see and change nothing")
    func refused() async throws {
        try await ServedStore.with { store in
            let live = try recorder(store)
            func check(
                _ method: String, _ suffix: String, _ body: Object, _ code: String, _ field: String? = nil
            ) async throws {
                let answer = try await live.send(method, suffix, body)
                let found = answer.field
                #expect(answer.code == code && (field == nil || found == field), "\(body): \(answer.body)")
                #expect((400..<500).contains(answer.status))
            }
            func changed(_ name: String, _ value: Any?) -> Object {
                var start = start
                start[name] = value
                return start
            }
            try await check("POST", "", ["workoutEvents": [event("lap", 1)]], "unknown_workout")
            try await check("POST", "/finish", end, "unknown_workout")
            try await check("PUT", "", changed("workoutActivityType", nil), "missing_field", "workoutActivityType")
            try await check("PUT", "", changed("startDate", "today"), "malformed_date", "startDate")
            try await check("PUT", "", changed("source", nil), "missing_field", "source")
            try await check("PUT", "", changed("source", ["name": 7]), "malformed_field", "source.name")
            try await check("PUT", "", changed("locationType", "moon"), "unknown_value", "locationType")
            try await check("PUT", "", changed("metadata", ["HKIndoorWorkout": true]), "contradictory", "locationType")
            try await check("PUT", "", changed("endDate", Self.time(1)), "unknown_field", "endDate")
            #expect((try await live.get("/v1/workouts")["workouts"] as? [Object])?.isEmpty == true)

            #expect(try await live.send("PUT", "", start).status == 200)
            for (name, value) in [
                ("workoutActivityType", "cycling" as Any), ("startDate", Self.time(1)), ("source", ["name": "Phone"]),
                ("device", ["name": "Phone"]), ("metadata", ["a": 1]),
            ] { try await check("PUT", "", changed(name, value), "workout_exists", name) }
            func events(_ event: Object) -> Object { ["workoutEvents": [self.event("lap", 1), event]] }
            try await check("POST", "", [:], "missing_field")
            try await check("POST", "", ["laps": []], "unknown_field", "laps")
            try await check("POST", "", ["workoutEvents": 7], "malformed_field", "workoutEvents")
            try await check("POST", "", events(["startDate": Self.time(1)]), "missing_field", "workoutEvents[1].type")
            try await check(
                "POST", "", events(event("lap", 5).merging(["endDate": Self.time(4)]) { $1 }), "end_before_start",
                "workoutEvents[1].endDate")
            try await check(
                "POST", "", events(event("lap", 5).merging(["duration": -1]) { $1 }), "malformed_number",
                "workoutEvents[1].duration")
            try await check(
                "POST", "", ["workoutActivities": [["workoutActivityType": "running", "startDate": Self.time(1)]]],
                "malformed_uuid", "workoutActivities[0].uuid")
            for (member, value, code) in [
                ("latitude", 91 as Any, "malformed_number"), ("longitude", "13", "malformed_number"),
                ("timestamp", 5, "malformed_date"),
            ] {
                try await check(
                    "POST", "",
                    ["workoutRoute": ["uuid": Self.route, "locations": [location(1).merging([member: value]) { $1 }]]],
                    code, "workoutRoute.locations[0].\(member)")
            }
            try await check(
                "POST", "", ["workoutRoute": ["uuid": Self.uuid, "locations": [location(1)]]], "workout_exists",
                "workoutRoute.uuid")
            try await check(
                "POST", "", ["workoutEvents": (0...10_000).map { event("lap", $0 % 60) }], "too_many_records")
            try await check("POST", "/finish", [:], "missing_field", "endDate")
            try await check("POST", "/finish", ["endDate": "2024-05-01T09:00:00Z"], "end_before_start", "endDate")
            try await check(
                "POST", "/finish", ["endDate": Self.time(9), "duration": -1], "malformed_number", "duration")
            var wrong = heartRate(0)
            wrong["workout"] = "mine"
            let batch = try await store.post(["samples": [wrong]], token: live.token)
            #expect(batch.body.contains(#""code":"malformed_uuid","field":"workout""#), "\(batch.body)")
            let known = try await live.workout()
            #expect((known["workoutEvents"] as? [Object])?.isEmpty == true)

            let neighbour = try recorder(store, "Ben")
            #expect(try await neighbour.state("POST", "", ["workoutEvents": [event("lap", 1)]]) == "unknown_workout")
            #expect(try await neighbour.state("POST", "/finish", end) == "unknown_workout")
            #expect(try await neighbour.state("DELETE") == "unknown_workout")
            _ = try await store.post(["samples": [heartRate(30)]], token: neighbour.token)
            #expect(NSDictionary(dictionary: try await live.workout()) == NSDictionary(dictionary: known))

            #expect(try await live.state("POST", "/finish", end) == "finished")
            try await check("POST", "/finish", ["endDate": Self.time(9)], "recording_finished", "endDate")
            #expect(try await live.state("DELETE") == "recording_finished")
        }
    }
}
