import Foundation
import TestSupport
import Testing

/// Exports that are imported one after the other, with figures worked out by hand.
@Suite struct ExportCaseTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/exports", directoryHint: .isDirectory)

    /// A figure of one day in Berlin.
    struct Expected: Sendable {
        var type: String
        var unit: String
        var figure = "sum"
        var value: Double
        var count: Int?
        var date = "2026-01-10"
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var files: [String]
        var expected: [Expected]
        var testDescription: String { files.joined(separator: ", ") }
    }

    private static func export(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name + ".xml"), encoding: .utf8)
    }

    private static func steps(_ value: Double) -> Expected {
        Expected(type: "stepCount", unit: "count", value: value)
    }

    private static let weight = Expected(type: "bodyMass", unit: "kg", figure: "average", value: 71, count: 1)
    private static let corrected = [
        Expected(type: "restingHeartRate", unit: "count/min", figure: "average", value: 60, count: 1),
        Expected(type: "bodyMass", unit: "kg", figure: "average", value: 72.5, count: 1),
        Expected(type: "dietaryEnergyConsumed", unit: "kcal", value: 460, count: 1),
    ]
    private static let ride = [Expected(type: "distanceCycling", unit: "km", value: 12, count: 1)]
    private static let resting = [
        Expected(type: "restingHeartRate", unit: "count/min", figure: "average", value: 58, count: 1)
    ]

    private static let renamed = [
        Expected(type: "dietaryWater", unit: "mL", value: 750, count: 2, date: "2026-02-14"),
        Expected(type: "dietaryWater", unit: "mL", value: 300, count: 1, date: "2026-05-01"),
    ]

    static let cases: [Case] = [
        Case(files: ["corrected-entries-1-january", "corrected-entries-2-march"], expected: corrected),
        Case(files: ["corrected-entries-2-march", "corrected-entries-1-january"], expected: corrected),
        Case(files: ["condensed-ride-1-fine", "condensed-ride-2-condensed"], expected: ride),
        Case(files: ["condensed-ride-2-condensed", "condensed-ride-1-fine"], expected: ride),
        Case(files: ["sync-version-1", "sync-version-2", "sync-version-1"], expected: [weight]),
        Case(files: ["sync-version-2", "sync-version-1"], expected: [weight]),
        Case(files: ["sync-version-both-in-one-file"], expected: [weight]),
        Case(files: ["day-total-rewritten-1-noon", "day-total-rewritten-2-later"], expected: [steps(9_000)]),
        Case(files: ["day-total-rewritten-2-later", "day-total-rewritten-1-noon"], expected: [steps(9_000)]),
        Case(
            files: ["resting-heart-rate-rewritten-1-noon", "resting-heart-rate-rewritten-2-later"], expected: resting),
        Case(
            files: ["resting-heart-rate-rewritten-2-later", "resting-heart-rate-rewritten-1-noon"], expected: resting),
        Case(files: ["newer-source-old-rows-first"], expected: [steps(3_000)]),
        Case(files: ["newer-source-new-rows-first"], expected: [steps(3_000)]),
        Case(files: ["app-names-phone-as-device-phone-rows-first"], expected: [steps(600)]),
        Case(files: ["app-names-phone-as-device-app-rows-first"], expected: [steps(600)]),
        Case(files: ["renamed-sources-1-before", "renamed-sources-2-after"], expected: renamed),
        Case(files: ["renamed-sources-2-after", "renamed-sources-1-before"], expected: renamed),
        Case(
            files: ["point-steps-of-two-devices"],
            expected: [Expected(type: "stepCount", unit: "count", value: 7_500, date: "2024-03-08")]),
    ]

    @Test("figures after exports, in the order of their import", arguments: cases)
    func figures(_ tested: Case) async throws {
        try await ServedStore.with { store in
            let token = try store.token()
            for name in tested.files { try await store.upload(Self.export(name), token: token) }
            for expected in tested.expected { try await check(expected, store, token) }
        }
    }

    @Test("the history of an older source that comes after a newer one's live samples ranks below them")
    func historyAfterLiveData() async throws {
        let file = ExportCaseTests.folder.appending(path: "old-band-after-live-ring.json")
        let body = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        for isLiveFirst in [true, false] {
            try await ServedStore.with { store in
                let token = try store.token()
                if isLiveFirst { try await store.post(body, token: token).expect(200) }
                try await store.upload(Self.export("old-band-after-live-ring"), token: token)
                if !isLiveFirst { try await store.post(body, token: token).expect(200) }
                try await check(ExportCaseTests.steps(3_000), store, token)
            }
        }
    }

    private func check(_ expected: Expected, _ store: ServedStore, _ token: String) async throws {
        let next = expected.date.dropLast(2) + String(format: "%02d", (Int(expected.date.suffix(2)) ?? 0) + 1)
        let answer = try await store.object(
            "/v1/statistics-collection",
            [
                ("type", expected.type), ("unit", expected.unit), ("interval", "day"), ("timeZone", "Europe/Berlin"),
                ("from", expected.date), ("to", String(next)),
            ], token: token)
        let buckets = try #require(answer["buckets"] as? [[String: Any]])
        let statistics = try #require(buckets.first?["statistics"] as? [String: Any] ?? buckets.first)
        let value = try #require(statistics[expected.figure] as? Double, "\(answer)")
        #expect(abs(value - expected.value) < 1e-9 * expected.value, "\(expected.type)")
        if let count = expected.count { #expect(statistics["count"] as? Int == count, "\(expected.type)") }
    }
}
