import Foundation
import TestSupport
import Testing

@Suite struct WorkoutEndpointTests {
    private typealias Object = [String: Any]

    private static let uuid = "6a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b11"

    /// Returns a sample of Ada's on one morning.
    private func sample(
        _ type: String, _ start: String, _ end: String? = nil, _ fields: Object = [:]
    ) -> Object {
        clientSample(type, fields, start: "2024-05-01T\(start)Z", end: "2024-05-01T\(end ?? start)Z")
    }

    private func heartRate(_ value: Double, _ start: String, _ end: String? = nil) -> Object {
        sample("heartRate", start, end, ["value": value, "unit": "count/min"])
    }

    /// A workout from 10:00 to 11:00 that was paused twice.
    private var duathlon: Object {
        func event(_ type: Any, _ time: String, _ fields: Object = [:]) -> Object {
            ["type": type, "date": "2024-05-01T\(time)Z"].merging(fields) { $1 }
        }
        return sample(
            "workout", "10:00:00", "11:00:00",
            [
                "uuid": WorkoutEndpointTests.uuid, "workoutActivityType": "swimBikeRun", "totalDistance": 12_000,
                "metadata": ["HKIndoorWorkout": false],
                "workoutEvents": [
                    event("pause", "10:10:00"), event(2, "10:15:00"), event("motionPaused", "10:30:00"),
                    event("motionResumed", "10:32:00", ["metadata": ["why": "lights"]]),
                    event("pauseOrResumeRequest", "10:40:00"), event("lap", "10:00:00", ["duration": 90]),
                    event("fly", "10:50:00"), ["type": "lap"],
                ],
                "workoutActivities": [
                    [
                        "uuid": "first", "workoutActivityType": "running", "startDate": "2024-05-01T10:00:00Z",
                        "endDate": "2024-05-01T10:20:00Z", "workoutEvents": [event("pause", "10:19:00")],
                    ],
                    [
                        "activityType": 13, "startDate": "2024-05-01T10:20:00Z", "endDate": "2024-05-01T11:00:00Z",
                        "duration": 2_000,
                    ],
                    ["activityType": 13],
                ],
            ])
    }

    private func statistics(_ object: Object?) -> [String: Object] {
        var statistics: [String: Object] = [:]
        for entry in object?["statistics"] as? [Object] ?? [] {
            statistics[entry["type"] as? String ?? ""] = entry["statistics"] as? Object ?? [:]
        }
        return statistics
    }

    private func pauses(_ object: Object) -> [[String]] {
        (object["pauses"] as? [[String: String]] ?? []).map { [$0["startDate"] ?? "", $0["endDate"] ?? ""] }
    }

    @Test("a workout that was posted comes with its pauses, activities and what was measured during it")
    func posted() async throws {
        try await ServedStore.withAda { store, token in
            let samples = [
                duathlon, heartRate(60, "09:59:59"), heartRate(120, "10:00:00"), heartRate(150, "10:25:00", "10:26:00"),
                heartRate(240, "11:00:00"),
                sample("stepCount", "09:50:00", "10:10:00", ["value": 100, "unit": "count"]),
            ]
            #expect(try await store.post(["samples": samples], token: token).object["inserted"] as? Int == 6)
            let path = "/v1/workouts/" + WorkoutEndpointTests.uuid.uppercased()
            let workout = try await store.object(path, [("timeZone", "Europe/Berlin")], token: token)
            try expect(
                workout,
                has: [
                    "uuid": WorkoutEndpointTests.uuid, "workoutActivityType": 82,
                    "workoutActivityTypeName": "swimBikeRun", "startDate": "2024-05-01T12:00:00+02:00",
                    "duration": 3_180, "elapsedTime": 3_600, "totalDistance": 12_000, "totalEnergyBurned": NSNull(),
                    "objects": [String](), "unreadEvents": 1, "unreadActivities": 1,
                ])
            try expect(workout["source"] as? Object, has: ["name": "Watch"])
            try expect(workout["metadata"] as? Object, has: ["HKIndoorWorkout": false])
            #expect(
                pauses(workout) == [
                    ["2024-05-01T12:10:00+02:00", "2024-05-01T12:15:00+02:00"],
                    ["2024-05-01T12:30:00+02:00", "2024-05-01T12:32:00+02:00"],
                ])
            let events = try #require(workout["workoutEvents"] as? [Object])
            #expect(events.map { $0["type"] as? Int } == [1, 2, 5, 6, 8, 3, nil])
            #expect(events.map { $0["sentType"] as? String } == [nil, nil, nil, nil, nil, nil, "fly"])
            #expect(events[0]["typeName"] as? String == "pause")
            #expect(events[5]["endDate"] as? String == "2024-05-01T12:01:30+02:00")
            try expect(events[3]["metadata"] as? Object, has: ["why": "lights"])

            let figures = statistics(workout)
            #expect(figures.count == 2)
            try expect(
                figures["HKQuantityTypeIdentifierHeartRate"], has: ["count": 2, "minimum": 120, "maximum": 150])
            try expect(figures["HKQuantityTypeIdentifierStepCount"], has: ["sum": 50])

            let activities = try #require(workout["workoutActivities"] as? [Object])
            try #require(activities.count == 2)
            // The activity's own events apply. They pause it until its end.
            try expect(
                activities[0], has: ["workoutActivityTypeName": "running", "uuid": "first", "duration": 1_140])
            #expect(pauses(activities[0]) == [["2024-05-01T12:19:00+02:00", "2024-05-01T12:20:00+02:00"]])
            try expect(
                activities[1],
                has: [
                    "workoutActivityTypeName": "cycling", "uuid": NSNull(), "duration": 2_000, "elapsedTime": 2_400,
                    "pauses": [String](),
                ])
            try expect(statistics(activities[0])["HKQuantityTypeIdentifierHeartRate"], has: ["maximum": 120])
            try expect(statistics(activities[1])["HKQuantityTypeIdentifierHeartRate"], has: ["maximum": 150])
            #expect(statistics(activities[1])["HKQuantityTypeIdentifierStepCount"] == nil)
        }
    }

    @Test("statistics are of the types that are asked for, also where there is nothing, and in a list only then")
    func types() async throws {
        try await ServedStore.withAda { store, token in
            let instant = sample("workout", "12:00:00", nil, ["workoutActivityType": 37])
            _ = try await store.post(["samples": [duathlon, instant, heartRate(120, "10:00:00")]], token: token)
            func list(_ query: [(String, String)]) async throws -> [Object] {
                try await store.object("/v1/workouts", query, token: token)["workouts"]
                    as? [Object] ?? []
            }
            let plain = try await list([])
            #expect(plain.count == 2 && plain.allSatisfy { $0["statistics"] == nil })
            #expect((plain[1]["workoutActivities"] as? [Object])?.allSatisfy { $0["statistics"] == nil } == true)
            let measured = try await list([("types", "stepCount,heartRate")])
            try expect(measured[0], has: ["statistics": [String](), "duration": 0])
            let entries = try #require(measured[1]["statistics"] as? [Object])
            try #require(entries.count == 2)
            try expect(
                entries[0],
                has: [
                    "type": "HKQuantityTypeIdentifierStepCount", "statistics": NSNull(), "sources": [String](),
                    "unit": "count", "aggregationStyle": "cumulative",
                ])
            try expect(entries[1], has: ["type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min"])
            try expect(entries[1]["statistics"] as? Object, has: ["average": 120])
            try expect((entries[1]["sources"] as? [Object])?.first, has: ["name": "Watch"])
            let one = try await store.get(
                "/v1/workouts/" + WorkoutEndpointTests.uuid, [("types", "heartRate")], token: token)
            #expect((try one.object["statistics"] as? [Object])?.count == 1)
        }
    }

    @Test("the first hundred activities of a workout have statistics of their own")
    func manyActivities() async throws {
        try await ServedStore.withAda { store, token in
            let activity: Object = ["startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:01:00Z"]
            var workout = duathlon
            workout["workoutActivities"] = Array(repeating: activity, count: 101)
            _ = try await store.post(["samples": [workout, heartRate(120, "10:00:00")]], token: token)
            let answer = try await store.get(
                "/v1/workouts/" + WorkoutEndpointTests.uuid, [("types", "heartRate")], token: token)
            let activities = try #require(try answer.object["workoutActivities"] as? [Object])
            let counts = activities.map { statistics($0).count }
            #expect(counts == Array(repeating: 1, count: 100) + [0])
            #expect(activities.last?["statistics"] == nil)
        }
    }
}
