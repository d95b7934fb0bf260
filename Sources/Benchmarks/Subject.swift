import HealthCore
import HealthDatabase
import Postgres

/// One statistics request for one person, and the ways to answer it that are measured.
struct Subject {
    let person: Person
    let question: StatisticsRequest
    /// The token of the measure `granted`.
    let token: BearerToken?
    let session: Session

    private var style: AggregationStyle { question.quantities[0].style }

    func run(_ measure: Measure) throws {
        switch measure {
        case .figures: _ = try StatisticsReader(person: person, session: session).collections(question)
        case .granted: try readAsHolder()
        case .samples:
            _ = try StatisticsReader(person: person, session: session, origin: .samples).collections(question)
        case .answer: try readAnswer()
        case .stream: _ = try streamRows()
        }
    }

    /// The token is missing or wrong.
    struct UnknownToken: Error {}

    private func readAsHolder() throws {
        guard let token, case .caller(let caller) = try CallerStore.find(Credential(.token(token)), session) else {
            throw UnknownToken()
        }
        _ = try session.reading(as: caller.access) {
            try StatisticsReader(person: person, session: session).collections(question)
        }
    }

    // MARK: The answer as a table

    /// The figures of the style: cumulative types have a sum, discrete types have the others.
    private var figureColumns: [String] { style == .cumulative ? ["sum"] : ["average", "minimum", "maximum"] }

    /// Creates the table `floor.answer` and stores the buckets that have samples.
    func storeAnswer() throws {
        let collection = try StatisticsReader(person: person, session: session).collections(question)[0]
        try session.executeScript(
            """
            drop table if exists floor.answer;
            create table floor.answer (
                start_time timestamptz, end_time timestamptz, count bigint,
                \(figureColumns.map { "\($0) double precision, " }.joined())
                duration double precision, most_recent_quantity double precision, most_recent_start_time timestamptz,
                most_recent_end_time timestamptz, source_ids integer[])
            """)
        let placeholders = (1...(figureColumns.count + 8)).map { "$\($0)" }.joined(separator: ", ")
        try session.transaction {
            for bucket in collection.buckets {
                guard let statistics = bucket.statistics else { continue }
                let figures =
                    style == .cumulative
                    ? [statistics.sum] : [statistics.average, statistics.minimum, statistics.maximum]
                _ = try session.execute(
                    "insert into floor.answer values (\(placeholders))",
                    [
                        .timestamptz(bucket.start.microseconds), .timestamptz(bucket.end.microseconds),
                        .int64(Int64(statistics.count)),
                    ] + figures.map { .double($0) } + [
                        .double(statistics.duration), .double(statistics.mostRecent?.value),
                        .timestamptz(statistics.mostRecent?.start.microseconds),
                        .timestamptz(statistics.mostRecent?.end.microseconds),
                        .int32Array(statistics.sourceRanks.map { collection.sources[$0].id }),
                    ])
            }
        }
        try session.executeScript("vacuum analyze floor.answer")
    }

    private func readAnswer() throws {
        var sourceIDs: [UInt8] = []
        try session.copyOut("copy floor.answer to stdout (format binary)") { row in
            _ = try (row.timestamptz(), row.timestamptz(), row.int64())
            for _ in figureColumns { _ = try row.double() }
            _ = try (row.double(), row.double(), row.timestamptz(), row.timestamptz())
            sourceIDs.removeAll(keepingCapacity: true)
            try row.append(to: &sourceIDs)
        }
    }

    // MARK: The samples

    /// Reads the samples of the request in the order of the index that statistics use. The settings
    /// rule out a sort, which would make this lower bound slower and healthstore look better.
    ///
    /// - Returns: the number of samples.
    func streamRows() throws -> Int {
        guard let type = try SampleTypeReader.find(question.quantities[0].type.identifier, session) else { return 0 }
        let (from, to) = (question.range.from.microseconds, question.range.to.microseconds)
        var rows = 0
        try session.transaction {
            try session.executeScript(
                "set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off")
            try session.copyOut(
                """
                copy (
                    select start_time, end_time, quantity, source_revision_id, uuid
                    from health.sample
                    where person_id = \(person.id) and sample_type_id = \(type.id)
                        and start_time >= to_timestamp(\(from / Instant.microsecondsPerSecond)) - interval '1 day'
                        and start_time < to_timestamp(\(to / Instant.microsecondsPerSecond))
                    order by start_time
                ) to stdout (format binary)
                """
            ) { _ in rows += 1 }
        }
        return rows
    }
}
