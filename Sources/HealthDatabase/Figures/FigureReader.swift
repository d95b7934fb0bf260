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

        /// The longest window whose days come with the marks, in microseconds: 366 days. Those of a
        /// longer one are read while PostgreSQL sends them.
        static let windowMax = 366 * 24 * StaleHours.hour

        /// The statements whose rows `init(reading:)` reads.
        ///
        /// - Parameter window: the time of the days; nil to read none.
        static func statements(
            _ person: Person, sampleTypeID: Int32, _ style: AggregationStyle, _ window: Range<Int64>?,
            _ range: SampleRange, separateBySource: Bool
        ) -> [Statement] {
            let days = window.map {
                FigureTable.dayStatement(
                    person, sampleTypeID: sampleTypeID, style, $0, separateBySource: separateBySource)
            }
            return [MarkTable.statement(person, sampleTypeID: sampleTypeID, range: range)] + [days].compactMap(\.self)
        }

        init(reading rows: [Rows], _ style: AggregationStyle, separateBySource: Bool) throws {
            stale = try MarkTable.stale(reading: rows[0])
            guard rows.count > 1 else { return }
            var selection = FigureSelection(style, isDays: true, separateBySource: separateBySource)
            setDays(try rows[1].all { try selection.row(reading: &$0) })
        }

        /// - Parameter all: days in order of source and time.
        mutating func setDays(_ all: [FigureRow]) {
            let firstSingle = all.firstIndex { $0.sourceID > 0 } ?? all.count
            days = firstSingle == all.count ? all : Array(all[..<firstSingle])
            sourceDays = Array(all[firstSingle...])
        }
    }

    /// Returns the pieces of `plan`; nil if it is faster to read samples only.
    ///
    /// - Parameter isForced: if true, stored figures are used even if it is slower.
    func plan(_ plan: BucketPlan, _ stored: Stored, isForced: Bool) -> FigurePlan? {
        let figures = FigurePlan(
            plan: plan, range: range, days: stored.days?.map { $0.span }, stale: stored.stale, reach: reach)
        let lookAround = StreamedRows.lookAround(reach: reach, hasAggregates: type.hasAggregates)
        return isForced || figures.isWorthwhile(lookAround: lookAround) ? figures : nil
    }

    /// The figures of pieces, in order of time.
    struct Pieces {
        var merged: [FigurePiece] = []
        /// The pieces of each source, by rank; empty unless the question separates sources.
        var bySource: [Int: [FigurePiece]] = [:]
    }

    /// The figures of buckets that have any: of all sources together, and those of each source
    /// alone, by rank.
    typealias Folded = (
        merged: [StatisticsEngine.IndexedFigures], bySource: [(rank: Int, figures: [StatisticsEngine.IndexedFigures])]
    )

    /// Returns the figures of the buckets of `plan`, added up from the pieces of `figures`. Call it
    /// in the snapshot in which `stored` was read.
    ///
    /// - Throws: `StatisticsEngineError` (`tooManySources`) if more than `sourcesMax` sources have
    ///   separate figures.
    func folded(_ plan: BucketPlan, _ figures: FigurePlan, _ stored: Stored) throws -> Folded {
        let spans = zip(plan.edges, plan.edges.dropFirst()).map { $0.microseconds..<$1.microseconds }
        var collector = try Collector(
            self, spans, samples: try RegionReader(figures: self).pieces(figures.regions), days: figures.days,
            of: stored)
        try addHours(figures.hourRuns, &collector)
        return try collector.finish()
    }

    /// Adds each hour as it arrives, while PostgreSQL reads the next.
    private func addHours(_ runs: [Range<Int64>], _ collector: inout Collector) throws {
        let table = FigureTable(personID: person.id, sampleTypeID: type.sampleTypeID, session: session)
        var rows: (merged: [FigureRow], bySource: [FigureRow]) = ([], [])
        try table.readHours(runs, sourceIDs: separateBySource ? type.sources.map(\.id) : [], style) { row in
            guard row.sourceID == 0 else { return rows.bySource.append(row) }
            try collector.addHour(row)
            if separateBySource { rows.merged.append(row) }
        }
        if separateBySource { try collector.separate(rows.merged, rows.bySource) }
    }

    /// Adds up pieces in order of time.
    private struct Collector {
        private let reader: FigureReader
        private var ranks: [Int32: Int] = [:]
        private var spans: [Range<Int64>]
        private var pieces: Pieces
        /// The pieces of samples that are not yet in `fold`.
        private var samples: ArraySlice<FigurePiece>
        /// The days that are not yet in `fold`, as indices of `stored`.
        private var days: ArraySlice<Int>
        private let stored: [FigureRow]
        private var fold: FigureFold
        private var lastIDs: [Int32] = []
        private var lastSet = SourceSet()

        /// - Parameter days: the indices of days of `stored`.
        init(
            _ reader: FigureReader, _ spans: [Range<Int64>], samples: Pieces, days: [Int], of stored: Stored
        ) throws {
            self.reader = reader
            self.spans = spans
            self.samples = samples.merged[...]
            self.days = days[...]
            self.stored = stored.days ?? []
            pieces = samples
            fold = FigureFold(spans, reader.style)
            for (rank, source) in reader.type.sources.enumerated() { ranks[source.id] = rank }
            if reader.separateBySource { try separate(days.map { self.stored[$0] }, stored.sourceDays) }
        }

        /// Adds an hour of all sources. Hours come in order of time.
        mutating func addHour(_ row: FigureRow) throws {
            try addPieces(before: row.span.lowerBound)
            fold.add(try piece(row))
        }

        /// Adds samples and days.
        private mutating func addPieces(before time: Int64) throws {
            while true {
                let sample = samples.first?.start ?? .max
                let day = days.first.map { stored[$0].span.lowerBound } ?? .max
                guard min(sample, day) < time else { return }
                fold.add(sample < day ? samples.removeFirst() : try piece(stored[days.removeFirst()]))
            }
        }

        private mutating func piece(_ row: FigureRow) throws -> FigurePiece {
            var figures = row.figures
            figures.sources = try set(of: row.sourceIDs)
            return FigurePiece(start: row.span.lowerBound, figures: figures)
        }

        /// Adds the figures of single sources of days or of hours.
        ///
        /// - Parameters:
        ///   - merged: rows of all sources.
        ///   - bySource: rows of single sources. Rows at times without a row in `merged` are left
        ///     out.
        mutating func separate(_ merged: [FigureRow], _ bySource: [FigureRow]) throws {
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

        mutating func finish() throws -> Folded {
            try check(pieces.bySource.count)
            try addPieces(before: .max)
            let bySource = pieces.bySource.sorted { $0.key < $1.key }
                .map { (rank: $0.key, figures: FigureFold.fold($0.value, into: spans, reader.style)) }
            return (fold.folded, bySource)
        }
    }
}
