import HealthCore
import Postgres

/// Reads the samples of several regions in one query and computes their figures. A region is a span
/// of time for which no stored figures are fresh.
struct RegionReader {
    let figures: FigureReader
    private(set) var found = FigureReader.Pieces()

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

    /// Returns the figures of all pieces between the edges of the regions.
    func pieces(_ regions: [FigurePlan.Region]) throws -> FigureReader.Pieces {
        guard !regions.isEmpty else { return FigureReader.Pieces() }
        var reader = self
        try reader.read(regions)
        return reader.found
    }

    private mutating func read(_ regions: [FigurePlan.Region]) throws {
        let type = try StreamedType(figures.type, of: figures.person, figures.session)
        var region: Region?
        let query = try query(regions, hasParts: type.hasParts)
        try figures.session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            let index = Int(try row.int64())
            if index != region?.index {
                try end(&region)
                region = try begin(index, regions[index])
            }
            try region?.add(StatisticsSample(reading: &row, type.ranks, hasOrdinal: type.hasParts))
        }
        try end(&region)
    }

    private func begin(_ index: Int, _ region: FigurePlan.Region) throws -> Region {
        let plan = try BucketPlan(edges: region.edges)
        return Region(
            index: index, plan: plan, rows: try rows(region),
            engine: StatisticsEngine(
                plan: plan, style: figures.style,
                range: figures.range.isStrict ? figures.range : try RegionReader.range(region),
                sourceCount: max(figures.type.sources.count, 1), separateBySource: figures.separateBySource,
                sourcesMax: figures.sourcesMax),
            filter: figures.type.firstAggregate.map {
                AggregateFilter(style: figures.style, firstAggregate: $0, sourceCount: figures.type.sources.count)
            })
    }

    private mutating func end(_ ended: inout Region?) throws {
        guard var region = ended else { return }
        ended = nil
        try region.finish()
        let finished = region.engine.finishFigures()
        func piece(_ indexed: StatisticsEngine.IndexedFigures) -> FigurePiece {
            FigurePiece(start: region.plan.edges[indexed.bucket].microseconds, figures: indexed.figures)
        }
        found.merged += finished.merged.map(piece)
        for (rank, alone) in finished.bySource { found.bySource[rank, default: []] += alone.map(piece) }
    }

    // MARK: The query

    private static func range(_ region: FigurePlan.Region) throws -> SampleRange {
        guard let from = region.edges.first, let to = region.edges.last else { throw BucketPlanError.emptyRange }
        return SampleRange(from: from, to: to)
    }

    /// Returns the bounds of the rows that can change a figure of the region. With a strict
    /// predicate, these rows must also lie in the bounds of the whole range.
    private func rows(_ region: FigurePlan.Region) throws -> StreamedRows {
        let rows = StreamedRows(try RegionReader.range(region), reach: figures.reach)
        return figures.range.isStrict ? rows.intersection(StreamedRows(figures.range, reach: figures.reach)) : rows
    }

    /// The query for the samples of all regions, region by region. Each region's samples are in
    /// order of start.
    private func query(_ regions: [FigurePlan.Region], hasParts: Bool) throws -> String {
        let searched = try regions.map { region in
            let rows = try rows(region)
            // A sample outside the region may touch an aggregate inside it, and then the aggregate
            // does not count.
            return figures.type.firstAggregate == nil ? rows : rows.widened(by: figures.reach)
        }
        // PostgreSQL parses an array faster than a row for each region.
        func array(_ time: KeyPath<StreamedRows, Int64>) -> String {
            "'{\(searched.map { StreamedRows.text($0[keyPath: time]) }.joined(separator: ","))}'::timestamptz[]"
        }
        let times = [array(\.firstStart), array(\.lastStart), array(\.firstEnd), array(\.standingStart)]
        let columns = StatisticsReader.streamColumns(hasParts: hasParts)
        return """
            select region.number - 1, \(columns)
            from unnest(\(times.joined(separator: ", "))) with ordinality
                region (first_start, last_start, first_end, standing_start, number)
            cross join lateral (
                select \(columns)
                from \(StatisticsReader.streamSource(figures.style, hasParts: hasParts))
                where person_id = \(figures.person.id) and sample_type_id = \(figures.type.sampleTypeID)
                    and start_time >= region.first_start and start_time <= region.last_start
                    and (end_time >= region.first_end or start_time >= region.standing_start)
                    and quantity is not null
                order by start_time
            ) sample
            """
    }
}
