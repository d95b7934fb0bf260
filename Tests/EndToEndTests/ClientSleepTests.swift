import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Compares sleep that other makers' clients send, over HTTP, in SQL and in the view.
@Suite struct ClientSleepTests {
    private func send(
        _ store: ServedStore, _ token: String, _ points: [[String: Any]], period: String = "Since Last Sync"
    ) async throws -> [String: Any] {
        let metric: [String: Any] = ["name": "sleep_analysis", "units": "hr", "data": points]
        let answer = try await store.service.send(
            "POST", "/v1/clients/health-auto-export", token: token, body: json(["data": ["metrics": [metric]]]),
            headers: ["automation-id: A", "automation-period: \(period)"])
        answer.expect(200)
        return try #require((try answer.object["metrics"] as? [[String: Any]])?.first)
    }

    /// Returns the night of 6 May 2024.
    private func night(_ store: ServedStore, _ token: String) async throws -> [String: Any] {
        let query = [("timeZone", "UTC"), ("from", "2024-05-06"), ("to", "2024-05-07"), ("segments", "true")]
        let answer = try await store.object("/v1/sleep", query, token: token)
        return try #require((answer["nights"] as? [[String: Any]])?.first)
    }

    /// Returns the view's row of the same night. It has the time asleep, the core sleep, the time
    /// in bed, the efficiency, and `t` if the night is an aggregate.
    private func row(_ store: ServedStore) async throws -> String {
        let session = try Session(conninfo: store.conninfo)
        try await wait(for: "nights") { try MarkBacklog.entries(session).isEmpty }
        return try session.execute(
            """
            select concat_ws(' ', date, coalesce(asleep::text, '-'), coalesce(core::text, '-'), coalesce(in_bed::text, '-'),
                coalesce(round(efficiency::numeric, 4)::text, '-'), is_aggregate)
            from health.sleep_night
            """
        ).map { try $0.text(0) }.joined(separator: "; ")
    }

    private let figures: [String: Any] = [
        "date": "2024-05-06", "asleep": 6.5, "inBed": 8, "sleepStart": "2024-05-05 23:00:00 +0000",
        "sleepEnd": "2024-05-06 06:30:00 +0000", "inBedStart": "2024-05-05 22:30:00 +0000",
        "inBedEnd": "2024-05-06 06:45:00 +0000", "source": "Uhr",
    ]

    @Test("a night of figures alone is of class aggregate until segments come, and newer figures replace older ones")
    func aggregate() async throws {
        try await ServedStore.withAda { store, token in
            #expect(try await send(store, token, [figures])["inserted"] as? Int == 1)
            let first = try await night(store, token)
            // 6.5 hours.
            let asleep = 23_400
            try expect(first, has: ["aggregate": true, "asleep": asleep])
            let main = try #require(first["main"] as? [String: Any])
            try expect(
                main,
                has: [
                    "startDate": "2024-05-05T22:30:00Z", "endDate": "2024-05-06T06:45:00Z", "efficiency": 0.8125,
                    "gaps": NSNull(), "segments": [String](),
                ])
            try expect(
                main["stages"] as? [String: Any],
                has: ["unspecified": asleep, "core": NSNull(), "awake": NSNull()])
            #expect((main["sources"] as? [Int])?.count == 1)
            #expect(try await row(store) == "2024-05-06 23400 - 28800 0.8125 t")
            // The app sends the night again later in the morning, with stages and another start.
            var newer = figures
            newer["core"] = 4
            newer["deep"] = 1
            newer["rem"] = 2
            newer["asleep"] = 0
            newer["inBedStart"] = "2024-05-05 22:15:00 +0000"
            #expect(try await send(store, token, [newer])["updated"] as? Int == 1)
            try expect(try await night(store, token), has: ["asleep": 25_200])
            #expect(try await row(store) == "2024-05-06 25200 14400 28800 0.8750 t")
            #expect(try await send(store, token, [newer])["unchanged"] as? Int == 1)
            let segment: [String: Any] = [
                "startDate": "2024-05-06 00:00:00 +0000", "endDate": "2024-05-06 05:00:00 +0000", "value": "Core",
                "source": "Uhr",
            ]
            #expect(try await send(store, token, [segment])["inserted"] as? Int == 1)
            try expect(try await night(store, token), has: ["aggregate": false, "asleep": 18_000])
            #expect(try await row(store) == "2024-05-06 18000 18000 - 1.0000 f")
        }
    }
}
