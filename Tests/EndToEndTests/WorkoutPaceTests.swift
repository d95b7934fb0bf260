import Foundation
import Postgres
import TestSupport
import Testing

/// Zones and splits of a workout, over HTTP, in SQL and for assistants.
@Suite struct WorkoutPaceTests {
    private static let uuid = "5f3c4a51-5c7e-4b58-9d52-7f1f2a1b3c11"
    private static let path = "/v1/workouts/" + uuid

    private static func time(_ minute: Int) -> String {
        String(format: "2024-05-01T%02d:%02d:00Z", 10 + minute / 60, minute % 60)
    }

    /// A run of 40 minutes with a pause from minute 7 to 9, and heart rates with gaps of 5 and 25
    /// minutes. Its kilometres take 5 minutes each.
    private static var batch: String {
        get throws {
            func sample(_ type: String, _ unit: String, _ value: Double, _ from: Int, _ to: Int) -> [String: Any] {
                [
                    "uuid": UUID().uuidString, "type": type, "unit": unit, "value": value, "startDate": time(from),
                    "endDate": time(to), "source": ["name": "Watch"],
                ]
            }
            let rates = [(0, 100.0), (5, 150), (10, 160), (35, 170)].map {
                sample("heartRate", "count/min", $1, $0, $0)
            }
            let ways = [(0, 5, 1_000.0), (5, 15, 1_600), (15, 40, 5_000)]
                .map { sample("distanceWalkingRunning", "m", $2, $0, $1) }
            let workout: [String: Any] = [
                "uuid": uuid, "type": "workout", "workoutActivityType": "running", "startDate": time(0),
                "endDate": time(40),
                "totalDistance": 5_000, "source": ["name": "Watch"],
                "workoutEvents": [["type": "pause", "startDate": time(7)], ["type": "resume", "startDate": time(9)]],
            ]
            return try json(["samples": rates + ways + [workout]])
        }
    }

    private func numbers(_ list: Any?, _ name: String) throws -> [Double?] {
        try #require(list as? [[String: Any]]).map { $0[name] as? Double }
    }

    @Test("the zones and splits of a workout leave out its pauses, and say what they lack")
    func answer() async throws {
        try await ServedStore.withAda { store, token in
            try await store.service.send("POST", "/v1/batches", token: token, body: Self.batch).expect(200)
            let workout = try await store.object(Self.path, token: token)
            let zones = try #require(workout["heartRateZones"] as? [String: Any])
            // The greatest heart rate is 170.
            #expect(try numbers(zones["zones"], "minimum") == [nil, 85, 102, 119, 136, 153])
            // 100 to minute 5; 150 to minute 10 without the pause; 160 for ten minutes; 170 to the end.
            #expect(try numbers(zones["zones"], "duration") == [0, 300, 0, 0, 180, 900])
            try expect(
                zones,
                has: ["unit": "count/min", "maximumHeartRate": 170, "measuredTime": 1_380, "unmeasuredTime": 900])
            let splits = try #require(workout["distanceSplits"] as? [String: Any])
            #expect(
                try numbers(splits["splits"], "duration").map { $0?.rounded() } == Array(repeating: 300, count: 7) + [
                    180
                ])
            #expect(try numbers(splits["splits"], "averageHeartRate").first == 100)
            try expect(
                splits,
                has: [
                    "type": "HKQuantityTypeIdentifierDistanceWalkingRunning", "unit": "km", "splitLength": 1,
                    "distance": 7.6, "recordedDistance": 5, "repeatedDistance": 0,
                ])
            #expect(abs(try numbers(splits["steps"], "distance").compactMap(\.self).reduce(0, +) - 7.6) < 1e-9)
            let other = try await store.object(
                Self.path, [("unit", "distanceWalkingRunning:mi,heartRate:count/s")], token: token)
            try expect(#require(other["distanceSplits"] as? [String: Any]), has: ["unit": "mi", "splitLength": 1])
            try expect(#require(other["heartRateZones"] as? [String: Any]), has: ["unit": "count/s"])
        }
    }

    @Test("SQL and assistants have the same zones and splits")
    func surfaces() async throws {
        try await ServedStore.withAda { store, token in
            try await store.service.send("POST", "/v1/batches", token: token, body: Self.batch).expect(200)
            let workout = try await store.object(Self.path, token: token)
            let session = try Session(conninfo: store.conninfo)
            func column(_ sql: String) throws -> [Double?] {
                try session.execute(sql).map { try $0.optionalDouble(0) }
            }
            let zones = try numbers((workout["heartRateZones"] as? [String: Any])?["zones"], "duration")
            let splits = try numbers((workout["distanceSplits"] as? [String: Any])?["splits"], "duration")
            #expect(
                try column("select seconds from health_code.workout_heart_rate_zones('Ada') order by zone") == zones)
            #expect(try column("select seconds from health_code.workout_splits('Ada') order by split") == splits)
            let told = try await AssistantClient(service: store.service, token: token)
                .answer("workouts", ["uuid": Self.uuid])
            let toldSplits = try #require(told["distanceSplits"] as? [String: Any])
            #expect(try numbers(toldSplits["splits"], "duration").count == splits.count)
            #expect(toldSplits["steps"] == nil && told["heartRateZones"] != nil)
        }
    }
}
