import Foundation
import TestSupport
import Testing

/// `GET /v1/samples` as CSV.
@Suite struct SampleTableEndpointTests {
    private typealias Object = [String: Any]

    private static let header =
        "date,uuid,type,startDate,endDate,value,valueName,unit,sentValue,sentUnit,count,workoutActivityType,"
        + "workoutActivityTypeName,duration,totalEnergyBurned,totalDistance,sourceId,source,sourceVersion,device,"
        + "creationDate,metadata,utcOffset"

    private static func sample(_ number: Int, _ type: String, _ members: Object) -> Object {
        [
            "uuid": "00000000-0000-4000-8000-00000000000\(number)", "type": type, "startDate": "2024-05-01T22:00:00Z",
            "endDate": "2024-05-01T22:10:00Z", "source": ["name": "Watch", "version": "11.0"],
        ].merging(members) { $1 }
    }

    private static var samples: [Object] {
        [
            sample(
                1, "bodyMass",
                [
                    "value": -176.5, "unit": "lb", "creationDate": "2024-05-01T22:11:00Z",
                    "source": ["name": "=HYPERLINK(\"x\")"], "device": ["name": "+Scale", "model": "S1"],
                    "metadata": ["note": "a, \"b\""],
                ]),
            sample(
                2, "sleepAnalysis", ["value": "HKCategoryValueSleepAnalysisAsleepREM", "device": ["model": "Watch7"]]),
            sample(
                3, "workout",
                [
                    "workoutActivityType": "running", "duration": 590.5, "totalEnergyBurned": 80,
                    "totalDistance": 1_500,
                ]),
            sample(
                4, "heartRate",
                [
                    "value": 60, "unit": "count/min",
                    "quantities": [
                        ["startDate": "2024-05-01T22:00:00Z", "endDate": "2024-05-01T22:00:00Z", "value": 50],
                        ["startDate": "2024-05-01T22:05:00Z", "endDate": "2024-05-01T22:05:00Z", "value": 70],
                    ],
                ]),
            sample(5, "HKQuantityTypeIdentifierOfTomorrow", ["value": 3, "unit": "@x"]),
        ]
    }

    private static func get(
        _ store: ServedStore, _ token: String, _ query: [(String, String)], path: String = "/v1/samples"
    ) async throws -> RunningService.Answer {
        try await store.get(path, query, token: token, headers: ["Accept: text/csv"])
    }

    @Test("each kind of sample has the same columns, times are on the clock of the question, and no text is a formula")
    func kinds() async throws {
        try await ServedStore.withAda { store, token in
            #expect(try await store.post(["samples": Self.samples], token: token).object["inserted"] as? Int == 5)
            func row(_ type: String, _ query: [(String, String)] = []) async throws -> String {
                let answer = try await Self.get(store, token, [("type", type)] + query)
                answer.expect(200)
                #expect(answer.header("Content-Type") == "text/csv; charset=utf-8; header=present")
                #expect(answer.header("Cache-Control") == "no-store" && answer.header("Link") == nil)
                let lines = answer.body.components(separatedBy: "\r\n")
                #expect(lines.count == 3 && lines[0] == Self.header && lines[2].isEmpty, "\(answer.body)")
                return lines[1].replacing(/,\d+,(Watch|"'=HYPER)/) { ",N,\($0.output.1)" }
            }
            func expect(
                _ type: String, _ expected: String, _ query: [(String, String)] = []
            ) async throws {
                let found = try await row(type, query)
                #expect(found == expected)
            }
            func start(_ number: Int, _ type: String) -> String {
                "2024-05-01,00000000-0000-4000-8000-00000000000\(number),\(type),2024-05-01 22:00:00,2024-05-01 22:10:00"
            }
            try await expect(
                "bodyMass",
                "2024-05-02,00000000-0000-4000-8000-000000000001,HKQuantityTypeIdentifierBodyMass,"
                    + "2024-05-02 00:00:00,2024-05-02 00:10:00,-176.5,,lb,-176.5,lb,,,,,,,"
                    + "N,\"'=HYPERLINK(\"\"x\"\")\",,\"'+Scale\",2024-05-02 00:11:00,"
                    + "\"{\"\"note\"\": \"\"a, \\\"\"b\\\"\"\"\"}\",+02:00",
                [("unit", "lb"), ("timeZone", "Europe/Berlin")])
            try await expect(
                "sleepAnalysis",
                start(2, "HKCategoryTypeIdentifierSleepAnalysis") + ",5,asleepREM,,,,,,,,,,N,Watch,11.0,Watch7,,,+00:00"
            )
            try await expect(
                "workout",
                start(3, "HKWorkoutTypeIdentifier") + ",,,,,,,37,running,590.5,80,1500,N,Watch,11.0,,,,+00:00")
            try await expect(
                "heartRate",
                start(4, "HKQuantityTypeIdentifierHeartRate")
                    + ",60,,count/min,60,count/min,2,,,,,,N,Watch,11.0,,,,+00:00")
            try await expect(
                "HKQuantityTypeIdentifierOfTomorrow",
                start(5, "HKQuantityTypeIdentifierOfTomorrow") + ",3,,\"'@x\",3,\"'@x\",,,,,,,N,Watch,11.0,,,,+00:00")
        }
    }

    @Test("a table of the quantities of series is refused")
    func refusals() async throws {
        try await ServedStore.withAda { store, token in
            let series = try await Self.get(store, token, [("type", "heartRate"), ("quantities", "true")])
            series.expect(400, "incompatible_option", naming: "quantities")
        }
    }
}
