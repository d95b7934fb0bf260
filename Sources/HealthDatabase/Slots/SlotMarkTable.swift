import HealthCore
import Postgres

/// The marks of one type of a person, which are rows of `health.slot_mark`.
///
/// No other Swift code accesses the table, except that `PersonStore` deletes a person's rows.
///
/// A mark covers a span of time in which samples changed. The slots of this span are stale. Readers
/// use samples instead of stale slots until `SlotRefresher` has recomputed them.
///
/// Every writer that inserts or deletes quantity samples, or changes the order of their sources,
/// adds marks in the same transaction (`mark` or `marking`). Each snapshot that contains a change
/// therefore contains its mark, and no reader uses a stale slot. Samples of other kinds have no
/// slots and need no marks.
struct SlotMarkTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// The target of INSERT, without the columns that have defaults.
    static let target = "health.slot_mark (person_id, sample_type_id, from_time, to_time)"
    /// A query for the spans of all marks, of all people and types.
    static let spans = "select person_id, sample_type_id, from_time, to_time from health.slot_mark"

    /// Returns the marks of the type, in order of `from`.
    ///
    /// - Parameter limit: the most marks to return; nil for all.
    func marks(limit: Int64? = nil) throws -> [SlotMark] {
        try session.execute(
            """
            select mark_id, from_time, to_time, marked_at from health.slot_mark
            where person_id = $1 and sample_type_id = $2 order by from_time, mark_id limit $3
            """, key + [.int64(limit)]
        ).map { row in
            var row = row
            return SlotMark(
                id: try row.int64(), from: try row.timestamptz(), to: try row.timestamptz(),
                markedAt: try row.timestamptz())
        }
    }

    /// True if the type has a mark that was added at or before `time`, in microseconds since 1970.
    func hasMark(addedUntil time: Int64) throws -> Bool {
        try session.execute(
            "select exists (select 1 from health.slot_mark where person_id = $1 and sample_type_id = $2 and marked_at <= $3)",
            key + [.timestamptz(time)])[0].bool(0)
    }

    func add(_ mark: SlotMark) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time, marked_at)
            values ($1, $2, $3, $4, least($5, now()))
            """,
            key + [
                .timestamptz(mark.from), .timestamptz(mark.to),
                .timestamptz(mark.markedAt == .min ? nil : mark.markedAt),
            ])
    }

    /// Deletes the marks with these ids. Marks that other sessions have added meanwhile stay.
    func delete(_ ids: [Int64]) throws {
        _ = try session.execute(
            "delete from health.slot_mark where person_id = $1 and sample_type_id = $2 and mark_id = any($3)",
            key + [.int64Array(ids)])
    }

    // MARK: All types

    /// Returns the number of marks of all people and types, and the age of the oldest in seconds.
    static func total(_ session: Session) throws -> (count: Int64, oldestSeconds: Double) {
        var row = try session.execute(
            """
            select count(*), coalesce(extract(epoch from now() - min(marked_at)), 0)::double precision
            from health.slot_mark
            """)[0]
        return (try row.int64(), max(0, try row.double()))
    }

    /// A type of a person that has marks.
    struct MarkedType {
        var entry: SlotBacklog.Entry
        var markCount: Int64
        /// The age of the type's oldest mark, in seconds.
        var oldestSeconds: Double
        /// The time until one of the type's marks is old enough to be processed, in seconds. Not
        /// positive if one is.
        var dueSeconds: Double
    }

    /// Returns every type with marks. The type with the oldest mark comes first.
    ///
    /// - Parameters:
    ///   - liveSeconds: the age at which a mark that begins in the last 24 hours is due.
    ///   - settledSeconds: the age at which any other mark is due.
    static func markedTypes(
        liveSeconds: Double, settledSeconds: Double, _ session: Session
    ) throws -> [MarkedType] {
        try session.execute(
            """
            select person.person_id, person.uuid, person.name, mark.sample_type_id, count(*),
                extract(epoch from now() - min(mark.marked_at))::double precision,
                extract(epoch from min(mark.marked_at + make_interval(
                    secs => case when mark.from_time >= now() - interval '24 hours' then $1 else $2 end))
                    - now())::double precision
            from health.slot_mark mark join health.person using (person_id)
            group by person.person_id, mark.sample_type_id
            order by min(mark.marked_at)
            """, [.double(liveSeconds), .double(settledSeconds)]
        ).map { row in
            var row = row
            return MarkedType(
                entry: try SlotBacklog.Entry(reading: &row), markCount: try row.int64(),
                oldestSeconds: try row.double(), dueSeconds: try row.double())
        }
    }
}
