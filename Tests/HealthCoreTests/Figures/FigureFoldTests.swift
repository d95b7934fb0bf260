import HealthCore
import TestSupport
import Testing

@Suite("Figures of neighbouring pieces")
struct FigureFoldTests {
    /// Returns the figures of pieces between `edges`. A separate engine computes each piece from
    /// all samples.
    private func pieces(
        _ random: RandomStatistics, _ edges: [Int64]
    ) throws -> (merged: [FigurePiece], bySource: [Int: [FigurePiece]]) {
        var merged: [FigurePiece] = []
        var bySource: [Int: [FigurePiece]] = [:]
        for (start, end) in zip(edges, edges.dropFirst()) {
            let plan = try BucketPlan(edges: [Instant(microseconds: start), Instant(microseconds: end)])
            var engine = StatisticsEngine(
                plan: plan, style: random.style, range: SampleRange(from: plan.edges[0], to: plan.edges[1]),
                sourceCount: random.sourceCount, separateBySource: true)
            for sample in random.samples { try engine.add(sample) }
            let figures = engine.finishFigures()
            for placed in figures.merged { merged.append(FigurePiece(start: start, figures: placed.figures)) }
            for (rank, alone) in figures.bySource {
                for placed in alone {
                    bySource[rank, default: []].append(FigurePiece(start: start, figures: placed.figures))
                }
            }
        }
        return (merged, bySource)
    }

    /// Returns the edges of the plan in the range, and edges between them. Many are at the start or
    /// end of a sample.
    private func cuts(_ random: RandomStatistics, _ plan: BucketPlan) -> [Int64] {
        var generator = SeededGenerator(random.seed)
        let (from, to) = (random.range.from.microseconds, random.range.to.microseconds)
        var cuts = plan.edges.map(\.microseconds) + [from, to]
        cuts += random.samples.flatMap { [$0.start, $0.end] }.filter { _ in Bool.random(using: &generator) }
        cuts += (0..<20).map { _ in Int64.random(in: from...to, using: &generator) }
        return Set(cuts.filter { $0 >= from && $0 <= to }).sorted()
    }

    @Test("put together are those of the whole: every style, merged and of each source")
    func putTogether() throws {
        var found = 0
        for seed in UInt64(300_000)..<300_000 + UInt64(Rounds.count(1_000, short: 200)) {
            var random = RandomStatistics(seed: seed)
            random.range.strictStart = false
            random.range.strictEnd = false
            random.separateBySource = true
            let plan = try random.plan
            let pieces = try pieces(random, cuts(random, plan))
            let spans = zip(plan.edges, plan.edges.dropFirst()).map { $0.microseconds..<$1.microseconds }
            let bySource = pieces.bySource.sorted { $0.key < $1.key }
                .map { (rank: $0.key, figures: FigureFold.fold($0.value, into: spans, random.style)) }
            let merged = FigureFold.fold(pieces.merged, into: spans, random.style)
            let folded = StatisticsEngine.buckets(plan, merged, bySource, random.style)
            let whole = try random.answer(plan)
            #expect(folded.count == whole.count)
            for (bucket, expected) in zip(folded, whole) {
                let merged = differences(bucket.statistics, expected.statistics, tolerance: random.tolerance)
                #expect(merged == [], "\(random)")
                #expect(bucket.bySource.map(\.rank) == expected.bySource.map(\.rank), "\(random)")
                for (alone, other) in zip(bucket.bySource, expected.bySource) {
                    let separate = differences(alone.statistics, other.statistics, tolerance: random.tolerance)
                    #expect(separate == [], "\(random), source \(alone.rank)")
                    found += 1
                }
            }
        }
        #expect(found > Rounds.count(1_000, short: 200))
    }

    @Test("pieces between spans are left out")
    func gaps() {
        func piece(_ start: Int64) -> FigurePiece {
            var figures = AdditiveFigures()
            (figures.startedCount, figures.sum) = (1, Double(start))
            return FigurePiece(start: start, figures: figures)
        }
        let folded = FigureFold.fold(
            [0, 10, 19, 20, 35, 40, 99].map(piece), into: [10..<20, 30..<40, 90..<95, 99..<100], .cumulative)
        #expect(folded.map(\.bucket) == [0, 1, 3] && folded.map(\.figures.sum) == [29, 35, 99])
        #expect(FigureFold.fold([5, 50].map(piece), into: [10..<20], .cumulative).isEmpty)
    }
}
