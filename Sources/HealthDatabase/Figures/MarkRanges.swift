import HealthCore
import Postgres

/// Collects the marks of samples that a transaction inserts or deletes. The samples of a type share
/// a mark if the gap between them is at most `MarkTable.gapMicroseconds`.
///
/// `MarkTable.marking` does the same in SQL, for statements that change millions of samples.
struct MarkRanges {
    /// The ranges of each type, in microseconds since 1970. They are in order, and the gaps between
    /// them are wider than `MarkTable.gapMicroseconds`.
    private(set) var ranges: [Int32: [Range<Int64>]] = [:]

    /// Adds the span of a sample. The mark of a point ends one microsecond after the
    /// point. The mark of a series ends one microsecond after the series, because its last quantity
    /// may be a point.
    ///
    /// - Parameters:
    ///   - start: in microseconds since 1970, like `end`.
    ///   - isSeries: true if the row of `health.sample` has no quantity.
    mutating func note(sampleTypeID: Int32, start: Int64, end: Int64, isSeries: Bool = false) {
        MarkRanges.add(start..<max(isSeries ? end + 1 : end, start + 1), to: &ranges[sampleTypeID, default: []])
    }

    /// Adds a sample of a batch.
    mutating func note(_ sample: Sample, _ references: ResolvedReferences) {
        note(
            sampleTypeID: references.sampleTypeIDs[Int(sample.type)], start: sample.start.microseconds,
            end: sample.end.microseconds, isSeries: !sample.content.hasStoredQuantity)
    }

    /// Adds a row of `health.sample`. The next columns of `row` are `MarkTable.columns`.
    mutating func note(_ row: inout Row) throws {
        let (typeID, start, end) = (try row.int32(), try row.timestamptz(), try row.timestamptz())
        note(sampleTypeID: typeID, start: start, end: end, isSeries: try row.bool())
    }

    private static func add(_ added: Range<Int64>, to ranges: inout [Range<Int64>]) {
        // Samples are mostly in order of time, so the search begins at the end.
        var end = ranges.endIndex
        while end > 0, ranges[end - 1].lowerBound - MarkTable.gapMicroseconds > added.upperBound { end -= 1 }
        var first = end
        while first > 0, ranges[first - 1].upperBound + MarkTable.gapMicroseconds >= added.lowerBound { first -= 1 }
        guard first < end else {
            ranges.insert(added, at: first)
            if ranges.count > MarkTable.marksMax { closeNarrowestGap(of: &ranges) }
            return
        }
        ranges[first] =
            min(ranges[first].lowerBound, added.lowerBound)..<max(ranges[end - 1].upperBound, added.upperBound)
        if end - first > 1 { ranges.removeSubrange(first + 1..<end) }
    }

    private static func closeNarrowestGap(of ranges: inout [Range<Int64>]) {
        func gap(before index: Int) -> Int64 { ranges[index].lowerBound - ranges[index - 1].upperBound }
        guard let index = (1..<ranges.count).min(by: { gap(before: $0) < gap(before: $1) }) else { return }
        ranges[index - 1] = ranges[index - 1].lowerBound..<ranges[index].upperBound
        ranges.remove(at: index)
    }
}

extension Sample.Content {
    /// True if the row of `health.sample` has a quantity. A series has its quantities in a side
    /// table, and an aggregate without an average has none.
    fileprivate var hasStoredQuantity: Bool {
        switch self {
        case .quantity: true
        case .aggregate(_, let extremes): extremes.hasAverage
        case .series, .category, .correlation, .workout, .other: false
        }
    }
}
