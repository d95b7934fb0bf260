import HealthCore
import Postgres

/// Eight consecutive days of one phase: a row of `health.day_slot`, whose column `figures` holds
/// them packed.
///
/// Each number is big endian. Each time is in microseconds since 1970.
///
///     byte                  bit d is set if day d of the block has figures
///     byte                  number of different source sets; then for each set:
///         int32             number of sources
///         int32 …           their ids, ascending
///     then for each day with figures, in order of time:
///         byte              index of its source set
///         int32 int32       `startedCount`, `reachingCount`
///         int64             duration
///         double int64 int64 int64   most recent value, its start, its end, earliest start; else 0
///         double            sum, for cumulative types only
///         double × 4        value sum, reaching value sum, minimum, maximum, for all other types
///         double double     weighted sum, weight, for types with weighted averages
///         double            weighted maximum, for sound levels
public struct DaySlotBlock: Hashable, Sendable {
    /// The number of days in a block.
    public static let dayCount: Int32 = 8

    /// The first day of the block, in days since 1970; a multiple of `dayCount`.
    public let firstDay: Int32
    public let style: AggregationStyle
    private var days: [StoredFigures?] = Array(repeating: nil, count: Int(DaySlotBlock.dayCount))

    /// An empty block.
    public init(firstDay: Int32, style: AggregationStyle) {
        self.firstDay = firstDay
        self.style = style
    }

    /// Returns the first day of the block that contains `day`. Both are days since 1970.
    public static func firstDay(of day: Int32) -> Int32 {
        let rest = day % dayCount
        return rest < 0 ? day - rest - dayCount : day - rest
    }

    /// The figures of day 0 ..< `dayCount` of the block; nil for a day without figures.
    public subscript(day: Int) -> StoredFigures? {
        get { days[day] }
        set { days[day] = newValue.flatMap { $0.figures.isEmpty ? nil : $0 } }
    }

    /// True if no day has figures. Such a block has no row.
    public var isEmpty: Bool { days.allSatisfy { $0 == nil } }

    // MARK: Packing

    /// The bytes of the column `figures`.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        var presence: UInt8 = 0
        var sets: [[Int32]] = []
        for (day, stored) in days.enumerated() {
            guard let stored else { continue }
            presence |= 1 << UInt8(day)
            if !sets.contains(stored.sourceIDs) { sets.append(stored.sourceIDs) }
        }
        bytes.append(presence)
        bytes.append(UInt8(sets.count))
        for set in sets {
            bytes.append(word: UInt32(set.count))
            for id in set { bytes.append(word: UInt32(bitPattern: id)) }
        }
        for stored in days {
            guard let stored, let set = sets.firstIndex(of: stored.sourceIDs) else { continue }
            bytes.append(UInt8(set))
            DaySlotBlock.append(stored.figures, style, to: &bytes)
        }
        return bytes
    }

    private static func append(_ figures: SlotFigures, _ style: AggregationStyle, to bytes: inout [UInt8]) {
        bytes.append(word: UInt32(figures.startedCount))
        bytes.append(word: UInt32(figures.reachingCount))
        bytes.append(word: UInt64(bitPattern: figures.durationMicroseconds))
        bytes.append(word: (figures.mostRecent?.value ?? 0).bitPattern)
        for time in [figures.mostRecent?.start, figures.mostRecent?.end, figures.earliestStart] {
            bytes.append(word: UInt64(bitPattern: time?.microseconds ?? 0))
        }
        for number in numbers(figures, style) { bytes.append(word: number.bitPattern) }
    }

    private static func numbers(_ figures: SlotFigures, _ style: AggregationStyle) -> [Double] {
        let plain = [figures.valueSum, figures.reachingValueSum, figures.minimum, figures.maximum]
        return switch style {
        case .cumulative: [figures.sum]
        case .discreteArithmetic: plain
        case .discreteTemporallyWeighted: plain + [figures.weightedSum, figures.weight]
        case .discreteEquivalentContinuousLevel:
            plain + [figures.weightedSum, figures.weight, figures.weightedMaximum]
        }
    }

    /// Unpacks the result of `encoded`.
    ///
    /// - Throws: `PostgresError` if the bytes are not a packed block.
    public init(decoding bytes: [UInt8], firstDay: Int32, style: AggregationStyle) throws {
        self.init(firstDay: firstDay, style: style)
        var sets: [[Int32]] = []
        let unpacked = try bytes.withBinaryField { field in
            var unpacked: [(day: Int, stored: StoredFigures)] = []
            try DaySlotBlock.unpack(&field, style, set: { sets.append($0) }) { day, set, figures in
                unpacked.append((day, StoredFigures(figures, sourceIDs: sets[set])))
            }
            return unpacked
        }
        for (day, stored) in unpacked { days[day] = stored }
    }

    /// Reads a packed block without an array of its days. Passes each source set to `set`, then
    /// each day and the index of its source set to `body`.
    ///
    /// - Throws: `PostgresError` if the bytes are not a packed block; errors of the closures.
    @inline(__always)
    static func unpack(
        _ field: inout BinaryField, _ style: AggregationStyle, set: ([Int32]) throws -> Void,
        _ body: (_ day: Int, _ set: Int, _ figures: SlotFigures) throws -> Void
    ) throws {
        let presence = try field.uint8()
        let setCount = Int(try field.uint8())
        for _ in 0..<setCount {
            var ids: [Int32] = []
            for _ in 0..<max(try field.int32(), 0) { ids.append(try field.int32()) }
            try set(ids)
        }
        for day in 0..<Int(dayCount) where presence & (1 << UInt8(day)) != 0 {
            let index = Int(try field.uint8())
            guard index < setCount else { throw broken }
            try body(day, index, try figures(&field, style))
        }
        guard field.isAtEnd else { throw broken }
    }

    private static var broken: PostgresError {
        PostgresError(sqlState: "XX001", message: "the figures of a day slot are broken")
    }

    @inline(__always)
    private static func figures(_ field: inout BinaryField, _ style: AggregationStyle) throws -> SlotFigures {
        var figures = SlotFigures()
        figures.startedCount = Int(try field.int32())
        figures.reachingCount = Int(try field.int32())
        figures.durationMicroseconds = try field.int64()
        let value = try field.double()
        let start = try field.int64()
        let end = try field.int64()
        let earliest = try field.int64()
        if figures.count > 0 {
            figures.mostRecent = .init(
                value: value, start: Instant(microseconds: start), end: Instant(microseconds: end))
            figures.earliestStart = Instant(microseconds: earliest)
        }
        guard style != .cumulative else {
            figures.sum = try field.double()
            return figures
        }
        figures.valueSum = try field.double()
        figures.reachingValueSum = try field.double()
        figures.minimum = try field.double()
        figures.maximum = try field.double()
        figures.valueMaximum = figures.maximum
        guard style != .discreteArithmetic else { return figures }
        figures.weightedSum = try field.double()
        figures.weight = try field.double()
        guard style != .discreteTemporallyWeighted else { return figures }
        figures.weightedMaximum = try field.double()
        return figures
    }
}

extension [UInt8] {
    /// Appends the bytes of `word`, big endian.
    fileprivate mutating func append<Word: FixedWidthInteger & UnsignedInteger>(word: Word) {
        for shift in stride(from: Word.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: word >> Word(shift)))
        }
    }
}
