import TestSupport
import Testing

@testable import HealthCore

/// Compares the engine with a slow implementation of the rules, on random samples.
@Suite struct SleepPropertyTests {
    private static let windowTicks: Int64 = 144

    /// Returns samples of three nights, and samples before, between and after them.
    private func samples(_ random: inout SeededGenerator) -> [SleepSample] {
        let count = 1 + random.below(30)
        return (0..<count).map { number in
            let start = Int64(random.below(520)) - 60
            let length = Int64([0, 1, 2, 6, 12, 30, 60][random.below(7)])
            let values: [SleepValue] = [.inBed, .asleepUnspecified, .awake, .asleepCore, .asleepDeep, .asleepREM]
            return SleepSample(
                start: Instant(microseconds: start * SleepReference.tick),
                end: Instant(microseconds: (start + length) * SleepReference.tick), value: values[random.below(6)],
                sourceRank: Int32(random.below(3)),
                // Creation times 40 seconds apart are one writing, and times 80 seconds apart are
                // two.
                creation: random.below(5) == 0 ? nil : Instant(seconds: Int64(random.below(14)) * 40),
                uuid: .numbered(UInt64(number), high: UInt64(random.below(2))))
        }
    }

    /// Returns the night with this offset in days from the first night.
    private func window(_ night: Int) -> SleepWindow {
        let start = Int64(night) * SleepPropertyTests.windowTicks
        func instant(_ tick: Int64) -> Instant { Instant(microseconds: (start + tick) * SleepReference.tick) }
        return SleepWindow(
            date: CivilDate(daysSinceEpoch: night), start: instant(0), end: instant(144), lateStart: instant(90))
    }

    @Test("nights equal those of the reference, each instant counts once, and the order of samples has no effect")
    func equalsReference() throws {
        let windows = (0..<3).map(window)
        var random = SeededGenerator(20_240_502)
        var found = (sessions: 0, dropped: 0, inBedOnly: 0, naps: 0, gaps: 0)
        for round in 0..<Rounds.count(600, short: 150) {
            let samples = samples(&random)
            let gap = [Int64(1), 6, 12, 72][random.below(4)] * SleepReference.tick
            let nights = SleepEngine.nights(windows, samples: samples, longestGap: gap)
            let shuffled = SleepEngine.nights(windows, samples: samples.shuffled(using: &random), longestGap: gap)
            #expect(nights == shuffled, "round \(round)")
            for (night, window) in zip(nights, windows) {
                let start = window.start.microseconds / SleepReference.tick
                let mine = SleepReference.sessions(
                    samples, longestGap: gap, night: start, start + SleepPropertyTests.windowTicks)
                let alone = SleepEngine.nights([window], samples: samples, longestGap: gap)
                #expect(alone == [night], "round \(round)")
                let actual = night.sessions.map(SleepReference.Session.init)
                #expect(Set(actual) == Set(mine) && actual.count == mine.count, "round \(round)")
                #expect(night.main.map(SleepReference.Session.init) == main(of: mine, start), "round \(round)")
                for session in night.sessions { check(session) }
                found.sessions += mine.count
                found.inBedOnly += mine.filter { $0.segments.isEmpty }.count
                found.naps += night.naps.count
                found.gaps += mine.filter { $0.gaps > 0 }.count
            }
            found.dropped += samples.filter { $0.start < $0.end }.count
            found.dropped -= SleepReference(samples, longestGap: gap).samples.count
        }
        // With fewer samples the test would prove nothing.
        #expect(found.sessions > Rounds.count(1_000, short: 250))
        #expect([found.dropped, found.inBedOnly].allSatisfy { $0 > Rounds.count(100, short: 25) })
        #expect([found.naps, found.gaps].allSatisfy { $0 > Rounds.count(300, short: 75) })
    }

    @Test("each record counts in exactly one night, even after days without a pause")
    func countsOnce() {
        var random = SeededGenerator(20_241_122)
        // The windows extend from long before the first sample to long after the last.
        let windows = (-10..<20).map(window)
        for round in 0..<200 {
            // Without creation times, no sample supersedes another.
            let samples = samples(&random).map { sample in
                var sample = sample
                sample.creation = nil
                return sample
            }
            let gap = [Int64(1), 6, 24, 72][random.below(4)] * SleepReference.tick
            let nights = SleepEngine.nights(windows, samples: samples, longestGap: gap)
            let all = SleepReference(samples, longestGap: gap).sessions(-100..<800)
            for value in SleepValue.stages {
                let counted = nights.flatMap(\.sessions).compactMap { $0.duration(of: value) }.reduce(0, +)
                let recorded = all.reduce(0) { $0 + ($1.stages[value] ?? 0) } * SleepReference.tick
                #expect(counted == recorded, "round \(round), \(value)")
            }
            let inBed = nights.flatMap(\.sessions).compactMap(\.timeInBed).reduce(0, +)
            #expect(inBed == all.reduce(0) { $0 + $1.inBed } * SleepReference.tick, "round \(round)")
        }
    }

    /// Returns the main session among sessions that are not always naps. It has the most sleep,
    /// else the longest time in bed, else the longest time awake. If several are equal, it is the
    /// earliest.
    private func main(of sessions: [SleepReference.Session], _ start: Int64) -> SleepReference.Session? {
        let candidates = sessions.filter { session in
            session.start < start + 90 || (session.segments.isEmpty ? session.inBed : session.asleep) >= 18
        }
        let asleep = candidates.filter { $0.asleep > 0 }
        if let most = asleep.map(\.asleep).max() { return asleep.first { $0.asleep == most } }
        let inBed = candidates.filter(\.segments.isEmpty)
        if let most = inBed.map(\.inBed).max() { return inBed.first { $0.inBed == most } }
        return candidates.first
    }

    /// The properties that every session must have for any samples.
    private func check(_ session: SleepSession) {
        let stages = SleepValue.stages.compactMap { session.duration(of: $0) }.reduce(0, +)
        #expect(stages <= session.recorded)
        #expect(session.timeInBed ?? 0 <= session.recorded)
        #expect((session.asleep ?? 0) <= session.recorded)
        #expect((0...1).contains(session.efficiency ?? 0))
        for (one, next) in zip(session.segments, session.segments.dropFirst()) {
            #expect(one.start < one.end && one.end <= next.start)
            #expect(one.end < next.start || one.value != next.value || one.sourceRank != next.sourceRank)
        }
        for (one, next) in zip(session.inBed, session.inBed.dropFirst()) { #expect(one.end < next.start) }
    }
}
