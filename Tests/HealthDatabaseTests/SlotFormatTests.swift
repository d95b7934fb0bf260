import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite("How slots are stored")
struct SlotFormatTests {
    private static let styles = AggregationStyle.allCases

    /// Returns figures as the engine could make them. Without members, they have only values of
    /// samples that began before the piece.
    private func figures(_ style: AggregationStyle, _ random: inout SeededGenerator) -> SlotFigures {
        var figures = SlotFigures()
        let isWeighted = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        if isWeighted {
            figures.weightedSum = Double(random.below(1_000)) / 3
            figures.weight = Double(1 + random.below(600_000_000))
            if style == .discreteEquivalentContinuousLevel { figures.weightedMaximum = 1e6 / 3 }
        }
        guard !isWeighted || random.chance(80) else { return figures }
        figures.startedCount = random.below(5_000)
        figures.reachingCount = 1 + random.below(3)
        figures.durationMicroseconds = Int64(random.below(86_400_000_000))
        let time = Int64(random.below(2_000_000_000_000_000)) - 100_000_000_000_000
        figures.mostRecent = .init(
            value: -1 / 3, start: Instant(microseconds: time), end: Instant(microseconds: time + 5))
        figures.earliestStart = Instant(microseconds: time - 77)
        if style == .cumulative {
            figures.sum = Double(random.below(1_000_000)) / 7
        } else {
            figures.valueSum = Double(random.below(1_000_000)) / 7
            figures.reachingValueSum = -0.1
            figures.minimum = -1e300
            figures.maximum = .leastNonzeroMagnitude
            figures.valueMaximum = figures.maximum
        }
        return figures
    }

    @Test("a block of days is read as it was written, with any days and sources missing", arguments: styles)
    func block(_ style: AggregationStyle) throws {
        var random = SeededGenerator(UInt64(style.rawValue))
        for _ in 0..<300 {
            var block = DaySlotBlock(firstDay: -16 + 8 * Int32(random.below(3_000)), style: style)
            for day in 0..<8 where random.chance(60) {
                let ids = (0..<random.below(4)).map { _ in Int32(1 + random.below(5)) }
                block[day] = StoredFigures(figures(style, &random), sourceIDs: Set(ids))
            }
            let numbers = try block.encoded()
            #expect(try DaySlotBlock(decoding: numbers, firstDay: block.firstDay, style: style) == block)
            guard !block.isEmpty else {
                #expect(numbers.allSatisfy { $0 == 0 })
                continue
            }
            #expect(numbers.count < 250)
            var broken = [numbers]
            for number in [-1, 0.5, 65_535, .infinity] { broken.append([number] + numbers.dropFirst()) }
            for numbers in [[], Array(numbers.prefix(random.below(60)))] + broken.dropFirst() {
                #expect(throws: PostgresError.self) {
                    try DaySlotBlock(decoding: numbers, firstDay: block.firstDay, style: style)
                }
            }
        }
    }

    @Test("rows of hours go through COPY and come back", arguments: styles)
    func hours(_ style: AggregationStyle) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(style.rawValue))
            var written: [HourSlotRow] = []
            var writer = BinaryCopyWriter()
            for hour in 0..<200 {
                let row = HourSlotRow(
                    start: Int64(hour - 50) * 3_600_000_000, sourceID: 0,
                    stored: StoredFigures(
                        figures(style, &random), sourceIDs: (0..<Int32(random.below(3))).map { $0 + 4 }),
                    soleSourceID: random.chance(50) ? 4 : nil)
                row.write(personID: store.person.id, sampleTypeID: 1, style: style, to: &writer)
                written.append(row)
            }
            writer.trailer()
            var bytes: [UInt8]? = writer.take()
            let count = try store.session.copyIn(
                "copy health.hour_slot (\(HourSlotRow.columns)) from stdin (format binary)"
            ) {
                defer { bytes = nil }
                return bytes
            }
            #expect(count == 200)
            var read: [HourSlotRow] = []
            try store.session.copyOut(
                "copy (select \(HourSlotRow.readColumns) from health.hour_slot order by start_time) to stdout (format binary)"
            ) { read.append(try HourSlotRow(reading: &$0)) }
            #expect(read == written)
            // Figures that a style does not have are null. SQL reads the sources as an array.
            let nulls = try store.session.execute(
                "select count(*) from health.hour_slot where (sum is null) = $1 and array_ndims(source_ids) is distinct from 2",
                [.bool(style != .cumulative)])[0].int64(0)
            #expect(nulls == 200)
        }
    }
}
