import HealthCore
import Postgres

/// The functions with which writers add marks.
extension SlotMarkTable {
    /// Changes that are at most 6 hours apart share a mark. Days that a mark touches are computed
    /// from hours, so finer marks would save little.
    static let gapHours: Int64 = 6
    /// The most marks that one statement adds for one type. If there would be more, the statement
    /// closes the narrowest gaps. An import may change samples in every hour of ten years, and more
    /// marks would not make reads faster.
    static let marksMax = 32

    /// The samples of an import that start in the same 30 days share a mark. Pieces of `gapHours`
    /// would be nearly as many as the samples of a type with few samples a day. Such pieces slow
    /// the insertion by a sixth, pieces of 30 days by a fifteenth.
    static let importedPieceHours: Int64 = 30 * 24

    static let gapMicroseconds = gapHours * 3_600 * Instant.microsecondsPerSecond

    /// The columns of `health.sample` that an INSERT or DELETE must return for `marking`.
    static let columns = """
        sample.sample_type_id, sample.start_time, sample.end_time, \(isQuantity) as is_quantity,
        sample.quantity is null as is_series
        """

    /// An SQL condition that is true if a row of `health.sample` is a quantity sample. A series has
    /// no quantity in this row, but it has a unit.
    static let isQuantity = "(sample.quantity is not null or sample.sent_unit_id is not null)"

    /// Returns a statement that adds marks for samples that the transaction changes; nil if it
    /// changes none.
    static func marking(_ changed: SlotMarkRanges, of person: Person) -> Statement? {
        let marks = changed.ranges.sorted { $0.key < $1.key }.flatMap { typeID, ranges in
            ranges.map { (sampleTypeID: typeID, times: $0) }
        }
        guard !marks.isEmpty else { return nil }
        return Statement(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select $1::integer, sample_type_id, from_time, to_time
            from unnest($2, $3, $4) as mark (sample_type_id, from_time, to_time)
            """,
            [
                .int32(person.id), .int32Array(marks.map(\.sampleTypeID)),
                .timestamptzArray(marks.map(\.times.lowerBound)), .timestamptzArray(marks.map(\.times.upperBound)),
            ])
    }

    /// Adds marks for samples that the transaction changes.
    ///
    /// - Throws: `PostgresError`.
    static func mark(_ changed: SlotMarkRanges, of person: Person, _ session: Session) throws {
        if let statement = marking(changed, of: person) { _ = try session.execute(statement) }
    }

    /// Returns common table expressions that add marks for the rows of the expression `changed`,
    /// which has the columns `columns`. $1 is the person. For statements that may change millions
    /// of samples. Other writers use `SlotMarkRanges`.
    ///
    /// The marks cover exactly the changed samples. The samples are grouped by the
    /// piece of time in which they start. Pieces that are at most `gapHours` apart are then joined.
    /// A mark covers each sample from its start to its end. It also covers the microsecond after a
    /// point and after the end of a series.
    ///
    /// - Parameter isImport: true if there may be millions of rows. The pieces are then longer.
    static func marking(_ changed: String, isImport: Bool = false) -> String {
        let pieceHours = isImport ? importedPieceHours : gapHours
        return """
            changed_piece as (
                select sample_type_id, min(start_time) as from_time,
                    \(end(isSeries: "is_series")) as to_time
                from \(changed) where is_quantity
                group by sample_type_id,
                    date_bin(interval '\(pieceHours) hours', start_time, timestamptz 'epoch')
            ), changed_gap as (
                select *, from_time - max(to_time) over (
                        partition by sample_type_id order by from_time
                        rows between unbounded preceding and 1 preceding) as gap
                from changed_piece
            ), changed_order as (
                select *, row_number() over (partition by sample_type_id order by gap desc nulls first) as gap_rank
                from changed_gap
            ), changed_range as (
                select sample_type_id, from_time, to_time,
                    count(*) filter (where gap > interval '\(gapHours) hours' and gap_rank <= \(marksMax))
                        over (partition by sample_type_id order by from_time) as number
                from changed_order
            ), marked as (
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select $1::integer, sample_type_id, min(from_time), max(to_time)
                from changed_range
                group by sample_type_id, number
            )
            """
    }

    /// Returns an SQL aggregate for the end of a mark. The mark of a point ends one microsecond
    /// after the point. The mark of a series ends one microsecond after the series, because its
    /// last quantity may be a point.
    static func end(isSeries: String) -> String {
        """
        greatest(
            max(end_time), max(start_time) + interval '1 microsecond',
            max(end_time) filter (where \(isSeries)) + interval '1 microsecond')
        """
    }

    /// Adds marks over all time because the order of the person's sources has changed. The caller
    /// holds the person's lock.
    ///
    /// If the person has no aggregate source, only cumulative types depend on the order, because
    /// only their sources replace each other. If the person has aggregate sources, the order
    /// decides for every style which aggregates count. Types without slots are marked too, because
    /// another session may be computing their first slots.
    ///
    /// - Parameter sampleTypeID: the type whose order changed. Nil if the class of a source
    ///   changed. Every quantity type with samples of the person is then marked, whatever its
    ///   style.
    /// - Throws: `PostgresError`.
    static func addForAllTime(sampleTypeID: Int32? = nil, of person: Person, _ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select $1::integer, extent.sample_type_id, $3, $4
            from health.sample_extent extent
            join health.sample_type using (sample_type_id)
            where extent.person_id = $1 and ($2::integer is null or extent.sample_type_id = $2) and sample_type.kind = 'quantity'
                and ($2 is null or sample_type.aggregation_style = 'cumulative' or exists (
                    select 1 from health.source where source.person_id = $1 and source.source_class = 'aggregate'))
            """,
            [
                .int32(person.id), .int32(sampleTypeID), .timestamptz(SlotMark.allTime.from),
                .timestamptz(SlotMark.allTime.to),
            ])
    }

    /// Adds a mark over all time for each person and quantity type with samples but without slots
    /// in this program's format. These marks give older samples slots after an upgrade. The
    /// refresher deletes marks of types below `SlotPolicy`'s thresholds.
    ///
    /// - Throws: `PostgresError`.
    static func addWhereSlotsAreMissing(_ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select extent.person_id, extent.sample_type_id, $2, $3
            from health.sample_extent extent
            join health.sample_type using (sample_type_id)
            left join (\(SlotTypeTable.rows)) kept using (person_id, sample_type_id)
            where sample_type.kind = 'quantity'
                and (kept.aggregation_style, kept.format) is distinct from (sample_type.aggregation_style, $1)
            """,
            [.int32(SlotFormat.current), .timestamptz(SlotMark.allTime.from), .timestamptz(SlotMark.allTime.to)])
    }
}
