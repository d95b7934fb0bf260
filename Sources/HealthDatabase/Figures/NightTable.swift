import HealthCore
import Postgres

/// The rows of `health.night` of a person.
struct NightTable {
    let person: Person
    /// The id of the type sleepAnalysis.
    let sampleTypeID: Int32
    let session: Session

    /// Computes the nights that overlap `time` on the person's clock, and replaces their rows.
    ///
    /// - Returns: the number of nights with a record, and of samples.
    /// - Throws: `PostgresError`.
    func replace(_ time: Range<Int64>) throws -> (rows: Int, samples: Int) {
        let dates = try dates(time)
        let (rows, samples) = try made(dates)
        try session.run("delete from health.night where \(NightTable.condition)", parameters(dates))
        try session.copy(rows, into: "health.night (person_id, sample_type_id, \(NightRow.columns))") {
            $0.write(person, sampleTypeID, to: &$1)
        }
        return (rows.count, samples)
    }

    /// Returns the dates of the nights that overlap `time`, in days since 1970. A night begins on
    /// the day before its date.
    func dates(_ time: Range<Int64>) throws -> Range<Int> {
        let clock = try DayClock.read(person, session)
        func day(_ time: Int64) -> Int { clock.localDateTime(at: Instant(microseconds: time)).date.daysSinceEpoch }
        return day(time.lowerBound) - 1..<day(time.upperBound) + 3
    }

    /// Computes the nights with a record from samples.
    ///
    /// - Returns: the nights in order, and the number of samples.
    /// - Throws: `PostgresError`.
    func made(_ dates: Range<Int>) throws -> (rows: [NightRow], samples: Int) {
        let request = try SleepQuestion.request(dates, on: try DayClock.read(person, session))
        let found = try SleepReader(person: person, session: session, samplesMax: .max).nights(request)
        let rows = found.nights.filter { !$0.sourceRanks.isEmpty }.map { NightRow($0, found.sources) }
        return (rows, found.sampleCount)
    }

    /// Returns the stored nights in order.
    ///
    /// - Throws: `PostgresError`.
    func stored(_ dates: Range<Int>) throws -> [NightRow] {
        try session.all(
            "select \(NightRow.readColumns) from health.night where \(NightTable.condition) order by date",
            parameters(dates), as: NightRow.self)
    }

    private static let condition = """
        person_id = $1 and sample_type_id = $2
        and date >= date '1970-01-01' + $3::integer and date < date '1970-01-01' + $4::integer
        """

    private func parameters(_ dates: Range<Int>) -> [Parameter] {
        [
            .int32(person.id), .int32(sampleTypeID), .int32(Int32(dates.lowerBound)), .int32(Int32(dates.upperBound)),
        ]
    }

    /// Returns the start of the first sample of sleep or night from `time` on; nil if there is
    /// none.
    func firstTime(from time: Int64) throws -> Int64? { try edge("min", "start_time >= $3", time) }

    /// Returns the time from the first to the last start of a sample or night; nil if there is
    /// none.
    func extent() throws -> ClosedRange<Int64>? {
        guard let first = try firstTime(from: .min), let last = try edge("max", "start_time <= $3", .max) else {
            return nil
        }
        return first...last
    }

    private func edge(_ aggregate: String, _ condition: String, _ time: Int64) throws -> Int64? {
        let time = min(max(time, Instant.earliest.microseconds), Instant.latest.microseconds)
        return try session.run(
            """
            select \(aggregate)(edge.start_time)
            from (
                select (
                    select \(aggregate)(start_time) from health.sample
                    where person_id = $1 and sample_type_id = type.sample_type_id and \(condition)) as start_time
                from health.sample_type type
                where type.identifier in (\(MarkTable.sleepTypes))
                union all
                select \(aggregate)(start_time) from health.night
                where person_id = $1 and sample_type_id = $2 and \(condition)
            ) edge
            """, person, sampleTypeID, Parameter.timestamptz(time))[0].optionalTimestamptz(0)
    }
}
