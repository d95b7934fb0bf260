import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ElementKeyTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static func day(_ energy: Int, _ attributes: String = "") -> String {
        #"{"name": "ActivitySummary", "attributes": {"dateComponents": "2024-05-01", "activeEnergyBurned": "\#(energy)"\#(attributes)}}"#
    }

    private static let uuid = UUID()

    private func time(_ day: Int) -> Instant { Instant(seconds: SampleMaker.zero + Int64(day) * 86_400) }

    /// Imports the values that one export has for the day, one after the other.
    @discardableResult
    private func importing(
        _ store: TestStore, _ energies: Int..., exportedAt: Instant?
    ) throws -> ImportWriter.Report {
        try store.importing { maker in
            for energy in energies {
                maker.addElement(
                    "ActivitySummary", ElementKeyTests.uuid, key: "2024-05-01", exportedAt: exportedAt,
                    json: ElementKeyTests.day(energy))
            }
        }
    }

    private func energies(_ store: TestStore) throws -> [String] {
        try store.texts(
            "select active_energy_burned::text from health.activity_summary where person_id = $1 order by key",
            [.int32(store.person.id)])
    }

    @Test("of several exports the newest says what a day was, whichever is imported first, and in one export the last")
    func newestWins() throws {
        var feed = FeedReplica()
        var report = try importing(store, 100, 200, exportedAt: time(2))
        #expect(report.received == 2 && report.stored == 1 && report.alreadyKnown == 1)
        #expect(try energies(store) == ["200"])
        try feed.readToEnd(store)

        report = try importing(store, 300, exportedAt: time(1))
        #expect(report.stored == 0 && report.alreadyKnown == 1)
        report = try importing(store, 300, exportedAt: nil)
        #expect(report.stored == 0)
        #expect(try energies(store) == ["200"])

        report = try importing(store, 300, 400, exportedAt: time(3))
        #expect(report.stored == 1 && report.alreadyKnown == 1)
        #expect(try energies(store) == ["400"])
        try feed.readToEnd(store)
        #expect(try feed.differences(from: store) == [])
        #expect(try store.count("export_element") == 1)
    }

    @Test("a newer export that says the same takes no place in the feed, but counts as said then")
    func unchanged() throws {
        try importing(store, 100, exportedAt: time(1))
        let before = (try store.changePositions(), try store.lastPosition())
        #expect(try importing(store, 100, exportedAt: time(5)).stored == 0)
        #expect((try store.changePositions(), try store.lastPosition()) == before)
        // A value that was exported between the two exports is old.
        #expect(try importing(store, 200, exportedAt: time(3)).stored == 0)
        #expect(try energies(store) == ["100"])
    }

    @Test("keys of other persons, names and days, and what has none, stand beside each other")
    func apart() throws {
        func fill(_ store: TestStore) throws {
            try store.importing { maker in
                maker.addElement("ActivitySummary", UUID(), key: "2024-05-01", json: ElementKeyTests.day(1))
                maker.addElement("ActivitySummary", UUID(), key: "2024-05-02", json: ElementKeyTests.day(2))
                maker.addElement("Me", UUID(), key: "", json: #"{"name": "Me"}"#)
                maker.addElement("Other", UUID(), json: "{}")
                maker.addElement("Other", UUID(), json: "{}")
            }
        }
        try fill(store)
        try fill(store.of(try PersonStore.create(name: "Bea", store.session)))
        #expect(try store.count("export_element") == 5)
        try fill(store)
        #expect(try store.count("export_element") == 7)
    }

    @Test("what an app sends replaces what exports said before, and later exports replace it")
    func writer() throws {
        try importing(store, 100, exportedAt: time(1))
        let date = try #require(CivilDate(year: 2024, month: 5, day: 1))
        let writer = ActivitySummaryWriter(person: store.person, session: store.session)
        var feed = FeedReplica()
        let sent = ActivitySummary(date: date, values: [.activeEnergyBurned: 150.5, .appleStandHours: 9])
        try writer.write(sent)
        let position = try store.lastPosition()
        try writer.write(sent)
        #expect(try store.lastPosition() == position)
        let request = try ActivitySummaryRequest(from: "2024-05-01", to: "2024-05-02")
        let reader = ActivitySummaryReader(person: store.person, session: store.session)
        #expect(try reader.summaries(request) == [sent])
        #expect(try importing(store, 100, exportedAt: time(2)).stored == 0)
        #expect(try reader.summaries(request) == [sent])
        try feed.readToEnd(store)
        #expect(try feed.differences(from: store) == [])
        let soon = Instant(seconds: Int64(Date().timeIntervalSince1970) + 1_000)
        #expect(try importing(store, 300, exportedAt: soon).stored == 1)
        #expect(try reader.summaries(request).first?.values == [.activeEnergyBurned: 300])
        // The value that the app sends replaces the imported value, even if the export's time
        // is in the future.
        try writer.write(sent)
        #expect(try reader.summaries(request) == [sent])
        #expect(try reader.summaries(ActivitySummaryRequest(from: "2024-04-01", to: "2024-05-01")) == [])
        #expect(try reader.summaries(ActivitySummaryRequest(from: "2024-05-02", to: "2025-05-01")) == [])
    }

    @Test("a workout that an older import stored gets its route, and nothing comes twice")
    func olderStore() throws {
        let (workout, route) = (UUID(), UUID())
        let old = #"{"children": [{"name": "WorkoutRoute", "attributes": {}}]}"#
        try store.importing { try $0.add(workout, .workout(), parts: old) }
        var feed = FeedReplica()
        try feed.readToEnd(store)
        func again() throws -> ImportWriter.Report {
            try store.importing { maker in
                let ordinal = try maker.add(workout, .workout())
                try maker.add(
                    route, .other(type: "workoutRoute"), parts: #"{"locations": [{"latitude": 1}]}"#, in: ordinal)
            }
        }
        let report = try again()
        #expect(report.stored == 1 && report.alreadyKnown == 1)
        #expect(try store.samples("workout").count == 1)
        #expect(try store.contained(in: workout) == [route])
        #expect(try again().alreadyKnown == 2)
        #expect(try store.count("sample") == 2)
        try feed.readToEnd(store)
        #expect(try feed.differences(from: store) == [])
    }

    @Test("clinical records that were received together are recognised by their identifiers")
    func clinicalRecords() throws {
        func record(_ identifier: String) -> String { #"{"identifier": "\#(identifier)"}"# }
        let live = UUID()
        try store.post { try $0.add(live, .other(type: "labResultRecord"), parts: record("b")) }
        let report = try store.importing { maker in
            for identifier in ["a", "b", "c"] {
                try maker.add(UUID(), .other(type: "labResultRecord"), parts: record(identifier))
            }
        }
        #expect(report.stored == 2 && report.recognised == 1)
        let identifiers = try store.texts("select identifier from health.clinical_record order by 1")
        #expect(identifiers == ["a", "b", "c"])
        try store.post { try $0.add(UUID(), .other(type: "labResultRecord"), parts: record("c")) }
        #expect(try store.texts("select identifier from health.clinical_record order by 1") == identifiers)
    }
}
