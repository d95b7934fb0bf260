import Postgres
import TestSupport
import Testing

/// Values of any size have finite figures, over HTTP and in SQL.
@Suite("Large values")
struct LargeValueTests {
    private func sample(_ type: String, _ value: Double, _ unit: String, minute: Int) -> [String: Any] {
        clientSample(
            type, ["value": value, "unit": unit], start: "2024-05-01T10:0\(minute):00Z",
            end: "2024-05-01T10:0\(minute + 1):00Z")
    }

    @Test("figures of the greatest values are finite, and the same in SQL")
    func figures() async throws {
        try await ServedStore.withAda { served, token in
            let samples = (0..<5).flatMap { minute in
                [
                    sample("stepCount", 1e150, "count", minute: minute),
                    sample("heartRate", -1e150, "count/s", minute: minute),
                    sample("environmentalAudioExposure", minute == 3 ? 1e150 : -400, "dBASPL", minute: minute),
                    sample("headphoneAudioExposure", 3_100 + Double(minute), "dBASPL", minute: minute),
                ]
            }
            #expect(try await served.post(["samples": samples], token: token).object["inserted"] as? Int == 20)
            let session = try Session(conninfo: served.conninfo)
            for (type, unit, expected) in [
                ("stepCount", "count", 5e150), ("heartRate", "count/s", -1e150),
                ("environmentalAudioExposure", "dBASPL", 1e150),
                // This is 10 · log10((1 + 10^-0.1 + 10^-0.2 + 10^-0.3 + 10^-0.4) / 5) dB below the
                // greatest value.
                ("headphoneAudioExposure", "dBASPL", 3_104 - 1.772_332_185_8),
            ] {
                let answer = try await served.get(
                    "/v1/statistics",
                    [
                        ("type", type), ("unit", unit), ("timeZone", "UTC"), ("from", "2024-05-01"),
                        ("to", "2024-05-02"),
                    ], token: token
                ).object
                let statistics = try #require(answer["statistics"] as? [String: Any])
                let overHTTP = try #require((statistics["sum"] ?? statistics["average"]) as? Double, "\(type)")
                let inSQL = try session.execute(
                    """
                    select coalesce(sum, average)
                    from health_code.statistics('Ada', $1, 'UTC', '2024-05-01', '2024-05-02', unit => $2)
                    """, [.text(type), .text(unit)])[0].double(0)
                for figure in [overHTTP, inSQL] {
                    #expect(abs(figure - expected) <= 1e-9 * abs(expected), "\(type): \(figure)")
                }
            }
        }
    }
}
