import HealthCore
import Postgres

/// Reads the pieces of a plan and adds them up to buckets. A piece is a day slot, an hour slot, or
/// a span whose samples are read.
struct SlotReader {
    let person: Person
    let session: Session
    let style: AggregationStyle
    let type: TypeState
    /// The length of the longest sample of the type, in microseconds.
    let reach: Int64
    private let state: SlotState

    var sampleTypeID: Int32 { type.sampleTypeID }

    /// Returns nil if the type has no slots that this program can use.
    init?(_ person: Person, _ session: Session, _ type: TypeState, _ state: SlotState, _ style: AggregationStyle) {
        guard let reach = type.reach, state.hasSlots(of: style) else { return nil }
        self.person = person
        self.session = session
        self.style = style
        self.type = type
        self.reach = reach
        self.state = state
    }

    /// Returns the pieces of `plan`; nil if it is faster to read samples only.
    ///
    /// - Parameter isForced: if true, slots are used even if it is slower.
    func plan(_ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool, isForced: Bool) -> SlotPlan? {
        let slots = SlotPlan(
            plan: plan, range: range, stale: state.staleHours(style, type), reach: reach,
            usesDays: !separateBySource || state.hasDaysOfSources)
        let lookAround = StreamedRows.lookAround(reach: reach, hasAggregates: type.hasAggregates)
        return isForced || slots.isWorthwhile(lookAround: lookAround) ? slots : nil
    }

    /// Returns every bucket of `plan`, added up from the pieces `slots`. Call it in the snapshot in
    /// which the marks were read.
    ///
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if more than `sourcesMax` sources have
    ///   separate figures.
    func buckets(
        _ plan: BucketPlan, _ range: SampleRange, _ slots: SlotPlan, separateBySource: Bool, sourcesMax: Int = .max
    ) throws -> [StatisticsBucket] {
        var fold = BucketFold(plan: plan, style: style)
        let bySource = try pieces(range, slots, separateBySource: separateBySource, sourcesMax: sourcesMax) {
            fold.append($1, at: $0)
        }
        fold.finish()
        for (rank, pieces) in bySource { fold.append(rank: rank, pieces) }
        return fold.buckets
    }

    /// Calls `body` with the start and the figures of each piece of all sources together, in order
    /// of time.
    ///
    /// - Returns: the pieces of each source, by rank; empty unless `separateBySource`.
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if more than `sourcesMax` sources have
    ///   separate figures.
    func pieces(
        _ range: SampleRange, _ slots: SlotPlan, separateBySource: Bool, sourcesMax: Int = .max,
        _ body: (Int64, SlotFigures) throws -> Void
    ) throws -> [(rank: Int, pieces: [SlotPiece])] {
        var known = KnownSources(type.sources)
        let hours = try hours(slots.hourRuns, separateBySource: separateBySource, sourcesMax: sourcesMax, &known)
        let samples = try RegionReader(self, range, separateBySource: separateBySource, sourcesMax: sourcesMax)
            .pieces(slots.regions)
        let others = SlotPiece.merge(hours.merged, samples.merged)
        var index = 0
        let days = try DaySlotReader(self, separateBySource: separateBySource, sourcesMax: sourcesMax)
            .pieces(slots.dayRuns, &known) { start, figures in
                while index < others.count, others[index].start < start {
                    try body(others[index].start, others[index].figures)
                    index += 1
                }
                try body(start, figures)
            }
        for piece in others[index...] { try body(piece.start, piece.figures) }
        let separateRanks = Set(hours.bySource.keys).union(samples.bySource.keys).union(days.keys)
        guard separateRanks.count <= sourcesMax else { throw StatisticsEngineError.tooManySources }
        return separateRanks.sorted().map { rank in
            let others = SlotPiece.merge(hours.bySource[rank] ?? [], samples.bySource[rank] ?? [])
            return (rank, SlotPiece.merge(others, days[rank] ?? []))
        }
    }

    // MARK: Hours

    /// Returns the hour slots of the runs in order of time. `merged` has the slots of all sources
    /// together, `bySource` those of each source by rank.
    private func hours(
        _ runs: [SlotPlan.HourRun], separateBySource: Bool, sourcesMax: Int, _ known: inout KnownSources
    ) throws -> (merged: [SlotPiece], bySource: [Int: [SlotPiece]]) {
        var merged: [SlotPiece] = []
        var bySource: [Int: [SlotPiece]] = [:]
        guard !runs.isEmpty else { return (merged, bySource) }
        var ids: [Int32] = []
        try session.copyOut("copy (\(hourQuery(runs, separateBySource: separateBySource))) to stdout (format binary)") {
            row in
            let hour = try HourSlotRow.read(&row, sourceIDs: &ids)
            var figures = hour.figures
            if hour.sourceID == 0 {
                figures.sources = try known.set(of: ids)
                merged.append(SlotPiece(start: hour.start, figures: figures))
            }
            guard separateBySource, let id = hour.sourceID == 0 ? hour.soleSourceID : hour.sourceID else { return }
            let rank = try known.rank(of: id)
            guard bySource.count < sourcesMax || bySource[rank] != nil else {
                throw StatisticsEngineError.tooManySources
            }
            if hour.sourceID == 0 { figures.becomeSoleSource(style) }
            figures.sources = SourceSet([rank])
            bySource[rank, default: []].append(SlotPiece(start: hour.start, figures: figures))
        }
        // If an hour has a single source, its only row is that of all sources together. The rows of
        // all sources and those of single sources are not read in a common order of time.
        return (SlotReader.sorted(merged), bySource.mapValues(SlotReader.sorted))
    }

    private func hourQuery(_ runs: [SlotPlan.HourRun], separateBySource: Bool) -> String {
        let ids = [0] + (separateBySource ? type.sources.map(\.id) : [])
        let runs = runs.map { "(\(StreamedRows.timestamp($0.start)), \(StreamedRows.timestamp($0.end)))" }
        return """
            select \(HourSlotRow.readColumns)
            from (values \(runs.joined(separator: ", "))) run (run_start, run_end)
            cross join (values \(ids.map { "(\($0))" }.joined(separator: ", "))) source (id)
            cross join lateral (
                select \(HourSlotRow.readColumns) from health.hour_slot
                where person_id = \(person.id) and sample_type_id = \(sampleTypeID) and source_id = source.id
                    and start_time >= run_start and start_time < run_end
                order by start_time
            ) slot
            """
    }

    private static func sorted(_ pieces: [SlotPiece]) -> [SlotPiece] {
        zip(pieces, pieces.dropFirst()).allSatisfy { $0.start < $1.start }
            ? pieces : pieces.sorted { $0.start < $1.start }
    }
}

/// Looks up the ranks of sources by their ids.
struct KnownSources {
    private var ranks: [Int32: Int] = [:]
    private var lastIDs: [Int32] = []
    private var lastSet = SourceSet()

    init(_ sources: [Source]) {
        for (rank, source) in sources.enumerated() { ranks[source.id] = rank }
    }

    func rank(of id: Int32) throws -> Int {
        guard let rank = ranks[id] else { throw StatisticsEngineError.unknownSource }
        return rank
    }

    /// Returns the ranks of a slot's sources. Most slots have the same sources as the slot before.
    ///
    /// - Throws: `StatisticsEngineError` (`unknownSource`).
    mutating func set(of ids: [Int32]) throws -> SourceSet {
        if ids == lastIDs { return lastSet }
        lastSet = try StoredFigures.set(of: ids, ranks)
        lastIDs = ids
        return lastSet
    }
}
