import HealthCore
import Postgres

/// Writes the rows of `health.hour_slot` and `health.day_slot` of one type of a person.
struct SlotTable {
    let personID: Int32
    let sampleTypeID: Int32
    let session: Session

    private var key: [Parameter] { [.int32(personID), .int32(sampleTypeID)] }

    /// The number of bytes after which COPY sends its data. 64 KiB.
    private static let chunkBytes = 64 << 10

    /// Deletes every slot of the type and its row in `health.slot_type`.
    ///
    /// The row is deleted first. A refresher holds a lock on this row, so no refresher adds slots
    /// meanwhile.
    func deleteAll() throws {
        try SlotTypeTable(personID: personID, sampleTypeID: sampleTypeID, session: session).delete()
        for table in ["hour_slot", "day_slot"] {
            _ = try session.execute("delete from health.\(table) where person_id = $1 and sample_type_id = $2", key)
        }
    }

    // MARK: Hours

    /// Returns the start of the first hour slot from `time` on; nil if there is none.
    func firstHour(from time: Int64) throws -> Int64? {
        try session.execute(
            """
            select min(start_time) from health.hour_slot
            where person_id = $1 and sample_type_id = $2 and source_id = 0 and start_time >= $3
            """,
            key + [.timestamptz(time)])[0].optionalTimestamptz(0)
    }

    /// Replaces the hour slots of `runs` with `rows`.
    ///
    /// - Parameter sourceIDs: the ids of all sources of the person.
    func replaceHours(
        _ runs: [Range<Int64>], sourceIDs: [Int32], style: AggregationStyle, with rows: [HourSlotRow]
    ) throws {
        for run in runs {
            // The index has the source before the time, so the statement names all sources.
            _ = try session.execute(
                """
                delete from health.hour_slot
                where person_id = $1 and sample_type_id = $2 and source_id = any($3)
                    and start_time >= $4 and start_time < $5
                """,
                key + [.int32Array([0] + sourceIDs), .timestamptz(run.lowerBound), .timestamptz(run.upperBound)])
        }
        try copy("hour_slot (\(HourSlotRow.columns))", rows) { row, writer in
            row.write(personID: personID, sampleTypeID: sampleTypeID, style: style, to: &writer)
        }
    }

    // MARK: Days

    /// The key of a group of rows of `health.day_slot`.
    struct GroupKey: Hashable {
        var phase: Int16
        var firstDay: Int32
    }

    /// Returns the figures of the groups of all phases that contain a day from `first` through
    /// `last`: the column `figures` of each row, by its source id.
    ///
    /// - Parameter sourceIDs: the ids of all sources of the person.
    func groups(from first: Int32, through last: Int32, sourceIDs: [Int32]) throws -> [GroupKey: [Int32: [Double]]] {
        var groups: [GroupKey: [Int32: [Double]]] = [:]
        for row in try session.execute(
            """
            select phase, first_day - date '1970-01-01', source_id, figures from health.day_slot
            where person_id = $1 and sample_type_id = $2 and source_id = any($3) and phase = any($4)
                and first_day >= date '1970-01-01' + $5::integer and first_day <= date '1970-01-01' + $6::integer
            """,
            key + [
                .int32Array([DaySlotGroup.crowded, 0] + sourceIDs), .int32Array(SlotPhase.all.map(Int32.init)),
                .int32(DaySlotBlock.firstDay(of: first)), .int32(DaySlotBlock.firstDay(of: last)),
            ])
        {
            var row = row
            let key = GroupKey(phase: Int16(try row.int32()), firstDay: try row.int32())
            let sourceID = try row.int32()
            var figures: [Double] = []
            try row.doubles(into: &figures)
            groups[key, default: [:]][sourceID] = figures
        }
        return groups
    }

    /// Replaces the figures of `days` and writes each row that has changed.
    ///
    /// - Parameter sourceIDs: the ids of all sources of the person.
    func replaceDays(_ days: [SlotBuilder.Day], sourceIDs: [Int32], style: AggregationStyle) throws {
        guard let first = days.map(\.day).min(), let last = days.map(\.day).max() else { return }
        let old = try groups(from: first, through: last, sourceIDs: sourceIDs)
        var outdated: [(key: GroupKey, sourceID: Int32)] = []
        var changed: [(key: GroupKey, sourceID: Int32, figures: [Double])] = []
        let grouped = Dictionary(grouping: days) {
            GroupKey(phase: $0.phase, firstDay: DaySlotBlock.firstDay(of: $0.day))
        }
        for (key, days) in grouped.sorted(by: { ($0.key.phase, $0.key.firstDay) < ($1.key.phase, $1.key.firstDay) }) {
            let before = old[key] ?? [:]
            var group = try DaySlotGroup(decoding: before, firstDay: key.firstDay, style: style)
            for day in days { group.replace(Int(day.day - key.firstDay), with: day.figures) }
            let after = try group.encoded()
            for (sourceID, figures) in before where after[sourceID] != figures { outdated.append((key, sourceID)) }
            for (sourceID, figures) in after.sorted(by: { $0.key < $1.key }) where before[sourceID] != figures {
                changed.append((key, sourceID, figures))
            }
        }
        if !outdated.isEmpty {
            _ = try session.execute(
                """
                delete from health.day_slot
                using unnest($3::integer[], $4::integer[], $5::integer[]) as outdated (source_id, phase, first_day)
                where person_id = $1 and sample_type_id = $2 and day_slot.source_id = outdated.source_id
                    and day_slot.phase = outdated.phase::smallint
                    and day_slot.first_day = date '1970-01-01' + outdated.first_day
                """,
                key + [
                    .int32Array(outdated.map(\.sourceID)), .int32Array(outdated.map { Int32($0.key.phase) }),
                    .int32Array(outdated.map(\.key.firstDay)),
                ])
        }
        try copy("day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)", changed) { row, writer in
            writer.beginRow(6)
            writer.int32(personID)
            writer.int32(sampleTypeID)
            writer.int32(row.sourceID)
            writer.int16(row.key.phase)
            writer.date(row.key.firstDay)
            writer.doubleArray(row.figures)
        }
    }

    private func copy<Element>(
        _ target: String, _ elements: [Element], _ write: (Element, inout BinaryCopyWriter) -> Void
    ) throws {
        guard !elements.isEmpty else { return }
        var writer = BinaryCopyWriter()
        var rest = elements[...]
        var isEnded = false
        _ = try session.copyIn("copy health.\(target) from stdin (format binary)") {
            while let element = rest.popFirst() {
                write(element, &writer)
                if writer.count >= SlotTable.chunkBytes { return writer.take() }
            }
            guard !isEnded else { return nil }
            isEnded = true
            writer.trailer()
            return writer.take()
        }
    }
}
