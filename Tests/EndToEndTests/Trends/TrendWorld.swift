import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Two years of Ada's days on the clock of Berlin, with known changes, and the figures of these
/// days as the samples make them.
struct TrendWorld {
    /// 2025-03-01: the day after the last one.
    static let end = 20_148
    static let end8601 = "2025-03-01"
    /// The day on which the resting heart rate falls by 3.
    static let step = day("2025-01-20")
    /// Days with an unusual resting heart rate.
    static let unusual = [day("2024-10-28"), day("2024-12-25"), day("2025-02-14")]
    static let zone = [("timeZone", "Europe/Berlin")]

    let served: ServedStore
    let token: String
    let session: Session
    /// By short name of the type.
    private(set) var references: [String: TrendReference] = [:]
    private var samples: [[String: Any]] = []

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    static func day(_ date: String) -> Int {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        let start = utc.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
        return Int((start?.timeIntervalSince1970 ?? 0) / 86_400)
    }

    static func date(_ day: Int) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(day) * 86_400)).prefix(10).description
    }

    static func with(_ body: (TrendWorld) async throws -> Void) async throws {
        try await ServedStore.with { served in
            var world = TrendWorld(
                served: served, token: try served.token(), session: try Session(conninfo: served.conninfo))
            world.makeDays()
            for start in stride(from: 0, to: world.samples.count, by: 2_000) {
                let part = Array(world.samples[start..<min(start + 2_000, world.samples.count)])
                try await served.post(["samples": part], token: world.token).expect(200)
            }
            let zones = [
                "timeZones": [["startDate": "2000-01-01T00:00:00Z", "endDate": NSNull(), "timeZone": "Europe/Berlin"]]
            ]
            try await served.service.send("PUT", "/v1/time-zones", token: world.token, body: json(zones)).expect(200)
            try await body(world)
        }
    }

    private init(served: ServedStore, token: String, session: Session) {
        (self.served, self.token, self.session) = (served, token, session)
    }

    /// The instant at which the clock of Berlin shows a time of a day.
    private static func instant(_ day: Int, minute: Int) -> String {
        let parts = date(day).split(separator: "-").compactMap { Int($0) }
        let wall = DateComponents(
            year: parts[0], month: parts[1], day: parts[2], hour: minute / 60, minute: minute % 60)
        return ISO8601DateFormatter().string(from: calendar.date(from: wall) ?? .distantPast)
    }

    private mutating func add(_ type: String, _ day: Int, _ minutes: [Int], _ values: [Double], _ unit: String) {
        for (minute, value) in zip(minutes, values) {
            samples.append(
                clientSample(
                    type, ["value": value, "unit": unit], start: Self.instant(day, minute: minute),
                    end: Self.instant(day, minute: minute)))
        }
        let sum = values.reduce(0, +)
        references[type, default: TrendReference([:], areSums: type == "stepCount")].figures[day] =
            type == "stepCount" ? sum : sum / Double(values.count)
    }

    private mutating func makeDays() {
        var generator = SeededGenerator(25)
        for day in Self.day("2023-01-10")..<Self.end {
            let weekend = day % 7 == 2 ? 1.9 : 1
            let steps = 8_000 * weekend * exp(0.3 * generator.normal())
            add("stepCount", day, [0, 720, 1_439], [0.2, 0.5, 0.3].map { (steps * $0).rounded() }, "count")
            if generator.chance(90) || Self.unusual.contains(day) {
                var rate = (day < Self.step ? 61 : 58) + 1.2 * generator.normal()
                if Self.unusual.contains(day) { rate += 12 }
                add("restingHeartRate", day, [400, 1_400], [rate - 1, rate + 1], "count/min")
            }
            if generator.chance(70) {
                let mass = 80 - 0.02 * Double(day - Self.end) + 0.3 * generator.normal()
                add("bodyMass", day, [420], [mass], "kg")
            }
            add("respiratoryRate", day, [300], [15], "count/min")
            if day % 7 == 0 { add("vo2Max", day, [600], [40 + generator.normal()], "mL/min·kg") }
            if day < Self.end - 40 { add("bodyTemperature", day, [500], [36.5 + 0.2 * generator.normal()], "degC") }
            makeNight(day, &generator)
        }
    }

    /// A night that ends on the day, and a heart rate variability that follows it.
    private mutating func makeNight(_ day: Int, _ generator: inout SeededGenerator) {
        let minutes = Int(420 + 40 * generator.normal())
        samples.append(
            clientSample(
                "sleepAnalysis", ["value": 3], start: Self.instant(day - 1, minute: 1_380),
                end: Self.instant(day, minute: minutes - 60)))
        // The night in which the clock changes has another length than the clock shows.
        let formatter = ISO8601DateFormatter()
        let ends = [Self.instant(day - 1, minute: 1_380), Self.instant(day, minute: minutes - 60)].map {
            formatter.date(from: $0)?.timeIntervalSince1970 ?? 0
        }
        references["sleepAnalysis", default: TrendReference([:])].figures[day] = ends[1] - ends[0]
        if generator.chance(80) {
            let variability = 40 + (ends[1] - ends[0] - 25_200) / 300 + 8 * generator.normal()
            add("heartRateVariabilitySDNN", day, [450], [variability], "ms")
        }
    }

    func ask(_ path: String, _ query: [(String, String)], token: String? = nil) async throws -> [String: Any] {
        try await served.object(path, query, token: token ?? self.token)
    }
}

/// Returns a number of an answer; nil for null.
func number(_ answer: Any?, _ path: String...) -> Double? {
    path.reduce(answer) { ($0 as? [String: Any])?[$1] } as? Double
}
