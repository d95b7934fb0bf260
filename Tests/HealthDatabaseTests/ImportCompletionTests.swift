import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite("What a later file has more of known records")
struct ImportCompletionTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let statistics =
        #""workoutStatistics": [{"type": "HKQuantityTypeIdentifierHeartRate", "average": 150}]"#
    private static let moreStatistics =
        #"\#(statistics.dropLast()), {"type": "HKQuantityTypeIdentifierStepCount", "sum": 900}]"#
    private static let pause =
        #""workoutEvents": [{"type": "HKWorkoutEventTypePause", "date": "2024-05-01T08:10:00Z"}]"#
    private static let workout = Workout(activityType: 37, duration: 1800)

    /// Imports a route that names `a.gpx`, with or without the file.
    private func importRoute(_ store: TestStore, withFile: Bool) throws -> ImportWriter.Report {
        var maker = SampleMaker()
        try maker.add(ImportWriterTests.uuid(1), .other(type: "workoutRoute"), parts: #"{"fileReference": "/a.gpx"}"#)
        let first: Sample? = if case .sample(let sample)? = maker.records.first?.item { sample } else { nil }
        var route = try #require(first)
        route.file = "a.gpx"
        var items: [ImportedRecord.Item] = [.sample(route)]
        if withFile { items.append(.file(path: "a.gpx", json: Array(#"{"locations": [{"latitude": 1}]}"#.utf8))) }
        var batch: ImportBatch? = ImportBatch(
            records: items.enumerated().map { ImportedRecord(ordinal: Int64($0.offset), item: $0.element) },
            references: maker.references)
        return try ImportWriter(person: store.person, session: store.session).write {
            defer { batch = nil }
            return batch
        }
    }

    private func importWorkout(
        _ store: TestStore, _ uuid: UUID, _ members: String..., attributes: String = #"{"duration": "30"}"#
    ) throws -> ImportWriter.Report {
        try store.importing { maker in
            try maker.add(
                uuid, .workout(ImportCompletionTests.workout), from: SourceRevision(name: "Watch"),
                parts: #"{"attributes": \#(attributes), \#(members.joined(separator: ","))}"#)
        }
    }

    private func parts(_ store: TestStore) throws -> [String] {
        try store.texts(
            "select parts::text from health.sample_detail where person_id = $1 order by uuid",
            [.int32(store.person.id)])
    }

    private func types(_ list: String, _ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select part ->> 'type' from health.sample_detail, jsonb_array_elements(parts -> $2) part where person_id = $1
            """, [.int32(store.person.id), .text(list)])
    }

    @Test("a route of export.xml gets its points from the zip, a new place in the feed, and is counted as completed")
    func route() throws {
        #expect(try importRoute(store, withFile: false).stored == 1)
        #expect(try parts(store) == [#"{"fileReference": "/a.gpx"}"#])
        let before = try store.lastPosition()
        let report = try importRoute(store, withFile: true)
        #expect(report.received == 1 && report.stored == 0 && report.alreadyKnown == 1 && report.completed == 1)
        #expect(report.unnamedFiles == 0)
        #expect(try parts(store) == [#"{"locations": [{"latitude": 1}], "fileReference": "/a.gpx"}"#])
        let position = try #require(try store.changePositions().last)
        #expect(position > before)
        #expect(try store.lastPosition() >= position)
        let whole = try store.everything()
        for withFile in [true, false] {
            let again = try importRoute(store, withFile: withFile)
            #expect(again.completed == 0 && again.stored == 0 && again.alreadyKnown == 1)
            #expect(try store.everything() == whole)
        }
    }

    @Test("a workout of an older export gets the statistics of a newer one; its events and attributes stay")
    func workoutOfTwoExports() throws {
        let uuid = ImportWriterTests.uuid(1)
        #expect(try importWorkout(store, uuid, ImportCompletionTests.pause).stored == 1)
        let later = ImportCompletionTests.pause.replacing("08:10:00", with: "08:10:01")
        let newer = try importWorkout(
            store, uuid, later, ImportCompletionTests.moreStatistics,
            attributes: #"{"duration": "31", "mood": "good"}"#)
        #expect(newer.completed == 1 && newer.stored == 0)
        #expect(try types("workoutEvents", store) == ["HKWorkoutEventTypePause"])
        let both = ["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount"]
        #expect(try types("workoutStatistics", store) == both)
        let text = try #require(try parts(store).first)
        #expect(text.contains(#""duration": "30""#) && text.contains(#""mood": "good""#))
        let whole = try store.everything()
        #expect(try importWorkout(store, uuid, ImportCompletionTests.statistics).completed == 0)
        #expect(try store.everything() == whole)
    }

    @Test(
        "the statistics of an export stay with a workout that an app sends, whichever comes first",
        arguments: [true, false])
    func appAndExport(isAppFirst: Bool) throws {
        let (live, exported) = (UUID(), ImportWriterTests.uuid(1))
        func post() throws -> BatchReceipt {
            try store.post { maker in
                try maker.add(
                    live, .workout(ImportCompletionTests.workout), from: SourceRevision(name: "Watch"),
                    parts: #"{"workoutEvents": []}"#)
            }
        }
        func export(_ statistics: String) throws -> ImportWriter.Report {
            try importWorkout(store, exported, statistics)
        }
        if isAppFirst {
            _ = try post()
            let report = try export(ImportCompletionTests.statistics)
            #expect(report.stored == 0 && report.recognised == 1)
        } else {
            #expect(try export(ImportCompletionTests.statistics).stored == 1)
            _ = try post()
        }
        #expect(try store.samples("workout").map(\.uuid) == [live])
        #expect(try parts(store) == [#"{"workoutEvents": []}"#])
        let reader = WorkoutReader(person: store.person, session: store.session)
        func figures() throws -> String { try reader.exportedFigures(of: live).compactMap(TestStore.text).joined() }
        #expect(try figures().contains("HKQuantityTypeIdentifierHeartRate"))
        // Importing both files again changes nothing.
        let whole = try store.everything()
        #expect(try Array(post().samples.values) == [.unchanged])
        #expect(try export(ImportCompletionTests.statistics).completed == 0)
        #expect(try store.everything() == whole)
        // A newer export has more statistics.
        let both = ImportCompletionTests.moreStatistics
        #expect(try export(both).completed == 1)
        #expect(try figures().contains("HKQuantityTypeIdentifierStepCount"))
        #expect(try figures().matches(of: /HeartRate/).count == 1)
        #expect(try store.samples("workout").count == 1)
        // All data of a deleted workout are deleted, and the same export does not bring them
        // back.
        try store.delete(live)
        #expect(try figures().isEmpty)
        #expect(try export(both).deletedBefore == 1)
        #expect(try figures().isEmpty)
    }
}
