import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the units in which people read figures, over HTTP and on the command line.
@Suite("Units that people read") struct UnitEndpointTests {
    private typealias Object = [String: Any]

    private static let range = [("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")]
    private static let workout = "6a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b11"

    private static func sample(
        _ number: Int, _ type: String, _ value: Double, _ unit: String, from start: String = "10:00:00",
        to end: String = "10:10:00"
    ) -> Object {
        [
            "uuid": "00000000-0000-4000-8000-00000000000\(number)", "type": type,
            "startDate": "2024-05-01T\(start)Z", "endDate": "2024-05-01T\(end)Z", "value": value, "unit": unit,
            "source": ["name": "Watch"],
        ]
    }

    /// The samples of a morning. They are a pulse of 62, 5 km, 80 kg and a run.
    private static var morning: [Object] {
        [
            sample(1, "heartRate", 62, "count/min", to: "10:00:00"),
            sample(2, "distanceWalkingRunning", 5_000, "m"),
            sample(3, "bodyMass", 80, "kg", to: "10:00:00"),
            sample(4, "bodyTemperature", 36.6, "degC", to: "10:00:00"),
            [
                "uuid": workout, "type": "workout", "startDate": "2024-05-01T10:00:00Z",
                "endDate": "2024-05-01T11:00:00Z",
                "workoutActivityType": "running", "totalDistance": 5_000, "totalEnergyBurned": 300,
                "source": ["name": "Watch"],
            ],
        ]
    }

    /// One person's access to a store.
    private struct Reader: Sendable {
        let store: ServedStore
        let name: String
        let token: String

        init(_ store: ServedStore, _ name: String = "Ada") async throws {
            (self.store, self.name, token) = (store, name, try store.token(for: name))
            let posted = try await store.post(["samples": morning], token: token)
            #expect(try posted.object["inserted"] as? Int == morning.count, "\(posted.body)")
        }

        func send(_ path: String, _ query: [(String, String)] = [], accept: String? = nil) async throws
            -> RunningService.Answer
        {
            try await store.get(path, query, token: token, headers: accept.map { ["Accept: \($0)"] } ?? [])
        }

        func object(_ path: String, _ query: [(String, String)] = []) async throws -> Object {
            let answer = try await send(path, query)
            #expect(answer.status == 200, "\(path) \(answer.body)")
            return try answer.object
        }

        func choose(_ units: String) async throws -> RunningService.Answer {
            try await store.service.send("PUT", "/v1/units", token: token, body: "{\"units\": {\(units)}}")
        }

        /// Returns the figures of a type in every kind of response.
        func readings(_ type: String, _ figure: String, _ query: [(String, String)] = []) async throws
            -> [String: (value: Double, unit: String)]
        {
            let asked = range + [("type", type)] + query
            var found: [String: (value: Double, unit: String)] = [:]
            func note(_ way: String, _ value: Any?, _ unit: Any?) {
                found[way] = (value as? Double ?? .nan, unit as? String ?? "none")
            }
            let single = try await object("/v1/statistics", asked)
            note("statistics", (single["statistics"] as? Object)?[figure], single["unit"])
            let days = try await object("/v1/statistics-collection", asked + [("interval", "day")])
            let bucket = (days["buckets"] as? [Object])?.first
            note("collection", (bucket?["statistics"] as? Object)?[figure], days["unit"])
            let explained = try await object("/v1/explain", asked)
            note("explanation", (explained["statistics"] as? Object)?[figure], explained["unit"])
            note("explained sample", (explained["samples"] as? [Object])?.first?["value"], explained["unit"])
            let samples = try await object("/v1/samples", [("type", type)] + query)
            let sample = (samples["samples"] as? [Object])?.first
            note("sample", sample?["value"], sample?["unit"])
            let lines = try await send("/v1/samples", [("type", type)] + query, accept: "application/x-ndjson")
            let line = try JSONSerialization.jsonObject(with: lines.data) as? Object
            note("line of a sample", line?["value"], line?["unit"])
            let row =
                try JSONSerialization.jsonObject(
                    with: try await send("/v1/statistics", asked, accept: "application/x-ndjson").data) as? Object
            note("line", row?[figure], row?["unit"])
            let cells = try await send("/v1/statistics", asked, accept: "text/csv").body.split(separator: "\r\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            let columns = try #require(cells.first)
            func cell(_ name: String) -> String? { columns.firstIndex(of: name).map { cells[1][$0] } }
            note("CSV", cell(figure).flatMap(Double.init), cell("unit"))
            let types = range + [("types", type)] + query
            let day = (try await object("/v1/summaries", types)["summaries"] as? [Object])?.first
            let summary = (day?["quantities"] as? [Object])?.first
            note("summary", (summary?["statistics"] as? Object)?[figure], summary?["unit"])
            let run = try await object("/v1/workouts/" + workout, [("types", type)] + query)
            let measured = (run["statistics"] as? [Object])?.first
            note("workout", (measured?["statistics"] as? Object)?[figure], measured?["unit"])
            let runs = try await object("/v1/workouts", [("types", type)] + query)["workouts"] as? [Object]
            let listed = (runs?.first?["statistics"] as? [Object])?.first
            note("workouts", (listed?["statistics"] as? Object)?[figure], listed?["unit"])
            let latest = try await object("/v1/latest", [("types", type)] + query)["latest"] as? [Object]
            let newest = latest?.first?["sample"] as? Object
            note("latest", newest?["value"], newest?["unit"])
            return found
        }

        func table(_ type: String) async throws -> String {
            let answer = try await Command.run(
                try Command.product(),
                [
                    "statistics", type, "--person", name, "--from", "2024-05-01", "--to", "2024-05-02", "--format",
                    "table", "--database-url", store.conninfo,
                ])
            #expect(answer.status == 0, "\(answer.errors)")
            return answer.output
        }
    }

    @Test(
        "are the type's preferred units everywhere, the person's choice if there is one, and the request's unit above all"
    )
    func everywhere() async throws {
        try await ServedStore.with { store in
            let ada = try await Reader(store)
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

            let chosen = try await ada.choose(
                #""bodyMass": "lbs", "HKQuantityTypeIdentifierDistanceWalkingRunning": "mi""#)
            chosen.expect(200)
            try await expectAll("bodyMass", "average", 80 / 0.45359237, "lb")
            try await expectAll("distanceWalkingRunning", "sum", 5_000 / 1_609.344, "mi")
            try await expectAll("heartRate", "average", 62.0, "count/min")
            try await expectAll("distanceWalkingRunning", "sum", 5000.0, "m", [("unit", "m")])
            #expect(try await ada.table("bodyMass").contains("average lb"))

            // A request about one type may also name the type in unit.
            try await expectAll("bodyMass", "average", 80.0, "kg", [("unit", "bodyMass:kg")])
            let back = try await ada.choose(#""bodyMass": null"#)
            back.expect(200)
            try await expectAll("bodyMass", "average", 80.0, "kg")
        }
    }

    @Test("are given for each type in a request about several")
    func several() async throws {
        try await ServedStore.with { store in
            let ada = try await Reader(store)
            let types = ("types", "heartRate,bodyMass,distanceWalkingRunning")
            func units(_ unit: String?, _ path: String = "/v1/statistics") async throws -> [String?] {
                let query = Self.range + [types] + (unit.map { [("unit", $0)] } ?? [])
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
                    let query = (path == "/v1/latest" ? [] : Self.range) + [types, ("unit", unit)]
                    let answer = try await ada.send(path, query)
                    let details = try answer.object["details"] as? Object
                    answer.expect(400, code, "\(path) \(unit)")
                    #expect(details?["parameter"] as? String == "unit", "\(path) \(unit)")
                }
            }
            let message = try #require(
                try await ada.send("/v1/statistics", Self.range + [types, ("unit", "heartRate:kg")]).object["message"]
                    as? String)
            #expect(message.contains("\"kg\"") && message.contains("heartRate"))
            // A workout has figures of all measured types; units for some of them are given by
            // type.
            let run = try await ada.object("/v1/workouts/" + Self.workout, [("unit", "distanceWalkingRunning:mi")])
            let measured = (run["statistics"] as? [Object] ?? []).map { $0["unit"] as? String }
            #expect(measured == ["kg", "degC", "mi", "count/min"])
            try expect(
                run,
                has: [
                    "totalDistance": 5_000, "totalDistanceUnit": "m", "totalEnergyBurned": 300,
                    "totalEnergyBurnedUnit": "kcal",
                ])
            for (path, query) in [
                ("/v1/workouts/" + Self.workout, [("unit", "mi")]), ("/v1/workouts", [("unit", "mi")]),
            ] {
                #expect(try await ada.send(path, query).status == 400)
            }
        }
    }

    @Test("change the ETags of answers, and nothing that is stored, streamed or exported")
    func truth() async throws {
        try await ServedStore.with { store in
            let ada = try await Reader(store)
            let session = try Session(conninfo: store.conninfo)
            let person = try PersonStore.find(name: "Ada", session)
            func summaries(_ answer: Object) -> [String?] {
                (answer["summaries"] as? [Object] ?? []).map { $0["checksum"] as? String }
            }
            func export() throws -> [String] {
                final class Collected { var bytes: [UInt8] = [] }
                let collected = Collected()
                _ = try PersonExport(person: person, session: session).write { collected.bytes += $0 }
                return String(decoding: collected.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                    .filter { $0.hasPrefix("{\"sample\"") }
            }
            let path = ("/v1/statistics", Self.range + [("type", "bodyMass")])
            let query = Self.range + [("types", "bodyMass,heartRate")]
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
            let (ada, bea) = (try await Reader(store), try await Reader(store, "Bea"))
            func units(_ reader: Reader) async throws -> [String: Object] {
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
            let beas = try await bea.object("/v1/statistics", Self.range + [("type", "bodyMass")])
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
            let ada = try await Reader(store)
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
