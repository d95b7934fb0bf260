import HealthCore
import Postgres

/// Reads the samples of some stretches of time, all in one query, and makes figures of them.
struct RegionReader {
    private let slots: SlotReader
    private let range: SampleRange
    private let separateBySource: Bool
    private let sourcesMax: Int
    private var merged: [SlotPiece] = []
    private var bySource: [Int: [SlotPiece]] = [:]

    /// - Parameter sourcesMax: how many sources may have figures of their own in one stretch.
    init(_ slots: SlotReader, _ range: SampleRange, separateBySource: Bool, sourcesMax: Int) {
        self.slots = slots
        self.range = range
        self.separateBySource = separateBySource
        self.sourcesMax = sourcesMax
    }

    /// The stretch that is being read.
    private struct Region {
        var place: Int
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

    /// The figures of the regions between their edges, in order of time: of all sources together, and by rank of each alone.
    func pieces(_ regions: [SlotPlan.Region]) throws -> (merged: [SlotPiece], bySource: [Int: [SlotPiece]]) {
        guard !regions.isEmpty else { return ([], [:]) }
        var reader = self
        try reader.read(regions)
        return (reader.merged, reader.bySource)
    }

    private mutating func read(_ regions: [SlotPlan.Region]) throws {
        let hasParts =
            try SampleExtent.longestAndParts(
                person: slots.person, sampleTypeID: slots.sampleTypeID, slots.session)?.hasParts ?? false
        let ranks = try SourceReader(person: slots.person, session: slots.session).ranksByRevision(slots.sources)
        var region: Region?
        let query = try query(regions, hasParts: hasParts)
        try slots.session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            let place = Int(try row.int32())
            if place != region?.place {
                try end(&region)
                region = try begin(place, regions[place])
            }
            try region?.add(StatisticsSample(reading: &row, ranks, hasOrdinal: hasParts))
        }
        try end(&region)
    }

    private func begin(_ place: Int, _ region: SlotPlan.Region) throws -> Region {
        let plan = try BucketPlan(edges: region.edges)
        return Region(
            place: place, plan: plan, rows: try rows(region),
            engine: StatisticsEngine(
                plan: plan, style: slots.style, range: range.isStrict ? range : try RegionReader.range(region),
                sourceCount: max(slots.sources.count, 1), separateBySource: separateBySource,
                sourcesMax: sourcesMax),
            filter: slots.firstAggregate.map {
                AggregateFilter(style: slots.style, firstAggregate: $0, sourceCount: slots.sources.count)
            })
    }

    private mutating func end(_ ended: inout Region?) throws {
        guard var region = ended else { return }
        ended = nil
        try region.finish()
        let figures = region.engine.finishFigures()
        func piece(_ placed: StatisticsEngine.PlacedFigures) -> SlotPiece {
            SlotPiece(start: region.plan.edges[placed.bucket].microseconds, figures: placed.figures)
        }
        merged += figures.merged.map(piece)
        for (rank, alone) in figures.bySource { bySource[rank, default: []] += alone.map(piece) }
    }

    // MARK: The query

    private static func range(_ region: SlotPlan.Region) throws -> SampleRange {
        guard let from = region.edges.first, let to = region.edges.last else { throw BucketPlanError.emptyRange }
        return SampleRange(from: from, to: to)
    }

    /// The rows that matter for a region. With a strict predicate only those that matter for the whole range exist.
    private func rows(_ region: SlotPlan.Region) throws -> StreamedRows {
        let rows = StreamedRows(try RegionReader.range(region), reach: slots.reach)
        return range.isStrict ? rows.intersection(StreamedRows(range, reach: slots.reach)) : rows
    }

    /// The samples of each region in order of their starts, one region after the other.
    private func query(_ regions: [SlotPlan.Region], hasParts: Bool) throws -> String {
        let searched = try regions.enumerated().map { place, region in
            let rows = try rows(region)
            // What touches an aggregate decides about it, also where that lies outside the region.
            let wide = slots.firstAggregate == nil ? rows : rows.widened(by: slots.reach)
            let times = [wide.firstStart, wide.lastStart, wide.firstEnd, wide.standingStart]
            return "(\(place), \(times.map(StreamedRows.timestamp).joined(separator: ", ")))"
        }
        let columns = StatisticsReader.streamColumns(hasParts: hasParts)
        return """
            select region.place, \(columns)
            from (values \(searched.joined(separator: ", ")))
                region (place, first_start, last_start, first_end, standing_start)
            cross join lateral (
                select \(columns)
                from \(StatisticsReader.streamSource(hasParts: hasParts))
                where person_id = \(slots.person.id) and sample_type_id = \(slots.sampleTypeID)
                    and start_time >= region.first_start and start_time <= region.last_start
                    and (end_time >= region.first_end or start_time >= region.standing_start)
                    and quantity is not null
                order by start_time
            ) sample
            """
    }
}
