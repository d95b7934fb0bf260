import HealthCore
import Postgres

/// The queries for the samples that can change a figure.
extension StatisticsReader {
    /// Calls `body` with the samples that `rows` select, in order of start.
    func read(
        _ type: TypeState, _ style: AggregationStyle, _ rows: StreamedRows, isStable: Bool, _ filter: SampleFilter?,
        _ body: (StatisticsSample) throws -> Void
    ) throws {
        try session.preferIndexOrder()
        let streamed = try StreamedType(type, of: person, session)
        let (ranks, hasParts) = (streamed.ranks, streamed.hasParts)
        let revisions = sourceIDs.map { _ in ranks.indices.filter { ranks[$0] >= 0 } }
        let query = streamQuery(
            typeID: type.sampleTypeID, style, rows, hasParts: hasParts, isStable: isStable, revisions: revisions, filter
        )
        try session.copyOut("copy (\(query)) to stdout (format binary)") { row in
            try body(StatisticsSample(reading: &row, ranks, hasOrdinal: hasParts))
        }
    }

    /// The query for the rows.
    ///
    /// If the person has neither a series of the type nor minimums or maximums of aggregates, only
    /// the index of samples is read. Else the indexes of three tables are read in order and merged.
    /// The conditions are outside the union, because PostgreSQL sorts a whole union whose arms have
    /// conditions. COPY takes no parameters. Only numbers and times are written into its text.
    ///
    /// - Parameters:
    ///   - revisions: the source revisions whose samples are read; nil for all.
    ///   - filter: selects the samples, and so the quantities inside them. Nil for all.
    func streamQuery(
        typeID: Int32, _ style: AggregationStyle, _ rows: StreamedRows, hasParts: Bool, isStable: Bool,
        revisions: [Int]?, _ filter: SampleFilter?
    ) -> String {
        let ofSources = revisions.map { ids in
            "and source_revision_id = any('{\(ids.map(String.init).joined(separator: ","))}'::integer[])"
        }
        return """
            select \(StatisticsReader.streamColumns(hasParts: hasParts))
            from \(StatisticsReader.streamSource(style, hasParts: hasParts, filter))
            where person_id = \(person.id) and sample_type_id = \(typeID)
                and start_time >= \(StreamedRows.timestamp(rows.firstStart))
                and start_time <= \(StreamedRows.timestamp(rows.lastStart))
                and (end_time >= \(StreamedRows.timestamp(rows.firstEnd))
                    or start_time >= \(StreamedRows.timestamp(rows.standingStart)))
                and quantity is not null \(ofSources ?? "")
            order by start_time\(isStable ? hasParts ? ", uuid, ordinal" : ", uuid" : "")
            """
    }

    private static let columns = "start_time, end_time, quantity, source_revision_id, uuid"

    /// The columns in the order of `StatisticsSample.init(reading:_:hasOrdinal:)`.
    static func streamColumns(hasParts: Bool) -> String { columns + (hasParts ? ", ordinal" : "") }

    static func streamSource(_ style: AggregationStyle, hasParts: Bool, _ filter: SampleFilter? = nil) -> String {
        let samples =
            filter.map { "\($0.relation) where \($0.conditions.joined(separator: " and "))" } ?? "health.sample"
        func parts(_ table: String) -> String {
            """
            select person_id, sample_type_id, \(columns), ordinal from health.\(table) part
            \(filter.map { filter in
                """
                where part.person_id = \(filter.person) and exists (
                    select 1 from \(filter.relation)
                    where \((filter.conditions + ["sample.uuid = part.uuid"]).joined(separator: " and ")))
                """
            } ?? "")
            """
        }
        if style == .category {
            return """
                (
                    select person_id, sample_type_id, start_time, end_time, source_revision_id, uuid,
                        coalesce(category_value, \(ValueFigures.unknown))::double precision as quantity
                    from \(samples)
                ) category
                """
        }
        guard hasParts || filter != nil else { return samples }
        let arms =
            ["select person_id, sample_type_id, \(columns), 0 as ordinal from \(samples)"]
            + (hasParts ? [parts("series_quantity"), parts("aggregate_extreme")] : [])
        return "(\(arms.joined(separator: " union all "))) quantity"
    }
}
