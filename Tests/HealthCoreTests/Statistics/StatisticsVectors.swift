import Foundation
import HealthCore

/// The worked cases of the statistics contract, read from `statistics.json` or from the file that
/// the environment variable `HEALTHSTORE_VECTORS` names.
struct StatisticsVectors: Decodable, Sendable {
    var cases: [VectorCase]

    static func load() throws -> StatisticsVectors {
        let own = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/statistics.json")
        let path = ProcessInfo.processInfo.environment["HEALTHSTORE_VECTORS"] ?? ""
        let url = path.isEmpty ? own : URL(fileURLWithPath: path)
        return try JSONDecoder().decode(StatisticsVectors.self, from: Data(contentsOf: url))
    }
}

struct VectorCase: Decodable, Sendable {
    var name: String
    var style: String
    var timeZone: String
    var anchor: String
    var interval: [String: Int]
    var from: String
    var to: String
    var strictStart: Bool?
    var strictEnd: Bool?
    var sources: [String]
    var samples: [VectorSample]
    var expect: [VectorBucket]

    /// The text that a failing test shows.
    var testDescription: String { name }
}

struct VectorSample: Decodable, Sendable {
    var uuid: UUID
    var source: String
    var start: String
    var end: String
    var value: Double
}

struct VectorBucket: Decodable, Sendable {
    var start: String
    var end: String
    var statistics: VectorStatistics?
    var bySource: [String: VectorStatistics]?
}

struct VectorStatistics: Decodable, Sendable {
    var count: Int
    var duration: Double
    /// The most recent value. It is nil if no member has a value.
    var mostRecent: MostRecent?
    var sum: Double?
    var average: Double?
    var min: Double?
    var max: Double?

    struct MostRecent: Decodable, Sendable {
        var value: Double
        var start: String
        var end: String
    }
}

extension VectorStatistics {
    init(_ statistics: Statistics) {
        self.init(
            count: statistics.count, duration: statistics.duration,
            mostRecent: statistics.mostRecent.map {
                MostRecent(value: $0.value, start: $0.start.rfc3339, end: $0.end.rfc3339)
            },
            sum: statistics.sum, average: statistics.average, min: statistics.minimum, max: statistics.maximum)
    }

    /// Returns the same figures with every value converted.
    func converted(_ convert: (Double) -> Double) -> VectorStatistics {
        VectorStatistics(
            count: count, duration: duration,
            mostRecent: mostRecent.map { MostRecent(value: convert($0.value), start: $0.start, end: $0.end) },
            sum: sum.map(convert), average: average.map(convert), min: min.map(convert), max: max.map(convert))
    }

    /// Returns the differences from `actual` in words, or none. Figures may differ by a relative
    /// 1e-9.
    func differences(from actual: VectorStatistics?, _ place: String) -> [String] {
        guard let actual else { return ["\(place): null, expected figures"] }
        var found: [String] = []
        if count != actual.count { found.append("\(place): count \(actual.count), expected \(count)") }
        let figures: [(String, Double?, Double?)] = [
            ("duration", duration, actual.duration), ("sum", sum, actual.sum), ("average", average, actual.average),
            ("min", min, actual.min), ("max", max, actual.max),
            ("mostRecent", mostRecent?.value, actual.mostRecent?.value),
        ]
        for (name, expected, got) in figures where !isClose(expected, got) {
            found.append(
                "\(place): \(name) \(got.map(String.init(describing:)) ?? "null"), "
                    + "expected \(expected.map(String.init(describing:)) ?? "null")")
        }
        for (name, expected, got) in [
            ("mostRecent.start", mostRecent?.start, actual.mostRecent?.start),
            ("mostRecent.end", mostRecent?.end, actual.mostRecent?.end),
        ] where expected.flatMap(Instant.init(rfc3339:)) != got.flatMap(Instant.init(rfc3339:)) {
            found.append("\(place): \(name) \(got ?? "null"), expected \(expected ?? "null")")
        }
        return found
    }
}

extension VectorBucket {
    /// Returns the same bucket with every value converted.
    func converted(_ convert: (Double) -> Double) -> VectorBucket {
        VectorBucket(
            start: start, end: end, statistics: statistics?.converted(convert),
            bySource: bySource?.mapValues { $0.converted(convert) })
    }

    /// Returns the differences from `actual` in words, or none.
    func differences(from actual: VectorBucket) -> [String] {
        var found: [String] = []
        if Instant(rfc3339: start) != Instant(rfc3339: actual.start) {
            found.append("starts at \(actual.start), expected \(start)")
        }
        if Instant(rfc3339: end) != Instant(rfc3339: actual.end) {
            found.append("ends at \(actual.end), expected \(end)")
        }
        if let statistics {
            found += statistics.differences(from: actual.statistics, start)
        } else if actual.statistics != nil {
            found.append("\(start): figures, expected null")
        }
        let expected = bySource ?? [:]
        let got = actual.bySource ?? [:]
        if Set(expected.keys) != Set(got.keys) {
            found.append("\(start): sources \(got.keys.sorted()), expected \(expected.keys.sorted())")
        }
        for (source, statistics) in expected {
            found += statistics.differences(from: got[source], "\(start) \(source)")
        }
        return found
    }
}

/// Returns true if the values are equal up to a relative 1e-9.
private func isClose(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-9 * Swift.max(abs(left), abs(right), 1e-9)
}
