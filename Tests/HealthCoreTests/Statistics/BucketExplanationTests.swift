import Foundation
import HealthCore
import TestSupport
import Testing

/// Compares `BucketExplanation` with the figures of the same engine, and with rules that are
/// applied to the samples directly.
@Suite struct BucketExplanationTests {
    private static let minute: Int64 = 60_000_000
    private static let start = Instant(seconds: 1_714_557_600)

    private static func sample(
        _ rank: Int, _ from: Int64, _ to: Int64, _ value: Double, id: UInt64 = 1
    ) -> StatisticsSample {
        StatisticsSample(
            start: start.microseconds + from * minute, end: start.microseconds + to * minute, value: value,
            sourceRank: rank, uuid: .numbered(id))
    }

    private static func explain(
        _ samples: [StatisticsSample], _ style: AggregationStyle, range: SampleRange? = nil,
        page: BucketExplanation.Page = .init(limit: 1_000)
    ) throws -> (statistics: Statistics?, explanation: BucketExplanation) {
        let end = Instant(microseconds: start.microseconds + 60 * minute)
        let plan = try BucketPlan(edges: [start, end])
        var engine = StatisticsEngine(
            plan: plan, style: style, range: range ?? SampleRange(from: start, to: end), sourceCount: 4,
            explained: page)
        for sample in samples.sorted(by: { $0.start < $1.start }) { try engine.add(sample) }
        let buckets = engine.finish()
        return (buckets[0].statistics, try #require(engine.explanation))
    }

    @Test("a sample is overruled as a whole, in part or not at all, and the source that overrules it is named")
    func overruled() throws {
        let answer = try Self.explain(
            [
                Self.sample(0, 0, 20, 200, id: 1), Self.sample(1, 5, 15, 100, id: 2),
                Self.sample(1, 10, 30, 400, id: 3), Self.sample(2, 40, 50, 70, id: 4),
                Self.sample(3, 7, 7, 9, id: 5), Self.sample(3, 55, 55, 3, id: 6), Self.sample(1, 50, 70, 40, id: 7),
            ], .cumulative)
        let parts = answer.explanation.parts.sorted { $0.sample.uuid.number < $1.sample.uuid.number }
        #expect(parts.map(\.reason) == [nil, .overruled, .partlyOverruled, nil, .overruled, .overruled, nil])
        #expect(parts.map(\.contribution) == [200, 0, 200, 70, 0, 0, 20])
        #expect(parts.map(\.overruledBy.ranks) == [[], [0], [0], [], [0], [1], []])
        #expect(parts[2].counted == 10 * Self.minute)
        #expect(parts[6].end == Self.start.microseconds + 60 * Self.minute)
        #expect(answer.statistics?.sum == 490)
        #expect(answer.statistics?.sourceRanks == [0, 1, 2])
        #expect(answer.explanation.sources.map(\.rank) == [0, 1, 2, 3])
        #expect(answer.explanation.sources.map(\.contribution) == [200, 220, 70, 0])
        #expect(answer.explanation.sources.map(\.memberCount) == [1, 3, 1, 2])
    }

    @Test("what the predicate or the range leaves out is listed with the reason")
    func leftOut() throws {
        let samples = [
            Self.sample(0, -5, 5, 1, id: 1), Self.sample(0, 10, 20, 1, id: 2), Self.sample(0, 55, 65, 1, id: 3),
            Self.sample(0, -30, -10, 1, id: 4), Self.sample(0, 60, 70, 1, id: 5),
        ]
        let end = Instant(microseconds: Self.start.microseconds + 60 * Self.minute)
        func reasons(_ range: SampleRange) throws -> [UInt64: BucketExplanation.Reason?] {
            let parts = try Self.explain(samples, .cumulative, range: range).explanation.parts
            return Dictionary(uniqueKeysWithValues: parts.map { ($0.sample.uuid.number, $0.reason) })
        }
        #expect(
            try reasons(SampleRange(from: Self.start, to: end, strictStart: true))
                == [1: .startsOutsideRange, 2: nil, 3: nil])
        #expect(
            try reasons(SampleRange(from: Self.start, to: end, strictEnd: true))
                == [1: nil, 2: nil, 3: .endsOutsideRange])
        let half = Instant(microseconds: Self.start.microseconds + 30 * Self.minute)
        #expect(try reasons(SampleRange(from: half, to: end)) == [1: .outsideRange, 2: .outsideRange, 3: nil])
    }

    @Test(
        "the part of an aggregate says its minimum and maximum, in whatever order they come, and why one has no average",
        arguments: [AggregationStyle.discreteArithmetic, .discreteTemporallyWeighted])
    func extremes(style: AggregationStyle) throws {
        func extreme(_ of: StatisticsSample, _ extreme: AggregateExtreme, _ value: Double) -> StatisticsSample {
            var element = of
            element.ordinal = extreme.rawValue
            element.value = value
            return element
        }
        let whole = Self.sample(0, 0, 10, 70, id: 1)
        let alone = Self.sample(1, 10, 20, 0, id: 2)
        let plain = Self.sample(1, 30, 40, 80, id: 3)
        let elements = [
            extreme(whole, .minimum, 60), whole, extreme(whole, .maximum, 95), plain,
            extreme(alone, .minimumOfMember, 40), extreme(alone, .maximum, 99),
        ]
        for elements in [elements, elements.reversed()] {
            let answer = try Self.explain(elements, style)
            let statistics = try #require(answer.statistics)
            #expect(statistics.count == 3 && statistics.minimum == 40 && statistics.maximum == 99)
            #expect(statistics.average == 75 && statistics.mostRecent?.value == 80)
            #expect(statistics.durationMicroseconds == 30 * Self.minute)
            let parts = answer.explanation.parts
            #expect(parts.map(\.sample.uuid.number) == [1, 2, 3])
            #expect(parts.map(\.value) == [70, nil, 80])
            #expect(parts.map(\.minimum) == [60, 40, nil] && parts.map(\.maximum) == [95, 99, nil])
            #expect(parts.map(\.reason) == [nil, .noAverage, nil] && parts.allSatisfy(\.isMember))
            #expect(answer.explanation.sources.map(\.memberCount) == [1, 2])
        }
        let range = SampleRange(from: Instant(seconds: 1), to: Self.start)
        let outside = try Self.explain(elements, style, range: range)
        #expect(outside.statistics == nil && outside.explanation.parts.map(\.minimum) == [60, 40, nil])
        let pages = try (0..<3).map { place in
            let before =
                place == 0
                ? nil
                : BucketExplanation.Key(
                    start: [whole, alone][place - 1].start, uuid: .numbered(UInt64(place)))
            return try Self.explain(elements, style, page: .init(after: before, limit: 1)).explanation.parts
        }
        #expect(pages.map { $0.map(\.sample.uuid.number) } == [[1], [2], [3]])
        #expect(pages.map { $0.map(\.maximum) } == [[95], [99], [nil]])
    }

    @Test("a point that stands into the bucket weighs without being a member")
    func standing() throws {
        let answer = try Self.explain(
            [Self.sample(0, -4, -4, 60, id: 1), Self.sample(0, 10, 10, 80, id: 2), Self.sample(1, 0, 30, 70, id: 3)],
            .discreteTemporallyWeighted)
        let parts = Dictionary(uniqueKeysWithValues: answer.explanation.parts.map { ($0.sample.uuid.number, $0) })
        #expect(parts[1]?.isMember == false && parts[1]?.reason == .standsFromBefore)
        #expect(parts[1]?.counted == 6 * Self.minute)
        #expect(parts[2]?.counted == 10 * Self.minute && parts[2]?.isMember == true && parts[2]?.reason == nil)
        #expect(answer.statistics?.count == 2)
        #expect(answer.explanation.totalWeight == 46 * Self.minute)
    }

    @Test("a point among levels that last is a member and does not weigh")
    func noDuration() throws {
        let lasting = Self.sample(0, 0, 10, 60, id: 1)
        let point = Self.sample(0, 20, 20, 90, id: 2)
        let both = try Self.explain([lasting, point], .discreteEquivalentContinuousLevel).explanation
        #expect(both.parts.map(\.reason) == [nil, .noDuration])
        let alone = try Self.explain([point], .discreteEquivalentContinuousLevel).explanation
        #expect(alone.parts.map(\.reason) == [nil] && alone.totalWeight == 0)
    }

    @Test(
        "parts add up to the bucket, page by page, and every sample that touches it is listed once", arguments: 0..<60)
    func addUp(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let style = (AggregationStyle.allCases + [.category])[Int(seed % 5)]
        let samples = (0..<40).map { place in
            let from = Int64.random(in: -30...70, using: &random)
            let length = Bool.random(using: &random) ? 0 : Int64.random(in: 1...30, using: &random)
            return Self.sample(
                Int.random(in: 0..<4, using: &random), from, from + length, Double.random(in: 1...100, using: &random),
                id: UInt64(place))
        }
        let whole = try Self.explain(samples, style)
        let statistics = try #require(whole.statistics)
        let parts = whole.explanation.parts
        #expect(parts.filter(\.isMember).count == statistics.count, "seed \(seed)")
        switch style {
        case .category:
            #expect(statistics.count == whole.explanation.sources.map(\.memberCount).reduce(0, +), "seed \(seed)")
            #expect(parts.map(\.counted).reduce(0, +) >= statistics.durationMicroseconds, "seed \(seed)")
            #expect(
                parts.allSatisfy { ($0.reason == .overruled) == (!$0.isMember && $0.counted == 0) }, "seed \(seed)")
        case .cumulative:
            // The tolerance is ten units of the last digit, because parts are added in another
            // order than in the sweep.
            let sum = parts.map(\.contribution).sorted().reduce(0, +)
            #expect(abs(sum - (statistics.sum ?? 0)) < 1e-12 * sum, "seed \(seed)")
        case .discreteArithmetic:
            let average = parts.map(\.sample.value).reduce(0, +) / Double(parts.count)
            #expect(abs(average - (statistics.average ?? 0)) < 1e-12 * average, "seed \(seed)")
        case .discreteTemporallyWeighted:
            let sum = parts.map { Double($0.counted) * $0.sample.value }.reduce(0, +)
            let average = sum / Double(whole.explanation.totalWeight)
            #expect(parts.map(\.counted).reduce(0, +) == whole.explanation.totalWeight, "seed \(seed)")
            #expect(abs(average - (statistics.average ?? 0)) < 1e-12 * average, "seed \(seed)")
        case .discreteEquivalentContinuousLevel:
            let sum = parts.map { Double($0.counted) * pow(10, $0.sample.value / 10) }.reduce(0, +)
            let average = 10 * log10(sum / Double(whole.explanation.totalWeight))
            #expect(abs(average - (statistics.average ?? 0)) < 1e-12 * average, "seed \(seed)")
        }
        var paged: [BucketExplanation.Part] = []
        var after: BucketExplanation.Key?
        while true {
            let page = try Self.explain(samples, style, page: .init(after: after, limit: 7)).explanation
            #expect(page.sources.map(\.contribution) == whole.explanation.sources.map(\.contribution))
            paged += page.parts
            guard page.hasMore, let last = page.parts.last else { break }
            after = BucketExplanation.Key(
                start: last.sample.start, uuid: last.sample.uuid)
        }
        #expect(paged.map(\.sample) == parts.map(\.sample), "seed \(seed)")
        #expect(paged.map(\.counted) == parts.map(\.counted), "seed \(seed)")
        #expect(paged.map(\.isMember) == parts.map(\.isMember), "seed \(seed)")
        #expect(paged.map(\.reason) == parts.map(\.reason), "seed \(seed)")
        #expect(paged.map(\.overruledBy) == parts.map(\.overruledBy), "seed \(seed)")
    }

    @Test("overruled by are exactly the sources that won somewhere in a part, whatever the page", arguments: 0..<60)
    func overrulers(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let samples = (0..<60).map { place in
            let from = Int64.random(in: -20...59, using: &random)
            let length = Int.random(in: 0..<3, using: &random) == 0 ? 0 : Int64.random(in: 1...50, using: &random)
            return Self.sample(
                Int.random(in: 0..<4, using: &random), from, from + length, 1, id: UInt64(place))
        }
        // All samples begin and end at whole minutes. So the winner of a minute is the source of
        // highest priority that has a sample in it.
        let winners = (Int64(0)..<60).map { minute in
            samples.filter { $0.start <= Self.instant(minute) && $0.end > Self.instant(minute) }.map(\.sourceRank).min()
        }
        let parts = try Self.explain(samples, .cumulative, page: .init(limit: 1 + Int(seed))).explanation.parts
        #expect(!parts.isEmpty)
        for part in parts {
            let minutes = (0..<60).filter { minute in
                let start = Self.instant(Int64(minute))
                return part.start == part.end ? part.start == start : part.start <= start && part.end > start
            }
            var expected = Set(minutes.compactMap { winners[$0] }.filter { $0 < part.sample.sourceRank })
            if part.start == part.end {
                // Of all that are open at the instant of a point, or are points there, the highest
                // overrules it.
                let points = samples.filter { $0.isPoint && $0.start == part.start }.map(\.sourceRank)
                expected = Set([(points + expected).min()].compactMap(\.self).filter { $0 < part.sample.sourceRank })
            }
            #expect(part.overruledBy.ranks == expected.sorted(), "seed \(seed)")
        }
    }

    @Test("a page is right among any number of samples that start together")
    func ties() throws {
        var random = SeededGenerator(7)
        let samples = (0..<3_000).map { place in
            Self.sample(place % 3, place < 100 ? 1 : 2, 3, Double(place), id: UInt64(place))
        }.shuffled(using: &random)
        var paged: [UInt64] = []
        var after: BucketExplanation.Key?
        repeat {
            let page = try Self.explain(samples, .cumulative, page: .init(after: after, limit: 170)).explanation
            #expect(page.parts.count <= 170 && page.hasMore == (paged.count + page.parts.count < 3_000))
            for part in page.parts {
                #expect(part.overruledBy.ranks == (part.sample.sourceRank == 0 ? [] : [0]))
                #expect(part.contribution == 0 || part.sample.sourceRank == 0)
            }
            paged += page.parts.map(\.sample.uuid.number)
            after = page.parts.last.map {
                BucketExplanation.Key(start: $0.sample.start, uuid: $0.sample.uuid)
            }
        } while after != nil && paged.count < 3_000
        #expect(paged == Array(0..<3_000))
    }

    private static func instant(_ minute: Int64) -> Int64 { start.microseconds + minute * Self.minute }
}
