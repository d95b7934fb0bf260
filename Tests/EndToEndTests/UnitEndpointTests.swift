import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the units in which people read figures, over HTTP and on the command line.
@Suite("Units that people read") struct UnitEndpointTests {
    private typealias Object = [String: Any]

    @Test("are the type's preferred units, the person's choice if there is one, and the request's unit above all")
    func everywhere() async throws {
        try await ServedStore.with { store in
            let ada = try await UnitReader(store)
            func expectAll(
                _ type: String, _ figure: String, _ value: Double, _ unit: String, _ query: [(String, String)] = []
            ) async throws {
                for (way, reading) in try await ada.readings(type, figure, query) {
                    // JSONSerialization reads doubles to about sixteen digits.
                    #expect(abs(reading.value - value) <= 1e-14 * value, "\(type), \(way): \(reading)")
                    #expect(reading.unit == unit, "\(type), \(way)")
                }
            }
            try await expectAll("heartRate", "average", 62.0, "count/min")
            try await expectAll("distanceWalkingRunning", "sum", 5.0, "km")
            try await expectAll("bodyMass", "average", 80.0, "kg")
            try await expectAll("heartRate", "maximum", 1.0333333333333334, "count/s", [("unit", "count/s")])
            try await expectAll("bodyTemperature", "average", 97.88, "degF", [("unit", "°F")])

            try await ada.choose(
                #""bodyMass": "lbs", "HKQuantityTypeIdentifierDistanceWalkingRunning": "mi""#
            ).expect(200)
            try await expectAll("bodyMass", "average", 80 / 0.45359237, "lb")
            try await expectAll("distanceWalkingRunning", "sum", 5_000 / 1_609.344, "mi")
            try await expectAll("heartRate", "average", 62.0, "count/min")
            try await expectAll("distanceWalkingRunning", "sum", 5000.0, "m", [("unit", "m")])
            #expect(try await ada.table("bodyMass").contains("average lb"))

            // A request about one type may also name the type in unit.
            try await expectAll("bodyMass", "average", 80.0, "kg", [("unit", "bodyMass:kg")])
            try await ada.choose(#""bodyMass": null"#).expect(200)
            try await expectAll("bodyMass", "average", 80.0, "kg")
        }
    }

    @Test("are given for each type in a request about several")
    func several() async throws {
        try await ServedStore.with { store in
            let ada = try await UnitReader(store)
            let types = ("types", "heartRate,bodyMass,distanceWalkingRunning")
            func units(_ unit: String?, _ path: String = "/v1/statistics") async throws -> [String?] {
                let query = UnitReader.range + [types] + (unit.map { [("unit", $0)] } ?? [])
                let list = try await ada.object(path, query)["statistics"] as? [Object]
                return (list ?? []).map { $0["unit"] as? String }
            }
            #expect(try await units(nil) == ["count/min", "kg", "km"])
            #expect(try await units("heartRate:count/s,bodyMass:lb") == ["count/s", "lb", "km"])
            #expect(try await units("bodyMass:pounds") == ["count/min", "lb", "km"])
            let wrong: [(String, String)] = [
                ("kg", "incompatible_unit"), ("heartRate:kg", "incompatible_unit"),
                ("heartRate:furlong", "unknown_unit"),
                ("heartRate:bpm,heartRate:bpm", "repeated_parameter"), ("stepCount:count", "out_of_range"),
                ("steps:count", "unknown_type"), ("heartRate:bpm,kg", "malformed_parameter"),
                ("heartRate:", "incompatible_unit"), ("sleepAnalysis:min", "unknown_type"), (":", "unknown_type"),
            ]
            for (unit, code) in wrong {
                for path in ["/v1/statistics", "/v1/summaries", "/v1/workouts", "/v1/latest"] {
                    let query = (path == "/v1/latest" ? [] : UnitReader.range) + [types, ("unit", unit)]
                    try await ada.send(path, query).expect(400, code, "\(path) \(unit)", naming: "unit")
                }
            }
            let message = try #require(
                try await ada.send("/v1/statistics", UnitReader.range + [types, ("unit", "heartRate:kg")]).object[
                    "message"]
                    as? String)
            #expect(message.contains("\"kg\"") && message.contains("heartRate"))
            // A workout has figures of all measured types; units for some of them are given by
            // type.
            let run = try await ada.object(
                "/v1/workouts/" + UnitReader.workout, [("unit", "distanceWalkingRunning:mi")])
            let measured = (run["statistics"] as? [Object] ?? []).map { $0["unit"] as? String }
            #expect(measured == ["kg", "degC", "mi", "count/min"])
            try expect(
                run,
                has: [
                    "totalDistance": 5_000, "totalDistanceUnit": "m", "totalEnergyBurned": 300,
                    "totalEnergyBurnedUnit": "kcal",
                ])
            for (path, query) in [
                ("/v1/workouts/" + UnitReader.workout, [("unit", "mi")]), ("/v1/workouts", [("unit", "mi")]),
            ] {
                #expect(try await ada.send(path, query).status == 400)
            }
        }
    }

    @Test("change the ETags of answers, and nothing that is stored, streamed or exported")
    func truth() async throws {
        try await ServedStore.with { store in
            let ada = try await UnitReader(store)
            let session = try Session(conninfo: store.conninfo)
            let person = try PersonStore.find(name: "Ada", session)
            func summaries(_ answer: Object) -> [String?] {
                (answer["summaries"] as? [Object] ?? []).map { $0["checksum"] as? String }
            }
            func export() throws -> [String] {
                try exportedLines(person, session).filter { $0.hasPrefix("{\"sample\"") }
            }
            let path = ("/v1/statistics", UnitReader.range + [("type", "bodyMass")])
            let query = UnitReader.range + [("types", "bodyMass,heartRate")]
            let (figures, changes) = (try await ada.send(path.0, path.1), try await ada.send("/v1/changes"))
            let (days, lines) = (try await ada.send("/v1/summaries", query), try export())
            #expect(try await ada.choose(#""bodyMass": "lb""#).status == 200)
            let (otherFigures, otherDays) = (
                try await ada.send(path.0, path.1), try await ada.send("/v1/summaries", query)
            )
            #expect(figures.header("ETag") != otherFigures.header("ETag"))
            #expect(days.header("ETag") != otherDays.header("ETag"))
            #expect(try summaries(days.object) == summaries(otherDays.object))
            #expect(try await ada.send("/v1/changes").body == changes.body)
            #expect(try export() == lines)
            // The feed has the canonical unit.
            #expect(changes.body.contains(#""value":1.0333333333333334,"unit":"count/s""#))
        }
    }

    @Test("belong to one person, are changed together or not at all, and are listed")
    func choices() async throws {
        try await ServedStore.with { store in
            let (ada, bea) = (try await UnitReader(store), try await UnitReader(store, "Bea"))
            func units(_ reader: UnitReader) async throws -> [String: Object] {
                let list = try await reader.object("/v1/units")["units"] as? [Object] ?? []
                return Dictionary(uniqueKeysWithValues: list.map { ($0["shortName"] as? String ?? "", $0) })
            }
            let before = try await units(ada)
            #expect(before.count == 121)
            try expect(
                before["heartRate"],
                has: [
                    "type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "preferredUnit": "count/min",
                    "canonicalUnit": "count/s", "chosenUnit": NSNull(), "units": ["count/min", "count/s"],
                ])
            let tag = try #require(try await ada.send("/v1/units").header("ETag"))

            let chosen = try await ada.choose(#""bodyMass": "Lbs", "bodyTemperature": "°F", "heartRate": null"#)
            chosen.expect(200)
            let after = try await units(ada)
            try expect(after["bodyMass"], has: ["chosenUnit": "lb", "unit": "lb", "preferredUnit": "kg"])
            try expect(after["bodyTemperature"], has: ["unit": "degF"])
            #expect(try await ada.send("/v1/units").header("ETag") != tag)
            #expect(try await units(bea)["bodyMass"]?["unit"] as? String == "kg")
            let beas = try await bea.object("/v1/statistics", UnitReader.range + [("type", "bodyMass")])
            try expect(beas, has: ["unit": "kg"])

            // This unit measures the type, but is not listed for it.
            #expect(try await ada.choose(#""bodyMass": "mg""#).status == 200)
            let refused: [(String, String, String, String)] = [
                (#""heartRate": "bpm", "bodyMass": "km""#, "incompatible_unit", "bodyMass", "km"),
                (#""heartRate": "bpm", "bodyMass": "furlong""#, "unknown_unit", "bodyMass", "furlong"),
                (#""heartRate": "bpm", "stepps": "count""#, "unknown_type", "stepps", "count"),
                (#""heartRate": "bpm", "sleepAnalysis": "min""#, "wrong_kind", "sleepAnalysis", "min"),
                (#""environmentalAudioExposure": "Pa""#, "incompatible_unit", "environmentalAudioExposure", "Pa"),
                (
                    #""bodyMass": "kg", "HKQuantityTypeIdentifierBodyMass": "lb""#, "repeated_parameter",
                    "HKQuantityTypeIdentifierBodyMass", "lb"
                ),
                (#""heartRate": "bpm", "bodyMass": 3"#, "malformed_field", "bodyMass", ""),
            ]
            let kept = try await ada.send("/v1/units").body
            for (body, code, type, unit) in refused {
                let answer = try await ada.choose(body)
                let details = try answer.object["details"] as? Object
                answer.expect(400, code, body)
                #expect(details?["field"] as? String == "units." + type)
                let faults = try #require(details?["errors"] as? [Object])
                #expect(faults.count == 1 && faults[0]["unit"] as? String ?? "" == unit)
                try expect(faults[0], has: ["type": type, "code": code])
            }
            let both = try await ada.choose(#""bodyMass": "km", "heartRate": "kg""#)
            #expect(((try both.object["details"] as? Object)?["errors"] as? [Object])?.count == 2)
            for body in ["{}", "[]", #"{"units": []}"#, #"{"units": {}, "more": 1}"#] {
                let answer = try await store.service.send("PUT", "/v1/units", token: ada.token, body: body)
                answer.expect(400, "malformed_field", body)
            }
            #expect(try await ada.send("/v1/units").body == kept)
            // Deleting the person deletes the choices.
            let session = try Session(conninfo: store.conninfo)
            try PersonEraser.erase(PersonStore.find(name: "Ada", session), session)
            #expect(try session.execute("select from health.preferred_unit").rowCount == 0)
        }
    }

    @Test("can be chosen by several clients at the same time without an error")
    func concurrentChoices() async throws {
        try await ServedStore.with { store in
            let ada = try await UnitReader(store)
            let bodies = [
                #""bodyMass": "lb", "height": null"#, #""height": "ft", "bodyMass": null"#,
                #""height": "in", "bodyTemperature": "degF""#, #""bodyTemperature": null, "bodyMass": "st""#,
            ]
            try await withThrowingTaskGroup(of: RunningService.Answer.self) { group in
                for number in 0..<40 { group.addTask { try await ada.choose(bodies[number % bodies.count]) } }
                for try await answer in group { #expect(answer.status == 200, "\(answer.body)") }
            }
        }
    }
}
