import HealthCore
import Postgres

/// Times in which samples of a person changed, in `health.slot_mark`: there readers take samples in place of slots, until slots are
/// made of them again.
///
/// Whoever inserts or deletes quantity samples, or changes how their sources rank, adds marks in the same transaction, which
/// cover each such sample from its start to its end, of a point the microsecond behind it, and what is inside of a series likewise. So whoever sees the samples sees the
/// marks, and nobody takes a slot for what it is not any more. Other samples have no slots, and need no marks.
enum SlotMark {
    /// What changed closer together than this, in hours, is one mark. Days that a mark touches are made of hours, so
    /// that finer marks would spare little.
    static let gapHours: Int64 = 6
    /// Most marks that one statement adds for one type; the narrowest gaps between more are closed. Of an import, which
    /// may change samples of every hour of ten years, readers want to know no more than that.
    static let marksMax = 32

    /// What an import changes within pieces of so many hours is one mark. Pieces of `gapHours` would nearly be as many as the samples
    /// of a type of which there are few each day, and make the insertion a sixth slower, not a fifteenth.
    static let importedPieceHours: Int64 = 30 * 24

    static let gapMicroseconds = gapHours * 3_600 * Instant.microsecondsPerSecond

    /// What an INSERT into `health.sample`, or a DELETE from it, returns for `marking`.
    static let columns = """
        sample.person_id, sample.sample_type_id, sample.start_time, sample.end_time, \(isQuantity) as is_quantity,
        sample.quantity is null as is_series
        """

    /// Whether a row of `health.sample` is a quantity sample. A series has no quantity of its own, but a unit.
    static let isQuantity = "(sample.quantity is not null or sample.sent_unit_id is not null)"

    /// Common table expressions that add marks for the rows of another one with `columns`. One statement says what changes
    /// and marks it, so that nothing else can be marked than what has changed, and it costs no further round trip.
    ///
    /// Samples are put together by the piece of time in which they start, then what lies close together; a long sample makes one long
    /// mark.
    ///
    /// - Parameter isImport: whether there may be millions.
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
            ), changed_place as (
                select *, row_number() over (partition by person_id, sample_type_id order by gap desc nulls first) as place
                from changed_gap
            ), changed_range as (
                select person_id, sample_type_id, from_time, to_time,
                    count(*) filter (where gap > interval '\(gapHours) hours' and place <= \(marksMax))
                        over (partition by person_id, sample_type_id order by from_time) as number
                from changed_place
            ), marked as (
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, min(from_time), max(to_time)
                from changed_range
                group by person_id, sample_type_id, number
            )
            """
    }

    /// An aggregate: where the latest of some quantity samples ends, if a point takes a microsecond. What is inside of a series lies
    /// between its start and its end, where there may be a point.
    static func end(isSeries: String) -> String {
        """
        greatest(
            max(end_time), max(start_time) + interval '1 microsecond',
            max(end_time) filter (where \(isSeries)) + interval '1 microsecond')
        """
    }

    /// Adds one mark over all time for each quantity type of which the person has samples: how sources rank has changed. The
    /// caller holds the person's lock.
    ///
    /// Only of cumulative types samples of one source take the place of another's; where there are aggregates, ranks decide for every
    /// style which of them count. All types are marked whatever their style: what a source is has changed.
    ///
    /// - Parameter sampleTypeID: nil for all of them. Not only those that have slots: somebody may be making some now.
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
                .int32(person.id), .int32(sampleTypeID), .timestamptz(Instant.earliest.microseconds),
                .timestamptz(Instant.latest.microseconds + 1),
            ])
    }

    /// Adds one mark over all time wherever this program has no slots of a type that has samples: after an upgrade, so that what was
    /// stored before gets some, too. Types that deserve none lose it again.
    static func addWhereSlotsAreMissing(_ session: Session) throws {
        _ = try session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
            select extent.person_id, extent.sample_type_id, $2, $3
            from health.sample_extent extent
            join health.sample_type using (sample_type_id)
            left join health.slot_type kept using (person_id, sample_type_id)
            where sample_type.kind = 'quantity'
                and (kept.aggregation_style, kept.format) is distinct from (sample_type.aggregation_style, $1)
            """,
            [
                .int32(SlotFormat.current), .timestamptz(Instant.earliest.microseconds),
                .timestamptz(Instant.latest.microseconds + 1),
            ])
    }
}
