import HealthCore
import Postgres

/// A row of `health.night`.
struct NightRow: Hashable, ColumnValue {
    /// The date of the night, in days since 1970.
    var date: Int32
    /// The start and the end of the night, in microseconds since 1970.
    var span: Range<Int64>
    /// The start and the end of the main sleep.
    var mainTimes: [Int64?]
    /// Seconds asleep, those of the main sleep, of its stages and in bed, and the efficiency.
    var figures: [Double?]
    var sessionCount: Int32
    var napCount: Int32
    var sourceIDs: [Int32]
    var isAggregate: Bool

    /// The columns of `write`.
    static let columns = "date, \(furtherColumns)"
    /// The columns of `init(reading:)`.
    static let readColumns = "date - date '1970-01-01', \(furtherColumns)"
    private static let furtherColumns = """
        start_time, end_time, main_start_time, main_end_time, asleep, main_asleep, unspecified, core, deep, rem, \
        awake, in_bed, efficiency, session_count, nap_count, source_ids, is_aggregate
        """
    private static let figureCount = 9

    init(_ night: SleepNight, _ sources: [Source]) {
        let (main, aggregate) = (night.main, night.aggregate)
        let lengths = aggregate?.lengths
        func seconds(_ microseconds: Int64?) -> Double? {
            microseconds.map { Double($0) / Double(Instant.microsecondsPerSecond) }
        }
        date = Int32(night.window.date.daysSinceEpoch)
        span = night.window.start.microseconds..<night.window.end.microseconds
        mainTimes = [main?.start ?? aggregate?.start, main?.end ?? aggregate?.end].map { $0?.microseconds }
        figures = [seconds(night.asleep), seconds(main?.asleep ?? lengths?.asleep)]
        figures += SleepValue.stages.map { seconds(main?.duration(of: $0) ?? lengths?.duration(of: $0)) }
        figures += [seconds(main?.timeInBed ?? lengths?.inBed), main?.efficiency ?? lengths?.efficiency]
        sessionCount = Int32(night.sessions.count + night.aggregates.count)
        napCount = Int32(night.naps.count + night.aggregateNaps.count)
        sourceIDs = night.sourceRanks.map { sources[Int($0)].id }
        isAggregate = night.isAggregate
    }

    /// Reads a row of `readColumns`.
    ///
    /// - Throws: `PostgresError`.
    init(reading row: inout Row) throws {
        date = try row.int32()
        let start = try row.timestamptz()
        span = start..<(try row.timestamptz())
        mainTimes = [try row.optionalTimestamptz(), try row.optionalTimestamptz()]
        figures = try (0..<NightRow.figureCount).map { _ in try row.optionalDouble() }
        sessionCount = try row.int32()
        napCount = try row.int32()
        sourceIDs = []
        try row.int32Array(into: &sourceIDs)
        isAggregate = try row.bool()
    }

    /// Writes the person, the type and `columns` for a binary COPY.
    func write(_ person: Person, _ sampleTypeID: Int32, to writer: inout BinaryCopyWriter) {
        writer.beginRow(20)
        writer.int32(person.id)
        writer.int32(sampleTypeID)
        writer.date(date)
        for time in [span.lowerBound, span.upperBound] + mainTimes { writer.timestamptz(time) }
        for figure in figures { writer.double(figure) }
        writer.int32(sessionCount)
        writer.int32(napCount)
        writer.int32Array(sourceIDs)
        writer.bool(isAggregate)
    }
}
