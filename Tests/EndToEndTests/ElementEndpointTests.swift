import Foundation
import TestSupport
import Testing

@Suite struct ElementEndpointTests {
    private static let export = """
        <HealthData locale="en_US"><ExportDate value="2024-06-01 08:00:00 +0200"/>
        <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-02-02" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
        HKCharacteristicTypeIdentifierBloodType="" HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 10:40:00 +0200">
        <WorkoutRoute><Location date="2024-05-01 10:00:00 +0200" latitude="37.7777" longitude="-122.426"/></WorkoutRoute>
        </Workout>
        <ActivitySummary dateComponents="2024-05-01" activeEnergyBurned="4184" activeEnergyBurnedGoal="8368" \
        activeEnergyBurnedUnit="kJ" appleExerciseTime="39" appleStandHours="9" appleStandHoursGoal="12"/>
        <ActivitySummary dateComponents="2024-05-02" appleMoveTime="5"/>
        </HealthData>
        """

    private func withExport(_ body: (ServedStore, String) async throws -> Void) async throws {
        try await ServedStore.withAda { store, token in
            try await store.upload(ElementEndpointTests.export, token: token)
            try await body(store, token)
        }
    }

    private static let path = "/v1/activity-summaries"

    @Test("the rings of each day are those of the export until an app sends others")
    func activitySummaries() async throws {
        try await withExport { store, token in
            func days(_ from: String, _ to: String) async throws -> [String] {
                let answer = try await store.object(Self.path, [("from", from), ("to", to)], token: token)
                return (answer["activitySummaries"] as? [[String: Any]] ?? []).map { day in
                    day.sorted { $0.key < $1.key }.map { "\($0.value is NSNull ? "-" : "\($0.value)")" }
                        .joined(separator: " ")
                }
            }
            // The columns are energy and its goal, exercise and its goal, move and its goal, stand
            // and its goal, and the day.
            let first = "1000 2000 39 - - - 9 12 2024-05-01"
            let second = "- - - - 5 - - - 2024-05-02"
            #expect(try await days("2024-05-01", "2024-05-03") == [first, second])
            #expect(try await days("2024-05-02", "2024-05-03") == [second])
            let units =
                try await store.get(
                    ElementEndpointTests.path, [("from", "2024-05-01"), ("to", "2024-05-03")],
                    token: token
                ).object["units"] as? [String: String]
            #expect(units?["activeEnergyBurned"] == "kcal" && units?["appleStandHours"] == "hr" && units?.count == 8)
            let put = try await store.service.send(
                "PUT", ElementEndpointTests.path + "/2024-05-02", token: token,
                body: #"{"activeEnergyBurned": 12.5, "appleMoveTime": null, "dateComponents": "2024-05-02"}"#)
            put.expect(200)
            #expect(try put.object["activeEnergyBurned"] as? Double == 12.5)
            #expect(try await days("2024-05-01", "2024-05-03") == [first, "12.5 - - - - - - - 2024-05-02"])
        }
    }

    @Test("an error in the rings is named, and nothing is stored")
    func mistakes() async throws {
        try await ServedStore.withAda { store, token in
            for (day, body, code, name) in [
                ("2024-02-30", "{}", "malformed", "date"), ("2024-05-01", "[]", "malformed_field", ""),
                ("2024-05-01", #"{"steps": 1}"#, "malformed_field", "steps"),
                ("2024-05-01", #"{"appleMoveTime": -1}"#, "malformed_number", "appleMoveTime"),
                ("2024-05-01", #"{"appleMoveTime": "1"}"#, "malformed_number", "appleMoveTime"),
                ("2024-05-01", #"{"appleMoveTime": 1, "appleMoveTime": 1}"#, "malformed_field", "appleMoveTime"),
                ("2024-05-01", #"{"dateComponents": "2024-05-02"}"#, "malformed_field", "dateComponents"),
            ] {
                let answer = try await store.service.send(
                    "PUT", ElementEndpointTests.path + "/\(day)", token: token, body: body)
                #expect(answer.status == 400 && answer.code?.hasPrefix(code) == true, "\(body) \(answer.code ?? "")")
                let details = try answer.object["details"] as? [String: Any]
                #expect((details?["field"] ?? details?["parameter"]) as? String == name)
            }
            for (query, name) in [
                ([("from", "2024-05-01")], "to"), ([("to", "2024-05-01")], "from"),
                ([("from", "2024-05-01"), ("to", "2024-05-01")], "to"),
                ([("from", "0001-01-01"), ("to", "2024-05-01")], "to"),
                ([("from", "2024-05-01"), ("to", "2024-05-02"), ("timeZone", "UTC")], "timeZone"),
            ] {
                try await store.get(ElementEndpointTests.path, query, token: token).expect(400, naming: name)
            }
            let all = try await store.get(
                ElementEndpointTests.path, [("from", "2000-01-01"), ("to", "2050-01-01")], token: token)
            #expect(try (all.object["activitySummaries"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("characteristics are listed by HealthKit's identifiers")
    func characteristics() async throws {
        try await withExport { store, token in
            let answer = try await store.get("/v1/characteristics", token: token)
            let list = try (answer.object["characteristics"] as? [[String: Any]] ?? []).map { item in
                let type = try #require(item["type"] as? String)
                let values = ["value", "rawValue", "valueName"].map { item[$0] is NSNull ? "-" : "\(item[$0] ?? "?")" }
                return type.dropFirst("HKCharacteristicTypeIdentifier".count) + " " + values.joined(separator: " ")
            }
            #expect(
                list == [
                    "BiologicalSex HKBiologicalSexFemale 1 female", "BloodType - - -",
                    "CardioFitnessMedicationsUse None - -", "DateOfBirth 1990-02-02 - -",
                ])
        }
    }

    @Test("an app replaces some characteristics, and an error in them is named and stores nothing")
    func changedCharacteristics() async throws {
        try await withExport { store, token in
            let path = "/v1/characteristics"
            func values() async throws -> [String] {
                let answer = try await store.get(path, token: token)
                return try (answer.object["characteristics"] as? [[String: Any]] ?? []).map { item in
                    let type = try #require(item["type"] as? String)
                    return type.dropFirst("HKCharacteristicTypeIdentifier".count)
                        + " \(item["value"] as? String ?? "-")"
                }
            }
            let before = try await values()
            let date = #"{"type": "dateOfBirth", "value": "1991-03-04"}"#
            for (list, code, field) in [
                ("{}", "missing_field", "characteristics"),
                (#"{"characteristics": {}}"#, "malformed_field", "characteristics"),
                (#"{"characteristics": [\#(date), \#(date)]}"#, "malformed_field", "characteristics[1].type"),
                (#"{"characteristics": [\#(date), {"type": "stepCount"}]}"#, "unknown_type", "characteristics[1].type"),
                (#"{"characteristics": [{"value": 1}]}"#, "missing_field", "characteristics[0].type"),
                (
                    #"{"characteristics": [{"type": "bloodType", "value": "blue"}]}"#, "malformed_field",
                    "characteristics[0].value"
                ),
                (
                    #"{"characteristics": [{"type": "bloodType", "value": 5000000000}]}"#, "malformed_field",
                    "characteristics[0].value"
                ),
                (
                    #"{"characteristics": [{"type": "dateOfBirth", "value": "4.3.1991"}]}"#, "malformed_date",
                    "characteristics[0].value"
                ),
            ] {
                let answer = try await store.service.send("PATCH", path, token: token, body: list)
                answer.expect(400, code, list, naming: field)
            }
            #expect(try await values() == before)
            try await store.service.send(
                "PATCH", path, token: token,
                body: """
                    {"characteristics": [\(date), {"type": "bloodType", "value": "aPositive"},
                    {"type": "HKCharacteristicTypeIdentifierBiologicalSex", "value": 2},
                    {"type": "wheelchairUse", "value": null}, {"type": "fitzpatrickSkinType", "value": 77}]}
                    """
            ).expect(200)
            #expect(
                try await values() == [
                    "BiologicalSex HKBiologicalSexMale", "BloodType HKBloodTypeAPositive",
                    "CardioFitnessMedicationsUse None", "DateOfBirth 1991-03-04", "FitzpatrickSkinType 77",
                    "WheelchairUse -",
                ])
        }
        try await ServedStore.withAda { store, token in
            let sent = try await store.service.send(
                "PATCH", "/v1/characteristics", token: token,
                body: #"{"characteristics": [{"type": "bloodType", "value": "HKBloodTypeONegative"}]}"#)
            sent.expect(200)
            let answer = try await store.get("/v1/characteristics", token: token)
            #expect(
                try (answer.object["characteristics"] as? [[String: Any]])?.first?["valueName"] as? String
                    == "oNegative")
        }
    }

    @Test("a workout names its routes, whose points are read like those of any sample")
    func routes() async throws {
        try await withExport { store, token in
            let workouts = try await store.object("/v1/workouts", token: token)
            let workout = try #require((workouts["workouts"] as? [[String: Any]])?.first)
            #expect(workout["workoutRoutes"] == nil)
            let uuid = try #require(workout["uuid"] as? String)
            let detail = try await store.object("/v1/workouts/\(uuid)", token: token)
            let samples = try await store.object("/v1/samples", [("type", "workoutRoute")], token: token)
            let route = try #require((samples["samples"] as? [[String: Any]])?.first)
            #expect(detail["workoutRoutes"] as? [String] == [try #require(route["uuid"] as? String)])
            let parts = (route["parts"] as? [String: Any]) ?? route
            let location = try #require((parts["locations"] as? [[String: Any]])?.first)
            try expect(location, has: ["latitude": 37.7777, "timestamp": "2024-05-01T08:00:00Z"])
        }
    }
}
