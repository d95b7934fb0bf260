import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

@Suite("How figures of hours and days are stored")
struct FigureRowTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns figures as the engine could make them. Without members, they have only values of
    /// samples that began before the piece.
    private func figures(_ style: AggregationStyle, _ random: inout SeededGenerator) -> AdditiveFigures {
        var figures = AdditiveFigures()
        let isLevel = style == .discreteEquivalentContinuousLevel
        let isWeighted = style == .discreteTemporallyWeighted || isLevel
        if isWeighted {
            figures.weightedSum = Double(random.below(1_000)) / 3
            figures.weight = Double(1 + random.below(600_000_000))
            if isLevel { figures.weightedMaximum = 1e6 / 3 }
        }
        guard !isWeighted || random.chance(80) else { return figures }
        figures.startedCount = random.below(5_000)
        figures.reachingCount = 1 + random.below(3)
        figures.durationMicroseconds = Int64(random.below(86_400_000_000))
        let time = Int64(random.below(2_000_000_000_000_000)) - 100_000_000_000_000
        figures.mostRecent = .init(
            value: -1 / 3, start: Instant(microseconds: time), end: Instant(microseconds: time + 5))
        figures.earliestStart = Instant(microseconds: time - 77)
        if style == .category {
            for value: Int32 in [-1, 0, 7] where random.chance(60) {
                var part = ValueFigures(value: value)
                (part.startedCount, part.reachingCount) = (random.below(9), random.below(2))
                part.durationMicroseconds = Int64(random.below(86_400_000_000))
                figures.values.append(part)
            }
            return figures
        }
        guard style != .cumulative else {
            figures.sum = random.chance(5) ? .infinity : Double(random.below(1_000_000)) / 7
            return figures
        }
        figures.valueSum = Double(random.below(1_000_000)) / 7
        figures.reachingValueSum = -0.1
        figures.minimum = -1e300
        figures.maximum = .leastNonzeroMagnitude
        figures.startedWithoutValue = min(figures.startedCount, random.below(2))
        figures.reachingWithoutValue = random.below(2)
        figures.valueMaximum = isLevel && random.chance(50) ? -7 : figures.maximum
        return figures
    }

    @Test(
        "rows are read as they were written, from COPY and from a statement",
        arguments: AggregationStyle.allCases + [.category])
    func roundTrip(_ style: AggregationStyle) throws {
        var random = SeededGenerator(UInt64(style.rawValue + 1))
        let (hour, day) = (StaleHours.hour, StaleHours.day)
        func rows(_ length: Int64) -> [FigureRow] {
            (0..<200).map { number in
                let start = Int64(number - 50) * length
                return FigureRow(
                    sourceID: number % 3 == 0 ? 4 : 0, span: start..<start + length,
                    date: length == day ? Int32(number - 50) : 0, figures: figures(style, &random),
                    sourceIDs: (0..<Int32(random.below(3))).map { $0 + 4 })
            }
        }
        let table = FigureTable(personID: store.person.id, sampleTypeID: 1, session: store.session)
        let all = (Int64.min / 4)..<(Int64.max / 4)
        let (hours, days) = (rows(hour), rows(day))
        try table.replaceHours([], sourceIDs: [4], style, with: hours)
        #expect(try table.replaceDays([], sourceIDs: [4], style, with: days) == [])
        var read: [FigureRow] = []
        try table.readHours([all], sourceIDs: [4], style) { read.append($0) }
        #expect(read == hours.filter { $0.sourceID == 0 } + hours.filter { $0.sourceID == 4 })
        let source = "insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)"
        _ = try store.session.execute(
            "\(source) values ($1, 4, false, 'other', 'x')", [.int32(store.person.id)])
        for isSeparate in [false, true] {
            let span = -50 * day..<150 * day
            let statement = FigureTable.dayStatement(
                store.person, sampleTypeID: 1, style, span, separateBySource: isSeparate)
            var selection = FigureSelection(style, isDays: true, separateBySource: isSeparate)
            let found = try store.session.execute(statement).all { try selection.row(reading: &$0) }
            let expected = days.filter { $0.sourceID == 0 } + (isSeparate ? days.filter { $0.sourceID == 4 } : [])
            #expect(found.map(\.span) == expected.map(\.span) && found.map(\.figures) == expected.map(\.figures))
            #expect(try table.readDays(span, style, separateBySource: isSeparate) == found)
        }
        // Figures that a style does not have are null.
        let nulls = "select count(*) from health.hour where (sum is null) = $1"
        #expect(try store.session.execute(nulls, [.bool(style != .cumulative)])[0].int64(0) == 200)
    }

    @Test("a day on another clock is deleted with the days that it overlaps, and its rest is returned")
    func replacement() throws {
        let (hour, day) = (StaleHours.hour, StaleHours.day)
        let table = FigureTable(personID: store.person.id, sampleTypeID: 1, session: store.session)
        func row(_ start: Int64, _ date: Int32) -> FigureRow {
            var figures = AdditiveFigures()
            figures.startedCount = 1
            return FigureRow(
                sourceID: 0, span: start..<start + day, date: date, figures: figures, sourceIDs: [4])
        }
        let old = (0..<5).map { row(Int64($0) * day - 9 * hour, Int32($0)) }
        _ = try table.replaceDays([], sourceIDs: [4], .cumulative, with: old)
        let rest = try table.replaceDays([day..<3 * day], sourceIDs: [4], .cumulative, with: [row(day, 1)])
        #expect(rest == [day - 9 * hour..<day, 3 * day..<4 * day - 9 * hour])
        let left = try store.texts("select date::text from health.day order by start_time")
        #expect(left == ["1970-01-01", "1970-01-02", "1970-01-05"])
    }
}
