import HealthCore
import Postgres

/// The functions with which writers add marks.
extension MarkTable {
    /// Changed samples of a type that start in the same 30 days share a mark. Shorter pieces would
    /// be nearly as many as the samples of a type with few samples a day.
    static let pieceDays: Int64 = 30

    /// The columns of `health.sample` that an INSERT or DELETE must return for `marking`.
    static let columns = """
        sample.sample_type_id, sample.start_time, sample.end_time, sample.quantity is null as is_series
        """
    static let columnCount = 4

    /// The types from which nights are computed, as a list of SQL.
    static let sleepTypes = "'\(SleepSample.typeIdentifier)', '\(AggregateNight.typeIdentifier)'"

    /// An SQL condition on a row of `health.sample_type` that is true if the type has figures.
    static func hasFigures(_ type: String) -> String {
        "(\(type).kind in ('quantity', 'category') or \(type).identifier in (\(sleepTypes)))"
    }

    /// SQL that joins `mark`, the times of a change, with the type `marked` that is marked, and
    /// with what `reach` needs. Drops changes of types without figures. $1 is the person.
    private static let joins = """
        join health.sample_type on sample_type.sample_type_id = mark.sample_type_id and \(hasFigures("sample_type"))
        \(joinMarked)
        left join health.sample_extent extent
            on extent.person_id = $1 and extent.sample_type_id = mark.sample_type_id
        cross join (
            select count(*) > 0 as are_any from health.source
            where source.person_id = $1 and source.source_class = 'aggregate'
        ) aggregates
        """

    /// SQL for how far before a change its figures can change.
    ///
    /// - A night depends on the samples that overlap it or `SleepEngine.reach` around it.
    /// - A sample of a source with higher priority that touches an aggregate, or the margin around
    ///   it, removes the whole aggregate. An aggregate that existed before the change is at most as
    ///   long as the longest sample then.
    ///
    /// The days of an interval are not always 24 hours long, so the length is in seconds. It is
    /// limited to a span that PostgreSQL can add to every time of a sample.
    private static let reach = """
        make_interval(secs => case
            when sample_type.identifier in (\(sleepTypes)) then \(nightSeconds)
            when aggregates.are_any then coalesce(
                least(date_part('epoch', extent.longest_duration), \(reachSecondsMax)) + \(marginSeconds), 0)
            else 0 end)
        """

    private static let nightSeconds = SleepEngine.reach / Instant.microsecondsPerSecond
    private static let standSeconds = SampleRange.pointStandMicroseconds / Instant.microsecondsPerSecond
    private static let marginSeconds = AggregateFilter.marginMax / Instant.microsecondsPerSecond
    private static let reachSecondsMax = 200 * 366 * 86_400

    private static let fromTime = "greatest(from_time - \(reach), '0001-01-01 00:00+00')"
    /// A point of a temporally weighted type counts until the next sample of its source begins, for
    /// at most ten minutes. The span is the same for all types, which costs little.
    private static let toTime = "to_time + \(reach) + make_interval(secs => \(standSeconds))"

    /// Returns a statement that adds marks for samples that the transaction changes; nil if it
    /// changes none.
    static func marking(_ changed: MarkRanges, of person: Person) -> Statement? {
        let marks = changed.ranges.sorted {
            ($0.key.sampleTypeID, $0.key.number) < ($1.key.sampleTypeID, $1.key.number)
        }
        guard !marks.isEmpty else { return nil }
        // Numbers of the sequence would make Citus ask every server.
        let numbers = marks.map { _ in Int64.random(in: Int64.min..<0) }
        return Statement(
            """
            insert into health.mark (person_id, sample_type_id, mark_id, from_time, to_time)
            select $1::integer, marked.sample_type_id, mark.mark_id, \(fromTime), \(toTime)
            from unnest($2, $3, $4, $5) as mark (sample_type_id, from_time, to_time, mark_id)
            \(joins)
            """, person, marks.map(\.key.sampleTypeID), Parameter.timestamptzArray(marks.map(\.value.lowerBound)),
            Parameter.timestamptzArray(marks.map(\.value.upperBound)), numbers)
    }

    /// Adds marks for samples that the transaction changes.
    ///
    /// - Throws: `PostgresError`.
    static func mark(_ changed: MarkRanges, of person: Person, _ session: Session) throws {
        if let statement = marking(changed, of: person) { _ = try session.execute(statement) }
    }

    /// Returns common table expressions that add marks for the rows of the expression `changed`,
    /// which has the columns `columns`. $1 is the person. For statements that may change millions
    /// of samples. Other writers use `MarkRanges`.
    ///
    /// A mark covers each sample of its piece from its start to its end, the microsecond after a
    /// point and after the end of a series, and what a change can reach.
    static func marking(_ changed: String) -> String {
        """
        marked as (
            insert into health.mark (person_id, sample_type_id, from_time, to_time)
            select $1::integer, marked.sample_type_id, \(fromTime), \(toTime)
            from (
                select sample_type_id, min(start_time) as from_time, \(end(isSeries: "is_series")) as to_time
                from \(changed)
                group by sample_type_id, date_bin(interval '\(pieceDays) days', start_time, timestamptz 'epoch')
            ) mark
            \(joins)
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
    /// If the person has no aggregate source, only cumulative types and categories depend on the
    /// order, because only their sources replace each other. If the person has aggregate sources,
    /// the order decides for every style which aggregates count.
    ///
    /// - Parameter sampleTypeID: the type whose order changed; nil if the default order changed.
    ///   Then a type whose samples are all of one source needs no mark.
    /// - Throws: `PostgresError`.
    static func addForOrder(sampleTypeID: Int32?, of person: Person, _ session: Session) throws {
        try session.run(
            """
            \(insertionForTypes)
            cross join (
                select count(*) as count from health.source
                where source.person_id = $1 and source.source_class = 'aggregate'
            ) aggregate
            where extent.person_id = $1 and \(hasFigures("sample_type"))
                and case when $4::integer is null then extent.sample_type_id in (
                    select sample_type_id from health.source_type
                    where person_id = $1 group by sample_type_id having count(*) > 1)
                    else marked.sample_type_id = $4 end
                and (sample_type.aggregation_style = 'cumulative' or sample_type.kind = 'category' or aggregate.count > 0)
            """, person, Parameter.timestamptz(Mark.allTime.lowerBound), Parameter.timestamptz(Mark.allTime.upperBound),
            sampleTypeID)
    }

    /// Adds a mark over `span` for every type of the person that has figures, because the
    /// person's clock changed. The caller holds the person's lock.
    ///
    /// - Throws: `PostgresError`.
    static func addForAllTypes(
        _ span: Range<Int64> = Mark.allTime, of person: Person, _ session: Session
    ) throws {
        try session.run(
            "\(insertionForTypes) where extent.person_id = $1 and \(hasFigures("sample_type"))", person,
            Parameter.timestamptz(span.lowerBound), Parameter.timestamptz(span.upperBound))
    }

    /// Adds a mark over all time for every type of every person that has figures, because the
    /// meaning of figures changed.
    ///
    /// - Throws: `PostgresError`.
    static func addForEveryone(_ session: Session) throws {
        try session.run(
            """
            insert into health.mark (person_id, sample_type_id, from_time, to_time)
            select distinct extent.person_id, marked.sample_type_id, $1::timestamptz, $2::timestamptz
            from health.sample_extent extent
            join health.sample_type on sample_type.sample_type_id = extent.sample_type_id
            \(joinMarked)
            where \(hasFigures("sample_type"))
            """, Parameter.timestamptz(Mark.allTime.lowerBound), Parameter.timestamptz(Mark.allTime.upperBound))
    }

    /// SQL that joins `marked`, the type whose marks stand for a row of `health.sample_type`.
    static let joinMarked = """
        join health.sample_type marked on marked.identifier = case sample_type.identifier
            when '\(AggregateNight.typeIdentifier)' then '\(SleepSample.typeIdentifier)' else sample_type.identifier end
        """

    private static let insertionForTypes = """
        insert into health.mark (person_id, sample_type_id, from_time, to_time)
        select distinct $1::integer, marked.sample_type_id, $2::timestamptz, $3::timestamptz
        from health.sample_extent extent
        join health.sample_type on sample_type.sample_type_id = extent.sample_type_id
        \(joinMarked)
        """
}
