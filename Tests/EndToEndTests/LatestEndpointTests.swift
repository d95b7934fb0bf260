import Foundation
import TestSupport
import Testing

/// Tests the newest samples of several types, and what the service returns about types.
@Suite struct LatestEndpointTests {
    private typealias Object = [String: Any]

    private static func sample(
        _ number: Int, _ type: String, _ start: String, _ end: String? = nil, _ fields: Object,
        source: String = "Watch"
    ) -> Object {
        let uuid = "00000000-0000-4000-8000-0000000000\(10 + number)"
        return clientSample(type, fields.merging(["uuid": uuid]) { $1 }, start: start, end: end, source: source)
    }

    @Test("the latest sample of each type is the one that begins last among those that have begun")
    func latest() async throws {
        try await ServedStore.withAda { store, token in
            let kg: (Double) -> Object = { ["value": $0, "unit": "kg"] }
            let workout: Object = ["workoutActivityType": "running", "totalDistance": 5_000]
            let samples: [Object] = [
                Self.sample(1, "bodyMass", "2024-05-01T08:00:00Z", nil, kg(80)),
                Self.sample(2, "bodyMass", "2024-05-03T08:00:00Z", nil, kg(81), source: "Scale"),
                Self.sample(3, "bodyMass", "2999-05-03T08:00:00Z", nil, kg(90)),
                // This sample begins earlier and ends later.
                Self.sample(
                    4, "stepCount", "2024-05-01T08:00:00Z", "2024-05-02T08:00:00Z", ["value": 9, "unit": "count"]),
                Self.sample(
                    5, "stepCount", "2024-05-01T09:00:00Z", "2024-05-01T10:00:00Z", ["value": 7, "unit": "count"]),
                // These samples begin together.
                Self.sample(6, "heartRate", "2024-05-01T09:00:00Z", nil, ["value": 60, "unit": "bpm"]),
                Self.sample(
                    7, "heartRate", "2024-05-01T09:00:00Z", "2024-05-01T09:01:00Z", ["value": 62, "unit": "bpm"]),
                Self.sample(
                    8, "sleepAnalysis", "2024-05-01T03:00:00Z", "2024-05-01T04:00:00Z",
                    ["value": "HKCategoryValueSleepAnalysisAsleepREM", "metadata": ["note": "private"]]),
                Self.sample(9, "workout", "2024-05-01T03:00:00Z", "2024-05-01T04:00:00Z", workout),
                Self.sample(
                    10, "HKQuantityTypeIdentifierOfTomorrow", "2024-05-01T03:00:00Z", nil, ["value": 3, "unit": "x"]),
                Self.sample(11, "flightsClimbed", "2999-05-01T03:00:00Z", nil, ["value": 3, "unit": "count"]),
            ]
            #expect(try await store.post(["samples": samples], token: token).object["inserted"] as? Int == 11)
            func ask(_ query: [(String, String)], token: String = token) async throws -> [Object] {
                try await store.object("/v1/latest", query, token: token)["latest"] as? [Object] ?? []
            }
            func found(_ list: [Object]) -> [String: Object] {
                Dictionary(
                    uniqueKeysWithValues: list.map { ($0["type"] as? String ?? "", $0["sample"] as? Object ?? [:]) })
            }
            let some = try await ask([("types", "stepCount,bodyMass,restingHeartRate,flightsClimbed")])
            #expect(
                some.map { $0["displayName"] as? String } == [
                    "Steps", "Weight", "Resting Heart Rate", "Flights Climbed",
                ])
            #expect(some.map { $0["sample"] is NSNull } == [false, false, true, true])
            #expect(some.map { $0["kind"] as? String } == Array(repeating: "quantity", count: 4))
            let mass = try #require(some[1]["sample"] as? Object)
            try expect(mass, has: ["value": 81, "unit": "kg"])
            #expect(
                mass["startDate"] as? String == "2024-05-03T08:00:00.000Z"
                    || mass["startDate"] as? String == "2024-05-03T08:00:00Z")
            try expect(mass["source"] as? Object, has: ["name": "Scale"])
            try expect(some[0]["sample"] as? Object, has: ["value": 7])

            let all = found(try await ask([]))
            #expect(all.count == 6, "\(all.keys)")
            try expect(all["HKQuantityTypeIdentifierHeartRate"], has: ["value": 62])
            let sleep = try #require(all["HKCategoryTypeIdentifierSleepAnalysis"])
            try expect(sleep, has: ["valueName": "asleepREM", "value": 5])
            #expect(sleep["metadata"] == nil)
            try expect(all["HKWorkoutTypeIdentifier"], has: ["workoutActivityTypeName": "running"])
            try expect(all["HKQuantityTypeIdentifierOfTomorrow"], has: ["unit": "x"])
            #expect(try await ask([("unit", "bodyMass:lb")]).count == 6)

            let answer = try await store.get("/v1/latest", token: token)
            let tag = try #require(answer.header("ETag"))
            try await store.get("/v1/latest", token: token, headers: ["If-None-Match: \(tag)"]).expect(304)
            #expect(try await ask([], token: store.token(for: "Bea")).isEmpty)
            for (types, code) in [
                ("steps", "unknown_type"), ("stepCount,stepCount", "repeated_parameter"), ("", "missing_parameter"),
                (Array(repeating: "stepCount", count: 51).joined(separator: ","), "out_of_range"),
            ] {
                try await store.get("/v1/latest", [("types", types)], token: token).expect(400, code)
            }
        }
    }

    @Test("with a time zone, sums and category types have the figures of the day of their newest sample")
    func days() async throws {
        try await ServedStore.withAda { store, token in
            let steps: (Double) -> Object = { ["value": $0, "unit": "count"] }
            let times = [("2024-05-01T21:30:00Z", 100.0), ("2024-05-01T22:30:00Z", 20), ("2024-05-02T08:00:00Z", 3)]
            var samples = times.enumerated().map { Self.sample($0, "stepCount", $1.0, nil, steps($1.1)) }
            samples += (3...4).map {
                Self.sample($0, "mindfulSession", "2024-04-0\($0)T08:00:00Z", "2024-04-0\($0)T08:05:00Z", ["value": 0])
            }
            samples.append(Self.sample(5, "heartRate", "2024-05-02T08:00:00Z", nil, ["value": 60, "unit": "bpm"]))
            samples.append(
                Self.sample(
                    6, "sleepAnalysis", "2024-05-01T03:00:00Z", "2024-05-01T04:00:00Z",
                    ["value": "HKCategoryValueSleepAnalysisAsleepREM"]))
            #expect(try await store.post(["samples": samples], token: token).object["inserted"] as? Int == 7)
            func days(_ query: [(String, String)]) async throws -> [String: Object] {
                let listed = try await store.object("/v1/latest", query, token: token)["latest"] as? [Object] ?? []
                return Dictionary(
                    uniqueKeysWithValues: listed.compactMap { one in
                        (one["day"] as? Object).map { (one["type"] as? String ?? "", $0) }
                    })
            }
            #expect(try await days([]).isEmpty)
            let found = try await days([("timeZone", "Europe/Berlin")])
            #expect(
                Set(found.keys) == [
                    "HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierMindfulSession",
                ])
            let walked = try #require(found["HKQuantityTypeIdentifierStepCount"])
            // In Berlin, 22:30 UTC is on the next day.
            try expect(
                walked,
                has: [
                    "startDate": "2024-05-02T00:00:00+02:00", "endDate": "2024-05-03T00:00:00+02:00", "unit": "count",
                ])
            #expect(walked["partial"] as? Bool == false)
            try expect(walked["statistics"] as? Object, has: ["sum": 23, "count": 2])
            let sat = try #require(found["HKCategoryTypeIdentifierMindfulSession"])
            #expect(sat["unit"] is NSNull)
            try expect(sat["statistics"] as? Object, has: ["count": 1, "duration": 300])
            let inUTC = try await days([("timeZone", "UTC"), ("types", "stepCount")])
            try expect(inUTC["HKQuantityTypeIdentifierStepCount"]?["statistics"] as? Object, has: ["sum": 3])
            for (zone, code) in [("Mars", "unknown_time_zone"), ("person", "no_time_zone_history")] {
                let refused = try await store.get("/v1/latest", [("timeZone", zone)], token: token)
                #expect(refused.status == 400 || refused.status == 409, "\(refused.body)")
                #expect(refused.code == code, "\(refused.body)")
            }
        }
    }

    @Test("a type whose samples are all deleted is no type with samples any more")
    func emptied() async throws {
        try await ServedStore.withAda { store, token in
            let sample = Self.sample(1, "stepCount", "2024-05-01T08:00:00Z", nil, ["value": 9, "unit": "count"])
            func count() async throws -> Int {
                let listed = try await store.object("/v1/types", [("hasSamples", "true")], token: token)
                return (listed["types"] as? [Object] ?? []).count
            }
            #expect(try await count() == 0)
            #expect(try await store.post(["samples": [sample]], token: token).status == 200)
            #expect(try await count() == 1)
            let uuid = try #require(sample["uuid"] as? String)
            #expect(try await store.post(["samples": [], "deleted": [uuid]], token: token).status == 200)
            #expect(try await count() == 0)
        }
    }

    @Test("types come with the Health app's names, groups and colours, and the units in which they can be read")
    func types() async throws {
        try await ServedStore.withAda { store, token in
            let unknown = Self.sample(1, "Snoring", "2024-05-01T03:00:00Z", nil, ["value": 3, "unit": "x"])
            #expect(try await store.post(["samples": [unknown]], token: token).status == 200)
            let chosen = try await store.service.send(
                "PUT", "/v1/units", token: token, body: #"{"units": {"restingHeartRate": "count/s"}}"#)
            chosen.expect(200)
            let answer = try await store.object("/v1/types", token: token)
            let types = Dictionary(
                uniqueKeysWithValues: (answer["types"] as? [Object] ?? []).map {
                    ($0["shortName"] as? String ?? "", $0)
                })
            let pulse = try #require(types["restingHeartRate"])
            try expect(
                pulse,
                has: [
                    "displayName": "Resting Heart Rate", "group": "heart", "unit": "count/s", "chosenUnit": "count/s",
                    "preferredUnit": "count/min", "canonicalUnit": "count/min", "units": ["count/min", "count/s"],
                ])
            let groups = answer["groups"] as? [Object] ?? []
            #expect(groups.count == 14)
            let heart = try #require(groups.first { $0["name"] as? String == "heart" })
            let color = try #require(pulse["color"] as? String)
            try expect(heart, has: ["displayName": "Heart", "color": color])
            let names = Set(groups.compactMap { $0["name"] as? String })
            for (name, type) in types {
                #expect(names.contains(type["group"] as? String ?? ""), "\(name)")
                #expect((type["displayName"] as? String)?.isEmpty == false, "\(name)")
            }
            let sleep = try #require(types["sleepAnalysis"])
            #expect(sleep["displayName"] as? String == "Sleep" && sleep["units"] == nil)
            try expect(types["Snoring"], has: ["displayName": "Snoring", "group": "otherData"])
        }
    }
}
