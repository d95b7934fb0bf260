import Foundation
import Postgres
import TestSupport
import Testing

/// How workouts that are recorded live are listed: by the API, in SQL and on the command line.
@Suite struct LiveWorkoutListTests {
    private typealias Object = [String: Any]

    /// The events of recordings, by name or raw value, with minutes before now and their length, and
    /// the state after them.
    private static let recordings: [(events: [(type: String, minutes: Double, seconds: Int?)], state: String)] = [
        ([], "running"), ([("pause", 5, nil)], "paused"), ([("pause", 5, nil), ("resume", 4, nil)], "running"),
        ([("motionPaused", 5, nil), ("2", 4, nil)], "running"),
        ([("HKWorkoutEventTypePause", 5, nil), ("motionResumed", 4, nil)], "paused"),
        ([("1", 5, 60), ("lap", 3, nil)], "running"),
        ([("5", 3, nil), ("resume", 4, nil), ("dance", 2, nil)], "paused"),
        ([("pause", 600, nil), ("lap", 300, nil)], "ended"),
    ]

    private static func time(_ minutes: Double) -> String { Date().addingTimeInterval(-minutes * 60).ISO8601Format() }

    @Test("the view, the list and its CSV show the state that the API answers, and none of a finished workout")
    func states() async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            func send(_ method: String, _ path: String, _ body: Object) async throws -> RunningService.Answer {
                let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
                let answer = try await store.service.send(method, path, token: token, body: text)
                #expect(answer.status == 200, "\(answer.body)")
                return answer
            }
            var expected: [String: String] = [:]
            for (number, recording) in Self.recordings.enumerated() {
                let uuid = String(format: "6a0e7f4e-1a8c-4d57-9d38-%012d", number)
                let path = "/v1/workouts/\(uuid)/recording"
                let isOld = recording.state == "ended"
                _ = try await send(
                    "PUT", path,
                    [
                        "workoutActivityType": "running", "startDate": Self.time(isOld ? 601 : 10),
                        "source": ["name": "Watch"],
                    ])
                if !recording.events.isEmpty {
                    let events = recording.events.map { event in
                        var object: Object = [
                            "type": Int(event.type) as Any? ?? event.type, "startDate": Self.time(event.minutes),
                        ]
                        object["duration"] = event.seconds
                        return object
                    }
                    let answer = try await send("POST", path, ["workoutEvents": events])
                    #expect(try answer.object["state"] as? String == recording.state, "\(number)")
                }
                expected[uuid] = recording.state
            }
            let finished = "6a0e7f4e-1a8c-4d57-9d38-000000000000"
            let answered =
                try await store.service.send("GET", "/v1/workouts", token: token).object["workouts"] as? [Object]
            let states = (answered ?? []).map { ($0["uuid"] as? String ?? "", $0["recordingState"] as? String ?? "") }
            #expect(Dictionary(uniqueKeysWithValues: states) == expected)
            _ = try await send("POST", "/v1/workouts/\(finished)/recording/finish", ["endDate": Self.time(1)])
            expected[finished] = ""

            let session = try Session(conninfo: store.conninfo)
            let rows = try session.execute(
                "select uuid::text, coalesce(recording_state, '') from health.workout_sample")
            #expect(Dictionary(uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.text(1)) }) == expected)
            func list(_ arguments: [String]) async throws -> [Substring] {
                let arguments = ["workouts", "--person", "Ada", "--database-url", store.conninfo] + arguments
                return try await Command.run(try Command.product(), arguments).output.split(whereSeparator: \.isNewline)
            }
            let csv = try await list(["--format", "csv"]).map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            #expect(csv.first?.last == "recordingState")
            #expect(
                Dictionary(uniqueKeysWithValues: csv.dropFirst().map { (String($0[0]), String($0.last ?? "")) })
                    == expected)
            let table = try await list([])
            #expect(table.first?.hasSuffix("recording") == true, "\(table)")
            #expect(
                table.count(where: { $0.hasSuffix("  paused") }) == 3
                    && table.count(where: { $0.hasSuffix("Watch") }) == 1)
        }
    }
}
