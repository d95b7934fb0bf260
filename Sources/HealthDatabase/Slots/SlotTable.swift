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

    /// The key of a row of `health.day_slot`.
    struct BlockKey: Hashable {
        var phase: Int16
        var firstDay: Int32
    }

    /// Returns the figures of the blocks of all phases that contain a day from `first` through
    /// `last`.
    func blocks(from first: Int32, through last: Int32) throws -> [BlockKey: [Double]] {
        var blocks: [BlockKey: [Double]] = [:]
        for row in try session.execute(
            """
            select phase, first_day - date '1970-01-01', figures from health.day_slot
            where person_id = $1 and sample_type_id = $2 and phase = any($3)
                and first_day >= date '1970-01-01' + $4::integer and first_day <= date '1970-01-01' + $5::integer
            """,
            key + [
                .int32Array(SlotPhase.all.map(Int32.init)), .int32(DaySlotBlock.firstDay(of: first)),
                .int32(DaySlotBlock.firstDay(of: last)),
            ])
        {
            var row = row
            let key = BlockKey(phase: Int16(try row.int32()), firstDay: try row.int32())
            var figures: [Double] = []
            try row.doubles(into: &figures)
            blocks[key] = figures
        }
        return blocks
    }

    /// Replaces the figures of `days` and writes each block that has changed.
    func replaceDays(_ days: [SlotBuilder.Day], style: AggregationStyle) throws {
        guard let first = days.map(\.day).min(), let last = days.map(\.day).max() else { return }
        let old = try blocks(from: first, through: last)
        var changed: [(key: BlockKey, figures: [Double]?)] = []
        let grouped = Dictionary(grouping: days) {
            BlockKey(phase: $0.phase, firstDay: DaySlotBlock.firstDay(of: $0.day))
        }
        for (key, days) in grouped.sorted(by: { ($0.key.phase, $0.key.firstDay) < ($1.key.phase, $1.key.firstDay) }) {
            var block =
                try old[key].map { try DaySlotBlock(decoding: $0, firstDay: key.firstDay, style: style) }
                ?? DaySlotBlock(firstDay: key.firstDay, style: style)
            for day in days { block[Int(day.day - key.firstDay)] = day.stored }
            let figures = block.isEmpty ? nil : try block.encoded()
            if figures != old[key] { changed.append((key, figures)) }
        }
        let outdated = changed.map(\.key).filter { old[$0] != nil }
        if !outdated.isEmpty {
            _ = try session.execute(
                """
                delete from health.day_slot using unnest($3::integer[], $4::integer[]) as outdated (phase, first_day)
                where person_id = $1 and sample_type_id = $2 and day_slot.phase = outdated.phase::smallint
                    and day_slot.first_day = date '1970-01-01' + outdated.first_day
                """,
                key + [.int32Array(outdated.map { Int32($0.phase) }), .int32Array(outdated.map(\.firstDay))])
        }
        try copy("day_slot (person_id, sample_type_id, phase, first_day, figures)", changed) { block, writer in
            guard let figures = block.figures else { return }
            writer.beginRow(5)
            writer.int32(personID)
            writer.int32(sampleTypeID)
            writer.int16(block.key.phase)
            writer.date(block.key.firstDay)
            writer.doubleArray(figures)
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
