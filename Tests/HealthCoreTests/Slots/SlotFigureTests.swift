import HealthCore
import TestSupport
import Testing

@Suite("Figures of neighbouring pieces")
struct SlotFigureTests {
    /// Returns the figures of pieces between `edges`. A separate engine computes each piece from
    /// all samples, as for slots.
    private func pieces(
        _ random: RandomStatistics, _ edges: [Int64]
    ) throws -> (merged: [SlotPiece], bySource: [Int: [SlotPiece]]) {
        var merged: [SlotPiece] = []
        var bySource: [Int: [SlotPiece]] = [:]
        for (start, end) in zip(edges, edges.dropFirst()) {
            let plan = try BucketPlan(edges: [Instant(microseconds: start), Instant(microseconds: end)])
            var engine = StatisticsEngine(
                plan: plan, style: random.style, range: SampleRange(from: plan.edges[0], to: plan.edges[1]),
                sourceCount: random.sourceCount, separateBySource: true)
            for sample in random.samples { try engine.add(sample) }
            let figures = engine.finishFigures()
            for placed in figures.merged { merged.append(SlotPiece(start: start, figures: placed.figures)) }
            for (rank, alone) in figures.bySource {
                for placed in alone {
                    bySource[rank, default: []].append(SlotPiece(start: start, figures: placed.figures))
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
            var fold = BucketFold(plan: plan, style: random.style)
            for piece in pieces.merged { fold.append(piece.figures, at: piece.start) }
            fold.finish()
            for (rank, alone) in pieces.bySource.sorted(by: { $0.key < $1.key }) { fold.append(rank: rank, alone) }
            let whole = try random.answer(plan)
            #expect(fold.buckets.count == whole.count)
            for (bucket, expected) in zip(fold.buckets, whole) {
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
}
