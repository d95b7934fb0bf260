import Foundation
import HealthCore

/// The worked cases of the statistics contract, read from `statistics.json` or from the file that
/// the environment variable `HEALTHSTORE_VECTORS` names.
public struct StatisticsVectors: Decodable, Sendable {
    public var cases: [VectorCase]

    public static func load() throws -> StatisticsVectors {
        let url: URL
        if let path = ProcessInfo.processInfo.environment["HEALTHSTORE_VECTORS"], !path.isEmpty {
            url = URL(fileURLWithPath: path)
        } else if let bundled = Bundle.module.url(forResource: "statistics", withExtension: "json") {
            url = bundled
        } else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try JSONDecoder().decode(StatisticsVectors.self, from: Data(contentsOf: url))
    }
}

public struct VectorCase: Decodable, Sendable {
    public var name: String
    public var style: String
    public var timeZone: String
    public var anchor: String
    public var interval: [String: Int]
    public var from: String
    public var to: String
    public var strictStart: Bool?
    public var strictEnd: Bool?
    public var sources: [String]
    public var samples: [VectorSample]
    public var expect: [VectorBucket]

    /// The text that a failing test shows.
    public var testDescription: String { name }
}

public struct VectorSample: Decodable, Sendable {
    public var uuid: UUID
    public var source: String
    public var start: String
    public var end: String
    public var value: Double
}

public struct VectorBucket: Decodable, Sendable {
    public var start: String
    public var end: String
    public var statistics: VectorStatistics?
    public var bySource: [String: VectorStatistics]?

    public init(start: String, end: String, statistics: VectorStatistics?, bySource: [String: VectorStatistics]?) {
        self.start = start
        self.end = end
        self.statistics = statistics
        self.bySource = bySource
    }
}

public struct VectorStatistics: Decodable, Sendable {
    public var count: Int
    public var duration: Double
    /// The most recent value. It is nil if no member has a value.
    public var mostRecent: MostRecent?
    public var sum: Double?
    public var average: Double?
    public var min: Double?
    public var max: Double?

    public struct MostRecent: Decodable, Sendable {
        public var value: Double
        public var start: String
        public var end: String

        public init(value: Double, start: String, end: String) {
            self.value = value
            self.start = start
            self.end = end
        }
    }

    public init(
        count: Int, duration: Double, mostRecent: MostRecent?, sum: Double?, average: Double?, min: Double?,
        max: Double?
    ) {
        self.count = count
        self.duration = duration
        self.mostRecent = mostRecent
        self.sum = sum
        self.average = average
        self.min = min
        self.max = max
    }

    public init(_ statistics: Statistics) {
        self.init(
            count: statistics.count, duration: statistics.duration,
            mostRecent: statistics.mostRecent.map {
                MostRecent(value: $0.value, start: $0.start.rfc3339, end: $0.end.rfc3339)
            },
            sum: statistics.sum, average: statistics.average, min: statistics.minimum, max: statistics.maximum)
    }

    /// Returns the same figures with every value converted.
    public func converted(_ convert: (Double) -> Double) -> VectorStatistics {
        VectorStatistics(
            count: count, duration: duration,
            mostRecent: mostRecent.map { MostRecent(value: convert($0.value), start: $0.start, end: $0.end) },
            sum: sum.map(convert), average: average.map(convert), min: min.map(convert), max: max.map(convert))
    }

    /// Returns the differences from `actual` in words, or none. Figures may differ by a relative
    /// 1e-9.
    public func differences(from actual: VectorStatistics?, _ place: String) -> [String] {
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
    public func converted(_ convert: (Double) -> Double) -> VectorBucket {
        VectorBucket(
            start: start, end: end, statistics: statistics?.converted(convert),
            bySource: bySource?.mapValues { $0.converted(convert) })
    }

    /// Returns the differences from `actual` in words, or none.
    public func differences(from actual: VectorBucket) -> [String] {
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
