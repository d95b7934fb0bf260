import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Tests that a night is the same in every range, alone and among other nights, and that the view
/// has the nights of the API.
@Suite struct SleepRangeTests {
    /// Expects that every night of `question` is the same alone as in the range.
    private func expectSame(_ store: TestStore, _ question: NightQuestion) throws {
        for night in try question.nights(store).nights {
            let alone = question.alone(night.window.date)
            #expect(try alone.nights(store).nights == [night], "\(alone)")
        }
    }

    /// Writes nights of three sources that also have samples by day. Some nights are written again,
    /// in part or whole.
    private func write(_ random: inout SeededGenerator, into store: TestStore) throws {
        let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
        try store.post { maker in
            func add(_ value: Int32, _ at: Double, _ length: Double, _ source: Int, _ saved: Int64?) throws {
                try maker.add(
                    random.uuid(), .category(value), at: at, lasting: length, from: sources[source],
                    created: saved.map { Instant(seconds: SampleMaker.zero + $0) })
            }
            for source in 0..<3 {
                // The greatest distance of the samples of its days: chains of days, or separate
                // nights.
                let pause = [2_400.0, 7_200, 10_800, 14_400, 36_000][random.below(5)]
                for writing in 0..<(1 + random.below(3)) {
                    var time = Double(random.below(5 * 24)) * 3_600
                    let end = time + Double(1 + random.below(6 * 24)) * 3_600
                    let isKnown = random.chance(85)
                    var saved = Int64(700_000 + writing * 3_000 + random.below(50))
                    while time < end {
                        let length = Double(random.below(13)) * 1_200
                        try add(Int32(random.below(7)), time, length, source, isKnown ? saved : nil)
                        // Some writings take long: their samples are saved one after the other.
                        if random.chance(5) { saved += Int64(random.below(100)) }
                        time += max(length, 600)
                        if random.chance(30) { time += pause * Double(random.below(4)) / 3 }
                    }
                }
            }
            // Whole nights of an app that sends no stages, with and without times.
            for number in 0..<20 where random.chance(60) {
                let start = Double(number * 24 + random.below(20)) * 3_600
                let length = Double(random.below(10)) * 3_600
                func hours() -> Int { random.below(Int(length) / 3_600 + 1) }
                let figures = [
                    #""asleep": \#(hours() * 3_600)"#, #""awake": 600"#, #""inBed": \#(hours() * 3_600)"#,
                    #""core": 60"#,
                ].shuffled(using: &random).prefix(1 + random.below(4))
                try maker.add(
                    random.uuid(), .other(type: AggregateNight.typeIdentifier), at: start, lasting: length,
                    from: SourceRevision(
                        name: "App \(random.below(2))", bundleIdentifier: "health-auto-export:A:nights"),
                    parts: #"{"night": {\#(figures.joined(separator: ", "))}}"#)
            }
            // A source with the same value for days.
            if random.chance(40) {
                let start = Double(random.below(8 * 24)) * 3_600
                try add(Int32(random.below(6)), start, Double(20 + random.below(80)) * 3_600, 2, nil)
            }
        }
    }

    /// Deletes a sample, and adds one that may be far from all others.
    private func change(_ random: inout SeededGenerator, _ store: TestStore) throws {
        let uuids = try store.session.execute(
            "select uuid from health.sample where person_id = $1 order by uuid", [.int32(store.person.id)]
        ).map { try $0.uuid(0) }
        try store.post { maker in
            try maker.delete(uuids[random.below(uuids.count)])
            try maker.add(
                random.uuid(), .category(Int32(random.below(6))), at: Double(random.below(40 * 24)) * 3_600,
                lasting: Double(1 + random.below(9)) * 3_600, from: SampleMaker.watch)
        }
    }

    @Test(
        "random nights with rewritings and pauses, with every session gap, are the same in every range, and the view has them after every change",
        arguments: 0..<Rounds.count(12))
    func random(seed: Int) async throws {
        try await TestStore.with { store in
            var random = SeededGenerator(UInt64(seed))
            try write(&random, into: store)
            let zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"]
            for gap in [1, 60, 240, 720, 1 + random.below(720)] {
                var question = NightQuestion(from: "2024-04-28", to: "2024-05-18", sessionGap: gap)
                question.timeZone = zones[random.below(zones.count)]
                question.nightStart = ["18:00", "12:00", "06:30", "00:00"][random.below(4)]
                question.attribution = random.chance(50) ? "wakingDay" : "startDay"
                try expectSame(store, question)
            }
            let whole = NightQuestion(from: "2024-04-20", to: "2024-07-01")
            #expect(try whole.nights(store).nights.contains { $0.aggregate != nil })
            #expect(try whole.recorded(store) == NightQuestion.ofView(store))
            // Only the nights near a change are computed again.
            for _ in 0..<5 {
                try change(&random, store)
                #expect(try whole.recorded(store) == NightQuestion.ofView(store))
            }
            try write(&random, into: store)
            #expect(try whole.recorded(store) == NightQuestion.ofView(store))
        }
    }
}
