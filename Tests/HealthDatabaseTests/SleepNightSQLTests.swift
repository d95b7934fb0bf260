import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

/// Tests the view of nights. `SleepRangeTests` compares it with the API after random changes.
@Suite struct SleepNightSQLTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func night(_ maker: inout SampleMaker, _ uuid: UUID = UUID(), at hours: Double) throws {
        try maker.add(uuid, .category(3), at: hours * 3_600, lasting: 7 * 3_600)
    }

    /// Returns the date of each night of the view, and whether the night is fresh.
    private func freshness(_ store: TestStore) throws -> [String] {
        try store.texts("select date || ' ' || is_fresh from health.sleep_night order by date")
    }

    @Test("the view lists the nights with records, on the person's own clock once it is known")
    func view() throws {
        try store.post { maker in
            for number in 0..<6 { try night(&maker, at: Double(number * 26)) }
        }
        #expect(try freshness(store) == [])
        var question = NightQuestion(from: "2024-04-20", to: "2024-05-25")
        let ofUTC = try question.recorded(store)
        #expect(ofUTC.count == 6)
        #expect(try NightQuestion.ofView(store) == ofUTC)
        _ = try TimeZoneWriter(person: store.person, session: store.session).setManual([
            .init(
                start: .earliest, end: nil, zone: try #require(Zone(identifier: "Asia/Tokyo")))
        ])
        #expect(try freshness(store).allSatisfy { $0.hasSuffix(" false") })
        question.timeZone = "Asia/Tokyo"
        let ofTokyo = try question.recorded(store)
        #expect(ofTokyo != ofUTC)
        #expect(try NightQuestion.ofView(store) == ofTokyo)
        #expect(try freshness(store).allSatisfy { $0.hasSuffix(" true") })
    }

    @Test("a night is stale from a change near it until it is computed again, and a deleted night has no row")
    func stale() throws {
        let first = UUID()
        // Samples are counted from 10:00 on 1 May. The nights begin at midnight.
        try store.post { maker in
            try night(&maker, first, at: 14)
            try night(&maker, at: 14 + 19 * 24)
        }
        try store.refreshFigures(of: "sleepAnalysis")
        #expect(try freshness(store) == ["2024-05-02 true", "2024-05-21 true"])
        try store.post { maker in try night(&maker, at: 14 + 2 * 24) }
        #expect(try freshness(store) == ["2024-05-02 false", "2024-05-21 true"])
        try store.refreshFigures(of: "sleepAnalysis")
        #expect(try freshness(store) == ["2024-05-02 true", "2024-05-04 true", "2024-05-21 true"])
        try store.delete(first)
        #expect(try freshness(store) == ["2024-05-02 false", "2024-05-04 false", "2024-05-21 true"])
        try store.refreshFigures(of: "sleepAnalysis")
        #expect(try freshness(store) == ["2024-05-04 true", "2024-05-21 true"])
    }

    @Test("a stored night that differs from its samples is found, and rebuilt")
    func verified() throws {
        try store.post { maker in
            for number in 0..<40 { try night(&maker, at: Double(14 + number * 24)) }
        }
        try store.refreshFigures(of: "sleepAnalysis")
        let type = try store.sampleTypeID("sleepAnalysis")
        func found(_ share: FigureVerifier.Share) throws -> Set<String> {
            let report = try FigureVerifier(session: store.session).verify(share)
            #expect(report.types == 1 && report.hours == 0 && report.nights > 0)
            return Set(report.differences.map { "\($0.span.rawValue) \($0.figure)" })
        }
        #expect(try found(.percent(100)).isEmpty)
        try store.session.executeScript(
            """
            update health.night set deep = 1 where date = '2024-05-10';
            update health.night set date = '2024-08-20', start_time = '2024-08-19 18:00Z', end_time = '2024-08-20 18:00Z'
            where date = '2024-05-12'
            """)
        #expect(try found(.percent(100)) == ["night night", "night missing", "night surplus"])
        #expect(try found(.some).isSubset(of: ["night night", "night missing", "night surplus"]))
        try FigureRefresher.drop(person: store.person, sampleTypeID: type, store.session)
        try store.refreshFigures(of: "sleepAnalysis")
        #expect(try found(.percent(100)).isEmpty)
        #expect(try freshness(store).count == 40)
    }

    @Test("nights that an app sends as wholes are rebuilt, and follow the order of their sources")
    func aggregates() throws {
        try store.post { maker in
            for app in 0..<2 {
                try maker.add(
                    UUID(), .other(type: AggregateNight.typeIdentifier), at: 14 * 3_600, lasting: 8 * 3_600,
                    from: SourceRevision(name: "App \(app)", bundleIdentifier: "health-auto-export:\(app):nights"),
                    parts: #"{"night": {"asleep": \#(20_000 + app)}}"#)
            }
        }
        let (person, session) = (store.person, store.session)
        let type = try store.sampleTypeID("sleepAnalysis")
        func asleep() throws -> [Double] {
            try store.refreshFigures(of: "sleepAnalysis")
            return try session.execute("select asleep from health.sleep_night").map { try $0.double(0) }
        }
        let first = try asleep()
        #expect(first.count == 1)
        #expect(
            try MarkBacklog.entries(of: person, isMarked: false, session)
                == [.init(person: person, sampleTypeID: type)])
        let reader = SourceReader(person: person, session: session)
        try reader.setOrder(reader.order(sampleTypeID: type).map(\.source.id).reversed(), sampleTypeID: type)
        let second = try asleep()
        #expect(second.count == 1 && second != first)
    }
}
