import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// The engine of the program makes the rows of `health.day`. The view computes stale days in SQL.
@Suite("Days of category types")
struct CategoryDayTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private struct World {
        let store: TestStore
        let type: String
        var random: SeededGenerator
        var uuids: [UUID] = []

        private mutating func add(to maker: inout SampleMaker) throws {
            let uuid = random.uuid()
            uuids.append(uuid)
            let minutes = Double(random.below(6 * 24 * 60))
            let aggregate = SourceRevision(name: "Sums", bundleIdentifier: SourceClass.aggregatePrefix + "A:minute")
            let source = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale, aggregate][random.below(4)]
            let value: SampleMaker.Made =
                random.chance(5)
                ? .category(nil, sent: "HKCategoryValueSeverityNew", type: type)
                : .category(Int32(random.below(4)), type: type)
            try maker.add(
                uuid, value, at: (minutes * 60).rounded(),
                lasting: random.chance(30) ? 0 : Double(random.below(400)) * 60,
                from: source)
        }

        mutating func change(adding count: Int, deleting deleted: Int = 0) throws {
            var maker = SampleMaker()
            for _ in 0..<count { try add(to: &maker) }
            for _ in 0..<deleted { try maker.delete(uuids.remove(at: random.below(uuids.count))) }
            try store.post { $0 = maker }
        }

        func refresh() throws {
            try store.refreshFigures(of: type)
            #expect(try store.count("mark") == 0)
        }

        func view() throws -> [String] {
            try store.texts(
                """
                select concat_ws(' ', type, date, value, value_name, count, duration, day_count, day_duration, sources)
                from health.daily_category order by date, value
                """)
        }
    }

    @Test("in the view are equal when SQL computes them from samples and when the program did", arguments: 0..<6)
    func view(_ seed: Int) throws {
        var world = World(store: store, type: "headache", random: SeededGenerator(UInt64(seed)))
        try world.change(adding: 60)
        for _ in 0..<Rounds.count(10, short: 4) {
            let computed = try world.view()
            #expect(computed.count > 10)
            try world.refresh()
            #expect(try world.view() == computed, "seed \(seed)")
            let report = try FigureVerifier(session: store.session).verify(.percent(100))
            #expect(report.days > 0 && report.differences.map(\.figure) == [])
            try world.change(adding: 2, deleting: 2)
        }
    }

    @Test("a stored figure of a value that differs from the samples is found")
    func verified() throws {
        var world = World(store: store, type: "headache", random: SeededGenerator(7))
        try world.change(adding: 40)
        try world.refresh()
        try store.session.executeScript("update health.day set value_durations[1] = value_durations[1] + 1")
        let report = try FigureVerifier(session: store.session).verify(.percent(100))
        #expect(Set(report.differences.map { "\($0.span.rawValue) \($0.figure)" }) == ["day value_durations"])
    }
}
