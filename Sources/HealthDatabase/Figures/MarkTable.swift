import HealthCore
import Postgres

/// The marks of one type of a person, which are rows of `health.mark`.
///
/// A mark covers a span of time in which figures may have changed. The rows of `health.hour`,
/// `health.day` and `health.night` that overlap it are stale. Readers use samples instead of stale
/// rows until `FigureRefresher` has recomputed them.
///
/// Every writer that inserts or deletes samples, or changes the order of their sources or the
/// person's clock, adds marks in the same transaction. Each snapshot that contains a change
/// therefore contains its mark, and no reader uses a stale row. Only quantity types and category
/// types have figures and marks. The marks of sleep are those of the type sleepAnalysis, also for
/// nights that apps send as wholes.
struct MarkTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// A query for the keys of all marks, of all people and types.
    static let keys = "select person_id, sample_type_id from health.mark"

    /// Returns the marks of the type, in order of `from`.
    ///
    /// - Parameter limit: the most marks to return; nil for all.
    func marks(limit: Int64? = nil) throws -> [Mark] {
        try session.all(
            """
            select mark_id, from_time, to_time, marked_at from health.mark
            where person_id = $1 and sample_type_id = $2 order by from_time, mark_id limit $3
            """, key, limit
        ) { row in
            Mark(
                id: try row.int64(), from: try row.timestamptz(), to: try row.timestamptz(),
                markedAt: try row.timestamptz())
        }
    }

    /// True if the type has a mark that was added at or before `time`, in microseconds since 1970.
    func hasMark(addedUntil time: Int64) throws -> Bool {
        try session.value(
            "select exists (select 1 from health.mark where person_id = $1 and sample_type_id = $2 and marked_at <= $3)",
            key, Parameter.timestamptz(time), as: Bool.self)
    }

    func add(_ mark: Mark) throws {
        try session.run(
            """
            insert into health.mark (person_id, sample_type_id, from_time, to_time, marked_at)
            values ($1, $2, $3, $4, greatest(least($5, now()), $6::text::timestamptz))
            """, key, Parameter.timestamptz(mark.from), Parameter.timestamptz(mark.to),
            Parameter.timestamptz([.min, .max].contains(mark.markedAt) ? nil : mark.markedAt),
            mark.markedAt == .max ? "infinity" : "-infinity")
    }

    /// Deletes the marks with these ids. Marks that other sessions have added meanwhile stay.
    func delete(_ ids: [Int64]) throws {
        try session.run(
            "delete from health.mark where person_id = $1 and sample_type_id = $2 and mark_id = any($3)", key, ids)
    }

    // MARK: Readers

    /// The most marks that are read. If there are more, figures come from samples. This happens if
    /// no service recomputes figures for a long time.
    private static let readMax = 10_000

    /// The statement whose rows `stale(reading:)` reads: the marks that overlap a range. The tables
    /// have the figures of all samples. So a caller who may not read all samples of the type also
    /// sees marks over the times in which others may count. The service takes the role of the
    /// reader for such callers.
    static func statement(_ person: Person, sampleTypeID: Int32, range: SampleRange) -> Statement {
        Statement(
            """
            select from_time, to_time from health.mark
            where person_id = $1 and sample_type_id = $2 and from_time < $4 and to_time > $3
            union all
            select coalesce(lower(others), '-infinity'), coalesce(upper(others), 'infinity')
            from unnest(case
                when current_setting('role') = 'healthstore_reader' or session_user = 'healthstore_reader'
                    then '{(,)}'::tstzmultirange - health.figure_times($1, $2)
                else '{}'
            end) others
            limit \(readMax + 1)
            """, person, sampleTypeID, max(range.from, .earliest), min(range.to, .latest))
    }

    /// Returns the stale times as sorted, disjoint ranges of whole hours.
    static func stale(reading rows: Rows) throws -> [Range<Int64>] {
        guard rows.count <= readMax else { return [Mark.allTime] }
        return StaleHours(
            try rows.map { Mark(from: try $0.timestamptz(0), to: try $0.timestamptz(1)) }
        ).runs
    }

    // MARK: All types

    /// Returns the number of marks that wait for the refresher, of all people and types, and the
    /// age of the oldest in seconds.
    static func total(_ session: Session) throws -> (count: Int64, oldestSeconds: Double) {
        var row = try session.run(
            """
            select count(*), coalesce(extract(epoch from now() - min(marked_at)), 0)::double precision
            from health.mark where marked_at < 'infinity'
            """)[0]
        return (try row.int64(), max(0, try row.double()))
    }
}
