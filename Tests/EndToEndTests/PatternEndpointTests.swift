import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the patterns of hours and weekdays over HTTP, with figures from the tables and from
/// samples.
@Suite struct PatternEndpointTests {
    private typealias Object = [String: Any]

    private static let range = [
        ("timeZone", "Europe/Berlin"), ("from", "2024-04-28T22:30:00Z"), ("to", "2024-05-09"),
    ]

    /// The figures of the whole hours or days of a collection by the text of a part.
    private static func figures(
        _ collection: Object, key: (String) throws -> String
    ) rethrows -> [String: (count: Int, values: [Double])] {
        var parts: [String: (count: Int, values: [Double])] = [:]
        for bucket in collection["buckets"] as? [Object] ?? [] where bucket["partial"] as? Bool == false {
            let key = try key(bucket["startDate"] as? String ?? "")
            parts[key, default: (0, [])].count += 1
            let statistics = bucket["statistics"] as? Object
            if let value = (statistics?["sum"] ?? statistics?["average"]) as? Double {
                parts[key]?.values.append(value)
            }
        }
        return parts
    }

    /// 1 (Monday) … 7 (Sunday).
    private static func weekday(_ date: String) throws -> Int {
        let midnight = try #require(ISO8601DateFormatter().date(from: date.prefix(10) + "T00:00:00Z"))
        // 1970 began on a Thursday.
        return (Int(midnight.timeIntervalSince1970 / 86_400) + 3) % 7 + 1
    }

    private static func check(_ pattern: Object, _ expected: [String: (count: Int, values: [Double])]) {
        let parts = pattern["parts"] as? [Object] ?? []
        for part in parts {
            let key = "\(part["weekday"] as? Int ?? 0) \(part["hour"] as? Int ?? 0)"
            let right = expected[key] ?? (0, [])
            #expect(part["bucketCount"] as? Int == right.count, "\(key)")
            #expect(part["measuredCount"] as? Int == right.values.count, "\(key)")
            guard let least = right.values.min(), let greatest = right.values.max() else {
                #expect(part["average"] is NSNull && part["minimum"] is NSNull && part["maximum"] is NSNull, "\(key)")
                continue
            }
            let average = right.values.reduce(0, +) / Double(right.values.count)
            for (name, value) in [("average", average), ("minimum", least), ("maximum", greatest)] {
                #expect(abs((part[name] as? Double ?? .nan) - value) <= 1e-9 * abs(value), "\(key) \(name)")
            }
        }
        #expect(expected.values.contains { !$0.values.isEmpty })
    }

    @Test("a part has the figures of the whole hours or days of the collection, from stored figures and from samples")
    func figures() async throws {
        try await ServedStore.with(["--figure-refresh", "off"]) { served in
            let store = try await FigureStore.fill(served)
            let person = try PersonStore.find(name: "Ada", store.session)
            let token = try TokenStore.create(for: person, name: "second", store.session).text
            func ask(_ path: String, _ query: [(String, String)]) async throws -> Object {
                try await served.object(path, Self.range + query, token: token)
            }
            for isStored in [false, true] {
                if isStored { #expect(try await store.run("rebuild").status == 0) }
                #expect((try store.count("hour") > 0) == isStored)
                for sources in [[], ["Phone"], ["Phone", "Watch"]].prefix(Rounds.count(3)) {
                    let steps = [("type", "stepCount")] + sources.map { ("source", $0) }
                    let hours = try await ask("/v1/statistics-collection", steps + [("interval", "hour")])
                    let days = try await ask("/v1/statistics-collection", steps + [("interval", "day")])
                    let byHour = try await ask("/v1/statistics-pattern", steps + [("by", "hourOfDay")])
                    Self.check(byHour, Self.figures(hours) { "0 \(Int($0.dropFirst(11).prefix(2)) ?? 0)" })
                    let byDay = try await ask(
                        "/v1/statistics-pattern", steps + [("by", "dayOfWeek"), ("firstWeekday", "7")])
                    Self.check(byDay, try Self.figures(days) { "\(try Self.weekday($0)) 0" })
                    #expect(
                        (byDay["parts"] as? [Object])?.map { $0["weekday"] as? Int } == [7, 1, 2, 3, 4, 5, 6])
                    let byBoth = try await ask("/v1/statistics-pattern", steps + [("by", "hourOfWeek")])
                    Self.check(
                        byBoth,
                        try Self.figures(hours) { "\(try Self.weekday($0)) \(Int($0.dropFirst(11).prefix(2)) ?? 0)" })
                    #expect((byBoth["parts"] as? [Object])?.count == 168)
                    try expect(byBoth, has: ["figure": "sum", "unit": "count", "from": "2024-04-29T00:30:00+02:00"])
                }
            }
            // Without samples, only the tables have figures.
            _ = try store.session.execute("delete from health.sample")
            for (source, count) in [([], 8), (["Phone", "Watch"], 8), (["Phone"], 0)] {
                let byDay = try await ask(
                    "/v1/statistics-pattern",
                    [("type", "stepCount"), ("by", "dayOfWeek")] + source.map { ("source", $0) })
                let parts = byDay["parts"] as? [Object] ?? []
                let measured = parts.reduce(0) { $0 + ($1["measuredCount"] as? Int ?? 0) }
                #expect(measured == count, "\(source)")
            }
            let both = try await ask("/v1/statistics-pattern", [("types", "heartRate,stepCount"), ("by", "hourOfDay")])
            let list = try #require(both["patterns"] as? [Object])
            #expect(list.map { $0["figure"] as? String } == ["average", "sum"])
            #expect((list[0]["parts"] as? [Object])?.allSatisfy { $0["measuredCount"] as? Int == 0 } == true)
            let csv = try await served.get(
                "/v1/statistics-pattern", Self.range + [("type", "stepCount"), ("by", "dayOfWeek")],
                token: token, headers: ["Accept: text/csv"])
            #expect(
                csv.body.hasPrefix(
                    "type,weekday,hour,figure,bucketCount,measuredCount,average,minimum,maximum,unit\r\n"
                        + "HKQuantityTypeIdentifierStepCount,1,,sum,1,1,"), "\(csv.body)")
            #expect(csv.body.split(separator: "\r\n").count == 8)
        }
    }
}
