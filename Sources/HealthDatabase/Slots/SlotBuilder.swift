import HealthCore

/// Adds the figures of quarter hours up to those of hours, and of days that begin at any phase. A
/// phase is one of the forty times of day at which days begin somewhere on earth.
///
/// Every phase is a whole number of quarter hours after midnight UTC. The day of phase p consists
/// of one UTC day from p on and of the next UTC day until p.
struct SlotBuilder {
    /// A whole number of UTC days, in microseconds since 1970.
    let range: Range<Int64>
    private let style: AggregationStyle
    private let sourceIDs: [Int32]
    /// The figures of every quarter hour of the range.
    private var quarters: [SlotFigures]
    /// The figures of each source, for quarter hours with figures, in order of time.
    private var quartersBySource: [(sourceID: Int32, quarters: [(index: Int, figures: SlotFigures)])] = []
    /// The only source with samples; nil if there are several. `quarters` have its figures.
    private var soleSourceID: Int32?

    static let quarter = StaleHours.hour / 4
    static let day = 24 * StaleHours.hour
    private static let quartersPerDay = 96

    /// Returns whole UTC days that contain `hours`, and all days of any phase that overlap them.
    static func range(around hours: [Range<Int64>]) -> Range<Int64> {
        let from = (hours.first?.lowerBound ?? 0) - day
        let to = (hours.last?.upperBound ?? 0) + day
        return floorDay(from)..<(-floorDay(-to))
    }

    static func floorDay(_ time: Int64) -> Int64 {
        let rest = time % day
        return rest < 0 ? time - rest - day : time - rest
    }

    /// Returns a plan with a bucket for every quarter hour of the range.
    static func plan(_ range: Range<Int64>) throws -> BucketPlan {
        try BucketPlan(
            edges: stride(from: range.lowerBound, through: range.upperBound, by: Int(quarter))
                .map(Instant.init(microseconds:)))
    }

    /// - Parameters:
    ///   - engine: an engine with a bucket for every quarter hour of the range, which separates
    ///     sources. All samples have been added to it.
    ///   - sourceIDs: the ids of the sources by rank.
    init(_ engine: consuming StatisticsEngine, range: Range<Int64>, style: AggregationStyle, sourceIDs: [Int32]) {
        self.range = range
        self.style = style
        self.sourceIDs = sourceIDs
        quarters = Array(
            repeating: SlotFigures(), count: Int((range.upperBound - range.lowerBound) / SlotBuilder.quarter))
        var engine = engine
        let (merged, bySource) = engine.finishFigures()
        for (index, figures) in merged { quarters[index] = figures }
        if bySource.count == 1, bySource[0].figures.count == merged.count {
            soleSourceID = sourceIDs[bySource[0].rank]
            for (all, (index, figures)) in zip(merged, bySource[0].figures) {
                quarters[index] = figures
                quarters[index].sources = all.figures.sources
            }
        }
        quartersBySource = bySource.map { rank, parts in (sourceIDs[rank], parts.map { ($0.bucket, $0.figures) }) }
    }

    // MARK: Hours

    /// Returns the rows of all hours in `runs`: first those of all sources together, then those of
    /// each source by id, each group in order of time.
    func hours(_ runs: [Range<Int64>]) throws -> [HourSlotRow] {
        var separate: [Int64: [(id: Int32, figures: StoredFigures)]] = [:]
        for (sourceID, quarters) in quartersBySource {
            for (start, figures) in hours(quarters) {
                separate[start, default: []].append((sourceID, StoredFigures(figures, sourceIDs: [sourceID])))
            }
        }
        var (rows, separateRows): ([HourSlotRow], [HourSlotRow]) = ([], [])
        for run in runs {
            for start in stride(from: run.lowerBound, to: run.upperBound, by: Int(StaleHours.hour)) {
                let index = Int((start - range.lowerBound) / SlotBuilder.quarter)
                let figures = sum(quarters[index..<index + 4])
                guard !figures.isEmpty else { continue }
                let stored = try StoredFigures(figures, idsByRank: sourceIDs)
                let sources = separate[start] ?? []
                let hasSoleSource = stored.hasSoleSource(sources, style)
                rows.append(
                    HourSlotRow(
                        start: start, sourceID: 0, stored: stored, soleSourceID: hasSoleSource ? sources[0].id : nil))
                guard !hasSoleSource else { continue }
                separateRows += sources.map {
                    HourSlotRow(start: start, sourceID: $0.id, stored: $0.figures, soleSourceID: nil)
                }
            }
        }
        return rows + separateRows.sorted { ($0.sourceID, $0.start) < ($1.sourceID, $1.start) }
    }

    /// Returns the figures of the hours with figures, in order of time.
    private func hours(_ quarters: [(index: Int, figures: SlotFigures)]) -> [(start: Int64, figures: SlotFigures)] {
        var hours: [(start: Int64, figures: SlotFigures)] = []
        for (index, figures) in quarters {
            let start = range.lowerBound + Int64(index / 4) * StaleHours.hour
            if hours.last?.start == start {
                hours[hours.count - 1].figures.append(figures, style)
            } else {
                hours.append((start, figures))
            }
        }
        return hours
    }

    private func sum(_ parts: some Sequence<SlotFigures>) -> SlotFigures {
        var whole = SlotFigures()
        for part in parts { whole.append(part, style) }
        return whole
    }

    // MARK: Days

    /// The figures of 24 hours that begin at a phase.
    struct Day {
        var phase: Int16
        /// The UTC day on which the 24 hours begin, in days since 1970.
        var day: Int32
        var figures: DaySlotGroup.Day
    }

    /// Returns the days of every phase that overlap one of `runs`.
    func days(_ runs: [Range<Int64>]) throws -> [Day] {
        let dayCount = quarters.count / SlotBuilder.quartersPerDay
        let utcDays = (0..<dayCount).map { parts(quarters, $0) }
        var days: [Day] = []
        var indexes: [DayKey: Int] = [:]
        for phase in SlotPhase.all {
            for index in 0..<dayCount - 1 {
                let start = start(of: phase, index)
                guard runs.contains(where: { $0.lowerBound < start + SlotBuilder.day && start < $0.upperBound }) else {
                    continue
                }
                let figures = figures(of: phase, utcDays[index], utcDays[index + 1])
                var day = DaySlotGroup.Day(merged: nil, bySource: [:])
                if !figures.isEmpty {
                    day.merged = try StoredFigures(figures, idsByRank: sourceIDs)
                    if let id = soleSourceID { day.bySource = [id: StoredFigures(figures, sourceIDs: [id])] }
                }
                if soleSourceID == nil { indexes[DayKey(phase: phase, index: index)] = days.count }
                days.append(
                    Day(
                        phase: phase, day: Int32(range.lowerBound / SlotBuilder.day) + Int32(index), figures: day))
            }
        }
        guard soleSourceID == nil else { return days }
        for (sourceID, quarters) in quartersBySource {
            for (key, figures) in daysOfSource(quarters) {
                // One source too many makes the days crowded. Further sources change nothing.
                guard let index = indexes[key], days[index].figures.bySource.count <= DaySlotGroup.sourcesMax else {
                    continue
                }
                days[index].figures.bySource[sourceID] = StoredFigures(figures, sourceIDs: [sourceID])
            }
        }
        return days
    }

    private struct DayKey: Hashable {
        var phase: Int16
        /// Counts the UTC days of the range.
        var index: Int
    }

    private func start(of phase: Int16, _ index: Int) -> Int64 {
        range.lowerBound + Int64(index) * SlotBuilder.day + Int64(phase) * StaleHours.hour / 60
    }

    /// Returns the days of every phase on which one source has figures.
    private func daysOfSource(
        _ quarters: [(index: Int, figures: SlotFigures)]
    ) -> [(key: DayKey, figures: SlotFigures)] {
        var days: [(key: DayKey, figures: SlotFigures)] = []
        let byDay = Dictionary(grouping: quarters) { $0.index / SlotBuilder.quartersPerDay }.mapValues { quarters in
            var day = Array(repeating: SlotFigures(), count: SlotBuilder.quartersPerDay)
            for (index, figures) in quarters { day[index % SlotBuilder.quartersPerDay] = figures }
            return parts(day, 0)
        }
        let empty = DayParts()
        for index in Set(byDay.keys.flatMap { [$0 - 1, $0] }) {
            let (first, second) = (byDay[index] ?? empty, byDay[index + 1] ?? empty)
            for phase in SlotPhase.all {
                let figures = figures(of: phase, first, second)
                if !figures.isEmpty { days.append((DayKey(phase: phase, index: index), figures)) }
            }
        }
        return days
    }

    /// Returns the figures of the 24 hours that begin at `phase` on the first of two UTC days.
    private func figures(of phase: Int16, _ first: DayParts, _ second: DayParts) -> SlotFigures {
        let cut = Int(phase) / 15
        var figures = first.from[cut]
        figures.append(second.until[cut], style)
        return figures
    }

    /// The figures of one UTC day from each of its quarter hours to its end, and from its start to
    /// each quarter hour.
    private struct DayParts {
        var from = Array(repeating: SlotFigures(), count: SlotBuilder.quartersPerDay + 1)
        var until = Array(repeating: SlotFigures(), count: SlotBuilder.quartersPerDay + 1)
    }

    private func parts(_ quarters: [SlotFigures], _ day: Int) -> DayParts {
        let count = SlotBuilder.quartersPerDay
        var parts = DayParts()
        for quarter in 0..<count {
            parts.until[quarter + 1] = parts.until[quarter]
            parts.until[quarter + 1].append(quarters[day * count + quarter], style)
            let index = count - 1 - quarter
            parts.from[index] = quarters[day * count + index]
            parts.from[index].append(parts.from[index + 1], style)
        }
        return parts
    }
}
