import Foundation
import TestSupport
import Testing

/// Tests of `healthstore export`, and of `healthstore import` with an exported file.
@Suite struct BackupCommandTests {
    private func run(_ arguments: [String], on conninfo: String) async throws -> Command {
        try await Command.healthstore(arguments, database: conninfo)
    }

    private static let correlation: @Sendable () -> [String: Any] = {
        [
            "uuid": "5B9A2F60-0000-4000-8000-000000000001", "type": "HKCorrelationTypeIdentifierBloodPressure",
            "startDate": "2024-05-01T10:00:00.123456Z", "endDate": "2024-05-01T10:00:00.123456Z",
            "source": ["name": "=cmd|'x'!A1", "version": "+1"],
            "objects": [
                [
                    "uuid": "5B9A2F60-0000-4000-8000-000000000002",
                    "type": "HKQuantityTypeIdentifierBloodPressureSystolic",
                    "startDate": "2024-05-01T10:00:00.123456Z", "endDate": "2024-05-01T10:00:00.123456Z", "value": 16,
                    "unit": "kPa",
                ]
            ],
        ]
    }
    private static let workout: @Sendable () -> [String: Any] = {
        [
            "uuid": "5B9A2F60-0000-4000-8000-000000000003", "type": "HKWorkoutTypeIdentifier",
            "startDate": "2024-05-01T11:00:00Z", "endDate": "2024-05-01T12:00:00Z", "workoutActivityType": 37,
            "duration": 3599.5, "source": ["name": "Watch"], "device": ["name": "Apple Watch", "model": "Watch"],
            "workoutEvents": [["type": 1, "startDate": "2024-05-01T11:30:00Z"]], "metadata": ["HKIndoorWorkout": true],
        ]
    }
    private static let series: @Sendable () -> [String: Any] = {
        [
            "uuid": "5B9A2F60-0000-4000-8000-000000000004", "type": "HKQuantityTypeIdentifierHeartRate",
            "startDate": "2024-05-01T11:00:00Z", "endDate": "2024-05-01T12:00:00Z", "unit": "count/min",
            "source": ["name": "Watch"],
            "quantities": [
                ["startDate": "2024-05-01T11:00:00Z", "value": 61.5],
                ["startDate": "2024-05-01T11:00:05Z", "value": 62],
            ],
        ]
    }

    /// Calls `body` with a served store that has samples of Ada, and with a directory.
    private func withSamples(_ body: (ServedStore, String, String) async throws -> Void) async throws {
        try await ServedStore.withAda { store, token in
            let steps = (0..<300).map { step(start: "2024-05-01T10:00:00Z", value: Double($0)) }
            let others = [BackupCommandTests.correlation(), BackupCommandTests.workout(), BackupCommandTests.series()]
            try await store.post(
                ["samples": steps + others, "deleted": [UUID().uuidString]], token: token
            ).expect(200)
            try await withTemporaryDirectory { try await body(store, token, $0) }
        }
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("an export, compressed or not, is restored in another store, answers the same, and accepts its samples")
    func restored() async throws {
        try await withSamples { store, token, directory in
            let (plain, packed, again) = (directory + "/a.ndjson", directory + "/a.ndjson.gz", directory + "/b.ndjson")
            for path in [plain, packed] {
                try await run(["export", path, "--person", "Ada"], on: store.conninfo).succeeded()
            }
            let stream = try await run(["export", "--person", "Ada"], on: store.conninfo)
            let original = try lines(plain)
            let streamed = stream.output.split(separator: "\n").map(String.init)
            #expect(streamed.dropFirst() == original.dropFirst())
            let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
            #expect(names == ["a.ndjson", "a.ndjson.gz"])
            for path in LongRun.isOn ? [plain, packed] : [packed] {
                try await ServedStore.with { other in
                    let otherToken = try other.token()
                    try await run(["import", path, "--person", "Ada"], on: other.conninfo).succeeded()
                    _ = try await run(["export", again, "--person", "Ada"], on: other.conninfo)
                    let copy = try lines(again)
                    #expect(copy.dropFirst() == original.dropFirst())
                    for target in [
                        "/v1/samples?type=stepCount", "/v1/samples?type=bloodPressure", "/v1/workouts", "/v1/types",
                        "/v1/statistics?type=heartRate&interval=day&timeZone=UTC&from=2024-05-01&to=2024-05-02",
                    ] {
                        let left = try await store.get(target, token: token)
                        let right = try await other.service.send("GET", target, token: otherToken)
                        #expect(left.status == right.status && left.data == right.data, "\(target)")
                    }
                    let second = try await run(["import", path, "--person", "Ada"], on: other.conninfo)
                    #expect(second.status == 1 && second.errors.contains("has data already"))
                }
            }
            let samples = original.compactMap { line -> Any? in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?["sample"]
            }
            let answer = try await store.post(["samples": samples], token: try store.token(for: "Bob"))
            let receipt = try answer.object
            #expect(receipt["inserted"] as? Int == 304 && (receipt["rejected"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("tables have a header, one row for each sample, quoted texts, and no formulas")
    func tables() async throws {
        try await withSamples { store, _, directory in
            let one = try await run(
                ["export", "--person", "Ada", "--format", "csv", "--type", "bloodPressureSystolic"], on: store.conninfo)
            let rows = one.output.components(separatedBy: "\r\n")
            #expect(one.status == 0 && rows.count == 3 && rows[0].hasPrefix("date,uuid,startDate,endDate,value,unit,"))
            #expect(rows[1].contains(#/^([-\d]{10}),[^,]*,\1 \d\d:\d\d:[\d.]+,\1 \d\d:\d\d:[\d.]+,/#), "\(rows[1])")
            #expect(rows[1].contains(#",mmHg,16,kPa,,"'=cmd|'x'!A1",,"'+1","#), "\(rows[1])")
            let all = try await run(
                ["export", directory + "/all", "--person", "Ada", "--format", "csv"], on: store.conninfo)
            #expect(all.status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/all")
            #expect(names.count == 5)
            let none = try await run(
                [
                    "export", "--person", "Ada", "--format", "csv", "--type", "stepCount", "--from",
                    "2024-05-01T10:00:01Z",
                ], on: store.conninfo)
            #expect(none.output.components(separatedBy: "\r\n").count == 2)
            let status64 = try await run(["export", "--person", "Ada", "--type", "stepCount"], on: store.conninfo)
                .status
            #expect(status64 == 64)
        }
    }
}
