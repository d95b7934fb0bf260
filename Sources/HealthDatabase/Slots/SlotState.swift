import HealthCore
import Postgres

/// The slots and marks of a person's type for one range. One statement reads them, in the same
/// snapshot as the statements that read slots and samples.
struct SlotState {
    /// 0 for a type that the store does not have.
    var sampleTypeID: Int32 = 0
    /// The length of the longest sample, in microseconds; nil if the person never had a sample of
    /// the type.
    var reach: Int64?
    /// Nil if the type has no slots.
    private var kept: SlotTypeTable.Kept?
    /// The marks near the range, in any order.
    private var marks: [SlotMark] = []

    /// The most marks that are read. If there are more, figures come from samples. This happens if
    /// no service recomputes slots for a long time.
    static let marksMax = 10_000

    /// - Parameter range: the range of the question. Marks too far from it to make its slots stale
    ///   are left out.
    /// - Throws: `PostgresError`.
    static func read(_ person: Person, identifier: String, range: SampleRange, _ session: Session) throws -> SlotState {
        var state = SlotState()
        for row in try session.execute(
            statement,
            [
                .int32(person.id), .text(identifier), .timestamptz(max(range.from, .earliest).microseconds),
                .timestamptz(min(range.to, .latest).microseconds),
            ])
        {
            var row = row
            state.sampleTypeID = try row.int32()
            state.reach = try row.optionalInt64()
            let (style, format) = (try row.optionalText(), try row.optionalInt32())
            if let style, let format { state.kept = SlotTypeTable.Kept(style: style, format: format) }
            guard let from = try row.optionalTimestamptz() else { break }
            state.marks.append(SlotMark(id: 0, from: from, to: try row.timestamptz(), markedAt: 0))
        }
        if state.marks.count > marksMax { state.kept = nil }
        return state
    }

    private static let statement = """
        select sample_type.sample_type_id, (extract(epoch from sample_extent.longest_duration) * 1000000)::bigint,
            kept.aggregation_style, kept.format, mark.from_time, mark.to_time
        from health.sample_type
        left join health.sample_extent
            on sample_extent.person_id = $1 and sample_extent.sample_type_id = sample_type.sample_type_id
        left join (\(SlotTypeTable.rows)) kept
            on kept.person_id = $1 and kept.sample_type_id = sample_type.sample_type_id
        left join (\(SlotMarkTable.spans)) mark
            on mark.person_id = $1 and mark.sample_type_id = kept.sample_type_id
            and mark.from_time < $4 + \(margin) and mark.to_time + \(margin) > $3
        where sample_type.identifier = $2
        limit \(marksMax + 1)
        """

    private static let margin = ChangeReach.searchMargin(longest: "sample_extent.longest_duration")

    /// True if the type has slots that this program can use for `style`.
    func hasSlots(of style: AggregationStyle) -> Bool { kept?.fits(style) ?? false }

    /// Returns the stale hours as sorted, disjoint ranges with gaps between them.
    ///
    /// - Parameter hasAggregates: true if the person has an aggregate source.
    func staleHours(_ style: AggregationStyle, hasAggregates: Bool) -> [Range<Int64>] {
        StaleHours(marks, reach: ChangeReach(style: style, aggregateLength: hasAggregates ? reach ?? 0 : nil)).runs
    }
}
