import HealthCore
import HealthDatabase
import TestSupport
import Testing

@Suite("Explanations from stored figures and from samples")
struct ExplanationFigureTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("are the same on every page, also while samples change", arguments: 0..<Rounds.count(6))
    func randomPages(_ number: Int) throws {
        var world = try FigureWorld(
            store, type: number % 4, seed: UInt64(number), hasAggregates: number % 2 == 0)
        try world.fill()
        try world.refresh()
        var random = SeededGenerator(UInt64(number))
        for round in 0..<(LongRun.isOn ? 3 : 2) {
            for question in 0..<6 {
                let (plan, _, _, _) = try world.question()
                let bucket = random.below(plan.bucketCount)
                // A question may span at most 200 years, and one bucket is all of time.
                let from = max(plan.edges[bucket], Instant(microseconds: 0))
                let to = min(plan.edges[bucket + 1], Instant(microseconds: 3_000_000_000_000_000))
                for limit in [1 + random.below(5), 60] {
                    let differences = try differences(world.maker, from, to, limit: limit)
                    #expect(
                        differences == [],
                        "\(number), \(round), \(question): \(from.rfc3339) \(to.rfc3339), \(limit) a page")
                }
            }
            try world.change()
        }
    }

    /// Compares page after page, at most six.
    private func differences(_ figures: FigureComparer, _ from: Instant, _ to: Instant, limit: Int) throws -> [String] {
        var after: BucketExplanation.Key?
        for page in 0..<6 {
            let request = try request(figures, from, to, limit: limit, after: after)
            let one = try answer(figures, .stored, request)
            let other = try answer(figures, .samples, request)
            let differences = differences(one, other)
            guard differences.isEmpty else { return differences.map { "page \(page): \($0)" } }
            guard other.explanation.hasMore, let last = other.explanation.parts.last?.sample else { return [] }
            after = BucketExplanation.Key(
                start: last.start, uuid: last.uuid, ordinal: max(last.ordinal, 0))
        }
        return []
    }

    private func request(
        _ figures: FigureComparer, _ from: Instant, _ to: Instant, limit: Int, after: BucketExplanation.Key?
    ) throws -> ExplanationRequest {
        var parameters = QuestionParameters(figures.type.identifier, from: from.rfc3339, to: to.rfc3339)
        parameters[.limit] = String(limit)
        return try ExplanationQuestion(parameters, after: after).request(PersonSettings())
    }

    private func answer(
        _ figures: FigureComparer, _ use: StatisticsReader.Origin, _ request: ExplanationRequest
    ) throws -> ExplainedBucket {
        try StatisticsReader(person: figures.store.person, session: figures.store.session, origin: use).explanation(
            request)
    }

    private func differences(_ one: ExplainedBucket, _ other: ExplainedBucket) -> [String] {
        var found: [String] = []
        func compare(_ name: String, _ isSame: Bool) { if !isSame { found.append(name) } }
        let (statistics, expected) = (one.bucket.statistics, other.bucket.statistics)
        compare("statistics", (statistics == nil) == (expected == nil))
        compare("count", statistics?.count == expected?.count)
        compare("sum", isNear(statistics?.sum ?? 0, expected?.sum ?? 0))
        compare("average", isNear(statistics?.average ?? 0, expected?.average ?? 0))
        let (page, expectedPage) = (one.explanation, other.explanation)
        compare("total weight", page.totalWeight == expectedPage.totalWeight)
        compare("more pages", page.hasMore == expectedPage.hasMore)
        compare("parts", page.parts.map { "\($0)" } == expectedPage.parts.map { "\($0)" })
        compare("sources", page.sources.map(\.rank) == expectedPage.sources.map(\.rank))
        for (total, expected) in zip(page.sources, expectedPage.sources) {
            compare("count of \(total.rank)", total.memberCount == expected.memberCount)
            compare("time of \(total.rank)", total.counted == expected.counted)
            compare("sum of \(total.rank)", isNear(total.contribution, expected.contribution))
        }
        return found
    }

    private func isNear(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= 1e-9 * max(abs(one), abs(other), 1e-9)
    }

    @Test("differ where a figure is wrong and fresh, so they come from the tables")
    func fromTables() throws {
        var world = try FigureWorld(store, type: 0, seed: 4)
        try world.fill()
        try world.refresh()
        let times = try store.session.execute("select min(start_time), max(end_time) from health.sample")[0]
        let from = Instant(microseconds: try times.timestamptz(0))
        let to = Instant(microseconds: try times.timestamptz(1))
        let request = try request(world.maker, from, to, limit: 10, after: nil)
        let before = try answer(world.maker, .stored, request)
        _ = try store.session.execute("update health.hour set sum = sum + 1")
        _ = try store.session.execute("update health.day set sum = sum + 1")
        let after = try answer(world.maker, .stored, request)
        #expect(after.explanation.parts.map { "\($0)" } == before.explanation.parts.map { "\($0)" })
        #expect(after.bucket.statistics?.sum != before.bucket.statistics?.sum)
    }
}
