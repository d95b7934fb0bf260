import Foundation
import HealthstoreClient
import Postgres
import TestSupport
import Testing

/// Tests of `WorkoutRecorder` against the built service.
@Suite struct RecordingTests {
    private let source = SampleRecord.Source(name: "Watch", bundleIdentifier: "com.example.run")

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func heartRate(at date: Date, _ value: Double) -> SampleRecord {
        var record = SampleRecord(uuid: UUID(), type: "heartRate", startDate: date, endDate: date, source: source)
        (record.value, record.unit) = (.number(value), "count/min")
        return record
    }

    @Test("a recording survives a lost connection and the end of the app, and is finished")
    func survives() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await LiveService.with { service in
            let start = Date(timeIntervalSince1970: 1_714_557_600)
            let offline = HealthstoreClient(address: try #require(URL(string: "http://127.0.0.1:9")), token: "none")
            let uuid: UUID
            let samples = (0..<3).map { heartRate(at: start.addingTimeInterval(Double($0) * 60), 120 + Double($0)) }
            do {
                let recorder = try await WorkoutRecorder(client: offline, directory: folder)
                uuid = recorder.uuid
                await #expect(throws: HealthstoreError.self) {
                    _ = try await WorkoutRecorder(client: offline, directory: folder)
                }
                try await recorder.begin(.name("running"), location: .outdoor, at: start, source: source)
                try await recorder.add(samples)
                try await recorder.pause(at: start.addingTimeInterval(100))
                await #expect(throws: HealthstoreError.self) { try await recorder.send() }
                #expect(try await recorder.waitingCount == 3)
            }
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            let recorder = try await WorkoutRecorder(client: client, directory: folder)
            #expect(recorder.uuid == uuid)
            #expect(try await recorder.send().isEmpty)
            try await recorder.resume(at: start.addingTimeInterval(160))
            let location = RouteLocation(timestamp: start, latitude: 52.5, longitude: 13.4)
            try await recorder.add([location], toRoute: UUID())
            try await recorder.finish(at: start.addingTimeInterval(600), energy: 90, distance: 1_500)
            // The second call begins while the first one runs.
            async let first = recorder.send()
            async let second = recorder.send()
            let refused = try await first + second
            #expect(refused.isEmpty)
            #expect(try await recorder.waitingCount == 0)
            let workout = try #require(try await client.workout(uuid))
            #expect(workout.duration == 540)
            #expect(workout.totalDistance == 1_500)
        }
    }

    @Test("a recording has a route for each hour, also with late and repeated pieces and after a restart")
    func hourlyRoutes() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            let start = Date(timeIntervalSince1970: 1_714_557_600.25)
            let route = UUID()
            func location(_ minutes: Double) -> RouteLocation {
                RouteLocation(
                    timestamp: start.addingTimeInterval(60 * minutes), latitude: 52 + minutes / 1_000, longitude: 13)
            }
            let uuid: UUID
            do {
                let recorder = try await WorkoutRecorder(client: client, directory: folder)
                uuid = recorder.uuid
                try await recorder.begin(.name("cycling"), location: .outdoor, at: start, source: source)
                // The first location is from before the start, and the piece passes the first hour.
                try await recorder.add([-1, 0, 59, 60, 61].map(location), toRoute: route)
                #expect(try await recorder.waitingCount == 3)
                #expect(try await recorder.send().isEmpty)
                #expect(try await client.workout(uuid)?.recordingState == "ended")
            }
            let recorder = try await WorkoutRecorder(client: client, directory: folder)
            try await recorder.pause(at: start.addingTimeInterval(62 * 60))
            try await recorder.resume(at: start.addingTimeInterval(130 * 60))
            try await recorder.add([150, 130].map(location), toRoute: route)
            try await recorder.add([61, 62].map(location), toRoute: route)
            try await recorder.add([0, 1].map(location), toRoute: route)
            try await recorder.finish(at: start.addingTimeInterval(160 * 60))
            #expect(try await recorder.send().isEmpty)
            let session = try Session(conninfo: service.conninfo)
            let stored = try session.execute(
                """
                select
                    location.uuid,
                    array_to_string(array_agg(round((1000 * (latitude - 52))::numeric) order by ordinal), ' '),
                    bool_or(parts ? 'isRecording')
                from health.workout_route_location location join health.sample_detail using (person_id, uuid)
                where workout_uuid = $1 group by 1 order by min(time)
                """, [.uuid(uuid)])
            #expect(try stored.map { try $0.text(1) } == ["-1 0 1 59", "60 61 62", "130 150"])
            #expect(try stored.allSatisfy { try !$0.bool(2) })
            let routes = try stored.map { try $0.uuid(0) }
            #expect(routes.first == route && Set(routes).count == 3)
            let workout = try #require(try await client.workout(uuid))
            #expect(workout.workoutRoutes == routes && workout.recordingState == nil)
        }
    }

    @Test("a recorder of a directory whose file of the start is damaged throws an error")
    func damagedStart() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = HealthstoreClient(address: try #require(URL(string: "http://127.0.0.1:9")), token: "none")
        do {
            let recorder = try await WorkoutRecorder(client: client, directory: folder)
            try await recorder.begin(.name("running"), at: Date(), source: source)
        }
        try Data("soon".utf8).write(to: folder.appendingPathComponent("requests/start"))
        let error = await #expect(throws: HealthstoreError.self) {
            _ = try await WorkoutRecorder(client: client, directory: folder)
        }
        #expect(error?.code == .damaged)
    }

    @Test("a refused request is removed, and the rest is sent")
    func refused() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            let recorder = try await WorkoutRecorder(client: client, directory: folder)
            let start = Date(timeIntervalSince1970: 1_714_557_600)
            try await recorder.begin(.name("running"), at: start, source: source)
            let wrong = RouteLocation(timestamp: start, latitude: 91, longitude: 0)
            try await recorder.add([wrong], toRoute: UUID())
            var sample = heartRate(at: start, 100)
            sample.unit = "furlong"
            try await recorder.add([sample])
            let error = await #expect(throws: HealthstoreError.self) { try await recorder.send() }
            #expect(error?.serviceCode == "malformed_number")
            #expect(try await recorder.send().map(\.field) == ["unit"])
            try await recorder.discard()
            #expect(try await recorder.send().isEmpty)
            #expect(try await client.workout(recorder.uuid) == nil)
        }
    }
}
