import HealthCore
import Postgres

/// The rows of `health.hour` and `health.day` of one type of a person. `NightTable` writes those of
/// `health.night`.
struct FigureTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    // MARK: Writing

    /// Deletes every row of the type, also of `health.night`.
    func deleteAll() throws {
        for table in ["hour", "day", "night"] {
            try session.run("delete from health.\(table) where person_id = $1 and sample_type_id = $2", key)
        }
    }

    /// Replaces the hours of `runs` with `rows`.
    ///
    /// - Parameter sourceIDs: the ids of all sources of the person. The index has the source before
    ///   the time, so the statement names them.
    func replaceHours(
        _ runs: [Range<Int64>], sourceIDs: [Int32], _ style: AggregationStyle, with rows: [FigureRow]
    ) throws {
        for run in runs {
            try session.run(
                """
                delete from health.hour
                where person_id = $1 and sample_type_id = $2 and source_id = any($3)
                    and start_time >= $4 and start_time < $5
                """, key, [0] + sourceIDs, Parameter.timestamptz(run.lowerBound), Parameter.timestamptz(run.upperBound))
        }
        let columns = FigureColumn.columns(style, ofSources: true)
        let names = "person_id, sample_type_id, source_id, start_time, \(columns.names)"
        try session.copy(rows, into: "health.hour (\(names))") { row, writer in
            writer.beginRow(Int16(4 + columns.count))
            writer.int32(personID)
            writer.int32(sampleTypeID)
            writer.int32(row.sourceID)
            writer.timestamptz(row.span.lowerBound)
            row.writeFigures(columns, style, to: &writer)
        }
    }

    /// Replaces the days that overlap `spans` with `rows`.
    ///
    /// - Parameters:
    ///   - spans: whole days on the person's clock.
    ///   - sourceIDs: as in `replaceHours`.
    /// - Returns: the parts outside of `spans` of the days that were deleted. Such days began or
    ///   ended at other times, because they were computed before the person's clock changed.
    func replaceDays(
        _ spans: [Range<Int64>], sourceIDs: [Int32], _ style: AggregationStyle, with rows: [FigureRow]
    ) throws -> [Range<Int64>] {
        var uncovered: [Range<Int64>] = []
        for span in spans {
            for row in try session.run(
                """
                delete from health.day
                where person_id = $1 and sample_type_id = $2 and source_id = any($3) and \(FigureTable.dates("$4", "$5"))
                    and start_time < $5 and end_time > $4
                returning start_time, end_time
                """, key, [0] + sourceIDs, Parameter.timestamptz(span.lowerBound),
                Parameter.timestamptz(span.upperBound))
            {
                let (start, end) = (try row.timestamptz(0), try row.timestamptz(1))
                if start < span.lowerBound { uncovered.append(start..<span.lowerBound) }
                if end > span.upperBound { uncovered.append(span.upperBound..<end) }
            }
        }
        let columns = FigureColumn.columns(style, ofSources: true)
        let names = "person_id, sample_type_id, source_id, date, start_time, end_time, \(columns.names), average"
        try session.copy(rows, into: "health.day (\(names))") { row, writer in
            writer.beginRow(Int16(7 + columns.count))
            writer.int32(personID)
            writer.int32(sampleTypeID)
            writer.int32(row.sourceID)
            writer.date(row.date)
            writer.timestamptz(row.span.lowerBound)
            writer.timestamptz(row.span.upperBound)
            row.writeFigures(columns, style, to: &writer)
            writer.double(row.figures.statistics(style)?.average)
        }
        return FigurePlan.union(uncovered)
    }

    // MARK: Reading

    /// An SQL condition on `date` for the days that overlap a span. The clocks of the earth differ
    /// from UTC by less than two days, even on a day on which a person flies.
    private static func dates(_ from: String, _ to: String) -> String {
        """
        date >= (\(from)::timestamptz at time zone 'UTC')::date - 2 and date <= (\(to)::timestamptz at time zone 'UTC')::date + 2
        """
    }

    /// The statement for the days that overlap `span`: rows of a `FigureSelection` in order
    /// of source and time, first those of all sources together.
    static func dayStatement(
        _ person: Person, sampleTypeID: Int32, _ style: AggregationStyle, _ span: Range<Int64>, separateBySource: Bool
    ) -> Statement {
        Statement(
            days(style, separateBySource: separateBySource, person: "$1", type: "$2", from: "$3", to: "$4"), person,
            sampleTypeID, Parameter.timestamptz(bounded(span.lowerBound)),
            Parameter.timestamptz(bounded(span.upperBound)))
    }

    /// Returns the rows of `dayStatement`. For many days it is faster than the statement, because
    /// PostgreSQL sends a row while the one before is decoded.
    func readDays(_ span: Range<Int64>, _ style: AggregationStyle, separateBySource: Bool) throws -> [FigureRow] {
        var selection = FigureSelection(style, isDays: true, separateBySource: separateBySource)
        var rows: [FigureRow] = []
        // COPY takes no parameters. Only numbers and times are written into its text.
        let query = FigureTable.days(
            style, separateBySource: separateBySource, person: "\(personID)", type: "\(sampleTypeID)",
            from: StreamedRows.timestamp(span.lowerBound), to: StreamedRows.timestamp(span.upperBound))
        try session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            rows.append(try selection.row(reading: &row))
        }
        return rows
    }

    /// Under row-level security, PostgreSQL searches an index only with functions that are marked
    /// as leakproof. So the bounds already have the type of the key. "offset 0" makes PostgreSQL
    /// search the index once for each source.
    private static func days(
        _ style: AggregationStyle, separateBySource: Bool, person: String, type: String, from: String, to: String
    ) -> String {
        let list = FigureSelection(style, isDays: true, separateBySource: separateBySource).list
        let isMeant = """
            person_id = \(person) and sample_type_id = \(type) and \(dates(from, to))
                and start_time < \(to) and end_time > \(from)
            """
        guard separateBySource else {
            return "select \(list) from health.day where source_id = 0 and \(isMeant) order by date"
        }
        return """
            select \(list)
            from (
                select 0 as id union all select source_id from health.source_kind where person_id = \(person)
            ) source
            cross join lateral (select * from health.day where source_id = source.id and \(isMeant) offset 0) day
            order by source_id, date
            """
    }

    /// Calls `body` with the hours of `runs`, run by run. In each run, the rows of all sources
    /// together come first, then those of each source, all in order of time.
    ///
    /// - Parameter sourceIDs: the single sources whose rows are read, too.
    func readHours(
        _ runs: [Range<Int64>], sourceIDs: [Int32], _ style: AggregationStyle, _ body: (FigureRow) throws -> Void
    ) throws {
        guard !runs.isEmpty else { return }
        // Another index search costs more than an hour too many.
        var leftOut: Set<Int64> = []
        let joined = runs.reduce(into: [Range<Int64>]()) { joined, run in
            guard let last = joined.last, last.upperBound + StaleHours.hour == run.lowerBound else {
                return joined.append(run)
            }
            leftOut.insert(last.upperBound)
            joined[joined.count - 1] = last.lowerBound..<run.upperBound
        }
        // COPY takes no parameters. Only numbers and times are written into its text.
        let times = joined.map {
            "(\(StreamedRows.timestamp($0.lowerBound)), \(StreamedRows.timestamp($0.upperBound)))"
        }
        var selection = FigureSelection(style, isDays: false, separateBySource: !sourceIDs.isEmpty)
        try session.copyOut(
            """
            copy (
                select \(selection.list)
                from (values \(times.joined(separator: ", "))) run (run_start, run_end)
                cross join (values \(([0] + sourceIDs).map { "(\($0))" }.joined(separator: ", "))) source (id)
                cross join lateral (
                    select * from health.hour
                    where person_id = \(personID) and sample_type_id = \(sampleTypeID) and source_id = source.id
                        and start_time >= run_start and start_time < run_end
                    order by start_time
                ) hour
            ) to stdout (format binary)
            """
        ) { copied in
            let row = try selection.row(reading: &copied)
            if !leftOut.contains(row.span.lowerBound) { try body(row) }
        }
    }

    /// Returns the start of the first sample, quantity of a series or hour from `time` on; nil if
    /// there is none.
    func firstTime(from time: Int64) throws -> Int64? {
        try session.run(
            """
            select least(
                (select min(start_time) from health.sample
                    where person_id = $1 and sample_type_id = $2 and start_time >= $3),
                (select min(start_time) from health.series_quantity
                    where person_id = $1 and sample_type_id = $2 and start_time >= $3),
                (select min(start_time) from health.hour
                    where person_id = $1 and sample_type_id = $2 and source_id = 0 and start_time >= $3))
            """, key, Parameter.timestamptz(FigureTable.bounded(time)))[0].optionalTimestamptz(0)
    }

    /// Returns the time from the first start to the last start of a sample or row, in microseconds
    /// since 1970; nil if there is none. Quantities inside series count as samples.
    func extent() throws -> ClosedRange<Int64>? {
        let starts = [("sample", ""), ("series_quantity", ""), ("hour", "and source_id = 0")].flatMap {
            table, condition in
            ["min", "max"].map {
                "(select \($0)(start_time) from health.\(table) where person_id = $1 and sample_type_id = $2 \(condition))"
            }
        }.joined(separator: ", ")
        let row = try session.run("select least(\(starts)), greatest(\(starts))", key)[0]
        guard let first = try row.optionalTimestamptz(0), let last = try row.optionalTimestamptz(1) else { return nil }
        return first...max(first, last)
    }

    private static func bounded(_ time: Int64) -> Int64 {
        min(max(time, Instant.earliest.microseconds), Instant.latest.microseconds)
    }
}
