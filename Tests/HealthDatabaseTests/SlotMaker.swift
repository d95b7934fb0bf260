import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Makes slots in a simple and slow way. It reads every sample of a type, and calls the engine for
/// every hour and for every day of every phase.
struct SlotMaker {
    let store: TestStore
    let type: SampleType
    let style: AggregationStyle

    private static let hour: Int64 = 3_600_000_000
    private static let day: Int64 = 24 * hour

    /// Replaces all slots of the type, and deletes its marks.
    func make() throws { try store.session.transaction { try makeAll() } }

    private func makeAll() throws {
        let (person, session) = (store.person, store.session)
        let typeID = try store.sampleTypeID(type.identifier)
        for table in ["slot_type", "slot_mark", "hour_slot", "day_slot"] {
            _ = try session.execute(
                "delete from health.\(table) where person_id = $1 and sample_type_id = $2",
                [.int32(person.id), .int32(typeID)])
        }
        let sources = try SourceReader(person: person, session: session).order(sampleTypeID: typeID).map(\.source)
        let samples = try samples(typeID, sources)
        try makeHours(samples, sources, typeID)
        for phase in SlotPhase.all { try makeDays(samples, sources, typeID, phase) }
        _ = try session.execute(
            """
            insert into health.slot_type (person_id, sample_type_id, aggregation_style, format) values ($1, $2, $3, $4)
            """, [.int32(person.id), .int32(typeID), .text(style.name), .int32(SlotFormat.current)])
    }

    /// Returns every sample. It replaces series by their quantities, and leaves out aggregates that
    /// a sample of higher priority touches.
    private func samples(_ typeID: Int32, _ sources: [Source]) throws -> [StatisticsSample] {
        let rows = try store.session.execute(
            """
            select start_time, end_time, quantity, source_id, uuid, ordinal
            from (
                select person_id, sample_type_id, start_time, end_time, quantity, source_revision_id, uuid, 0 as ordinal
                from health.sample
                union all
                select person_id, sample_type_id, start_time, end_time, quantity, source_revision_id, uuid, ordinal
                from health.series_quantity
                union all
                select person_id, sample_type_id, start_time, end_time, quantity, source_revision_id, uuid, ordinal
                from health.aggregate_extreme
            ) sample
            join health.source_revision using (person_id, source_revision_id)
            where person_id = $1 and sample_type_id = $2 and quantity is not null
            order by start_time, uuid, ordinal
            """, [.int32(store.person.id), .int32(typeID)])
        var filter = AggregateFilter(
            style: style, firstAggregate: sources.firstIndex { $0.sourceClass == .aggregate } ?? sources.count,
            sourceCount: sources.count)
        var samples: [StatisticsSample] = []
        for row in rows {
            let id = try row.int32(3)
            let sample = StatisticsSample(
                start: try row.timestamptz(0), end: try row.timestamptz(1), value: try row.double(2),
                sourceRank: try #require(sources.firstIndex { $0.id == id }), uuid: try row.uuid(4),
                ordinal: try row.int32(5))
            filter.add(sample) { sample, _ in samples.append(sample) }
        }
        filter.finish { sample, _ in samples.append(sample) }
        return samples
    }

    private func figures(
        _ samples: [StatisticsSample], _ sources: [Source], every step: Int64, from phase: Int64
    ) throws -> (edges: [Instant], merged: [StatisticsEngine.IndexedFigures], bySource: [Int: [Int: SlotFigures]]) {
        let first = (samples.map(\.start).min() ?? 0) - 2 * step
        let last = (samples.map(\.end).max() ?? 0) + 2 * step
        // All these times are after 1970.
        let start = (first - phase) / step * step + phase
        let edges = stride(from: start, through: last, by: Int(step)).map(Instant.init(microseconds:))
        let plan = try BucketPlan(edges: edges)
        var engine = StatisticsEngine(
            plan: plan, style: style, range: SampleRange(from: edges[0], to: edges[edges.count - 1]),
            sourceCount: max(sources.count, 1), separateBySource: true)
        for sample in samples { try engine.add(sample) }
        let figures = engine.finishFigures()
        var bySource: [Int: [Int: SlotFigures]] = [:]
        for (rank, alone) in figures.bySource {
            for placed in alone { bySource[placed.bucket, default: [:]][rank] = placed.figures }
        }
        return (edges, figures.merged, bySource)
    }

    private func makeHours(_ samples: [StatisticsSample], _ sources: [Source], _ typeID: Int32) throws {
        let (edges, merged, bySource) = try figures(samples, sources, every: SlotMaker.hour, from: 0)
        let ids = sources.map(\.id)
        var writer = BinaryCopyWriter()
        for placed in merged {
            let start = edges[placed.bucket].microseconds
            let parts = try #require(bySource[placed.bucket])
            let stored = try StoredFigures(placed.figures, idsByRank: ids)
            let sole = isSole(stored, parts) ? parts.keys.first.map { ids[$0] } : nil
            HourSlotRow(start: start, sourceID: 0, stored: stored, soleSourceID: sole).write(
                personID: store.person.id, sampleTypeID: typeID, style: style, to: &writer)
            guard sole == nil else { continue }
            for (rank, alone) in parts {
                HourSlotRow(
                    start: start, sourceID: ids[rank], stored: try StoredFigures(alone, idsByRank: ids),
                    soleSourceID: nil
                ).write(personID: store.person.id, sampleTypeID: typeID, style: style, to: &writer)
            }
        }
        writer.trailer()
        var bytes: [UInt8]? = writer.take()
        _ = try store.session.copyIn("copy health.hour_slot (\(HourSlotRow.columns)) from stdin (format binary)") {
            defer { bytes = nil }
            return bytes
        }
    }

    private func makeDays(
        _ samples: [StatisticsSample], _ sources: [Source], _ typeID: Int32, _ phase: Int16
    ) throws {
        let (edges, merged, bySource) = try figures(
            samples, sources, every: SlotMaker.day, from: Int64(phase) * 60_000_000)
        let ids = sources.map(\.id)
        for (first, days) in Dictionary(
            grouping: merged, by: { DaySlotBlock.firstDay(of: Int32(edges[$0.bucket].microseconds / SlotMaker.day)) })
        {
            var blocks: [Int32: DaySlotBlock] = [0: DaySlotBlock(firstDay: first, style: style)]
            var isSole = true
            for placed in days {
                let day = Int(Int32(edges[placed.bucket].microseconds / SlotMaker.day) - first)
                let stored = try StoredFigures(placed.figures, idsByRank: ids)
                let parts = try #require(bySource[placed.bucket])
                isSole = isSole && self.isSole(stored, parts)
                blocks[0]?[day] = stored
                for (rank, alone) in parts {
                    blocks[
                        ids[rank], default: DaySlotBlock(firstDay: first, style: style, isSeparate: true)][day] =
                        try StoredFigures(alone, idsByRank: ids)
                }
            }
            var rows = try blocks.mapValues { try $0.encoded() }
            if isSole || blocks.count > 1 + DaySlotGroup.sourcesMax { rows = rows.filter { $0.key == 0 } }
            if !isSole && blocks.count > 1 + DaySlotGroup.sourcesMax { rows[-1] = [] }
            for (sourceID, figures) in rows {
                _ = try store.session.execute(
                    """
                    insert into health.day_slot (person_id, sample_type_id, source_id, phase, first_day, figures)
                    values ($1, $2, $3, $4::integer::smallint, date '1970-01-01' + $5::integer, $6)
                    """,
                    [
                        .int32(store.person.id), .int32(typeID), .int32(sourceID), .int32(Int32(phase)), .int32(first),
                        .doubleArray(figures),
                    ])
            }
        }
    }

    /// True if the figures of all sources are those of the only source, without overlaps.
    private func isSole(_ stored: StoredFigures, _ parts: [Int: SlotFigures]) -> Bool {
        guard parts.count == 1, stored.sourceIDs.count == 1, let alone = parts.first?.value else { return false }
        return style != .cumulative || alone.weight == Double(stored.figures.durationMicroseconds)
    }

    /// Adds a mark of these times, in microseconds since 1970.
    func mark(_ from: Int64, _ to: Int64) throws {
        _ = try store.session.execute(
            """
            insert into health.slot_mark (person_id, sample_type_id, from_time, to_time) values ($1, $2, $3, $4)
            """,
            [
                .int32(store.person.id), .int32(try store.sampleTypeID(type.identifier)), .timestamptz(from),
                .timestamptz(to),
            ])
    }

    /// Makes every slot wrong that overlaps these times.
    func spoil(_ from: Int64, _ to: Int64) throws {
        try store.session.transaction { try spoilAll(from, to) }
    }

    private func spoilAll(_ from: Int64, _ to: Int64) throws {
        let (person, session) = (store.person.id, store.session)
        _ = try session.execute(
            """
            update health.hour_slot set started_count = started_count + 1
            where person_id = $1 and start_time < $3 and start_time > $2::timestamptz - interval '1 hour'
            """, [.int32(person), .timestamptz(from), .timestamptz(to)])
        for row in try session.execute(
            """
            select phase, first_day - date '1970-01-01', source_id, figures from health.day_slot
            where person_id = $1 and source_id >= 0
            """, [.int32(person)])
        {
            let (phase, first, sourceID) = (try row.int32(0), try row.int32(1), try row.int32(2))
            var figures: [Double] = []
            try row.doubles(3, into: &figures)
            var block = try DaySlotBlock(
                decoding: figures, firstDay: first, style: style, isSeparate: sourceID != 0)
            for day in 0..<Int(DaySlotBlock.dayCount) {
                let start = (Int64(first) + Int64(day)) * SlotMaker.day + Int64(phase) * 60_000_000
                guard start < to, from < start + SlotMaker.day, let stored = block[day] else { continue }
                var figures = stored.figures
                figures.startedCount += 1
                block[day] = StoredFigures(figures, sourceIDs: stored.sourceIDs)
            }
            _ = try session.execute(
                """
                update health.day_slot set figures = $5
                where person_id = $1 and phase = $2 and first_day = date '1970-01-01' + $3::integer and source_id = $4
                """,
                [.int32(person), .int32(phase), .int32(first), .int32(sourceID), .doubleArray(try block.encoded())])
        }
    }

    // MARK: Asking

    func buckets(
        _ plan: BucketPlan, _ range: SampleRange, _ slots: StatisticsReader.Slots, separateBySource: Bool = true
    ) throws -> [StatisticsBucket] {
        try StatisticsReader(person: store.person, session: store.session, slots: slots).collection(
            type, style: style, plan: plan, range: range, separateBySource: separateBySource
        ).buckets
    }

    /// Returns the differences between the figures of slots and those of samples.
    func differences(_ plan: BucketPlan, _ range: SampleRange, separateBySource: Bool) throws -> [String] {
        let slots = try buckets(plan, range, .preferred, separateBySource: separateBySource)
        let samples = try buckets(plan, range, .ignored, separateBySource: separateBySource)
        guard slots.count == samples.count else { return ["\(slots.count) buckets of \(samples.count)"] }
        return zip(slots, samples).flatMap { bucket, expected -> [String] in
            let place = bucket.start.rfc3339
            var found = SlotMaker.differences(bucket.statistics, expected.statistics).map { "\(place): \($0)" }
            if bucket.bySource.map(\.rank) != expected.bySource.map(\.rank) { found.append("\(place): sources") }
            for (alone, other) in zip(bucket.bySource, expected.bySource) {
                found += SlotMaker.differences(alone.statistics, other.statistics)
                    .map { "\(place), source \(alone.rank): \($0)" }
            }
            return found
        }
    }

    private static func differences(_ one: Statistics?, _ other: Statistics?) -> [String] {
        guard let one, let other else { return one == nil && other == nil ? [] : ["one has figures"] }
        var found: [String] = []
        func compare(_ name: String, _ one: Double?, _ other: Double?) {
            guard let one, let other else {
                if one != other { found.append("one has \(name)") }
                return
            }
            if abs(one - other) > 1e-9 * max(abs(one), abs(other), 1e-9) { found.append("\(name) \(one) not \(other)") }
        }
        compare("sum", one.sum, other.sum)
        compare("average", one.average, other.average)
        if one.count != other.count { found.append("count \(one.count) not \(other.count)") }
        if one.durationMicroseconds != other.durationMicroseconds { found.append("duration") }
        if one.minimum != other.minimum || one.maximum != other.maximum { found.append("extremes") }
        if one.mostRecent != other.mostRecent { found.append("most recent") }
        if one.earliestStart != other.earliestStart { found.append("earliest start") }
        if one.sourceRanks != other.sourceRanks { found.append("sources") }
        return found
    }
}
