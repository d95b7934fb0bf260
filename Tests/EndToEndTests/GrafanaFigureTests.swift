import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// Checks that the panels of scripts/grafana show the figures of the API.
@Suite(
    "Panels of Grafana",
    .disabled(if: TestServer.isCluster, "a session that takes the role of analysts cannot read on other servers"))
struct GrafanaFigureTests {
    private static let zone = "Asia/Kathmandu"
    private static let name = "Zoë O'Hara"
    /// Midnights in Kathmandu, forty days apart. They are 5:45 hours before the midnights of UTC.
    private static let from = "2024-04-11T18:15:00Z"
    private static let to = "2024-05-21T18:15:00Z"
    private static let dates = (from: "2024-04-12", to: "2024-05-23")
    /// The type that is chosen for the panel of any type.
    private static let type = "bodyMass"

    /// The figures that exist, by time, series and column.
    private typealias Figures = [String: Double]

    private static func key(_ time: Int64, _ series: String, _ column: String) -> String {
        "\(Instant(microseconds: time).rfc3339) \(series) \(column)"
    }

    @Test(
        "show the figures of the API in the unit of the panel, whatever unit the person chose",
        arguments: ["day", "week"])
    func figures(interval: String) async throws {
        try await ServedStore.with { served in
            let token = try served.token(for: Self.name)
            try await fill(served, token)
            let session = try Session(conninfo: served.conninfo)
            try chooseUnits(session)
            for panel in try GrafanaDashboard(named: "healthstore.json").panels {
                let shown = try shown(panel, interval, session)
                let answered = try await answered(panel.title, interval, served, token)
                #expect(shown.count > 1, "\(panel.title)")
                #expect(Set(shown.keys) == Set(answered.keys), "\(panel.title)")
                for (key, figure) in shown {
                    let expected = answered[key] ?? .nan
                    let isSame = abs(figure - expected) <= 1e-9 * abs(expected)
                    #expect(isSame, "\(panel.title): \(key) \(figure) \(expected)")
                }
            }
        }
    }

    // MARK: Samples

    private static let midnight: Int64 = 1_714_521_600

    private func fill(_ served: ServedStore, _ token: String) async throws {
        var random = SeededGenerator(11)
        var samples: [[String: Any]] = []
        func add(_ type: String, _ value: Any, _ unit: String?, day: Int, hour: Double, lasting: Double, source: String)
        {
            let start = Self.midnight + Int64(day * 86_400) + Int64(hour * 3_600)
            var sample: [String: Any] = [
                "uuid": random.uuid().uuidString, "type": type, "startDate": Instant(seconds: start).rfc3339,
                "endDate": Instant(seconds: start + Int64(lasting)).rfc3339, "value": value, "source": ["name": source],
            ]
            sample["unit"] = unit
            samples.append(sample)
        }
        for day in -18..<18 {
            for hour in 0..<6 {
                let hour = Double(hour) * 3.3
                let value = Double(1 + random.below(900)) / 7
                add("stepCount", value, "count", day: day, hour: hour, lasting: 900, source: "Watch")
                add("stepCount", value / 2, "count", day: day, hour: hour + 0.1, lasting: 900, source: "Phone")
                add("heartRate", 40 + value / 2, "count/min", day: day, hour: hour, lasting: 0, source: "Watch")
                add("activeEnergyBurned", value, "kJ", day: day, hour: hour, lasting: 600, source: "Watch")
            }
            add("restingHeartRate", 50 + random.below(20), "count/min", day: day, hour: 5, lasting: 0, source: "Watch")
            add("bodyMass", 60 + random.below(20), "kg", day: day, hour: 6, lasting: 0, source: "Scale")
            for (place, stage) in ["AsleepCore", "AsleepDeep", "AsleepREM", "Awake", "AsleepUnspecified"].enumerated() {
                add(
                    "sleepAnalysis", "HKCategoryValueSleepAnalysis\(stage)", nil, day: day, hour: 17 + Double(place),
                    lasting: 3_600 - Double(random.below(600)), source: "Watch")
            }
        }
        for day in -3..<3 {
            let start = Self.midnight + Int64(day * 86_400)
            samples.append([
                "uuid": random.uuid().uuidString, "type": "HKWorkoutTypeIdentifier", "workoutActivityType": "running",
                "startDate": Instant(seconds: start).rfc3339, "endDate": Instant(seconds: start + 1_800).rfc3339,
                "duration": 1_700 + day, "totalEnergyBurned": 200 + day, "totalDistance": 5_000 + day,
                "source": ["name": "Watch"],
            ])
        }
        let answer = try await served.post(["samples": samples], token: token)
        #expect(answer.status == 200)
        #expect(try answer.object["inserted"] as? Int == samples.count, "\(answer.body.prefix(500))")
    }

    /// Chooses units. None of them is the preferred unit of its type.
    private func chooseUnits(_ session: Session) throws {
        for (type, unit) in [
            ("heartRate", "count/s"), ("restingHeartRate", "count/s"), ("bodyMass", "lb"), ("activeEnergyBurned", "kJ"),
        ] {
            let chosen = try session.execute(
                """
                insert into health.preferred_unit (person_id, sample_type_id, unit_string, factor, shift)
                select person_id, sample_type_id, type_unit.unit_string, type_unit.factor, type_unit.shift
                from health.person, health.sample_type join health.type_unit using (identifier)
                where sample_type.short_name = $1 and type_unit.unit_string = $2 and not type_unit.is_preferred
                returning 1
                """, [.text(type), .text(unit)])
            #expect(chosen.rowCount == 1, "\(type)")
        }
    }

    // MARK: What a panel shows

    private func shown(_ panel: GrafanaDashboard.Panel, _ interval: String, _ session: Session) throws -> Figures {
        let query = GrafanaQuery(
            variables: ["person": Self.name, "type": Self.type, "interval": interval, "__timezone": Self.zone],
            from: Self.from, to: Self.to)
        var figures: Figures = [:]
        for target in panel.targets {
            try session.executeScript("set timezone = 'UTC'; set role healthstore_analyst")
            defer { try? session.executeScript("reset role") }
            for row in try session.execute("select to_jsonb(panel)::text from (\(try query.sql(target.rawSql))) panel")
            {
                let data = Data(try row.text(0).utf8)
                let columns = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                let time = try microseconds(columns["time"] ?? columns["start"] ?? columns["starts"])
                let series = columns["metric"] ?? columns["activity"] ?? columns["type"]
                for (name, value) in columns where name != "time" && name != "hours ago" {
                    guard let number = value as? Double else { continue }
                    figures[Self.key(time, series as? String ?? "", name)] = number
                }
                // A table of types has only times as figures.
                if let ends = columns["ends"] {
                    figures[Self.key(time, series as? String ?? "", "ends")] = Double(try microseconds(ends))
                }
            }
        }
        return figures
    }

    private func microseconds(_ value: Any?) throws -> Int64 {
        if let text = value as? String { return try #require(Instant(rfc3339: text)).microseconds }
        return Int64(try #require(value as? Double) * 1e6)
    }

    // MARK: What the API answers

    private func answered(
        _ title: String, _ interval: String, _ served: ServedStore, _ token: String
    ) async throws -> Figures {
        func collection(
            _ type: String, _ interval: String, _ unit: String, _ columns: [String: String], series: String = ""
        ) async throws -> Figures {
            let answer = try await get(
                "/v1/statistics-collection", [("type", type), ("interval", interval), ("unit", unit)], served, token)
            return try buckets(answer, columns) { $0["statistics"].map { [(series, $0)] } ?? [] }
        }
        let discrete = ["average": "average", "minimum": "minimum", "maximum": "maximum"]
        switch title {
        case "Steps": return try await collection("stepCount", "day", "count", ["steps": "sum"])
        case "Steps of each week": return try await collection("stepCount", "week", "count", ["steps": "sum"])
        case "Steps of each month": return try await collection("stepCount", "month", "count", ["steps": "sum"])
        case "Steps by source":
            let answer = try await get(
                "/v1/statistics-collection",
                [("type", "stepCount"), ("interval", "day"), ("separateBySource", "true")], served, token)
            return try buckets(answer, ["steps": "sum"]) { bucket in
                (bucket["bySource"] as? [[String: Any]] ?? []).compactMap { part in
                    guard let source = (part["source"] as? [String: Any])?["name"] as? String,
                        let statistics = part["statistics"]
                    else { return nil }
                    return (source, statistics)
                }
            }
        case "Heart rate by ${interval}": return try await collection("heartRate", interval, "count/min", discrete)
        case "Resting heart rate":
            return try await collection("restingHeartRate", "day", "count/min", ["resting heart rate": "average"])
        case "Active energy by ${interval}":
            return try await collection("activeEnergyBurned", interval, "kcal", ["active energy": "sum"])
        case "${type} by ${interval}": return try await collection(Self.type, interval, "lb", discrete, series: "lb")
        case "Sleep": return try await nights(served, token)
        case "Workouts": return try await workouts(served, token)
        case "Freshness": return try await latest(served, token)
        case "Steps added up with date_trunc":
            let zone = try #require(Zone(identifier: Self.zone))
            return try await samples("stepCount", "count", served, token).reduce(into: [:]) { figures, sample in
                let day = zone.localDateTime(at: Instant(microseconds: sample.start)).date
                let midnight = zone.instant(of: LocalDateTime(date: day)).microseconds
                figures[Self.key(midnight, "", "all sources added up"), default: 0] += sample.value
            }
        case "Heart rate samples by quarter of an hour":
            let quarters = Dictionary(
                grouping: try await samples("heartRate", "count/s", served, token), by: { $0.start / 900_000_000 })
            return quarters.reduce(into: [:]) { figures, quarter in
                let mean = quarter.value.reduce(0) { $0 + $1.value } / Double(quarter.value.count)
                figures[Self.key(quarter.key * 900_000_000, "count/s", "average")] = mean
            }
        default:
            Issue.record("the panel \(title) is compared with nothing")
            return [:]
        }
    }

    private func get(
        _ path: String, _ query: [(String, String)], _ served: ServedStore, _ token: String
    ) async throws -> [String: Any] {
        let range = query.contains { $0.0 == "from" } ? [] : [("from", Self.from), ("to", Self.to)]
        let answer = try await served.service.send(
            "GET", path, query: query + range + [("timeZone", Self.zone)], token: token)
        #expect(answer.status == 200, "\(answer.body.prefix(500))")
        return try answer.object
    }

    /// - Parameters:
    ///   - columns: names of the API's figures, by the names of the panel's columns.
    ///   - series: the statistics of a bucket, by the names of series.
    private func buckets(
        _ answer: [String: Any], _ columns: [String: String], _ series: ([String: Any]) -> [(String, Any)]
    ) throws -> Figures {
        var figures: Figures = [:]
        for bucket in try #require(answer["buckets"] as? [[String: Any]]) {
            let time = try microseconds(bucket["startDate"])
            for (name, statistics) in series(bucket) {
                for (column, figure) in columns {
                    guard let value = (statistics as? [String: Any])?[figure] as? Double else { continue }
                    figures[Self.key(time, name, column)] = value
                }
            }
        }
        return figures
    }

    private func nights(_ served: ServedStore, _ token: String) async throws -> Figures {
        let names = [
            "deep": "deep", "core": "core", "rem": "REM", "unspecified": "stage unknown", "awake": "awake",
        ]
        let zone = try #require(Zone(identifier: Self.zone))
        let answer = try await get("/v1/sleep", [("from", Self.dates.from), ("to", Self.dates.to)], served, token)
        var figures: Figures = [:]
        for night in try #require(answer["nights"] as? [[String: Any]]) {
            let text = try #require(night["date"] as? String)
            let date = try #require(CivilDate(iso8601: text))
            let time = zone.instant(of: LocalDateTime(date: date)).microseconds
            let stages = (night["main"] as? [String: Any])?["stages"] as? [String: Any] ?? [:]
            for (stage, seconds) in stages {
                guard let seconds = seconds as? Double else { continue }
                figures[Self.key(time, "", try #require(names[stage]))] = seconds / 3_600
            }
        }
        return figures
    }

    private func workouts(_ served: ServedStore, _ token: String) async throws -> Figures {
        let answer = try await get("/v1/workouts", [], served, token)
        var figures: Figures = [:]
        for workout in try #require(answer["workouts"] as? [[String: Any]]) {
            let time = try microseconds(workout["startDate"])
            for (column, figure, factor) in [
                ("minutes", "duration", 60.0), ("kcal", "totalEnergyBurned", 1), ("km", "totalDistance", 1_000),
            ] {
                figures[Self.key(time, "running", column)] = try #require(workout[figure] as? Double) / factor
            }
        }
        return figures
    }

    /// Returns the sample of each type that starts last.
    private func latest(_ served: ServedStore, _ token: String) async throws -> Figures {
        var figures: Figures = [:]
        for type in [
            "stepCount", "heartRate", "activeEnergyBurned", "restingHeartRate", "bodyMass", "sleepAnalysis", "workout",
        ] {
            let answer = try await get(
                "/v1/samples", [("type", type), ("order", "descending"), ("limit", "1")], served, token)
            let sample = try #require((answer["samples"] as? [[String: Any]])?.first)
            let time = try microseconds(sample["startDate"])
            figures[Self.key(time, type, "ends")] = Double(try microseconds(sample["endDate"]))
        }
        return figures
    }

    private func samples(
        _ type: String, _ unit: String, _ served: ServedStore, _ token: String
    ) async throws -> [(start: Int64, value: Double)] {
        let answer = try await get("/v1/samples", [("type", type), ("unit", unit), ("limit", "10000")], served, token)
        return try #require(answer["samples"] as? [[String: Any]]).map { sample in
            (try microseconds(sample["startDate"]), try #require(sample["value"] as? Double))
        }
    }
}
