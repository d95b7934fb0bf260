import HealthCore
import Postgres

/// Reads the pieces of a plan: stored days, stored hours, and spans whose samples are read.
struct FigureReader {
    let person: Person
    let session: Session
    let style: AggregationStyle
    let type: TypeState
    let range: SampleRange
    let separateBySource: Bool
    /// The most sources that may have separate figures.
    let sourcesMax: Int
    /// The length of the longest sample of the type, in microseconds.
    let reach: Int64

    /// - Returns: nil if the person never had a sample of the type.
    init?(
        _ person: Person, _ session: Session, _ style: AggregationStyle, _ type: TypeState, _ range: SampleRange,
        separateBySource: Bool, sourcesMax: Int = .max
    ) {
        guard let reach = type.reach else { return nil }
        self.person = person
        self.session = session
        self.style = style
        self.type = type
        self.range = range
        self.separateBySource = separateBySource
        self.sourcesMax = sourcesMax
        self.reach = reach
    }

    /// What the tables have for a question, in one snapshot.
    struct Stored {
        /// The times whose figures are stale, as whole hours.
        var stale: [Range<Int64>]
        /// The days of all sources together, in order of time; nil if they were not read.
        var days: [FigureRow]?
        /// The days of single sources.
        var sourceDays: [FigureRow] = []

        /// True if the stored figures will not change before the samples do. Figures from stored
        /// hours and days may differ from figures of samples in their last bit.
        var isSettled: Bool { stale.isEmpty }

        /// The statements whose rows `init(reading:)` reads.
        static func statements(
            _ person: Person, sampleTypeID: Int32, _ style: AggregationStyle, _ plan: BucketPlan, _ range: SampleRange,
            separateBySource: Bool
        ) -> [Statement] {
            let days = FigurePlan.dayWindow(plan, range).map {
                FigureTable.dayStatement(
                    person, sampleTypeID: sampleTypeID, style, $0, separateBySource: separateBySource)
            }
            return [MarkTable.statement(person, sampleTypeID: sampleTypeID, range: range)] + [days].compactMap(\.self)
        }

        init(reading rows: [Rows], _ style: AggregationStyle) throws {
            stale = try MarkTable.stale(reading: rows[0])
            guard rows.count > 1 else { return }
            let all = try rows[1].all { try FigureRow(reading: &$0, style) }
            let count = all.prefix { $0.sourceID == 0 }.count
            days = Array(all[..<count])
            sourceDays = Array(all[count...])
        }
    }

    /// Returns the pieces of `plan`; nil if it is faster to read samples only.
    ///
    /// - Parameter isForced: if true, stored figures are used even if it is slower.
    func plan(_ plan: BucketPlan, _ stored: Stored, isForced: Bool) -> FigurePlan? {
        let figures = FigurePlan(
            plan: plan, range: range, days: stored.days?.map(\.span), stale: stored.stale, reach: reach)
        let lookAround = StreamedRows.lookAround(reach: reach, hasAggregates: type.hasAggregates)
        return isForced || figures.isWorthwhile(lookAround: lookAround) ? figures : nil
    }

    /// The figures of pieces, in order of time.
    struct Pieces {
        var merged: [FigurePiece] = []
        /// The pieces of each source, by rank; empty unless the question separates sources.
        var bySource: [Int: [FigurePiece]] = [:]
    }

    /// Returns every bucket of `plan`, added up from the pieces of `figures`. Call it in the
    /// snapshot in which `stored` was read.
    ///
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if more than `sourcesMax` sources have
    ///   separate figures.
    func buckets(_ plan: BucketPlan, _ figures: FigurePlan, _ stored: Stored) throws -> [StatisticsBucket] {
        let pieces = try pieces(figures, stored)
        let spans = zip(plan.edges, plan.edges.dropFirst()).map { $0.microseconds..<$1.microseconds }
        let bySource = pieces.bySource.sorted { $0.key < $1.key }
            .map { (rank: $0.key, figures: FigureFold.fold($0.value, into: spans, style)) }
        return StatisticsEngine.buckets(plan, FigureFold.fold(pieces.merged, into: spans, style), bySource, style)
    }

    /// Returns the figures of the pieces of `figures`.
    ///
    /// - Throws: the errors of `buckets`.
    func pieces(_ figures: FigurePlan, _ stored: Stored) throws -> Pieces {
        var collector = Collector(self)
        let days = stored.days ?? []
        try collector.add(figures.days.map { days[$0] }, stored.sourceDays)
        let hours = try hours(figures.hourRuns)
        try collector.add(hours.merged, hours.bySource)
        let samples = try RegionReader(figures: self).pieces(figures.regions)
        return try collector.finish(samples)
    }

    private func hours(_ runs: [Range<Int64>]) throws -> (merged: [FigureRow], bySource: [FigureRow]) {
        let table = FigureTable(personID: person.id, sampleTypeID: type.sampleTypeID, session: session)
        var rows: (merged: [FigureRow], bySource: [FigureRow]) = ([], [])
        try table.readHours(runs, sourceIDs: [0] + (separateBySource ? type.sources.map(\.id) : []), style) { row in
            if row.sourceID == 0 { rows.merged.append(row) } else { rows.bySource.append(row) }
        }
        return rows
    }

    /// Collects rows as pieces.
    private struct Collector {
        private let reader: FigureReader
        private var ranks: [Int32: Int] = [:]
        private var pieces = Pieces()
        private var lastIDs: [Int32] = []
        private var lastSet = SourceSet()

        init(_ reader: FigureReader) {
            self.reader = reader
            for (rank, source) in reader.type.sources.enumerated() { ranks[source.id] = rank }
        }

        /// - Parameters:
        ///   - merged: rows of all sources, in order of time.
        ///   - bySource: rows of single sources. Rows at times without a row in `merged` are left
        ///     out.
        mutating func add(_ merged: [FigureRow], _ bySource: [FigureRow]) throws {
            var added: [FigurePiece] = []
            added.reserveCapacity(merged.count)
            for row in merged {
                var figures = row.figures
                figures.sources = try set(of: row.sourceIDs)
                added.append(FigurePiece(start: row.span.lowerBound, figures: figures))
            }
            pieces.merged = FigurePiece.merge(pieces.merged, added)
            guard reader.separateBySource else { return }
            var separate: [Int: [FigurePiece]] = [:]
            var starts = Set(merged.map(\.span.lowerBound))
            let separated = Set(bySource.map(\.span.lowerBound))
            for row in bySource where starts.contains(row.span.lowerBound) {
                try append(row.figures, row, row.sourceID, to: &separate)
            }
            starts.subtract(separated)
            for row in merged where starts.contains(row.span.lowerBound) {
                guard let sourceID = row.sourceIDs.first else { continue }
                try append(row.soleSource(reader.style), row, sourceID, to: &separate)
            }
            for (rank, rows) in separate {
                let sorted = rows.sorted { $0.start < $1.start }
                pieces.bySource[rank] = FigurePiece.merge(pieces.bySource[rank] ?? [], sorted)
            }
        }

        private func append(
            _ figures: AdditiveFigures, _ row: FigureRow, _ sourceID: Int32, to separate: inout [Int: [FigurePiece]]
        ) throws {
            guard let rank = ranks[sourceID] else { throw StatisticsEngineError.unknownSource }
            var figures = figures
            figures.sources = SourceSet([rank])
            if separate[rank] == nil { try check(Set(separate.keys).union(pieces.bySource.keys).union([rank]).count) }
            separate[rank, default: []].append(FigurePiece(start: row.span.lowerBound, figures: figures))
        }

        /// Returns the ranks of a row's sources. Most rows have the same sources as the row before.
        private mutating func set(of ids: [Int32]) throws -> SourceSet {
            if ids == lastIDs { return lastSet }
            var set = SourceSet()
            for id in ids {
                guard let rank = ranks[id] else { throw StatisticsEngineError.unknownSource }
                set.insert(rank)
            }
            (lastIDs, lastSet) = (ids, set)
            return set
        }

        private func check(_ sourceCount: Int) throws {
            guard sourceCount <= reader.sourcesMax else { throw StatisticsEngineError.tooManySources }
        }

        consuming func finish(_ samples: Pieces) throws -> Pieces {
            var all = pieces
            all.merged = FigurePiece.merge(all.merged, samples.merged)
            for (rank, rows) in samples.bySource {
                all.bySource[rank] = FigurePiece.merge(all.bySource[rank] ?? [], rows)
            }
            try check(all.bySource.count)
            return all
        }
    }
}
