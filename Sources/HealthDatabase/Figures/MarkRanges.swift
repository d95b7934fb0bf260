import HealthCore
import Postgres

/// Collects the marks of samples that a transaction inserts or deletes. The samples of a type that
/// start in the same `MarkTable.pieceDays` share a mark.
///
/// `MarkTable.marking` does the same in SQL, for statements that change millions of samples.
struct MarkRanges {
    struct Piece: Hashable {
        var sampleTypeID: Int32
        var number: Int64
    }

    /// The range of each piece, in microseconds since 1970.
    private(set) var ranges: [Piece: Range<Int64>] = [:]

    init() {}

    /// Collects the marks of rows of `health.sample`, whose first columns are `MarkTable.columns`.
    init(_ rows: Rows) throws {
        for var row in rows { try note(&row) }
    }

    /// Adds the span of a sample. The mark of a point ends one microsecond after the
    /// point. The mark of a series ends one microsecond after the series, because its last quantity
    /// may be a point.
    ///
    /// - Parameters:
    ///   - start: in microseconds since 1970, like `end`.
    ///   - isSeries: true if the row of `health.sample` has no quantity.
    mutating func note(sampleTypeID: Int32, start: Int64, end: Int64, isSeries: Bool = false) {
        let added = start..<max(isSeries ? end + 1 : end, start + 1)
        let piece = Piece(
            sampleTypeID: sampleTypeID, number: floorDivide(start, MarkTable.pieceDays * StaleHours.day))
        let range = ranges[piece] ?? added
        ranges[piece] = min(range.lowerBound, added.lowerBound)..<max(range.upperBound, added.upperBound)
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
