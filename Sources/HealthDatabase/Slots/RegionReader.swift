import HealthCore
import Postgres

/// Reads the samples of several regions in one query and computes their figures. A region is a span
/// of time for which no fresh slots exist.
struct RegionReader {
    private let slots: SlotReader
    private let range: SampleRange
    private let separateBySource: Bool
    private let sourcesMax: Int
    private var merged: [SlotPiece] = []
    private var bySource: [Int: [SlotPiece]] = [:]

    /// - Parameter sourcesMax: the most sources that may have separate figures in one region.
    init(_ slots: SlotReader, _ range: SampleRange, separateBySource: Bool, sourcesMax: Int) {
        self.slots = slots
        self.range = range
        self.separateBySource = separateBySource
        self.sourcesMax = sourcesMax
    }

    /// The region whose samples are being read.
    private struct Region {
        var index: Int
        var plan: BucketPlan
        var rows: StreamedRows
        var engine: StatisticsEngine
        var filter: AggregateFilter?

        mutating func add(_ sample: StatisticsSample) throws {
            guard filter != nil else { return try engine.add(sample) }
            try filter?.add(sample) { sample, isLeftOut in
                if !isLeftOut, rows.contain(sample) { try engine.add(sample) }
            }
        }

        mutating func finish() throws {
            try filter?.finish { sample, isLeftOut in
                if !isLeftOut, rows.contain(sample) { try engine.add(sample) }
            }
        }
    }

    /// Returns the figures of all pieces between the edges of the regions, in order of time.
    /// `merged` has the figures of all sources together, `bySource` those of each source by rank.
    func pieces(_ regions: [SlotPlan.Region]) throws -> (merged: [SlotPiece], bySource: [Int: [SlotPiece]]) {
        guard !regions.isEmpty else { return ([], [:]) }
        var reader = self
        try reader.read(regions)
        return (reader.merged, reader.bySource)
    }

    private mutating func read(_ regions: [SlotPlan.Region]) throws {
        let type = slots.type
        var region: Region?
        let query = try query(regions)
        try slots.session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            let index = Int(try row.int32())
            if index != region?.index {
                try end(&region)
                region = try begin(index, regions[index])
            }
            try region?.add(StatisticsSample(reading: &row, type.ranks, hasOrdinal: type.hasParts))
        }
        try end(&region)
    }

    private func begin(_ index: Int, _ region: SlotPlan.Region) throws -> Region {
        let plan = try BucketPlan(edges: region.edges)
        return Region(
            index: index, plan: plan, rows: try rows(region),
            engine: StatisticsEngine(
                plan: plan, style: slots.style, range: range.isStrict ? range : try RegionReader.range(region),
                sourceCount: max(slots.type.sources.count, 1), separateBySource: separateBySource,
                sourcesMax: sourcesMax),
            filter: slots.type.firstAggregate.map {
                AggregateFilter(style: slots.style, firstAggregate: $0, sourceCount: slots.type.sources.count)
            })
    }

    private mutating func end(_ ended: inout Region?) throws {
        guard var region = ended else { return }
        ended = nil
        try region.finish()
        let figures = region.engine.finishFigures()
        func piece(_ indexed: StatisticsEngine.IndexedFigures) -> SlotPiece {
            SlotPiece(start: region.plan.edges[indexed.bucket].microseconds, figures: indexed.figures)
        }
        merged += figures.merged.map(piece)
        for (rank, alone) in figures.bySource { bySource[rank, default: []] += alone.map(piece) }
    }

    // MARK: The query

    private static func range(_ region: SlotPlan.Region) throws -> SampleRange {
        guard let from = region.edges.first, let to = region.edges.last else { throw BucketPlanError.emptyRange }
        return SampleRange(from: from, to: to)
    }

    /// Returns the bounds of the rows that can change a figure of the region. With a strict
    /// predicate, these rows must also lie in the bounds of the whole range.
    private func rows(_ region: SlotPlan.Region) throws -> StreamedRows {
        let rows = StreamedRows(try RegionReader.range(region), reach: slots.reach)
        return range.isStrict ? rows.intersection(StreamedRows(range, reach: slots.reach)) : rows
    }

    /// The query for the samples of all regions, region by region. Each region's samples are in
    /// order of start.
    private func query(_ regions: [SlotPlan.Region]) throws -> String {
        let searched = try regions.enumerated().map { index, region in
            let rows = try rows(region)
            // A sample outside the region may touch an aggregate inside it, and then the aggregate
            // does not count.
            let wide = slots.type.firstAggregate == nil ? rows : rows.widened(by: slots.reach)
            let times = [wide.firstStart, wide.lastStart, wide.firstEnd, wide.standingStart]
            return "(\(index), \(times.map(StreamedRows.timestamp).joined(separator: ", ")))"
        }
        let columns = StatisticsReader.streamColumns(hasParts: slots.type.hasParts)
        return """
            select region.index, \(columns)
            from (values \(searched.joined(separator: ", ")))
                region (index, first_start, last_start, first_end, standing_start)
            cross join lateral (
                select \(columns)
                from \(StatisticsReader.streamSource(hasParts: slots.type.hasParts))
                where person_id = \(slots.person.id) and sample_type_id = \(slots.type.sampleTypeID)
                    and start_time >= region.first_start and start_time <= region.last_start
                    and (end_time >= region.first_end or start_time >= region.standing_start)
                    and quantity is not null
                order by start_time
            ) sample
            """
    }
}
