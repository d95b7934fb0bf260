import HealthCore
import Postgres

/// Compares slots with figures that `StatisticsEngine` computes from samples for each hour and each
/// day.
///
/// Stale slots are left out because no reader uses them. Only the thread of its session may use a
/// verifier.
public struct SlotVerifier {
    private let session: Session

    public init(session: Session) {
        self.session = session
    }

    /// The part of the slots that is compared.
    public enum Share: Hashable, Sendable {
        /// A few hours and days of each type, chosen at random.
        case some
        /// About this percentage of the days, chosen at random. 100 compares everything.
        case percent(Double)
    }

    /// The number of hours of each type that `.some` compares. Half of them are hours of random
    /// slots, half are hours of random samples.
    public static let hoursOfSome = 200
    /// The number of days of each type that `.some` compares.
    public static let daysOfSome = 50
    /// The most differences that a report lists.
    public static let differencesMax = 1_000

    /// A figure of a slot that differs from the one computed from samples. The values are left out.
    public struct Difference: Hashable, Sendable {
        public var person: String
        /// The identifier of the type.
        public var type: String
        /// The start of the hour or day.
        public var start: Instant
        public var hours: Int
        /// The source's id; 0 for all sources together.
        public var sourceID: Int32
        /// The name of a column of `health.hour_slot`. It is "missing" if a slot should exist, and
        /// "surplus" if a slot should not exist.
        public var figure: String
    }

    public struct Report: Sendable {
        public var types = 0
        public var hours = 0
        public var days = 0
        public var differenceCount = 0
        /// The first differences, at most `differencesMax`.
        public var differences: [Difference] = []
    }

    /// Compares the slots of every type, each type in one snapshot.
    ///
    /// - Throws: `PostgresError`.
    public func verify(_ share: Share = .some) throws -> Report {
        var report = Report()
        for entry in try SlotTypeTable.entries(session) {
            try session.transaction(isolation: .repeatableRead, readOnly: true) {
                guard var type = try VerifiedType(entry, session) else { return }
                try type.verify(share)
                report.types += 1
                report.hours += type.report.hours
                report.days += type.report.days
                report.differenceCount += type.report.differenceCount
                let room = SlotVerifier.differencesMax - report.differences.count
                report.differences += type.report.differences.prefix(room)
            }
        }
        return report
    }
}

/// The slots of one type of a person, in one snapshot.
private struct VerifiedType {
    private let entry: SlotBacklog.Entry
    private let identifier: String
    private let session: Session
    private let style: AggregationStyle
    private let type: TypeState
    private let stale: StaleHours
    private let table: SlotTable
    /// The time from the first to the last instant of a sample or slot, in microseconds since 1970.
    private let extent: ClosedRange<Int64>
    private(set) var report = SlotVerifier.Report()

    /// The number of UTC days whose samples are in memory at once.
    private static let chunkDays: Int64 = 8

    /// - Returns: nil if readers do not use slots of the type.
    init?(_ entry: SlotBacklog.Entry, _ session: Session) throws {
        let (person, typeID) = (entry.person, entry.sampleTypeID)
        guard let style = try SlotTypeTable.style(typeID, session),
            try SlotTypeTable(personID: person.id, sampleTypeID: typeID, session: session).kept()?.fits(style) ?? false
        else { return nil }
        self.entry = entry
        self.session = session
        self.style = style
        identifier = try session.execute(
            "select identifier from health.sample_type where sample_type_id = $1", [.int32(typeID)])[0].text(0)
        type = try TypeState.read(person, sampleTypeID: typeID, session)
        let longest = type.reach ?? 0
        guard let reach = ChangeReach(style: style, sources: type.sources, longest: longest) else { return nil }
        let marks = try SlotMarkTable(personID: person.id, sampleTypeID: typeID, session: session).marks()
        stale = StaleHours(marks, reach: reach)
        table = SlotTable(personID: person.id, sampleTypeID: typeID, session: session)
        let stored = try table.extent()
        let raw = try SlotPolicy.extent(personID: person.id, sampleTypeID: typeID, session)
        let bounds = [stored?.lowerBound, stored?.upperBound, raw?.lowerBound, raw.map { $0.upperBound + longest }]
            .compactMap(\.self)
        guard let first = bounds.min(), let last = bounds.max() else { return nil }
        extent = first...last
    }

    mutating func verify(_ share: SlotVerifier.Share) throws {
        switch share {
        case .some: try verifySome()
        case .percent(let percent):
            let length = VerifiedType.chunkDays * SlotBuilder.day
            var start = SlotBuilder.floorDay(extent.lowerBound) - SlotBuilder.day
            while start <= extent.upperBound {
                if percent >= 100 || Double.random(in: 0..<100) < percent { try verify(start..<start + length) }
                start += length
            }
        }
    }

    // MARK: At random

    private mutating func verifySome() throws {
        var times = try table.randomHours(SlotVerifier.hoursOfSome / 2)
        while times.count < SlotVerifier.hoursOfSome { times.append(try randomSample()) }
        for hour in Set(times.map(StaleHours.floorHour)).sorted() {
            let range = hour..<hour + StaleHours.hour
            try compareHours(range, try samples(range))
        }
        var days: Set<SlotTable.GroupKey> = []
        for time in try (0..<SlotVerifier.daysOfSome / 2).map({ _ in try randomSample() }) {
            let phase = SlotPhase.all.randomElement() ?? 0
            let midnight = SlotBuilder.floorDay(time - Int64(phase) * StaleHours.hour / 60)
            days.insert(.init(phase: phase, firstDay: Int32(midnight / SlotBuilder.day)))
        }
        for group in try table.randomGroups(SlotVerifier.daysOfSome / 2) {
            days.insert(
                .init(phase: group.phase, firstDay: group.firstDay + Int32.random(in: 0..<DaySlotBlock.dayCount)))
        }
        for day in days.sorted(by: { ($0.phase, $0.firstDay) < ($1.phase, $1.firstDay) }) {
            let start = VerifiedType.start(day)
            let groups = try table.groups(from: day.firstDay, through: day.firstDay, sourceIDs: sourceIDs)
            try compareDays(day.phase, [day.firstDay], try samples(start..<start + SlotBuilder.day), groups)
        }
    }

    /// Returns the start of the first sample after a random time; the random time itself if there
    /// is none.
    private func randomSample() throws -> Int64 {
        let time = Int64.random(in: extent)
        return try table.firstSample(from: time) ?? time
    }

    private var sourceIDs: [Int32] { type.sources.map(\.id) }

    private static func start(_ day: SlotTable.GroupKey) -> Int64 {
        Int64(day.firstDay) * SlotBuilder.day + Int64(day.phase) * StaleHours.hour / 60
    }

    // MARK: All of some days

    private mutating func verify(_ range: Range<Int64>) throws {
        let samples = try samples(range.lowerBound..<range.upperBound + SlotBuilder.day)
        try compareHours(range, samples)
        let days = (range.lowerBound / SlotBuilder.day..<range.upperBound / SlotBuilder.day).map { Int32($0) }
        guard let first = days.first, let last = days.last else { return }
        let groups = try table.groups(from: first, through: last, sourceIDs: sourceIDs)
        for phase in SlotPhase.all { try compareDays(phase, days, samples, groups) }
    }

    /// Returns the samples that can change a figure in the range.
    private func samples(_ range: Range<Int64>) throws -> [StatisticsSample] {
        var samples: [StatisticsSample] = []
        try StatisticsReader(person: entry.person, session: session).stream(
            type, style: style, range: VerifiedType.sampleRange(range)
        ) { samples.append($0) }
        return samples
    }

    private static func sampleRange(_ range: Range<Int64>) -> SampleRange {
        SampleRange(from: Instant(microseconds: range.lowerBound), to: Instant(microseconds: range.upperBound))
    }

    private func engine(
        _ samples: [StatisticsSample], _ range: Range<Int64>, every length: Int64
    ) throws -> StatisticsEngine {
        let edges = stride(from: range.lowerBound, through: range.upperBound, by: Int(length))
            .map(Instant.init(microseconds:))
        var engine = StatisticsEngine(
            plan: try BucketPlan(edges: edges), style: style, range: VerifiedType.sampleRange(range),
            sourceCount: max(type.sources.count, 1), separateBySource: true)
        for sample in samples { try engine.add(sample) }
        return engine
    }

    // MARK: Comparing

    private struct HourKey: Hashable {
        var start: Int64
        var sourceID: Int32
    }

    private mutating func compareHours(_ range: Range<Int64>, _ samples: [StatisticsSample]) throws {
        let ids = sourceIDs
        var engine = try engine(samples, range, every: StaleHours.hour)
        let (merged, bySource) = engine.finishFigures()
        func start(_ bucket: Int) -> Int64 { range.lowerBound + Int64(bucket) * StaleHours.hour }
        var made: [HourKey: StoredFigures] = [:]
        var separate: [Int64: [(id: Int32, figures: StoredFigures)]] = [:]
        for (rank, parts) in bySource {
            for (bucket, figures) in parts {
                separate[start(bucket), default: []].append(
                    (ids[rank], StoredFigures(figures, sourceIDs: [ids[rank]])))
            }
        }
        var soleSources: [Int64: Int32] = [:]
        for (bucket, figures) in merged {
            let stored = try StoredFigures(figures, idsByRank: ids)
            made[HourKey(start: start(bucket), sourceID: 0)] = stored
            let sources = separate[start(bucket)] ?? []
            if stored.hasSoleSource(sources, style) {
                soleSources[start(bucket)] = sources[0].id
            } else {
                for source in sources { made[HourKey(start: start(bucket), sourceID: source.id)] = source.figures }
            }
        }
        var isStale: [Int64: Bool] = [:]
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(StaleHours.hour)) {
            isStale[start] = stale.overlap(start..<start + StaleHours.hour)
        }
        report.hours += isStale.values.count { !$0 }
        for row in try table.hours(range, sourceIDs: ids) where isStale[row.start] != true {
            let key = HourKey(start: row.start, sourceID: row.sourceID)
            let expected = made.removeValue(forKey: key)
            compare(row.stored, expected, start: row.start, hours: 1, sourceID: row.sourceID)
            if expected != nil, row.sourceID == 0, row.soleSourceID != soleSources[row.start] {
                note("sole_source_id", start: row.start, hours: 1, sourceID: 0)
            }
        }
        for (key, _) in made.sorted(by: { ($0.key.start, $0.key.sourceID) < ($1.key.start, $1.key.sourceID) })
        where isStale[key.start] != true {
            note("missing", start: key.start, hours: 1, sourceID: key.sourceID)
        }
    }

    /// - Parameter days: consecutive days, since 1970.
    private mutating func compareDays(
        _ phase: Int16, _ days: [Int32], _ samples: [StatisticsSample],
        _ groups: [SlotTable.GroupKey: [Int32: [Double]]]
    ) throws {
        guard let first = days.first else { return }
        let start = VerifiedType.start(.init(phase: phase, firstDay: first))
        let range = start..<start + Int64(days.count) * SlotBuilder.day
        var engine = try engine(samples, range, every: SlotBuilder.day)
        var made: [Int: DaySlotGroup.Day] = [:]
        let (merged, bySource) = engine.finishFigures()
        for (bucket, figures) in merged {
            made[bucket] = DaySlotGroup.Day(merged: try StoredFigures(figures, idsByRank: sourceIDs), bySource: [:])
        }
        for (rank, parts) in bySource {
            let id = sourceIDs[rank]
            for (bucket, figures) in parts {
                made[bucket]?.bySource[id] = StoredFigures(figures, sourceIDs: [id])
            }
        }
        for (index, day) in days.enumerated() {
            let begin = start + Int64(index) * SlotBuilder.day
            guard !stale.overlap(begin..<begin + SlotBuilder.day) else { continue }
            report.days += 1
            let firstDay = DaySlotBlock.firstDay(of: day)
            let group = try DaySlotGroup(
                decoding: groups[.init(phase: phase, firstDay: firstDay)] ?? [:], firstDay: firstDay, style: style)
            let ofBlock = Int(day - firstDay)
            compare(group.merged[ofBlock], made[index]?.merged, start: begin, hours: 24, sourceID: 0)
            guard !group.isCrowded else { continue }
            let separate = made[index]?.bySource ?? [:]
            for id in Set(group.bySource.keys).union(separate.keys).sorted() {
                compare(group.figures(of: id, ofBlock), separate[id], start: begin, hours: 24, sourceID: id)
            }
        }
    }

    private mutating func compare(
        _ stored: StoredFigures?, _ made: StoredFigures?, start: Int64, hours: Int, sourceID: Int32
    ) {
        switch (stored, made) {
        case (nil, nil): break
        case (nil, _?): note("missing", start: start, hours: hours, sourceID: sourceID)
        case (_?, nil): note("surplus", start: start, hours: hours, sourceID: sourceID)
        case (let stored?, let made?):
            for name in SlotComparison.differences(stored, made, style, isSeparate: sourceID != 0) {
                note(name, start: start, hours: hours, sourceID: sourceID)
            }
        }
    }

    private mutating func note(_ figure: String, start: Int64, hours: Int, sourceID: Int32) {
        report.differenceCount += 1
        guard report.differences.count < SlotVerifier.differencesMax else { return }
        report.differences.append(
            .init(
                person: entry.person.name, type: identifier, start: Instant(microseconds: start), hours: hours,
                sourceID: sourceID, figure: figure))
    }
}
