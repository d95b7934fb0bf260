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
    /// The figures of each source, for hours with figures, in order of time. Empty if the person
    /// has one source.
    private var hoursBySource: [(sourceID: Int32, figures: [(start: Int64, figures: SlotFigures)])] = []

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
    ///   - engine: an engine with a bucket for every quarter hour of the range. All samples have
    ///     been added to it.
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
        for (rank, parts) in bySource {
            var hours: [(start: Int64, figures: SlotFigures)] = []
            for (index, figures) in parts {
                let start = range.lowerBound + Int64(index / 4) * StaleHours.hour
                if hours.last?.start == start {
                    hours[hours.count - 1].figures.append(figures, style)
                } else {
                    hours.append((start, figures))
                }
            }
            hoursBySource.append((sourceIDs[rank], hours))
        }
    }

    // MARK: Hours

    /// Returns the rows of all hours in `runs`: first those of all sources together, then those of
    /// each source by id, each group in order of time.
    func hours(_ runs: [Range<Int64>]) throws -> [HourSlotRow] {
        var contributors: [Int64: [Int32]] = [:]
        for (sourceID, hours) in hoursBySource {
            for hour in hours { contributors[hour.start, default: []].append(sourceID) }
        }
        var rows: [HourSlotRow] = []
        for run in runs {
            for start in stride(from: run.lowerBound, to: run.upperBound, by: Int(StaleHours.hour)) {
                let index = Int((start - range.lowerBound) / SlotBuilder.quarter)
                let figures = sum(quarters[index..<index + 4])
                guard !figures.isEmpty else { continue }
                let sources = sourceIDs.count == 1 ? sourceIDs : contributors[start] ?? []
                rows.append(
                    HourSlotRow(
                        start: start, sourceID: 0, stored: try StoredFigures(figures, idsByRank: sourceIDs),
                        soleSourceID: sources.count == 1 ? sources[0] : nil))
            }
        }
        for (sourceID, hours) in hoursBySource.sorted(by: { $0.sourceID < $1.sourceID }) {
            for (start, figures) in hours where (contributors[start]?.count ?? 0) > 1 {
                guard runs.contains(where: { $0.contains(start) }) else { continue }
                rows.append(
                    HourSlotRow(
                        start: start, sourceID: sourceID, stored: StoredFigures(figures, sourceIDs: [sourceID]),
                        soleSourceID: nil))
            }
        }
        return rows
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
        /// Nil if no sample has a part in the day.
        var stored: StoredFigures?
    }

    /// Returns the days of every phase that overlap one of `runs`.
    func days(_ runs: [Range<Int64>]) throws -> [Day] {
        let parts = (0..<quarters.count / SlotBuilder.quartersPerDay).map(parts)
        var days: [Day] = []
        for phase in SlotPhase.all {
            let cut = Int(phase) / 15
            for (index, part) in parts.dropLast().enumerated() {
                let midnight = range.lowerBound + Int64(index) * SlotBuilder.day
                let start = midnight + Int64(cut) * SlotBuilder.quarter
                guard runs.contains(where: { $0.lowerBound < start + SlotBuilder.day && start < $0.upperBound }) else {
                    continue
                }
                var figures = part.from[cut]
                figures.append(parts[index + 1].until[cut], style)
                days.append(
                    Day(
                        phase: phase, day: Int32(midnight / SlotBuilder.day),
                        stored: figures.isEmpty ? nil : try StoredFigures(figures, idsByRank: sourceIDs)))
            }
        }
        return days
    }

    /// Returns the figures of one UTC day from each of its quarter hours to its end, and from its
    /// start to each quarter hour.
    private func parts(_ day: Int) -> (from: [SlotFigures], until: [SlotFigures]) {
        let count = SlotBuilder.quartersPerDay
        var from = Array(repeating: SlotFigures(), count: count + 1)
        var until = from
        for quarter in 0..<count {
            until[quarter + 1] = until[quarter]
            until[quarter + 1].append(quarters[day * count + quarter], style)
            let index = count - 1 - quarter
            from[index] = quarters[day * count + index]
            from[index].append(from[index + 1], style)
        }
        return (from, until)
    }
}
