import Foundation
import HealthCore
import Testing

/// Tests nights for which an app sent figures and no stages.
@Suite struct AggregateNightTests {
    private func night(
        _ start: String, _ end: String, hours: Int64, source: Int32 = 0
    ) throws -> AggregateNight {
        AggregateNight(
            start: try instant(start), end: try instant(end), sourceRank: source, uuid: UUID(),
            lengths: SleepLengths(asleep: minutes(hours * 60)))
    }

    private func nights(_ maker: SleepMaker, _ aggregates: [AggregateNight]) throws -> [SleepNight] {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to], parameters[.timeZone]) = ("2024-05-02", "2024-05-04", "UTC")
        let windows = try SleepQuestion(parameters).request(PersonSettings()).windows
        return SleepEngine.nights(windows, samples: maker.samples, aggregates: aggregates, longestGap: minutes(60))
    }

    @Test("figures of a night count only if the night has no session and no sample overlaps them")
    func counting() throws {
        let figures = try night("23:00", "07:00", hours: 7)
        let alone = try nights(SleepMaker(), [figures])
        #expect(alone.map(\.aggregate) == [figures, nil] && alone.map(\.asleep) == [minutes(420), nil])
        #expect(alone[0].main == nil && alone[0].sourceRanks == [0])
        var nap = SleepMaker()
        try nap.add(.inBed, "13:00", "14:00")
        #expect(try nights(nap, [figures]).map(\.aggregate) == [nil, nil])
        // A session of the next night overlaps the last minutes of the figures.
        var late = SleepMaker()
        try late.add(.asleepCore, "17:00", "+1 19:00")
        let long = try night("09:00", "17:30", hours: 7)
        #expect(try nights(late, [long]).map(\.asleep) == [nil, minutes(120)])
        let before = try night("09:00", "17:00", hours: 7)
        #expect(try nights(late, [before]).map(\.asleep) == [minutes(420), minutes(120)])
    }

    @Test(
        "of several figures of one night the source with the higher priority counts, then the most sleep; they are never added"
    )
    func outranking() throws {
        let short = try night("23:00", "07:00", hours: 5)
        let long = try night("23:00", "06:00", hours: 6)
        let other = try night("23:00", "07:00", hours: 8, source: 1)
        for order in [[short, long, other], [other, long, short], [long, short, other]] {
            #expect(try nights(SleepMaker(), order).map(\.asleep) == [minutes(360), nil])
        }
        // An end on an edge belongs to the night that ends there.
        let edge = try night("12:00", "+1 18:00", hours: 3)
        #expect(try nights(SleepMaker(), [edge]).map(\.asleep) == [minutes(180), nil])
    }

    @Test("figures of different times of one night count together: the longest is the main sleep, the others are naps")
    func naps() throws {
        let main = try night("23:00", "06:00", hours: 6)
        let nap = try night("14:00", "16:00", hours: 2)
        for order in [[main, nap], [nap, main]] {
            let found = try nights(SleepMaker(), order)[0]
            #expect(found.aggregate == main && found.aggregateNaps == [nap] && found.asleep == minutes(480))
        }
        let alone = try nights(SleepMaker(), [nap])[0]
        #expect(alone.aggregate == nil && alone.aggregateNaps == [nap] && alone.isAggregate)
        // Figures without times may describe the same sleep.
        let midnight = try night("00:00", "00:00", hours: 7)
        #expect(try nights(SleepMaker(), [nap, midnight])[0].asleep == minutes(420))
        var measured = SleepMaker()
        try measured.add(.asleepCore, "23:30", "00:30")
        let raw = try nights(measured, [nap])[0]
        #expect(raw.asleep == minutes(60) && !raw.isAggregate)
    }

    @Test("asleep is all of the sleep, or beside stages the sleep in none of them")
    func lengths() {
        func made(_ sent: SleepLengths, _ total: Int64? = nil) -> [Int64?] {
            let lengths = SleepLengths(sent: sent, total: total.map { minutes($0) })
            return [lengths.asleep, lengths.unspecified].map { $0.map { $0 / minutes(1) } }
        }
        #expect(made(SleepLengths(asleep: minutes(400))) == [400, 400])
        let stages = SleepLengths(core: minutes(200), deep: minutes(100), rem: minutes(60))
        let cases: [(asleep: Int64?, total: Int64?, expected: [Int64?])] = [
            (nil, nil, [360, 0]), (nil, 380, [380, 20]), (360, nil, [360, 0]), (360, 400, [360, 0]),
            (0, nil, [360, 0]), (0, 360, [360, 0]), (30, nil, [390, 30]), (370, nil, [370, 10]),
            (370, 730, [730, 370]),
        ]
        for (asleep, total, expected) in cases {
            var sent = stages
            sent.asleep = asleep.map { minutes($0) }
            #expect(made(sent, total) == expected, "\(String(describing: asleep)) \(String(describing: total))")
        }
        #expect(made(SleepLengths(inBed: minutes(400))) == [nil, nil])
    }

    @Test("figures fit a night to the minute; efficiency is nil without the rest of the night, and never above 1")
    func fit() {
        let hours = minutes(60)
        #expect(SleepLengths(asleep: 8 * hours + minutes(1)).fit(8 * hours))
        #expect(!SleepLengths(asleep: 8 * hours + minutes(2)).fit(8 * hours))
        #expect(!SleepLengths(asleep: 6 * hours, awake: 3 * hours).fit(8 * hours))
        #expect(!SleepLengths(inBed: 9 * hours).fit(8 * hours) && !SleepLengths(asleep: hours, rem: -1).fit(8 * hours))
        let efficiencies: [(SleepLengths, Double?)] = [
            (SleepLengths(asleep: 6 * hours), nil), (SleepLengths(asleep: 6 * hours, inBed: 8 * hours), 0.75),
            (SleepLengths(asleep: 6 * hours, inBed: 5 * hours), nil),
            (SleepLengths(asleep: 6 * hours, inBed: 5 * hours, awake: 2 * hours), 0.75),
            (SleepLengths(inBed: 5 * hours), nil), (SleepLengths(asleep: 0, inBed: 0), nil),
        ]
        for (lengths, efficiency) in efficiencies { #expect(lengths.efficiency == efficiency, "\(lengths)") }
    }
}
