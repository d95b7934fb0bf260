import Foundation
import HealthCore
import TestSupport
import Testing

/// Tests the workouts of a real export. The test computes their figures again from its text.
@Suite struct WorkoutImportTests {
    private typealias Object = [String: Any]

    private static let export = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../HealthImportTests/Fixtures/apple-export/ashtom+hkimport/Data_export.xml")

    /// A quantity record of the export.
    private struct Record {
        var type: SampleType
        var source: String
        var start: Double
        var end: Double
        /// The value in the type's preferred unit.
        var value: Double

        init?(_ attributes: [String: String]) {
            guard let type = attributes["type"].flatMap(Catalogue.sampleType(named:)),
                let preferred = type.preferredUnit, let value = attributes["value"].flatMap(Double.init),
                let unit = try? Unit(parsing: attributes["unit"] ?? ""),
                let convert = try? unit.conversion(to: preferred),
                let start = WorkoutImportTests.seconds(attributes["startDate"]),
                let end = WorkoutImportTests.seconds(attributes["endDate"])
            else { return nil }
            self.type = type
            self.value = convert(value)
            self.start = start
            self.end = end
            source = attributes["sourceName"] ?? ""
        }

        func overlaps(_ from: Double, _ to: Double) -> Bool {
            start < to && (end > from || start == end && start >= from)
        }

        /// Returns the part of the value between two times.
        func part(_ from: Double, _ to: Double) -> Double {
            start == end ? value : value * (min(end, to) - max(start, from)) / (end - start)
        }
    }

    private static func attributes(_ tag: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /(\w+)="([^"]*)"/) { attributes[String(match.1)] = String(match.2) }
        return attributes
    }

    private static func seconds(_ text: String?) -> Double? {
        text.flatMap { Instant(exportText: Array($0.utf8)) }.map { Double($0.microseconds) / 1e6 }
    }

    private func withExport(_ body: (ServedStore, String, String) async throws -> Void) async throws {
        let text = try String(contentsOf: WorkoutImportTests.export, encoding: .utf8)
        try await ServedStore.with { store in
            let token = try store.token()
            let imported = try await Command.run(
                try Command.product(),
                ["import", WorkoutImportTests.export.path, "--person", "Ada", "--database-url", store.conninfo])
            #expect(imported.status == 0, "\(imported.errors)")
            try await body(store, token, text)
        }
    }

    private func workouts(_ store: ServedStore, _ token: String, limit: Int) async throws -> [Object] {
        var workouts: [Object] = []
        var cursor: String?
        repeat {
            let query = [("limit", "\(limit)")] + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try await store.service.send("GET", "/v1/workouts", query: query, token: token).object
            let list = try #require(page["workouts"] as? [Object])
            #expect(list.count <= limit)
            workouts += list
            cursor = page["cursor"] as? String
        } while cursor != nil
        return workouts
    }

    @Test("every workout of an export is listed once, the newest first, with its totals and events")
    func list() async throws {
        try await withExport { store, token, text in
            let tags = text.matches(of: /<Workout ([^>]*)>/).map { WorkoutImportTests.attributes($0.1) }
            let workouts = try await workouts(store, token, limit: 7)
            #expect(tags.count == 61 && workouts.count == 61)
            #expect(Set(workouts.compactMap { $0["uuid"] as? String }).count == 61)
            let starts = workouts.compactMap { ($0["startDate"] as? String).flatMap { Instant(rfc3339: $0) } }
            #expect(starts == starts.sorted(by: >))
            func summary(_ start: Double?, _ minutes: Double?, _ energy: Double?, _ kilometres: Double?) -> [Int] {
                // The comparison is exact to a second, a calorie and a metre.
                [start, minutes.map { $0 * 60 }, energy, kilometres.map { $0 * 1_000 }].map {
                    Int(($0 ?? -1).rounded())
                }
            }
            let expected = tags.map { tag in
                summary(
                    WorkoutImportTests.seconds(tag["startDate"]), tag["duration"].flatMap(Double.init),
                    tag["totalEnergyBurned"].flatMap(Double.init), tag["totalDistance"].flatMap(Double.init))
            }
            let actual = zip(workouts, starts).map { workout, start in
                summary(
                    Double(start.microseconds) / 1e6, (workout["duration"] as? Double).map { $0 / 60 },
                    workout["totalEnergyBurned"] as? Double, (workout["totalDistance"] as? Double).map { $0 / 1_000 })
            }
            #expect(
                actual.sorted { $0.lexicographicallyPrecedes($1) }
                    == expected.sorted { $0.lexicographicallyPrecedes($1) })
            #expect(workouts.allSatisfy { $0["unreadEvents"] as? Int == 0 && $0["unreadActivities"] as? Int == 0 })
            let events = workouts.map { ($0["workoutEvents"] as? [Object] ?? []).count }
            #expect(events.filter { $0 > 0 } == [1, 3])
            let cycling = try await store.service.send(
                "GET", "/v1/workouts", query: [("activityType", "cycling")], token: token)
            #expect((try cycling.object["workouts"] as? [Object])?.count == 2)
        }
    }

    @Test("what a run's pauses leave of it is what the phone said it lasted")
    func pauses() async throws {
        try await withExport { store, token, _ in
            let answer = try await store.service.send(
                "GET", "/v1/workouts", query: [("from", "2017-06-27T07:50:00Z"), ("to", "2017-06-27T07:51:00Z")],
                token: token)
            let run = try #require(
                (try answer.object["workouts"] as? [Object])?.first {
                    ($0["source"] as? Object)?["name"] as? String == "Runtastic"
                })
            let duration = try #require(run["duration"] as? Double)
            let elapsed = try #require(run["elapsedTime"] as? Double)
            #expect(elapsed == 17 * 60 + 46)
            let pauses = run["pauses"] as? [[String: String]]
            #expect(
                pauses == [
                    ["startDate": "2017-06-27T07:56:21Z", "endDate": "2017-06-27T07:56:39Z"],
                    // The pause lasts to the end of the workout, because the workout was not
                    // resumed.
                    ["startDate": "2017-06-27T08:08:06Z", "endDate": "2017-06-27T08:08:07Z"],
                ])
            // The export has only whole seconds.
            #expect(abs(duration - (elapsed - 18 - 1)) < 1)
        }
    }

    @Test("each workout's statistics are those of the samples in it, and of no other type")
    func statistics() async throws {
        try await withExport { store, token, text in
            let records = text.matches(of: /<Record ([^>]*)>/).compactMap {
                Record(WorkoutImportTests.attributes($0.1))
            }
            var (discrete, cumulative) = (0, 0)
            for workout in try await workouts(store, token, limit: 100) {
                let uuid = try #require(workout["uuid"] as? String)
                let detail = try await store.service.send("GET", "/v1/workouts/\(uuid)", token: token).object
                let from = try #require(WorkoutImportTests.seconds(detail["startDate"] as? String))
                let to = try #require(WorkoutImportTests.seconds(detail["endDate"] as? String))
                let inside = Dictionary(
                    grouping: from < to ? records.filter { $0.overlaps(from, to) } : [], by: \.type.identifier)
                let statistics = try #require(detail["statistics"] as? [Object])
                #expect(statistics.map { $0["type"] as? String ?? "" } == inside.keys.sorted())
                for entry in statistics {
                    let samples = try #require(inside[entry["type"] as? String ?? ""])
                    let figures = try #require(entry["statistics"] as? Object)
                    #expect(figures["count"] as? Int == samples.count)
                    #expect(entry["unit"] as? String == samples.first?.type.preferredUnit?.unitString)
                    if let minimum = figures["minimum"] as? Double, let maximum = figures["maximum"] as? Double {
                        #expect(minimum == samples.map(\.value).min() && maximum == samples.map(\.value).max())
                        discrete += 1
                    } else if Set(samples.map(\.source)).count == 1 {
                        // If several sources overlap, not every sample counts.
                        let sum = samples.reduce(0) { $0 + $1.part(from, to) }
                        let actual = try #require(figures["sum"] as? Double)
                        #expect(abs(actual - sum) <= 1e-9 * max(sum, 1))
                        cumulative += 1
                    }
                }
            }
            #expect(discrete > 5 && cumulative > 50)
        }
    }
}
