import HealthCore
import Postgres

/// Eight consecutive days of one phase: a row of `health.day_slot`.
///
/// Its column `figures` is one array, which SQL can read. Every number fits into a double exactly.
/// Times are in microseconds since 1970. Positions in the array begin with 1.
///
///     for each of the eight days, or zeros for a day without figures:
///         startedCount * 65536 + the position of the day's source set
///         reachingCount, duration
///         most recent value, its start, its end, earliest start; zeros without members
///         sum, for cumulative types only
///         the source's part of the sum of all sources, and the time that counted there, in
///             microseconds, for single sources of cumulative types only
///         value sum, reaching value sum, minimum, maximum, for all other types
///         weighted sum, weight, for types with weighted averages
///         weighted maximum, for sound levels
///     then for each source set: the number of its sources, and their ids, ascending
public struct DaySlotBlock: Hashable, Sendable {
    /// The number of days in a block.
    public static let dayCount: Int32 = 8

    /// The first day of the block, in days since 1970; a multiple of `dayCount`.
    public let firstDay: Int32
    public let style: AggregationStyle
    /// True for the figures of a single source, false for those of all sources together.
    public let isSeparate: Bool
    private var days: [StoredFigures?] = Array(repeating: nil, count: Int(DaySlotBlock.dayCount))

    /// An empty block.
    public init(firstDay: Int32, style: AggregationStyle, isSeparate: Bool = false) {
        self.firstDay = firstDay
        self.style = style
        self.isSeparate = isSeparate
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

    /// The numbers of one day.
    static func width(_ style: AggregationStyle, isSeparate: Bool) -> Int {
        switch style {
        case .cumulative: isSeparate ? 10 : 8
        case .discreteArithmetic: 11
        case .discreteTemporallyWeighted: 13
        case .discreteEquivalentContinuousLevel: 14
        }
    }

    /// A day's first number has the position of its source set below this number.
    private static let positions = 65_536

    /// The elements of the column `figures`.
    ///
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if the source sets do not fit.
    public func encoded() throws -> [Double] {
        var numbers: [Double] = []
        var sets: [Double] = []
        var positions: [[Int32]: Int] = [:]
        let width = DaySlotBlock.width(style, isSeparate: isSeparate)
        for stored in days {
            guard let stored else {
                numbers.append(contentsOf: repeatElement(0, count: width))
                continue
            }
            let position = positions[stored.sourceIDs] ?? days.count * width + sets.count + 1
            if positions.updateValue(position, forKey: stored.sourceIDs) == nil {
                sets.append(Double(stored.sourceIDs.count))
                for id in stored.sourceIDs { sets.append(Double(id)) }
            }
            guard position < DaySlotBlock.positions else { throw StatisticsEngineError.tooManySources }
            append(stored.figures, set: position, to: &numbers)
        }
        return numbers + sets
    }

    private func append(_ figures: SlotFigures, set: Int, to numbers: inout [Double]) {
        numbers.append(Double(figures.startedCount * DaySlotBlock.positions + set))
        numbers.append(Double(figures.reachingCount))
        numbers.append(Double(figures.durationMicroseconds))
        numbers.append(figures.mostRecent?.value ?? 0)
        for time in [figures.mostRecent?.start, figures.mostRecent?.end, figures.earliestStart] {
            numbers.append(Double(time?.microseconds ?? 0))
        }
        guard style != .cumulative else {
            numbers.append(figures.sum)
            if isSeparate { numbers += [figures.weightedSum, figures.weight] }
            return
        }
        numbers += [figures.valueSum, figures.reachingValueSum, figures.minimum, figures.maximum]
        guard style != .discreteArithmetic else { return }
        numbers += [figures.weightedSum, figures.weight]
        if style == .discreteEquivalentContinuousLevel { numbers.append(figures.weightedMaximum) }
    }

    /// Unpacks the result of `encoded`.
    ///
    /// - Throws: `PostgresError` if the numbers are not those of a block.
    public init(decoding numbers: [Double], firstDay: Int32, style: AggregationStyle, isSeparate: Bool = false) throws {
        self.init(firstDay: firstDay, style: style, isSeparate: isSeparate)
        try DaySlotBlock.unpack(numbers, style, isSeparate: isSeparate) { day, set, figures in
            days[day] = StoredFigures(figures, sourceIDs: try DaySlotBlock.sourceIDs(numbers, at: set))
        }
    }

    /// Reads a block without an array of its days. Passes each day and the position of its source
    /// set to `body`.
    ///
    /// - Throws: `PostgresError` if the numbers are not those of a block; errors of `body`.
    @inline(__always)
    static func unpack(
        _ numbers: [Double], _ style: AggregationStyle, isSeparate: Bool,
        _ body: (_ day: Int, _ set: Int, _ figures: SlotFigures) throws -> Void
    ) throws {
        let width = width(style, isSeparate: isSeparate)
        guard numbers.count >= Int(dayCount) * width else { throw broken }
        for day in 0..<Int(dayCount) {
            guard let head = Int64(exactly: numbers[day * width]) else { throw broken }
            if head == 0 { continue }
            let (started, set) = head.quotientAndRemainder(dividingBy: Int64(positions))
            try body(
                day, Int(set),
                try figures(numbers, from: day * width, started: Int(started), style, isSeparate: isSeparate))
        }
    }

    /// Returns the source set at a position.
    ///
    /// - Throws: `PostgresError` if there is none.
    static func sourceIDs(_ numbers: [Double], at position: Int) throws -> [Int32] {
        guard numbers.indices.contains(position - 1), let count = Int(exactly: numbers[position - 1]), count >= 0,
            position + count <= numbers.count
        else { throw broken }
        return try numbers[position..<position + count].map { number in
            guard let id = Int32(exactly: number) else { throw broken }
            return id
        }
    }

    private static var broken: PostgresError {
        PostgresError(sqlState: "XX001", message: "the figures of a day slot are broken")
    }

    @inline(__always)
    private static func figures(
        _ numbers: [Double], from start: Int, started: Int, _ style: AggregationStyle, isSeparate: Bool
    ) throws -> SlotFigures {
        func integer(_ index: Int) throws -> Int64 {
            guard let number = Int64(exactly: numbers[start + index]) else { throw broken }
            return number
        }
        var figures = SlotFigures()
        figures.startedCount = started
        figures.reachingCount = Int(try integer(1))
        figures.durationMicroseconds = try integer(2)
        if figures.count > 0 {
            figures.mostRecent = .init(
                value: numbers[start + 3], start: Instant(microseconds: try integer(4)),
                end: Instant(microseconds: try integer(5)))
            figures.earliestStart = Instant(microseconds: try integer(6))
        }
        guard style != .cumulative else {
            figures.sum = numbers[start + 7]
            guard isSeparate else { return figures }
            figures.weightedSum = numbers[start + 8]
            figures.weight = numbers[start + 9]
            return figures
        }
        figures.valueSum = numbers[start + 7]
        figures.reachingValueSum = numbers[start + 8]
        figures.minimum = numbers[start + 9]
        figures.maximum = numbers[start + 10]
        figures.valueMaximum = figures.maximum
        guard style != .discreteArithmetic else { return figures }
        figures.weightedSum = numbers[start + 11]
        figures.weight = numbers[start + 12]
        guard style != .discreteTemporallyWeighted else { return figures }
        figures.weightedMaximum = numbers[start + 13]
        return figures
    }
}
