import HealthCore
import Postgres

/// The functions that read slots to compare them with samples.
extension SlotTable {
    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// Returns the time from the first slot's start to the last slot's end, in microseconds since
    /// 1970; nil without slots. The bounds of day slots are rounded to whole days.
    func extent() throws -> ClosedRange<Int64>? {
        let row = try session.execute(
            """
            select least(hour.first, day.first), greatest(hour.last, day.last)
            from (
                select min(start_time) as first, max(start_time) + interval '1 hour' as last from health.hour_slot
                where person_id = $1 and sample_type_id = $2 and source_id = 0
            ) hour, (
                select min(first_day)::timestamptz as first, (max(first_day) + $3)::timestamptz as last
                from health.day_slot where person_id = $1 and sample_type_id = $2 and source_id = 0
            ) day
            """, key + [.int32(DaySlotBlock.dayCount + 1)])[0]
        guard let first = try row.optionalTimestamptz(0), let last = try row.optionalTimestamptz(1) else { return nil }
        return first...last
    }

    /// Returns the hour slots in `range`.
    func hours(_ range: Range<Int64>, sourceIDs: [Int32]) throws -> [HourSlotRow] {
        let ids = ([0] + sourceIDs).map(String.init).joined(separator: ", ")
        var rows: [HourSlotRow] = []
        // COPY takes no parameters. Only numbers and times are written into its text.
        try session.copyOut(
            """
            copy (
                select \(HourSlotRow.readColumns) from health.hour_slot
                where person_id = \(personID) and sample_type_id = \(sampleTypeID) and source_id in (\(ids))
                    and start_time >= \(SlotTable.timestamp(range.lowerBound))
                    and start_time < \(SlotTable.timestamp(range.upperBound))
            ) to stdout (format binary)
            """
        ) { rows.append(try HourSlotRow(reading: &$0)) }
        return rows
    }

    private static func timestamp(_ microseconds: Int64) -> String {
        "timestamptz '\(min(max(Instant(microseconds: microseconds), .earliest), .latest).rfc3339)'"
    }

    /// Returns the starts of randomly chosen hour slots.
    func randomHours(_ count: Int) throws -> [Int64] {
        try session.execute(
            """
            select start_time from health.hour_slot where person_id = $1 and sample_type_id = $2 and source_id = 0
            order by random() limit $3
            """, key + [.int64(Int64(count))]
        ).map { try $0.timestamptz(0) }
    }

    /// Returns the keys of randomly chosen groups of rows of `health.day_slot`.
    func randomGroups(_ count: Int) throws -> [GroupKey] {
        try session.execute(
            """
            select phase, first_day - date '1970-01-01' from health.day_slot
            where person_id = $1 and sample_type_id = $2 and source_id = 0 order by random() limit $3
            """, key + [.int64(Int64(count))]
        ).map { GroupKey(phase: Int16(try $0.int32(0)), firstDay: try $0.int32(1)) }
    }

    /// Returns the start of the first sample or series quantity from `time` on; nil if there is
    /// none.
    func firstSample(from time: Int64) throws -> Int64? {
        try session.execute(
            """
            select least(
                (select min(start_time) from health.sample
                    where person_id = $1 and sample_type_id = $2 and start_time >= $3),
                (select min(start_time) from health.series_quantity
                    where person_id = $1 and sample_type_id = $2 and start_time >= $3))
            """,
            key + [.timestamptz(max(time, Instant.earliest.microseconds))])[0].optionalTimestamptz(0)
    }
}
