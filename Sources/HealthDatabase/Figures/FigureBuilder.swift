import HealthCore

/// Whole days on a clock.
struct FigureDays {
    /// Days since 1970.
    private(set) var dates: [Int32] = []
    /// The start and the end of each day, in microseconds since 1970. In order of time, without
    /// overlaps.
    private(set) var spans: [Range<Int64>] = []

    /// The days that overlap `times`, which are in order.
    init(on clock: WallClock, around times: [Range<Int64>]) {
        guard let day = BucketInterval(.day) else { return }
        let grid = BucketGrid(anchor: BucketGrid.defaultAnchor(for: day), interval: day, clock: clock)
        var next = Int64.min
        for time in times {
            var index = max(grid.lastIndex(notAfter: Instant(microseconds: time.lowerBound)), next)
            var start = grid.edge(index)
            while start.microseconds < time.upperBound {
                let end = grid.edge(index + 1)
                // A day that the clock skipped has no length.
                if start < end {
                    dates.append(Int32(grid.date(index).daysSinceEpoch))
                    spans.append(start.microseconds..<end.microseconds)
                }
                index += 1
                start = end
            }
            next = index
        }
    }
}

/// Computes rows of hours and days in one pass over the samples.
struct FigureBuilder {
    /// Takes the samples that can change a figure in `range`, in order of start.
    var engine: StatisticsEngine
    let range: SampleRange
    /// The ids of the person's sources, by rank.
    let sourceIDs: [Int32]
    private let style: AggregationStyle
    private let hours: [Range<Int64>]
    private let days: FigureDays
    private let edges: [Instant]

    /// - Parameters:
    ///   - hours: runs of whole hours of UTC, in order; at least one.
    ///   - days: days around `hours`.
    init(hours runs: [Range<Int64>], days: FigureDays, _ style: AggregationStyle, _ type: TypeState) throws {
        hours = runs.flatMap { run in
            stride(from: run.lowerBound, to: run.upperBound, by: Int(StaleHours.hour)).map {
                $0..<$0 + StaleHours.hour
            }
        }
        self.days = days
        self.style = style
        sourceIDs = type.sources.map(\.id)
        // A piece between two of these edges lies in at most one hour and one day.
        edges = Set((hours + days.spans).flatMap { [$0.lowerBound, $0.upperBound] })
            .sorted().map(Instant.init(microseconds:))
        let plan = try BucketPlan(edges: edges)
        range = SampleRange(from: plan.edges[0], to: plan.edges[plan.bucketCount])
        engine = StatisticsEngine(
            plan: plan, style: style, range: range, sourceCount: max(sourceIDs.count, 1), separateBySource: true)
    }

    /// Completes the pass.
    ///
    /// - Returns: the rows of the hours and of the days that have figures.
    mutating func finish() throws -> (hours: [FigureRow], days: [FigureRow]) {
        let (merged, bySource) = engine.finishFigures()
        func pieces(_ figures: [StatisticsEngine.IndexedFigures]) -> [FigurePiece] {
            figures.map { FigurePiece(start: edges[$0.bucket].microseconds, figures: $0.figures) }
        }
        let all = pieces(merged)
        let separate = bySource.map { (rank: $0.rank, pieces: pieces($0.figures)) }
        return (try rows(hours, [], all, separate), try rows(days.spans, days.dates, all, separate))
    }

    private func rows(
        _ spans: [Range<Int64>], _ dates: [Int32], _ all: [FigurePiece],
        _ separate: [(rank: Int, pieces: [FigurePiece])]
    ) throws -> [FigureRow] {
        var bySpan: [Int: [(rank: Int, figures: AdditiveFigures)]] = [:]
        for (rank, pieces) in separate {
            for (index, figures) in FigureFold.fold(pieces, into: spans, style) {
                bySpan[index, default: []].append((rank, figures))
            }
        }
        return try FigureFold.fold(all, into: spans, style).flatMap { index, merged in
            try FigureRow.rows(
                spans[index], date: dates.isEmpty ? 0 : dates[index], merged, bySpan[index] ?? [], style,
                sourceIDs: sourceIDs)
        }
    }
}
