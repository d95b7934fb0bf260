import HealthCore
import TestSupport
import Testing

@Suite("The pieces of which buckets are put together")
struct FigurePlanTests {
    private static let hour: Int64 = 3_600_000_000
    private static let day: Int64 = 24 * hour
    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
        "Pacific/Apia", "Pacific/Chatham", "America/St_Johns",
    ]

    enum Kind {
        case day, hour, samples
    }

    /// Returns the pieces in order of time. A piece of samples is split at each bucket and region.
    private func pieces(_ figures: FigurePlan, _ days: [Range<Int64>]) -> [(kind: Kind, range: Range<Int64>)] {
        var pieces: [(kind: Kind, range: Range<Int64>)] = figures.days.map { (.day, days[$0]) }
        for run in figures.hourRuns {
            for start in stride(from: run.lowerBound, to: run.upperBound, by: Int(Self.hour)) {
                pieces.append((.hour, start..<start + Self.hour))
            }
        }
        for region in figures.regions {
            for (start, end) in zip(region.edges, region.edges.dropFirst()) {
                pieces.append((.samples, start.microseconds..<end.microseconds))
            }
        }
        return pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private struct Question {
        var plan: BucketPlan
        var range: SampleRange
        var stale: [Range<Int64>]
        var reach: Int64
        /// The stored days: those on the clock of a zone, without some that have no samples. Nil if
        /// they are not read.
        var days: [Range<Int64>]?

        init(seed: UInt64) throws {
            var random = SeededGenerator(seed)
            let (hour, day, zones) = (FigurePlanTests.hour, FigurePlanTests.day, FigurePlanTests.zones)
            let zone = try #require(Zone(identifier: zones.randomElement(using: &random) ?? "UTC"))
            let around =
                [1_711_846_800, 1_729_987_200, 1_325_239_200, 1_600_000_000].randomElement(using: &random) ?? 0
            func time(_ days: Int) -> Int64 {
                let minute = Int64.random(in: 0..<1_440, using: &random)
                let place = Int64(around) * 1_000_000 + Int64(days) * day
                switch Int.random(in: 0..<4, using: &random) {
                case 0: return place + Int64.random(in: 0..<day, using: &random)
                case 1: return place + minute * 60_000_000
                default: return place - place % hour + minute / 60 * hour
                }
            }
            let from = time(Int.random(in: -40 ... -1, using: &random))
            let to = time(Int.random(in: 1...40, using: &random))
            range = SampleRange(
                from: Instant(microseconds: from), to: Instant(microseconds: to),
                strictStart: Int.random(in: 0..<4, using: &random) == 0,
                strictEnd: Int.random(in: 0..<4, using: &random) == 0)
            let unit = BucketInterval.Unit.allCases.randomElement(using: &random) ?? .day
            let interval = try #require(
                BucketInterval(unit, count: unit == .minute ? 45 : Int.random(in: 1...3, using: &random)))
            let times: [Int64] = [0, 0, 0, 7 * 60_000_000, 6 * hour, 90 * 60_000_000]
            let anchor = LocalDateTime(
                date: CivilDate(daysSinceEpoch: 19_000 + Int.random(in: 0..<40, using: &random)),
                microsecondOfDay: times.randomElement(using: &random) ?? 0)
            plan = try BucketPlan(
                grid: BucketGrid(anchor: anchor, interval: interval, clock: WallClock(zone)), from: range.from,
                to: range.to)
            stale = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                let start = time(Int.random(in: -45...45, using: &random))
                let hourStart = start - start % hour
                return hourStart..<hourStart + hour * Int64.random(in: 1...60, using: &random)
            }
            reach = [0, 60_000_000, 5 * hour, 3 * day].randomElement(using: &random) ?? 0
            guard Int.random(in: 0..<4, using: &random) > 0, FigurePlan.dayWindow(plan, range) != nil else { return }
            let own = WallClock(try #require(Zone(identifier: zones.randomElement(using: &random) ?? "UTC")))
            let grid = BucketGrid(
                anchor: BucketGrid.defaultAnchor(for: try #require(BucketInterval(.day))),
                interval: try #require(BucketInterval(.day)), clock: own)
            let whole = try BucketPlan(
                grid: grid, from: Instant(microseconds: from - 2 * day), to: Instant(microseconds: to + 2 * day))
            days = zip(whole.edges, whole.edges.dropFirst()).map { $0.microseconds..<$1.microseconds }
                .filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
        }
    }

    @Test("cover each instant of the range that may have samples once, and none reaches over an edge")
    func partition() throws {
        var found: [Kind: Int] = [:]
        var gaps = 0
        for seed in 0..<UInt64(Rounds.count(1_500, short: 300)) {
            let question = try Question(seed: seed)
            let figures = FigurePlan(
                plan: question.plan, range: question.range, days: question.days, stale: question.stale,
                reach: question.reach)
            let margin = question.range.isStrict ? max(question.reach, 600_000_000) : 0
            let known = question.stale + (question.days ?? [figures.window])
            var edges = question.plan.edges.map(\.microseconds)[...]
            var time = figures.window.lowerBound
            for piece in pieces(figures, question.days ?? []) + [(.samples, figures.window.upperBound..<Int64.max)] {
                #expect(piece.range.lowerBound >= time, "\(seed)")
                // What is between the pieces is in no day and not stale.
                let gap = time..<max(time, piece.range.lowerBound)
                #expect(gap.isEmpty || !known.contains { $0.overlaps(gap) }, "\(seed)")
                gaps += gap.isEmpty ? 0 : 1
                time = piece.range.upperBound
                guard time < .max else { break }
                found[piece.kind, default: 0] += 1
                edges = edges.drop { $0 <= piece.range.lowerBound }
                #expect(edges.first.map { $0 >= piece.range.upperBound } ?? true, "\(seed)")
            }
            guard !question.range.isStrict else { continue }
            #expect(figures.window.lowerBound == question.range.from.microseconds + margin, "\(seed)")
            #expect(figures.window.upperBound == question.range.to.microseconds, "\(seed)")
        }
        #expect(found.values.allSatisfy { $0 > Rounds.count(1_000, short: 200) } && found.count == 3 && gaps > 100)
    }

    @Test("are stored figures only where these are fresh and have every sample that was selected")
    func storedWhereAllowed() throws {
        for seed in 5_000..<5_000 + UInt64(Rounds.count(1_500, short: 300)) {
            let question = try Question(seed: seed)
            let figures = FigurePlan(
                plan: question.plan, range: question.range, days: question.days, stale: question.stale,
                reach: question.reach)
            let margin = question.range.isStrict ? max(question.reach, 600_000_000) : 0
            let first = question.range.from.microseconds + margin
            let last = question.range.to.microseconds - margin
            for (kind, range) in pieces(figures, question.days ?? []) where kind != .samples {
                #expect(!question.stale.contains { $0.overlaps(range) }, "\(seed)")
                #expect(first <= range.lowerBound && range.upperBound <= last, "\(seed)")
                if kind == .hour { #expect(range.lowerBound % Self.hour == 0, "\(seed)") }
            }
        }
    }

    @Test("are not worth it where most is read anyway: short ranges, odd buckets, long samples before each region")
    func worth() throws {
        let start = Int64(1_700_000_000_000_000) / Self.day * Self.day
        func figures(_ length: Int64, every step: Int64, offset: Int64 = 0, stale: [Range<Int64>] = []) throws
            -> FigurePlan
        {
            let edges = stride(from: start + offset, through: start + offset + length, by: Int(step))
            let plan = try BucketPlan(edges: edges.map(Instant.init(microseconds:)))
            return FigurePlan(
                plan: plan, range: SampleRange(from: plan.edges[0], to: plan.edges[plan.edges.count - 1]),
                days: nil, stale: stale, reach: 0)
        }
        #expect(try !figures(5 * Self.hour, every: Self.hour).isWorthwhile(lookAround: 0))
        #expect(try figures(6 * Self.hour, every: Self.hour).isWorthwhile(lookAround: 0))
        #expect(try !figures(9 * Self.day, every: Self.hour, offset: Self.hour / 2).isWorthwhile(lookAround: 0))
        let year = try figures(365 * Self.day, every: Self.day, offset: Self.hour / 2)
        #expect(year.regions.count == 366 && year.isWorthwhile(lookAround: 10 * 60_000_000))
        #expect(!year.isWorthwhile(lookAround: 3 * Self.day))
        #expect(try !figures(8_001 * Self.day, every: Self.day, offset: Self.hour / 2).isWorthwhile(lookAround: 0))
        let stale = try figures(30 * Self.day, every: Self.day, stale: [start..<start + Self.hour])
        #expect(stale.regions.count == 1 && stale.isWorthwhile(lookAround: 3 * Self.day))
    }
}
