import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

/// Tests the minimum and maximum of aggregates in the store.
@Suite struct AggregateExtremeTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let automation = SourceClass.aggregatePrefix + "A:"
    private static let source = SourceRevision(name: "Health Auto Export", bundleIdentifier: automation + "minute")

    private struct Point {
        var minute: Int
        var average: Double?
        var minimum: Double?
        var maximum: Double?
    }

    /// Returns heart rates of minutes after `SampleMaker.zero`, in count/min.
    private func statement(_ points: [Point]) throws -> AutomationRequest {
        var maker = SampleMaker()
        for point in points {
            let value = try #require(point.average ?? point.minimum ?? point.maximum)
            let ordinal = try maker.add(
                UUID(), .quantity(value, unit: "count/min", type: "heartRate"), at: Double(point.minute * 60),
                from: Self.source)
            maker.extremes[ordinal] = SampleExtremes(
                minimum: point.minimum.map { $0 / 60 }, maximum: point.maximum.map { $0 / 60 },
                hasAverage: point.average != nil)
        }
        return maker.request(of: Self.automation)
    }

    private func write(_ store: TestStore, _ points: [Point]) throws -> AutomationReceipt {
        try store.write(try statement(points))
    }

    /// Returns each stored extreme as `minute ordinal value`, in beats per minute.
    private func extremes(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', extract(epoch from start_time - timestamptz '2024-05-01 10:00Z')::integer / 60, ordinal,
                round((quantity * 60)::numeric, 6)::double precision)
            from health.aggregate_extreme order by start_time, ordinal desc
            """)
    }

    private func statistics(_ store: TestStore) throws -> Statistics? {
        let type = try #require(Catalogue.sampleType(named: "heartRate"))
        let range = SampleRange(
            from: Instant(seconds: SampleMaker.zero), to: Instant(seconds: SampleMaker.zero + 3_600))
        return try StatisticsReader(person: store.person, session: store.session).collection(
            type, style: try #require(type.aggregationStyle), plan: try BucketPlan(range), range: range,
            separateBySource: false
        ).buckets.first?.statistics
    }

    @Test("extremes come, change and go with their sample, and what comes again is unchanged")
    func life() throws {
        let points = Self.points
        #expect(try write(store, points).samples.values.allSatisfy { $0 == .inserted })
        let stored = ["0 -1 60", "0 -2 90", "2 -2 55", "2 -3 50", "3 -4 120"]
        #expect(try extremes(store) == stored)
        #expect(try write(store, points).samples.values.allSatisfy { $0 == .unchanged })
        let statistics = try #require(try statistics(store))
        #expect(statistics.count == 4 && statistics.durationMicroseconds == 240_000_000)
        #expect(abs((statistics.average ?? 0) * 60 - 70.5) < 1e-9)
        #expect(statistics.minimum.map { ($0 * 60).rounded() } == 50)
        #expect(statistics.maximum.map { ($0 * 60).rounded() } == 120)
        #expect(statistics.mostRecent?.end == Instant(seconds: SampleMaker.zero + 120))

        var changed = points
        changed[0].minimum = 61
        changed[1].maximum = 80
        changed[2].average = 52
        let receipt = try write(store, changed)
        #expect(receipt.samples == [0: .updated, 1: .updated, 2: .updated, 3: .unchanged])
        #expect(try extremes(store) == ["0 -1 61", "0 -2 90", "1 -2 80", "2 -1 50", "2 -2 55", "3 -4 120"])
        #expect(try store.count("mark") > 0)
        try expectNoComplaints(store.session)
        #expect(try write(store, [changed[0], changed[3]]).removed == [0: 2])
        #expect(try extremes(store) == ["0 -1 61", "0 -2 90", "3 -4 120"])
        let uuids = try store.session.execute("select uuid from health.sample").map { try $0.uuid(0) }
        for uuid in uuids { try store.delete(uuid) }
        #expect(try extremes(store) == [])
    }

    private static let exportSource = SourceRevision(name: "Phone", bundleIdentifier: SourceClass.exportAggregates)

    /// Imports points as an export has them. A point has the same uuid each time.
    private func importing(
        _ store: TestStore, _ points: [Point], hasExtremes: Bool = true
    ) throws -> ImportWriter.Report {
        try store.importing { maker in
            for point in points {
                let value = try #require(point.average ?? point.minimum ?? point.maximum)
                let ordinal = try maker.add(
                    ImportWriterTests.uuid(UInt8(point.minute)), .quantity(value, unit: "count/min", type: "heartRate"),
                    at: Double(point.minute * 60), from: Self.exportSource,
                    parts: #"{"attributes": {"recordCount": "2"}}"#)
                guard hasExtremes else { continue }
                maker.extremes[ordinal] = SampleExtremes(
                    minimum: point.minimum.map { $0 / 60 }, maximum: point.maximum.map { $0 / 60 },
                    hasAverage: point.average != nil)
            }
        }
    }

    private static let points = [
        Point(minute: 0, average: 70, minimum: 60, maximum: 90), Point(minute: 1, average: 71),
        Point(minute: 2, minimum: 50, maximum: 55), Point(minute: 3, maximum: 120),
    ]

    @Test(
        "an import keeps extremes, as a first import and as a later one; a repeated import changes nothing",
        arguments: [true, false])
    func imports(isFirst: Bool) throws {
        if !isFirst { try store.post { try $0.add(UUID(), .quantity(1)) } }
        let report = try importing(store, Self.points)
        #expect(report.stored == 4 && report.refused == 0)
        #expect(try extremes(store) == ["0 -1 60", "0 -2 90", "2 -2 55", "2 -3 50", "3 -4 120"])
        let statistics = try #require(try statistics(store))
        #expect(statistics.count == 4 && abs((statistics.average ?? 0) * 60 - 70.5) < 1e-9)
        #expect(statistics.minimum.map { ($0 * 60).rounded() } == 50)
        #expect(statistics.maximum.map { ($0 * 60).rounded() } == 120)
        #expect(try store.samples("heartRate").map { $0.quantity == nil } == [false, false, true, true])
        try expectNoComplaints(store.session)
        let whole = try store.everything()
        let again = try importing(store, Self.points)
        #expect(again.stored == 0 && again.alreadyKnown == 4 && again.completed == 0)
        #expect(try store.everything() == whole)
        let copy = store.of(try PersonStore.create(name: "Copy", store.session))
        try restore(try exported(store), into: copy)
        #expect(try copy.withoutPlaces() == store.withoutPlaces())
        for uuid in try store.samples("heartRate").map(\.uuid) { try store.delete(uuid) }
        #expect(try store.count("aggregate_extreme") == 0)
    }

    @Test("an import adds extremes to the records that it knows without them, with new positions and marks")
    func completion() throws {
        let points = Array(Self.points.prefix(2))
        #expect(try importing(store, points, hasExtremes: false).stored == 2)
        let before = try store.lastPosition()
        _ = try store.session.execute("delete from health.mark")
        let report = try importing(store, points)
        #expect(report.stored == 0 && report.alreadyKnown == 2 && report.completed == 1)
        #expect(try extremes(store) == ["0 -1 60", "0 -2 90"])
        #expect(try store.changePositions().filter { $0 > before }.count == 1)
        #expect(try store.count("mark") == 1)
        let whole = try store.everything()
        #expect(try importing(store, points).completed == 0)
        #expect(try importing(store, points, hasExtremes: false).completed == 0)
        #expect(try store.everything() == whole)
        // A client's own sample is not changed.
        let uuid = ImportWriterTests.uuid(0)
        try store.post { maker in
            try maker.add(uuid, .quantity(72, unit: "count/min", type: "heartRate"), from: Self.exportSource)
        }
        #expect(try extremes(store) == [])
        #expect(try importing(store, points).completed == 0)
        #expect(try extremes(store) == [])
    }

    @Test("doctor finds extremes without their sample")
    func doctor() throws {
        _ = try write(store, [Point(minute: 0, average: 70, minimum: 60), Point(minute: 2, maximum: 120)])
        _ = try store.session.execute(
            "update health.aggregate_extreme set start_time = '2001-01-01 00:00Z'")
        #expect(try doctorsComplaints(store.session).count == 1)
    }

    @Test("a sample that is only a minimum and a maximum has no value for people who read samples")
    func reading() throws {
        _ = try write(
            store, [Point(minute: 0, average: 70, minimum: 60, maximum: 90), Point(minute: 2, minimum: 50)])
        let samples = try store.samples("heartRate")
        #expect(samples.map { $0.quantity.map { ($0 * 60).rounded() } } == [70, nil])
        #expect(samples.map(\.count) == [nil, nil] && samples.allSatisfy { $0.sentUnit == "count/min" })
        let rows = try store.texts(
            """
            select concat_ws(' ', coalesce(round(quantity)::text, '-'), round(minimum), round(maximum), unit)
            from health.quantity_sample order by start_time
            """)
        #expect(rows == ["70 60 90 count/min", "- 50 count/min"])
    }
}
