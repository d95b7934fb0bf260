import Foundation
import Postgres
import TestSupport
import Testing

/// Tests exports that are unzipped, that consist only of the XML file, or that are old.
@Suite struct UnzippedImportTests {
    private typealias Object = [String: Any]

    private static let route = "workout-routes/route_2024-05-01_12.00pm.gpx"
    private static let gpx = """
        <gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lon="-8.5" lat="40.25"><time>2024-05-01T10:00:01Z</time></trkpt>
        <trkpt lon="-8.5" lat="40.5"><time>2024-05-01T10:00:02Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    private static let workout = """
        <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="30" durationUnit="min" sourceName="Watch" \
        startDate="2024-05-01 12:00:00 +0200" endDate="2024-05-01 12:30:00 +0200">
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 12:29:00 +0200"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2024-05-01 12:00:00 +0200" \
        endDate="2024-05-01 12:30:00 +0200" average="100.696" minimum="73" maximum="135" unit="count/min" mood="good"/>
        <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" source="system" unit="count/min">
        <WorkoutZone maximum="132" duration="29.5" durationUnit="min"/>
        <WorkoutZone minimum="132" duration="0.5" durationUnit="min"/>
        </WorkoutZoneGroup>
        <WorkoutRoute sourceName="Watch" startDate="2024-05-01 12:00:00 +0200" endDate="2024-05-01 12:30:00 +0200">
        <FileReference path="/\(route)"/></WorkoutRoute>
        </Workout>
        """

    private static func export(_ body: String) -> String { "<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n" }

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func importing(_ path: String, _ store: ServedStore) async throws -> String {
        try await Command.healthstore(["import", path, "--person", "Ada"], database: store.conninfo).succeeded()
    }

    /// Returns the figure on the line of the report that has this name.
    private func figure(_ name: String, _ report: String) -> Int? {
        report.split(separator: "\n").first { $0.contains(name) }?.split(separator: " ").last.flatMap { Int($0) }
    }

    private func workout(_ store: ServedStore, _ token: String) async throws -> Object {
        let page = try await store.object("/v1/workouts", token: token)
        let workouts = try #require(page["workouts"] as? [Object])
        #expect(workouts.count == 1)
        #expect(workouts.first?["workoutStatistics"] == nil)
        let uuid = try #require(workouts.first?["uuid"] as? String)
        return try await store.object("/v1/workouts/\(uuid)", token: token)
    }

    private func locations(_ store: ServedStore) throws -> Int64 {
        try Session(conninfo: store.conninfo).execute(
            "select count(*) from health.workout_route_location")[0].int64(0)
    }

    private func checkFigures(_ workout: Object) throws {
        let statistics = try #require(workout["workoutStatistics"] as? [Object])
        #expect(statistics.count == 1 && statistics.first?["sum"] == nil)
        try expect(
            statistics.first,
            has: [
                "type": "HKQuantityTypeIdentifierHeartRate", "unit": "count/min", "average": 100.696, "minimum": 73,
                "maximum": 135, "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:30:00Z",
            ])
        let unread = statistics.first?["unread"] as? Object
        try expect(unread, has: ["attributes": ["mood": "good"]])
        let groups = try #require(workout["workoutZoneGroups"] as? [Object])
        #expect(groups.map { $0["source"] as? String } == ["system"])
        let zones = try #require(groups.first?["zones"] as? [Object])
        let bounds = zones.map { zone in ["minimum", "maximum", "duration"].map { zone[$0] as? Double } }
        #expect(bounds == [[nil, 132, 1770], [132, nil, 30]])
    }

    @Test("a bare export.xml, then its folders with it, then the directory: points come along, nothing is doubled")
    func unzipped() async throws {
        try await ServedStore.withAda { store, token in
            try await withTemporaryDirectory { directory in
                let main = directory + "/apple_health_export/export.xml"
                try write(UnzippedImportTests.export(UnzippedImportTests.workout), to: main)
                let bare = try await importing(main, store)
                #expect(figure("stored", bare) == 2 && figure("read", bare) == 2)
                #expect(try locations(store) == 0)
                let before = try await workout(store, token)
                #expect((before["workoutRoutes"] as? [String])?.count == 1)
                try checkFigures(before)

                let export = directory + "/apple_health_export"
                try write(UnzippedImportTests.gpx, to: "\(export)/\(UnzippedImportTests.route)")
                let whole = try await importing(main, store)
                #expect(figure("stored", whole) == 0 && figure("already known", whole) == 2)
                #expect(figure("completed by this file", whole) == 1 && figure("routes", whole) == 1)
                #expect(try locations(store) == 2)

                for path in [directory, export] {
                    let again = try await importing(path, store)
                    #expect(figure("stored", again) == 0 && figure("completed", again) == nil)
                }
                #expect(try locations(store) == 2)
                let after = try await workout(store, token)
                try expect(after, has: before.filter { ["uuid", "workoutRoutes"].contains($0.key) })
                try checkFigures(after)
            }
        }
    }

    @Test("an upload is reported under its own name, in refusals and in the reason why it failed")
    func uploadName() async throws {
        try await ImportWorld.withAda { world, token in
            let file = world.directory + "/export.xml"
            for (text, state) in [
                (String(decoding: TestExport.xml(20, refusedEvery: 10), as: UTF8.self), "finished"),
                ("<HealthData>\n<Record", "failed"),
            ] {
                try write(text, to: file)
                let answer = try await world.send(
                    "POST", "/v1/imports?fileName=My%20export.xml", file: file, token: token)
                let ended = try await world.wait(try answer.object.importID, token: token)
                try expect(ended, has: ["state": state, "fileName": "My export.xml"])
                if state == "finished" {
                    let refusals = try #require(ended["refusals"] as? [Object])
                    #expect(refusals.map { $0["path"] as? String } == ["My export.xml", "My export.xml"])
                } else {
                    let message = (ended["error"] as? Object)?["message"] as? String
                    #expect(message?.hasPrefix("My export.xml, line 2") == true, "\(message ?? "")")
                }
            }
        }
    }
}
