import HealthCore
import Postgres

/// The slots and marks of a person's type for one range. One statement reads them, in the same
/// snapshot as the statements that read slots and samples.
struct SlotState {
    /// Nil if the type has no slots.
    private var kept: SlotTypeTable.Kept?
    /// The marks near the range, in any order. All marks of the type if it has no slots.
    private var marks: [SlotMark] = []
    /// True if the days of the type have the figures of single sources; false also if the question
    /// does not need them.
    private(set) var hasDaysOfSources = false

    /// True if the slots will not change before the samples do. Figures from slots may differ from
    /// figures of samples in their last bit.
    var isSettled: Bool { marks.isEmpty }

    /// The most marks that are read. If there are more, figures come from samples. This happens if
    /// no service recomputes slots for a long time.
    static let marksMax = 10_000

    /// The statement whose rows `init(reading:)` reads.
    ///
    /// - Parameters:
    ///   - range: the range of the question. Marks too far from it to make its slots stale are left
    ///     out.
    ///   - separateBySource: true to read `hasDaysOfSources`.
    static func statement(
        _ person: Person, sampleTypeID: Int32, range: SampleRange, separateBySource: Bool
    ) -> Statement {
        Statement(
            separateBySource ? separateText : text,
            [
                .int32(person.id), .int32(sampleTypeID), .timestamptz(max(range.from, .earliest).microseconds),
                .timestamptz(min(range.to, .latest).microseconds),
            ])
    }

    private static let text = text(hasDaysOfSources: "false")
    private static let separateText = text(
        hasDaysOfSources: """
            not exists (
                select 1 from health.day_slot
                where day_slot.person_id = $1 and day_slot.sample_type_id = $2
                    and day_slot.source_id = \(DaySlotGroup.crowded))
            """)

    private static func text(hasDaysOfSources: String) -> String {
        """
        select kept.aggregation_style, kept.format, mark.from_time, mark.to_time, \(hasDaysOfSources)
        from health.sample_extent
        left join (\(SlotTypeTable.rows)) kept on kept.person_id = $1 and kept.sample_type_id = $2
        left join (\(SlotMarkTable.spans)) mark
            on mark.person_id = $1 and mark.sample_type_id = $2
            and (
                kept.person_id is null
                or mark.from_time < $4 + \(margin) and mark.to_time + \(margin) > $3)
        where sample_extent.person_id = $1 and sample_extent.sample_type_id = $2
        limit \(marksMax + 1)
        """
    }

    init(reading rows: Rows) throws {
        for row in rows {
            hasDaysOfSources = try row.bool(4)
            if let style = try row.optionalText(0) { kept = SlotTypeTable.Kept(style: style, format: try row.int32(1)) }
            guard let from = try row.optionalTimestamptz(2) else { break }
            marks.append(SlotMark(id: 0, from: from, to: try row.timestamptz(3), markedAt: 0))
        }
        if marks.count > SlotState.marksMax { kept = nil }
    }

    private static let margin = ChangeReach.searchMargin(longest: "sample_extent.longest_duration")

    /// True if the type has slots that this program can use for `style`.
    func hasSlots(of style: AggregationStyle) -> Bool { kept?.fits(style) ?? false }

    /// Returns the stale hours as sorted, disjoint ranges with gaps between them.
    func staleHours(_ style: AggregationStyle, _ type: TypeState) -> [Range<Int64>] {
        let aggregateLength = type.hasAggregates ? type.reach ?? 0 : nil
        return StaleHours(marks, reach: ChangeReach(style: style, aggregateLength: aggregateLength)).runs
    }
}
