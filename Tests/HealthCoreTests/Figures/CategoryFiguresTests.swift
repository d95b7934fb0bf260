import HealthCore
import TestSupport
import Testing

@Suite("Figures of category types")
struct CategoryFiguresTests {
    private static let minute: Int64 = 60_000_000
    private static let minutes = 60
    private static let sourceCount = 3

    /// Samples that begin and end at whole minutes, in order of start.
    private func samples(_ random: inout SeededGenerator) -> [StatisticsSample] {
        (0..<random.below(14)).map { _ in
            let start = Int64(random.below(CategoryFiguresTests.minutes))
            let length = Int64(random.below(3) == 0 ? 0 : random.below(15))
            return StatisticsSample(
                start: start * CategoryFiguresTests.minute, end: (start + length) * CategoryFiguresTests.minute,
                value: Double(random.below(3)), sourceRank: random.below(CategoryFiguresTests.sourceCount),
                uuid: random.uuid())
        }.sorted { $0.start < $1.start }
    }

    /// The figures of one bucket.
    private struct Figures: Hashable {
        var count = 0
        var duration: Int64 = 0
        var counts: [Int32: Int] = [:]
        var durations: [Int32: Int64] = [:]
        var ranks: Set<Int> = []
    }

    /// Decides each minute on its own.
    private func reference(_ samples: [StatisticsSample], _ bucket: Range<Int64>) -> Figures {
        var figures = Figures()
        for time in stride(from: bucket.lowerBound, to: bucket.upperBound, by: Int(CategoryFiguresTests.minute)) {
            let here = samples.filter { $0.start == time || ($0.start < time && $0.end > time) }
            for sample in here where sample.sourceRank == here.map(\.sourceRank).min() {
                guard sample.start == time || time == bucket.lowerBound else { continue }
                figures.count += 1
                figures.counts[Int32(sample.value), default: 0] += 1
                figures.ranks.insert(sample.sourceRank)
            }
            let open = here.filter { $0.end > time }
            guard let winner = open.map(\.sourceRank).min() else { continue }
            figures.duration += CategoryFiguresTests.minute
            figures.ranks.insert(winner)
            for value in Set(open.filter { $0.sourceRank == winner }.map(\.value)) {
                figures.durations[Int32(value), default: 0] += CategoryFiguresTests.minute
            }
        }
        return figures
    }

    private func computed(_ samples: [StatisticsSample], _ edges: [Int64]) throws -> [FigurePiece] {
        let plan = try BucketPlan(edges: edges.map(Instant.init(microseconds:)))
        var engine = StatisticsEngine(
            plan: plan, style: .category, range: SampleRange(from: plan.edges[0], to: plan.edges[plan.bucketCount]),
            sourceCount: CategoryFiguresTests.sourceCount)
        for sample in samples { try engine.add(sample) }
        return engine.finishFigures().merged.map { FigurePiece(start: edges[$0.bucket], figures: $0.figures) }
    }

    private func figures(_ figures: AdditiveFigures) -> Figures {
        func byValue<Value: Equatable>(_ key: (ValueFigures) -> Value, besides none: Value) -> [Int32: Value] {
            Dictionary(uniqueKeysWithValues: figures.values.map { ($0.value, key($0)) }).filter { $0.value != none }
        }
        return Figures(
            count: figures.count, duration: figures.durationMicroseconds,
            counts: byValue({ $0.startedCount + $0.reachingCount }, besides: 0),
            durations: byValue(\.durationMicroseconds, besides: 0), ranks: Set(figures.sources.ranks))
    }

    @Test("are those of a reference that decides each minute on its own, and pieces add up to them")
    func reference() throws {
        for seed in 0..<UInt64(Rounds.count(2_000, short: 300)) {
            var random = SeededGenerator(seed)
            let samples = samples(&random)
            let all = (0...CategoryFiguresTests.minutes).map { Int64($0) * CategoryFiguresTests.minute }
            let cuts = [all[0]] + all.dropFirst().dropLast().filter { _ in random.chance(15) } + [all[all.count - 1]]
            let edges =
                [cuts[0]] + cuts.dropFirst().dropLast().filter { _ in random.chance(40) } + [cuts[cuts.count - 1]]
            let spans = zip(edges, edges.dropFirst()).map { $0..<$1 }
            var found = [Int: Figures]()
            for piece in try computed(samples, edges) {
                let index = try #require(edges.firstIndex(of: piece.start))
                found[index] = figures(piece.figures)
            }
            let folded = FigureFold.fold(try computed(samples, cuts), into: spans, .category)
            for (index, span) in spans.enumerated() {
                let expected = reference(samples, span)
                #expect(found[index] ?? Figures() == expected, "seed \(seed)")
                #expect((expected.count == 0) == (found[index] == nil), "seed \(seed)")
                let sum = folded.first { $0.bucket == index }.map { figures($0.figures) }
                #expect(sum ?? Figures() == expected, "seed \(seed), put together")
            }
        }
    }
}
