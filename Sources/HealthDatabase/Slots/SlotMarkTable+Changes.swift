import HealthCore
import Postgres

/// How writers add marks.
extension SlotMarkTable {
    /// Changes that are less than this apart are one mark. 6 hours. A day that a mark touches is
    /// made of hours, so that finer marks would spare little.
    static let gapHours: Int64 = 6
    /// Most marks that one statement adds for one type; it closes the narrowest gaps until that
    /// many are left. An import may change samples of every hour of ten years, and more marks would
    /// not help readers.
    static let marksMax = 32

    /// The changes of an import within a piece of this length are one mark. 30 days. Pieces of
    /// `gapHours` would be nearly as many as the samples of a type with few samples a day; they
    /// slow the insertion by a sixth, these by a fifteenth.
    static let importedPieceHours: Int64 = 30 * 24

    static let gapMicroseconds = gapHours * 3_600 * Instant.microsecondsPerSecond

    /// The columns that an INSERT into `health.sample`, or a DELETE from it, returns for `marking`.
    static let columns = """
        sample.person_id, sample.sample_type_id, sample.start_time, sample.end_time, \(isQuantity) as is_quantity,
        sample.quantity is null as is_series
        """

    /// An SQL condition: whether a row of `health.sample` is a quantity sample. A series has no
    /// quantity of its own, but a unit.
    static let isQuantity = "(sample.quantity is not null or sample.sent_unit_id is not null)"

    /// Common table expressions that add marks for the rows of another one with `columns`.
    ///
    /// The statement that changes samples also marks them, so that it marks exactly what it changed
    /// and costs no further round trip. Samples are grouped by the piece of time in which they
    /// start, then by `gapHours`. A mark covers each sample from its start to its end, a point and
    /// its following microsecond, and the samples inside of a series likewise.
    ///
    /// - Parameter isImport: whether the rows may be millions.
    static func marking(_ changed: String, isImport: Bool = false) -> String {
        let pieceHours = isImport ? importedPieceHours : gapHours
        return """
            changed_piece as (
                select person_id, sample_type_id, min(start_time) as from_time,
                    \(end(isSeries: "is_series")) as to_time
                from \(changed) where is_quantity
                group by person_id, sample_type_id,
                    date_bin(interval '\(pieceHours) hours', start_time, timestamptz 'epoch')
            ), changed_gap as (
                select *, from_time - max(to_time) over (
                        partition by person_id, sample_type_id order by from_time
                        rows between unbounded preceding and 1 preceding) as gap
                from changed_piece
            ), changed_order as (
                select *, row_number() over (partition by person_id, sample_type_id order by gap desc nulls first) as gap_rank
                from changed_gap
            ), changed_range as (
                select person_id, sample_type_id, from_time, to_time,
                    count(*) filter (where gap > interval '\(gapHours) hours' and gap_rank <= \(marksMax))
                        over (partition by person_id, sample_type_id order by from_time) as number
                from changed_order
            ), marked as (
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, min(from_time), max(to_time)
                from changed_range
                group by person_id, sample_type_id, number
            )
            """
    }

    /// An SQL aggregate: the end of a mark for quantity samples. A point counts with its following
    /// microsecond; so does the end of a series, where there may be a point.
    static func end(isSeries: String) -> String {
        """
        greatest(
            max(end_time), max(start_time) + interval '1 microsecond',
            max(end_time) filter (where \(isSeries)) + interval '1 microsecond')
        """
    }

    /// Adds a mark over all time for each quantity type with samples of the person, because
    /// the order of sources has changed. The caller holds the person's lock.
    ///
    /// Samples of one source replace those of another only in cumulative types; but where the
    /// person has aggregates, the order decides for every style which aggregates count. Types
    /// without slots are marked too: another session may be making their first slots.
    ///
    /// - Parameter sampleTypeID: the type whose order changed. Nil if the class of a source
    ///   changed: then every type is concerned, whatever its style.
    /// - Throws: `PostgresError`.
    static func addForAllTime(sampleTypeID: Int32? = nil, of person: Person, _ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select extent.person_id, extent.sample_type_id, $3, $4
            from health.sample_extent extent
            join health.sample_type using (sample_type_id)
            where extent.person_id = $1 and ($2::integer is null or extent.sample_type_id = $2) and sample_type.kind = 'quantity'
                and ($2 is null or sample_type.aggregation_style = 'cumulative' or exists (
                    select from health.source where source.person_id = $1 and source.source_class = 'aggregate'))
            """,
            [
                .int32(person.id), .int32(sampleTypeID), .timestamptz(SlotMark.allTime.from),
                .timestamptz(SlotMark.allTime.to),
            ])
    }

    /// Adds a mark over all time for each type of each person that has samples and no slots of this
    /// program: after an upgrade, so that older samples get slots too. The refresher deletes marks
    /// of types below `SlotPolicy`'s thresholds.
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
