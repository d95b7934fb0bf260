import HealthCore
import Postgres

/// Reads day slots: the figures of whole days, of all sources together and of each source.
struct DaySlotReader {
    private let slots: SlotReader
    private let separateBySource: Bool
    private let sourcesMax: Int
    private var bySource: [Int: [SlotPiece]] = [:]
    /// The days of the last row of all sources. They are also those of single sources unless rows
    /// of single sources follow.
    private var soleDays: [(sourceID: Int32, piece: SlotPiece)] = []

    private static let dayLength = 24 * HourSlotRow.length
    private static let minuteLength = HourSlotRow.length / 60

    /// - Parameter sourcesMax: the most sources that may have separate figures.
    init(_ slots: SlotReader, separateBySource: Bool, sourcesMax: Int) {
        self.slots = slots
        self.separateBySource = separateBySource
        self.sourcesMax = sourcesMax
    }

    /// Calls `body` with the start and the figures of each day slot of all sources, in order of
    /// time.
    ///
    /// - Returns: the day slots of each source by rank, in order of time; empty unless
    ///   `separateBySource`.
    /// - Throws: `StatisticsEngineError` (`tooManySources`), `PostgresError`.
    func pieces(
        _ runs: [SlotPlan.DayRun], _ known: inout KnownSources, _ body: (Int64, SlotFigures) throws -> Void
    ) throws -> [Int: [SlotPiece]] {
        guard !runs.isEmpty else { return [:] }
        var reader = self
        try reader.read(runs, &known, body)
        return reader.bySource
    }

    /// The sources whose rows are read. 0 stands for all sources together.
    private var sourceIDs: [Int32] { [0] + (separateBySource ? slots.type.sources.map(\.id) : []) }

    /// Returns the statement with which `pieces` reads the slots of runs.
    func statement(_ runs: [SlotPlan.DayRun]) -> Statement {
        func day(_ time: Int64, _ run: SlotPlan.DayRun) -> Int32 {
            Int32((time - Int64(run.phase) * DaySlotReader.minuteLength) / DaySlotReader.dayLength)
        }
        return Statement(
            DaySlotReader.text,
            [
                .int32(slots.person.id), .int32(slots.sampleTypeID), .int32Array(runs.map { Int32($0.phase) }),
                .int32Array(runs.map { DaySlotBlock.firstDay(of: day($0.start.microseconds, $0)) }),
                .int32Array(runs.map { day($0.end.microseconds, $0) - 1 }), .int32Array(sourceIDs),
            ])
    }

    /// The most days that `statement` selects.
    func dayCount(of runs: [SlotPlan.DayRun]) -> Int { runs.reduce(0) { $0 + $1.count } * sourceIDs.count }

    private mutating func read(
        _ runs: [SlotPlan.DayRun], _ known: inout KnownSources, _ body: (Int64, SlotFigures) throws -> Void
    ) throws {
        let rows = try slots.session.execute(statement(runs))
        var figures: [Double] = []
        for row in rows {
            var row = row
            let run = runs[Int(try row.int64()) - 1]
            let firstDay = Int64(try row.int32())
            let sourceID = try row.int32()
            let block = firstDay * DaySlotReader.dayLength + Int64(run.phase) * DaySlotReader.minuteLength
            try row.doubles(into: &figures)
            let times = run.start.microseconds..<run.end.microseconds
            guard sourceID == 0 else {
                soleDays.removeAll(keepingCapacity: true)
                try readSource(figures, sourceID, block, times, known)
                continue
            }
            try endSoleDays(known)
            try readMerged(figures, block, times, &known, body)
        }
        try endSoleDays(known)
    }

    /// - Parameter block: the start of the block.
    private mutating func readMerged(
        _ figures: [Double], _ block: Int64, _ times: Range<Int64>, _ known: inout KnownSources,
        _ body: (Int64, SlotFigures) throws -> Void
    ) throws {
        var (lastPosition, lastIDs, lastSet) = (0, [Int32](), SourceSet())
        try DaySlotBlock.unpack(figures, slots.style, isSeparate: false) { day, position, stored in
            let time = block + Int64(day) * DaySlotReader.dayLength
            guard times.contains(time) else { return }
            if position != lastPosition {
                lastIDs = try DaySlotBlock.sourceIDs(figures, at: position)
                lastSet = try known.set(of: lastIDs)
                lastPosition = position
            }
            var ofDay = stored
            ofDay.sources = lastSet
            try body(time, ofDay)
            guard separateBySource, let sourceID = lastIDs.first else { return }
            ofDay.becomeSoleSource(slots.style)
            soleDays.append((sourceID, SlotPiece(start: time, figures: ofDay)))
        }
    }

    private mutating func readSource(
        _ figures: [Double], _ sourceID: Int32, _ block: Int64, _ times: Range<Int64>, _ known: KnownSources
    ) throws {
        try DaySlotBlock.unpack(figures, slots.style, isSeparate: true) { day, _, stored in
            let time = block + Int64(day) * DaySlotReader.dayLength
            guard times.contains(time) else { return }
            try add(SlotPiece(start: time, figures: stored), sourceID, known)
        }
    }

    /// Adds the days of the last row of all sources to those of single sources.
    private mutating func endSoleDays(_ known: KnownSources) throws {
        for (sourceID, piece) in soleDays { try add(piece, sourceID, known) }
        soleDays.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ piece: SlotPiece, _ sourceID: Int32, _ known: KnownSources) throws {
        let rank = try known.rank(of: sourceID)
        guard bySource.count < sourcesMax || bySource[rank] != nil else { throw StatisticsEngineError.tooManySources }
        var piece = piece
        piece.figures.sources = SourceSet([rank])
        bySource[rank, default: []].append(piece)
    }

    /// Selects the blocks of each run, in order of run and time, first that of all sources.
    ///
    /// Under row-level security, PostgreSQL searches an index only with functions that are marked
    /// as leakproof. A cast may not be, so the runs already have the types of the key. The second
    /// "offset 0" makes PostgreSQL search the index once for each run and source. Otherwise it may
    /// read all blocks of the type, because it estimates few.
    private static let text = """
        select run.ordinal, slot.first_day - date '1970-01-01', slot.source_id, slot.figures
        from (
            select ordinal, phase::smallint as phase, date '1970-01-01' + first_day as first_day,
                date '1970-01-01' + last_day as last_day
            from unnest($3::integer[], $4::integer[], $5::integer[]) with ordinality
                as run (phase, first_day, last_day, ordinal)
            offset 0
        ) run
        cross join unnest($6::integer[]) source (source_id)
        cross join lateral (
            select day_slot.first_day, day_slot.source_id, day_slot.figures
            from health.day_slot
            where day_slot.person_id = $1 and day_slot.sample_type_id = $2 and day_slot.source_id = source.source_id
                and day_slot.phase = run.phase
                and day_slot.first_day >= run.first_day and day_slot.first_day <= run.last_day
            offset 0
        ) slot
        order by run.ordinal, slot.first_day, slot.source_id
        """
}
