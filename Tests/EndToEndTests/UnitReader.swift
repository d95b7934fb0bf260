import Foundation
import TestSupport
import Testing

/// A person whose samples of a morning are read in every kind of answer.
struct UnitReader: Sendable {
    typealias Object = [String: Any]

    static let range = [("timeZone", "UTC"), ("from", "2024-05-01"), ("to", "2024-05-02")]
    static let workout = "6a0e7f4e-1a8c-4d57-9d38-0a6d2c5e1b11"

    static func sample(
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
    static var morning: [Object] {
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

    let store: ServedStore
    let name: String
    let token: String

    init(_ store: ServedStore, _ name: String = "Ada") async throws {
        (self.store, self.name, token) = (store, name, try store.token(for: name))
        let posted = try await store.post(["samples": Self.morning], token: token)
        #expect(try posted.object["inserted"] as? Int == Self.morning.count, "\(posted.body)")
    }

    func send(_ path: String, _ query: [(String, String)] = [], accept: String? = nil) async throws
        -> RunningService.Answer
    {
        try await store.get(path, query, token: token, headers: accept.map { ["Accept: \($0)"] } ?? [])
    }

    func object(_ path: String, _ query: [(String, String)] = []) async throws -> Object {
        try await store.object(path, query, token: token)
    }

    func choose(_ units: String) async throws -> RunningService.Answer {
        try await store.service.send("PUT", "/v1/units", token: token, body: "{\"units\": {\(units)}}")
    }

    /// Returns the figures of a type in every kind of response.
    func readings(_ type: String, _ figure: String, _ query: [(String, String)] = []) async throws
        -> [String: (value: Double, unit: String)]
    {
        let asked = Self.range + [("type", type)] + query
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
        let types = Self.range + [("types", type)] + query
        let day = (try await object("/v1/summaries", types)["summaries"] as? [Object])?.first
        let summary = (day?["quantities"] as? [Object])?.first
        note("summary", (summary?["statistics"] as? Object)?[figure], summary?["unit"])
        let run = try await object("/v1/workouts/" + Self.workout, [("types", type)] + query)
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
