import Foundation
import TestSupport
import Testing

/// Tests a workout that the phone condenses into series, over HTTP.
@Suite struct SeriesEndpointTests {
    private static let series = "00000000-0000-4000-8000-000000000001"
    private static let other = "00000000-0000-4000-8000-000000000002"

    /// Returns steps of each minute from 10:00 on, all in one series.
    private func walk(_ values: [Double], uuid: String = series) -> [String: Any] {
        var sample = step(uuid, end: "2024-05-01T10:30:00Z", source: "Watch")
        sample["value"] = nil
        sample["quantities"] = values.enumerated().map { minute, value in
            [
                "startDate": "2024-05-01T10:\(String(format: "%02d", minute)):00Z",
                "endDate": "2024-05-01T10:\(String(format: "%02d", minute + 1)):00Z", "value": value,
            ] as [String: Any]
        }
        return sample
    }

    @Test("a day's footprint names a series once, and its checksum changes with any of its quantities")
    func footprint() async throws {
        try await ServedStore.withAda { store, token in
            let query = [("from", "2024-05-01"), ("to", "2024-05-02"), ("timeZone", "UTC"), ("types", "stepCount")]
            func day() async throws -> (checksum: String?, footprint: [String: Any], sum: Double?) {
                let days = try await store.object("/v1/summaries", query, token: token)["summaries"] as? [[String: Any]]
                let steps = (days?.first?["quantities"] as? [[String: Any]])?.first
                return (
                    days?.first?["checksum"] as? String, steps?["footprint"] as? [String: Any] ?? [:],
                    (steps?["statistics"] as? [String: Any])?["sum"] as? Double
                )
            }
            var checksums: Set<String?> = []
            for values in [[3.0, 4, 5], [3, 4, 6], [3, 5, 5], [3, 4, 5, 0]] {
                _ = try await store.post(["samples": [walk(values), step(Self.other, source: "Watch")]], token: token)
                let day = try await day()
                checksums.insert(day.checksum)
                #expect(day.footprint["count"] as? Int == 2 && day.sum == 100 + values.reduce(0, +))
            }
            #expect(checksums.count == 4)
        }
    }
}
