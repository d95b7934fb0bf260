import Foundation
import TestSupport
import Testing

/// Nights as clients request them.
@Suite struct SleepEndpointTests {
    /// An export of another repository; the licence is in the folder's README.
    private static let export = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(
            path: "HealthImportTests/Fixtures/apple-export/RuochenLyu+apple-health-analyst/"
                + "fixtures_multi-source-export_apple_health_export_export.xml")

    /// The night of 2026-03-21 in the export, by hand:
    ///
    ///     Withings  core  23:10–03:22  REM 03:22–05:22  deep 05:22–07:10  awake 07:10–07:34
    ///     Watch     core  23:10–06:00  awake 06:00–06:20
    ///
    /// The sum is 14 h 50 min of sleep. The Watch has priority. It gives core 6 h 50 min and awake
    /// 20 min. Withings counts at times without samples of the Watch. It gives deep 06:20–07:10,
    /// which is 50 min, and awake 07:10–07:34, which is 24 min. The person is asleep for 7 h 40 min
    /// of 8 h 24 min.
    @Test("a night of two sources counts once")
    func multiSource() async throws {
        try await ServedStore.with { store in
            let token = try store.token(for: "Riley")
            try await store.upload(String(contentsOf: Self.export, encoding: .utf8), token: token)
            let answer = try await store.object(
                "/v1/sleep",
                [("timeZone", "UTC"), ("from", "2026-03-21"), ("to", "2026-03-22"), ("segments", "true")], token: token)
            let sources = try #require(answer["sources"] as? [[String: Any]])
            #expect(sources.compactMap { $0["name"] as? String } == ["Riley’s Watch", "Withings"])
            let ids = sources.compactMap { $0["id"] as? Int }
            let nights = try #require(answer["nights"] as? [[String: Any]])
            #expect(nights.count == 1)
            let asleep = 460 * 60
            try expect(
                nights.first,
                has: [
                    "date": "2026-03-21", "startDate": "2026-03-20T18:00:00Z", "endDate": "2026-03-21T18:00:00Z",
                    "naps": [String](), "asleep": asleep,
                ])
            let main = try #require(nights.first?["main"] as? [String: Any])
            let stages: [String: Int] = [
                "unspecified": 0, "core": 410 * 60, "deep": 50 * 60, "rem": 0, "awake": 44 * 60,
            ]
            try expect(
                main,
                has: [
                    "startDate": "2026-03-20T23:10:00Z", "endDate": "2026-03-21T07:34:00Z", "asleep": asleep,
                    "stages": stages, "inBed": NSNull(), "gaps": [String](), "sources": ids,
                    "inBedSegments": [String](),
                ])
            let efficiency = try #require(main["efficiency"] as? Double)
            #expect(abs(efficiency - 460.0 / 504.0) < 1e-12)
            let segments = try #require(main["segments"] as? [[String: Any]])
            #expect(segments.compactMap { $0["stage"] as? String } == ["core", "awake", "deep", "awake"])
            #expect(segments.compactMap { $0["source"] as? Int } == [ids[0], ids[0], ids[1], ids[1]])
            #expect(segments[2]["startDate"] as? String == "2026-03-21T06:20:00Z")
        }
    }
}
