import HealthCore
import TestSupport
import Testing

@Suite("The pieces of which buckets are put together")
struct SlotPlanTests {
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
    private func pieces(_ slots: SlotPlan) -> [(kind: Kind, range: Range<Int64>)] {
        var pieces: [(kind: Kind, range: Range<Int64>)] = []
        for run in slots.dayRuns {
            for place in 0..<Int64(run.count) {
                let start = run.start.microseconds + place * Self.day
                pieces.append((.day, start..<start + Self.day))
            }
        }
        for run in slots.hourRuns {
            for place in 0..<Int64(run.count) {
                let start = run.start.microseconds + place * Self.hour
                pieces.append((.hour, start..<start + Self.hour))
            }
        }
        for region in slots.regions {
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
        var separate: Bool

        init(seed: UInt64) throws {
            var random = SeededGenerator(seed)
            let (hour, day, zones) = (SlotPlanTests.hour, SlotPlanTests.day, SlotPlanTests.zones)
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
            separate = Int.random(in: 0..<3, using: &random) == 0
        }
    }

    @Test("cover what the range leaves of the plan, each instant once, and none reaches over an edge")
    func partition() throws {
        var found: [Kind: Int] = [:]
        for seed in 0..<UInt64(Rounds.count(1_500, short: 300)) {
            let question = try Question(seed: seed)
            let slots = SlotPlan(
                plan: question.plan, range: question.range, stale: question.stale, reach: question.reach,
                usesDays: !question.separate)
            let pieces = pieces(slots)
            var time = slots.window.lowerBound
            for piece in pieces {
                #expect(piece.range.lowerBound == time, "\(seed)")
                time = piece.range.upperBound
                found[piece.kind, default: 0] += 1
            }
            #expect(time == slots.window.upperBound, "\(seed)")
            let starts = Set(pieces.map(\.range.lowerBound))
            #expect(
                question.plan.edges.map(\.microseconds).filter(slots.window.contains).allSatisfy(starts.contains),
                "\(seed)")
            if !question.range.isStrict {
                #expect(slots.window.lowerBound == question.range.from.microseconds, "\(seed)")
                #expect(slots.window.upperBound == question.range.to.microseconds, "\(seed)")
            }
        }
        #expect(found.values.allSatisfy { $0 > Rounds.count(1_000, short: 200) } && found.count == 3)
    }

    @Test("are slots only where slots are, are clean and show every sample that was selected")
    func slotsWhereAllowed() throws {
        for seed in 5_000..<5_000 + UInt64(Rounds.count(1_500, short: 300)) {
            let question = try Question(seed: seed)
            let slots = SlotPlan(
                plan: question.plan, range: question.range, stale: question.stale, reach: question.reach,
                usesDays: !question.separate)
            let margin = question.range.isStrict ? max(question.reach, 600_000_000) : 0
            let first = question.range.from.microseconds + margin
            let last = question.range.to.microseconds - margin
            for (kind, range) in pieces(slots) where kind != .samples {
                #expect(!question.stale.contains { $0.overlaps(range) }, "\(seed)")
                #expect(first <= range.lowerBound && range.upperBound <= last, "\(seed)")
                if kind == .hour { #expect(range.lowerBound % Self.hour == 0, "\(seed)") }
                if kind == .day {
                    #expect(!question.separate && SlotPhase.phase(of: Instant(microseconds: range.lowerBound)) != nil)
                }
            }
            for run in slots.dayRuns { #expect(SlotPhase.phase(of: run.start) == run.phase) }
        }
    }

    @Test("are not worth it where most is read anyway: short ranges, odd buckets, long samples before each region")
    func worth() throws {
        let start = Int64(1_700_000_000_000_000) / Self.day * Self.day
        func slots(_ length: Int64, every step: Int64, offset: Int64 = 0, stale: [Range<Int64>] = []) throws -> SlotPlan
        {
            let edges = stride(from: start + offset, through: start + offset + length, by: Int(step))
            let plan = try BucketPlan(edges: edges.map(Instant.init(microseconds:)))
            return SlotPlan(
                plan: plan, range: SampleRange(from: plan.edges[0], to: plan.edges[plan.edges.count - 1]),
                stale: stale, reach: 0)
        }
        #expect(try !slots(5 * Self.hour, every: Self.hour).isWorthwhile(lookAround: 0))
        #expect(try slots(6 * Self.hour, every: Self.hour).isWorthwhile(lookAround: 0))
        #expect(try !slots(9 * Self.day, every: Self.hour, offset: Self.hour / 2).isWorthwhile(lookAround: 0))
        let year = try slots(365 * Self.day, every: Self.day, offset: Self.hour / 2)
        #expect(year.regions.count == 366 && year.isWorthwhile(lookAround: 10 * 60_000_000))
        #expect(!year.isWorthwhile(lookAround: 3 * Self.day))
        #expect(try !slots(8_001 * Self.day, every: Self.day, offset: Self.hour / 2).isWorthwhile(lookAround: 0))
        let stale = try slots(30 * Self.day, every: Self.day, stale: [start..<start + Self.hour])
        #expect(stale.regions.count == 1 && stale.isWorthwhile(lookAround: 3 * Self.day))
    }
}
