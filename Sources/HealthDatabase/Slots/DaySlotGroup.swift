import HealthCore
import Postgres

/// All rows of `health.day_slot` for the same eight days of one phase: the block of all sources
/// together, and the blocks of single sources.
///
/// A single source has a row only if the row of all sources does not tell its figures. It tells
/// them if each day has samples of one source only (`soleSource`). Most blocks of most types are
/// so.
public struct DaySlotGroup {
    /// The most sources of a group that have rows. Each row takes about 600 bytes, and there are
    /// forty phases. If more sources have samples in the eight days, the group is crowded.
    public static let sourcesMax = 8
    /// The source id of the row that says that a group is crowded. Its figures are empty.
    public static let crowded: Int32 = -1

    public let firstDay: Int32
    public let style: AggregationStyle
    /// The figures of all sources together.
    public private(set) var merged: DaySlotBlock
    /// The figures of each source, by the source's id; incomplete if the group is crowded.
    public private(set) var bySource: [Int32: DaySlotBlock] = [:]
    /// The days whose figures of single sources are not known.
    private var unknownDays: Set<Int> = []

    /// The figures of one day.
    public struct Day: Hashable, Sendable {
        /// Nil if no sample has a part in the day.
        public var merged: StoredFigures?
        /// The figures of each source with samples, by the source's id.
        public var bySource: [Int32: StoredFigures]

        public init(merged: StoredFigures?, bySource: [Int32: StoredFigures]) {
            self.merged = merged
            self.bySource = bySource
        }
    }

    /// - Parameter rows: the column `figures` of each row, by its source id; empty for no rows.
    /// - Throws: `PostgresError` if the numbers are not those of a block.
    public init(decoding rows: [Int32: [Double]], firstDay: Int32, style: AggregationStyle) throws {
        self.firstDay = firstDay
        self.style = style
        merged =
            try rows[0].map { try DaySlotBlock(decoding: $0, firstDay: firstDay, style: style) }
            ?? DaySlotBlock(firstDay: firstDay, style: style)
        guard rows[DaySlotGroup.crowded] == nil else {
            unknownDays = Set(0..<Int(DaySlotBlock.dayCount))
            return
        }
        for (id, numbers) in rows where id > 0 {
            bySource[id] = try DaySlotBlock(decoding: numbers, firstDay: firstDay, style: style, isSeparate: true)
        }
        guard bySource.isEmpty else { return }
        for day in 0..<Int(DaySlotBlock.dayCount) {
            guard let stored = merged[day], stored.sourceIDs.count == 1 else { continue }
            set(day, of: stored.sourceIDs[0], StoredFigures(soleSource: stored, style))
        }
    }

    /// Replaces the figures of day 0 ..< `DaySlotBlock.dayCount`.
    public mutating func replace(_ day: Int, with figures: Day) {
        merged[day] = figures.merged
        for id in Set(bySource.keys).union(figures.bySource.keys) { set(day, of: id, figures.bySource[id]) }
        unknownDays.remove(day)
    }

    private mutating func set(_ day: Int, of sourceID: Int32, _ figures: StoredFigures?) {
        bySource[sourceID, default: DaySlotBlock(firstDay: firstDay, style: style, isSeparate: true)][day] = figures
    }

    /// The figures of one source on a day; nil if the source has none, or if they are not stored.
    public func figures(of sourceID: Int32, _ day: Int) -> StoredFigures? { bySource[sourceID]?[day] }

    /// True if the rows do not have the figures of single sources.
    public var isCrowded: Bool {
        !unknownDays.isEmpty || bySource.values.count { !$0.isEmpty } > DaySlotGroup.sourcesMax
    }

    /// The column `figures` of each row, by its source id; empty without figures.
    ///
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if the source sets do not fit.
    public func encoded() throws -> [Int32: [Double]] {
        guard !merged.isEmpty else { return [:] }
        var rows = [Int32(0): try merged.encoded()]
        if isCrowded {
            rows[DaySlotGroup.crowded] = []
        } else if !hasSoleSources {
            for (id, block) in bySource where !block.isEmpty { rows[id] = try block.encoded() }
        }
        return rows
    }

    /// True if the row of all sources tells the figures of single sources.
    private var hasSoleSources: Bool {
        (0..<Int(DaySlotBlock.dayCount)).allSatisfy { day in
            var separate: [(id: Int32, figures: StoredFigures)] = []
            for (id, block) in bySource { if let figures = block[day] { separate.append((id, figures)) } }
            guard let stored = merged[day] else { return separate.isEmpty }
            return stored.hasSoleSource(separate, style)
        }
    }
}

extension StoredFigures {
    /// The figures of the only source, made from those of all sources together.
    init(soleSource merged: StoredFigures, _ style: AggregationStyle) {
        var figures = merged.figures
        figures.becomeSoleSource(style)
        self.init(figures, sourceIDs: merged.sourceIDs)
    }

    /// True if the figures of single sources follow from these figures of all sources together:
    /// there is one source, and no samples of it overlap if they are cumulative.
    func hasSoleSource(_ separate: [(id: Int32, figures: StoredFigures)], _ style: AggregationStyle) -> Bool {
        guard separate.count == 1, sourceIDs == [separate[0].id] else { return false }
        return style != .cumulative || separate[0].figures.figures.weight == Double(figures.durationMicroseconds)
    }
}
