import HealthCore
import Postgres

/// What is to be known of a person's type before its figures are read: one statement, in the snapshot of those that follow.
struct SlotState {
    /// 0 for a type that the store has never seen.
    var sampleTypeID: Int32 = 0
    /// No sample of the type is longer, microseconds; nil where the person never had one.
    var reach: Int64?
    /// For which style slots are kept, and in which format; nil if they are not.
    private var kept: (style: String, format: Int32)?
    /// Times in which samples changed since, in any order.
    private var marks: [StaleMark] = []

    /// Of more marks, which there are where nobody makes slots again, nothing is told: figures come from samples.
    static let marksMax = 10_000

    /// - Parameter range: marks that concern neither it nor what is near it are left out.
    static func read(_ person: Person, identifier: String, range: SampleRange, _ session: Session) throws -> SlotState {
        var state = SlotState()
        for row in try session.execute(
            statement,
            [
                .int32(person.id), .text(identifier), .timestamptz(max(range.from, .earliest).microseconds),
                .timestamptz(min(range.to, .latest).microseconds),
            ])
        {
            state.sampleTypeID = try row.int32(0)
            state.reach = try row.optionalInt64(1)
            state.kept = try row.optionalText(2).map { ($0, try row.int32(3)) }
            guard let from = try row.optionalTimestamptz(4) else { break }
            state.marks.append(StaleMark(id: 0, from: from, to: try row.timestamptz(5), markedAt: 0))
        }
        if state.marks.count > marksMax { state.kept = nil }
        return state
    }

    /// A mark matters up to twice the reach and an hour and some away from the range: `dirty` and strict predicates widen it.
    private static let statement = """
        select sample_type.sample_type_id, (extract(epoch from sample_extent.longest_duration) * 1000000)::bigint,
            slot_type.aggregation_style, slot_type.format, slot_mark.from_time, slot_mark.to_time
        from health.sample_type
        left join health.sample_extent
            on sample_extent.person_id = $1 and sample_extent.sample_type_id = sample_type.sample_type_id
        left join health.slot_type
            on slot_type.person_id = $1 and slot_type.sample_type_id = sample_type.sample_type_id
        left join health.slot_mark
            on slot_mark.person_id = $1 and slot_mark.sample_type_id = slot_type.sample_type_id
            and slot_mark.from_time < $4 + 2 * sample_extent.longest_duration + interval '2 hours'
            and slot_mark.to_time + 2 * sample_extent.longest_duration + interval '2 hours' > $3
        where sample_type.identifier = $2
        limit \(marksMax + 1)
        """

    /// Whether there are slots that this program can use for `style`.
    func hasSlots(of style: AggregationStyle) -> Bool {
        kept.map { $0.style == style.name && $0.format == SlotFormat.current } ?? false
    }

    /// Times in which slots may say something else than samples: sorted, disjoint, of whole hours.
    ///
    /// - Parameter hasAggregates: whether a source of aggregates is among the person's. What touches an aggregate decides
    ///   about all of it.
    func dirty(_ style: AggregationStyle, hasAggregates: Bool) -> [Range<Int64>] {
        DirtyTimes(marks, reach: ChangeReach(style: style, aggregateLength: hasAggregates ? reach ?? 0 : nil)).runs
    }
}
