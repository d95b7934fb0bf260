import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

/// Tests the functions of SQL that compute trends, unusual days and correlations, on figures of
/// days with known answers, against `TrendReference`.
@Suite struct TrendFunctionTests {
    private static let first = 16_801
    private static let weekend = [1, 1.05, 0.95, 1, 1.1, 2.0, 0.6]

    /// Days without a change, by the kind of their noise.
    private static let stationary:
        [(
            name: String, areSums: Bool, figure: @Sendable (Int, inout SeededGenerator) -> Double
        )] = [
            ("normal", false, { 60 + 3 * $1.normal() }),
            ("whole numbers", false, { (60 + 2 * $1.normal()).rounded() }),
            ("weekdays", false, { 60 + 8 * weekend[$0 % 7] + 2 * $1.normal() }),
            ("skewed sums", true, { 8_000 * exp(0.5 * $1.normal()) }),
            ("sums by weekday", true, { 8_000 * weekend[$0 % 7] * exp(0.4 * $1.normal()) }),
            ("symmetric sums by weekday", true, { 6_000 * weekend[$0 % 7] + 900 * $1.normal() }),
            ("exponential sums", true, { _, generator in -500 * log(Double.random(in: 1e-9..<1, using: &generator)) }),
            // Workouts change the average of a day.
            (
                "two kinds of days", false,
                { _, generator in 60 + 2 * generator.normal() + (generator.chance(18) ? 25 : 0) }
            ),
        ]

    private static func noise(
        _ kind: Int, days: Int, measured percent: Int, _ generator: inout SeededGenerator
    ) -> TrendReference {
        var reference = TrendReference([:], areSums: stationary[kind].areSums)
        for day in first..<first + days where generator.chance(percent) {
            reference.figures[day] = stationary[kind].figure(day, &generator)
        }
        return reference
    }

    // MARK: Unusual days

    private struct Compared {
        var day: Int
        var range: [Double]
        var isUnusual: Bool
    }

    private static func compared(_ reference: TrendReference, from first: Int, _ session: Session) throws -> [Compared]
    {
        let days = reference.figures.keys.sorted()
        return try session.all(
            """
            select date - date '1970-01-01', usual, lower, upper, is_unusual
            from health_code.unusual_figures(
                $1::text[]::date[], $2::text[]::double precision[], $3, date '1970-01-01' + $4::integer)
            """, days.map { CivilDate(daysSinceEpoch: $0).iso8601 }, days.map { "\(reference.figures[$0] ?? .nan)" },
            reference.areSums ? "sum" : "average", Int32(first),
            as: { Compared(day: Int($0 as Int32), range: [$1, $2, $3], isUnusual: $4) })
    }

    @Test("days are compared as the reference compares them, also with gaps and days without a figure")
    func comparisons() async throws {
        try await TestStore.with { store in
            for (seed, percent) in [100, 10, 70, 60].prefix(Rounds.count(4, short: 3)).enumerated() {
                for kind in Self.stationary.indices {
                    var generator = SeededGenerator(UInt64(100 * seed + kind))
                    var reference = Self.noise(kind, days: 400, measured: percent, &generator)
                    for day in Self.first + 150..<Self.first + 200 { reference.figures[day] = nil }
                    reference.figures[Self.first + 300] = 0
                    let from = Self.first + 120
                    let found = try Self.compared(reference, from: from, store.session)
                    let expected = reference.compared(from..<Self.first + 400)
                    #expect(found.map(\.day) == expected.map(\.day), "\(Self.stationary[kind].name) \(percent)")
                    #expect(found.isEmpty == (percent == 10))
                    for (found, right) in zip(found, expected) {
                        let range = right.expected
                        for (value, right) in zip(found.range, [range.usual, range.lower, range.upper]) {
                            #expect(
                                abs(value - right) <= 1e-9 * abs(right), "\(Self.stationary[kind].name) \(found.day)")
                        }
                    }
                    #expect(
                        found.map(\.isUnusual) == expected.map(\.isUnusual), "\(Self.stationary[kind].name) \(percent)")
                }
            }
        }
    }

    @Test("at most one day a month is unusual without a cause", arguments: [100, 80])
    func falseAlarms(measured: Int) async throws {
        try await TestStore.with { store in
            for (kind, noise) in Self.stationary.enumerated() {
                var generator = SeededGenerator(UInt64(kind + measured))
                let reference = Self.noise(kind, days: 3_000, measured: measured, &generator)
                let found = try Self.compared(reference, from: Self.first, store.session)
                #expect(found.count > 2_000 * measured / 100)
                let alarms = found.count { $0.isUnusual }
                #expect(alarms * 30 <= found.count, "\(noise.name): \(alarms) of \(found.count)")
            }
        }
    }

    /// An unusual day differs by 6 to 8 standard deviations of the noise.
    @Test("at least 95 % of seeded unusual days are found, at any weekday and in both directions")
    func seeded() async throws {
        let changes: [(areSums: Bool, change: (Int, Double, Double) -> Double)] = [
            (false, { _, figure, size in figure + 3 * size }), (false, { _, figure, size in figure + 2 * size }),
            (false, { _, figure, size in figure + 2 * size }), (true, { _, figure, size in figure * exp(0.5 * size) }),
            (true, { _, figure, size in figure * exp(0.4 * size) }),
            (true, { day, figure, _ in figure * (day % 2 == 0 ? 5 : 0.1) }),
        ]
        try await TestStore.with { store in
            for (kind, seed) in changes.enumerated() {
                var generator = SeededGenerator(UInt64(500 + kind))
                var reference = Self.noise(kind, days: 3_000, measured: 100, &generator)
                let days = stride(from: Self.first + 200, to: Self.first + 2_990, by: 23).map {
                    $0 + generator.below(9)
                }
                for day in days {
                    let size = Double.random(in: 6...8, using: &generator) * (generator.chance(50) ? 1 : -1)
                    reference.figures[day] = seed.change(day, usual(kind, day), size)
                }
                let found = Set(
                    try Self.compared(reference, from: Self.first, store.session).filter(\.isUnusual).map(\.day))
                let missed = Set(days).subtracting(found)
                #expect(
                    missed.count * 20 <= days.count, "\(Self.stationary[kind].name): \(missed.count) of \(days.count)")
            }
        }
    }

    private func usual(_ kind: Int, _ day: Int) -> Double {
        [60, 60, 60 + 8 * Self.weekend[day % 7], 8_000, 8_000 * Self.weekend[day % 7], 6_000 * Self.weekend[day % 7]][
            kind]
    }

    @Test("figures that are huge or tiny are no error, and those that are always the same have no range")
    func extremes() async throws {
        try await TestStore.with { store in
            for figure in [1e300, 1e-300, 5] {
                var generator = SeededGenerator(7)
                var reference = TrendReference([:], areSums: true)
                for day in Self.first..<Self.first + 200 {
                    reference.figures[day] = figure
                    if figure != 5, generator.chance(50) { reference.figures[day] = 1 / figure }
                }
                let found = try Self.compared(reference, from: Self.first, store.session)
                #expect(found.isEmpty == (figure == 5))
            }
        }
    }

    // MARK: Trends

    @Test("stationary days are steady, and a change of three standard deviations has a direction and its day")
    func directions() async throws {
        try await TestStore.with { store in
            var changed = 0
            let rounds = Rounds.count(40, short: 10)
            for seed in 0..<rounds {
                for kind in 0..<4 {
                    var generator = SeededGenerator(UInt64(1_000 + 10 * seed + kind))
                    var reference = Self.noise(kind, days: 130, measured: 80, &generator)
                    let end = Self.first + 130
                    let steady = try Self.change(reference, before: end, store.session)
                    #expect(steady == reference.change(before: end))
                    if steady?.direction != "steady" { changed += 1 }
                    let start = end - 60 + generator.below(30)
                    for day in start..<end {
                        reference.figures[day]? += kind == 3 ? 40_000 : [9, 6, 20][kind]
                    }
                    let rising = try #require(try Self.change(reference, before: end, store.session))
                    #expect(rising == reference.change(before: end))
                    #expect(rising.direction == "rising" && abs((rising.since ?? 0) - start) <= 3, "\(kind) \(seed)")
                }
            }
            // The confidence interval has 99 %.
            #expect(changed <= 1 + rounds * 4 / 40, "\(changed)")
        }
    }

    private static func change(
        _ reference: TrendReference, before end: Int, _ session: Session
    ) throws -> TrendReference.Change? {
        let days = reference.figures.keys.sorted()
        return try session.first(
            """
            select direction, since - date '1970-01-01', slope, slope_lower, slope_upper
            from health_code.trend_of_figures(
                $1::text[]::date[], $2::text[]::double precision[], date '1970-01-01' + $3::integer)
            where direction is not null
            """, days.map { CivilDate(daysSinceEpoch: $0).iso8601 }, days.map { "\(reference.figures[$0] ?? .nan)" },
            Int32(end),
            as: {
                TrendReference.Change(direction: $0, since: ($1 as Int32?).map { Int($0) }, slope: [$2, $3, $4])
            })
    }
}
