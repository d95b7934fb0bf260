import Foundation
import HealthCore
import Postgres
import Testing

/// The answer to a `WorldQuestion`. It has a line for each bucket. If the question separates
/// sources, a line for each source follows.
struct StatisticsAnswer {
    /// Nil for a category type.
    var unit: String?
    var lines: [Line]
    /// For one range without buckets, all sources that the answer names.
    var sources: Set<Int32>?

    struct Line {
        /// The start of the bucket. For one range without buckets, the start of the samples, only
        /// for all sources together.
        var start: Int64?
        var end: Int64?
        /// The source, or nil for all sources.
        var source: Int32?
        /// The sources that made the figures, the one with the highest priority first. Only for all
        /// sources together.
        var sources: [Int32] = []
        /// True if the range or the present cuts the bucket.
        var partial: Bool
        /// The figures. They are nil if nothing was measured.
        var figures: Figures?
    }

    struct Figures {
        var count: Int64
        var sum: Double?
        var average: Double?
        var minimum: Double?
        var maximum: Double?
        var duration: Double
        /// These three figures are nil if all samples are aggregates without an average.
        var mostRecent: Double?
        var mostRecentStart: Int64?
        var mostRecentEnd: Int64?
        /// The figures of each value of a category type; nil for other types.
        var byValue: [Value]?
    }

    struct Value: Hashable {
        var value: Int?
        var name: String?
        var count: Int64
        var duration: Double
    }

    // MARK: Comparison

    /// Returns the differences in words.
    func differences(from other: StatisticsAnswer) -> [String] {
        var found: [String] = []
        if unit != other.unit { found.append("unit \(unit ?? "-"), \(other.unit ?? "-")") }
        if lines.count != other.lines.count { found.append("\(lines.count) lines, \(other.lines.count)") }
        if sources != other.sources { found.append("sources \(sources ?? []), \(other.sources ?? [])") }
        for (line, otherLine) in zip(lines, other.lines) {
            let place = "\(line.start.map { Instant(microseconds: $0).rfc3339 } ?? "-") of \(line.source ?? 0)"
            found += line.differences(from: otherLine).map { "\(place): \($0)" }
        }
        return found
    }
}

extension StatisticsAnswer.Line {
    fileprivate func differences(from other: Self) -> [String] {
        var found: [String] = []
        if start != other.start || end != other.end { found.append("edges") }
        if partial != other.partial { found.append("partial \(partial), \(other.partial)") }
        if source != other.source { found.append("source \(source ?? 0), \(other.source ?? 0)") }
        if sources != other.sources { found.append("sources \(sources), \(other.sources)") }
        guard let figures, let otherFigures = other.figures else {
            return found + ((figures == nil) == (other.figures == nil) ? [] : ["one of them has nothing"])
        }
        return found + figures.differences(from: otherFigures)
    }
}

extension StatisticsAnswer.Figures {
    fileprivate func differences(from other: Self) -> [String] {
        let near = [
            ("sum", sum, other.sum), ("average", average, other.average), ("duration", duration, other.duration),
            ("minimum", minimum, other.minimum), ("maximum", maximum, other.maximum),
            ("most recent", mostRecent, other.mostRecent),
        ].filter { !isNear($0.1, $0.2) }
        let same = [
            ("count", count == other.count), ("values", byValue == other.byValue),
            ("start of the most recent", mostRecentStart == other.mostRecentStart),
            ("end of the most recent", mostRecentEnd == other.mostRecentEnd),
        ].filter { !$0.1 }
        return near.map { "\($0.0) \($0.1 as Any), \($0.2 as Any)" } + same.map(\.0)
    }

    /// The relative difference that the order of additions and the way of conversion may cause.
    private static let tolerance = 1e-9
    /// Smaller figures are compared with the tolerance of this value.
    private static let least = 1e-6

    private func isNear(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one == other || abs(one - other) <= Self.tolerance * max(abs(one), abs(other), Self.least)
    }
}

// MARK: SQL

extension StatisticsAnswer {
    /// - Parameter result: the rows of `WorldQuestion.sql`.
    init(_ result: Rows, to question: WorldQuestion) throws {
        let units = Set(try result.map { try $0.optionalText(13) })
        unit = try #require(units.count == 1 ? units.first : nil)
        lines = try result.map { row in
            let id = try row.int32(2)
            let hasTimes = question.interval != nil || id == 0
            return Line(
                start: hasTimes ? try row.optionalTimestamptz(0) : nil,
                end: hasTimes ? try row.optionalTimestamptz(1) : nil,
                source: id == 0 ? nil : id,
                sources: id == 0 ? (try row.optionalText(12) ?? "").split(separator: ",").compactMap { Int32($0) } : [],
                partial: try row.bool(14), figures: try Figures(row))
        }
        guard question.interval == nil else { return }
        sources = Set(lines.flatMap { $0.sources + [$0.source].compactMap(\.self) })
        for place in lines.indices { lines[place].sources = [] }
    }
}

extension StatisticsAnswer.Figures {
    /// Fails for a row of nulls.
    fileprivate init?(_ row: Row) throws {
        guard let count = try row.optionalInt64(3) else {
            for column in 4...9 { #expect(try row.optionalDouble(column) == nil) }
            return nil
        }
        self.init(
            count: count, sum: try row.optionalDouble(4), average: try row.optionalDouble(5),
            minimum: try row.optionalDouble(6), maximum: try row.optionalDouble(7), duration: try row.double(8),
            mostRecent: try row.optionalDouble(9), mostRecentStart: try row.optionalTimestamptz(10),
            mostRecentEnd: try row.optionalTimestamptz(11),
            byValue: try row.optionalText(15).map { text in
                try JSONDecoder().decode([RowValue].self, from: Data(text.utf8)).map {
                    .init(value: $0.value, name: $0.value_name, count: $0.count, duration: $0.duration)
                }
            })
    }

    /// An element of `by_value`.
    private struct RowValue: Decodable {
        var value: Int?
        var value_name: String?
        var count: Int64
        var duration: Double
    }
}

// MARK: The API

extension StatisticsAnswer {
    /// - Parameter json: the body of a response. `JSONDecoder` reads doubles exactly.
    init(json: Data, to question: WorldQuestion) throws {
        guard question.interval != nil else {
            let served = try JSONDecoder().decode(ServedStatistics.self, from: json)
            let start = try served.startDate.map(microseconds)
            let end = try served.endDate.map(microseconds)
            unit = served.unit
            let line = Line(start: start, end: end, partial: served.partial, figures: try served.statistics?.figures())
            lines =
                try [line]
                + served.lines(beside: line).map { part in
                    var part = part
                    (part.start, part.end) = (nil, nil)
                    return part
                }
            sources = Set(served.sources.map(\.id))
            return
        }
        let served = try JSONDecoder().decode(ServedStatisticsCollection.self, from: json)
        unit = served.unit
        lines = try served.buckets.flatMap { bucket in
            let line = Line(
                start: try microseconds(bucket.startDate), end: try microseconds(bucket.endDate),
                sources: bucket.sources, partial: bucket.partial, figures: try bucket.statistics?.figures())
            return try [line] + bucket.lines(beside: line)
        }
    }
}

private func microseconds(_ text: String) throws -> Int64 { try #require(Instant(rfc3339: text)).microseconds }

/// Statistics, and the statistics of each source, as the API returns them.
private protocol Separated {
    var bySource: [ServedPart]? { get }
}

extension Separated {
    func lines(beside merged: StatisticsAnswer.Line) throws -> [StatisticsAnswer.Line] {
        try (bySource ?? []).map { part in
            StatisticsAnswer.Line(
                start: merged.start, end: merged.end, source: part.source.id, partial: merged.partial,
                figures: try part.statistics.figures())
        }
    }
}

/// The response of `GET /v1/statistics`.
private struct ServedStatistics: Decodable, Separated {
    var unit: String?
    var startDate: String?
    var endDate: String?
    var partial: Bool
    var statistics: ServedFigures?
    var sources: [ServedSource]
    var bySource: [ServedPart]?
}

/// The response of `GET /v1/statistics-collection`.
private struct ServedStatisticsCollection: Decodable {
    var unit: String?
    var buckets: [Bucket]

    struct Bucket: Decodable, Separated {
        var startDate: String
        var endDate: String
        var partial: Bool
        var statistics: ServedFigures?
        var sources: [Int32]
        var bySource: [ServedPart]?
    }
}

private struct ServedSource: Decodable {
    var id: Int32
}

private struct ServedPart: Decodable {
    var source: ServedSource
    var statistics: ServedFigures
}

private struct ServedFigures: Decodable {
    var count: Int64
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var duration: Double
    var mostRecent: MostRecent?
    var byValue: [Value]?

    struct Value: Decodable {
        var value: Int?
        var valueName: String?
        var count: Int64
        var duration: Double
    }

    struct MostRecent: Decodable {
        var value: Double?
        var startDate: String
        var endDate: String
    }

    func figures() throws -> StatisticsAnswer.Figures {
        StatisticsAnswer.Figures(
            count: count, sum: sum, average: average, minimum: minimum, maximum: maximum, duration: duration,
            mostRecent: mostRecent?.value, mostRecentStart: try mostRecent.map { try microseconds($0.startDate) },
            mostRecentEnd: try mostRecent.map { try microseconds($0.endDate) },
            byValue: byValue?.map { .init(value: $0.value, name: $0.valueName, count: $0.count, duration: $0.duration) }
        )
    }
}
