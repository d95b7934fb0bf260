import Foundation
import HealthstoreClient
import TestSupport
import Testing

/// Compares a workout that a phone sent with the same workout of an export, as the service answers
/// both.
@Suite struct WorkoutOfExportTests {
    /// The members that differ, by the type of the samples, and the reasons. A path has no indices
    /// of lists.
    private static let differences: [String: [String: String]] = [
        "workout": [
            "objects[]": derived, "workoutRoutes[]": derived,
            "statistics[].sources[].bundleIdentifier": source,
            "workoutActivities[].statistics[].sources[].bundleIdentifier": source,
            "workoutActivities[].workoutActivityType": "an export does not have the type of an activity",
            "workoutActivities[].workoutActivityTypeName": "an export does not have the type of an activity",
            "workoutZoneGroups[].zones[].unread.sent.duration": sent,
            "workoutActivities[].workoutZoneGroups[].zones[].unread.sent.duration": sent,
        ],
        "workoutRoute": [
            "parts.workout": nested, "parts.fileReference": "a phone has the locations instead of a file",
        ],
        "estimatedWorkoutEffortScore": ["parts.workout": nested],
    ]

    /// The members of every type that differ.
    private static let commonDifferences = [
        "uuid": derived, "source.bundleIdentifier": source, "source.productType": source,
        "source.operatingSystemVersion": source,
        "creationDate": "HealthKit does not tell an app when a sample was saved",
    ]

    private static let derived = "an export has no uuids, so the service derives them"
    private static let source = "an export has only the name and the version of a source"
    private static let sent = "the text of the export is kept if its unit is another one"
    private static let nested = "an export has the sample inside the workout, and both workouts have it in objects"

    @Test("a workout of a phone equals the same workout of an export, member by member")
    func workout() async throws {
        try await ServedStore.with { store in
            let (ada, bea) = (try await token("Ada", store), try await token("Bea", store))
            let client = HealthstoreClient(address: try #require(URL(string: store.service.address)), token: ada)
            let receipt = try await client.post(PhoneWorkout.samples)
            #expect(receipt.rejected == [] && receipt.inserted == PhoneWorkout.samples.count)
            try await withTemporaryDirectory { directory in
                try PhoneWorkout.writeExport(to: directory)
                _ = try await run(["import", directory, "--person", "Bea"], store)
            }
            for (type, differences) in WorkoutOfExportTests.differences {
                let phone = try await members(type, store, token: ada)
                let export = try await members(type, store, token: bea)
                let paths = Set(phone.keys).union(export.keys).filter { phone[$0] != export[$0] }
                let known = Set(differences.keys).union(WorkoutOfExportTests.commonDifferences.keys)
                #expect(paths.subtracting(known) == [], "\(type)")
                #expect(known.subtracting(paths) == [], "\(type)")
                if type == "workout" {
                    for member in ["objects[]", "workoutRoutes[]"] {
                        #expect(phone[member]?.count == export[member]?.count)
                    }
                    #expect(phone["objects[]"]?.count == 2 && phone["workoutZoneGroups[].zones[].duration"]?.count == 3)
                    #expect(phone["workoutStatistics[].sum"] == ["517.5", "13.25", "5"])
                }
            }
        }
    }

    @Test("figures and zones that both the phone and an export of the same person have are answered once")
    func both() async throws {
        try await ServedStore.with { store in
            let ada = try await token("Ada", store)
            let client = HealthstoreClient(address: try #require(URL(string: store.service.address)), token: ada)
            _ = try await client.post(PhoneWorkout.samples)
            let phone = try await members("workout", store, token: ada)
            try await withTemporaryDirectory { directory in
                try PhoneWorkout.writeExport(to: directory)
                _ = try await run(["import", directory, "--person", "Ada"], store)
            }
            let both = try await members("workout", store, token: ada)
            for path in Set(phone.keys).union(both.keys).sorted() where phone[path] != both[path] {
                Issue.record("\(path): \(phone[path] ?? []), then \(both[path] ?? [])")
            }
        }
    }

    private func token(_ person: String, _ store: ServedStore) async throws -> String {
        _ = try await run(["person", "add", person], store)
        let output = try await run(["token", "create", "--person", person], store)
        return String(try #require(output.split(separator: "\n").first))
    }

    private func run(_ arguments: [String], _ store: ServedStore) async throws -> String {
        let command = try await Command.healthstore(arguments, database: store.conninfo)
        try #require(command.status == 0, "\(command.errors)")
        return command.output
    }

    /// Returns the members of the answer about the only sample of a type, by their paths. Values
    /// are texts, because an export has the numbers and Booleans of metadata as text.
    private func members(_ type: String, _ store: ServedStore, token: String) async throws -> [String: [String]] {
        func object(_ path: String, _ query: [(String, String)] = []) async throws -> [String: Any] {
            let answer = try await store.service.send("GET", path, query: query, token: token)
            try #require(answer.status == 200, "\(answer.body)")
            return try #require(try JSONSerialization.jsonObject(with: answer.data) as? [String: Any])
        }
        let samples = try #require(try await object("/v1/samples", [("type", type)])["samples"] as? [[String: Any]])
        try #require(samples.count == 1)
        var answer: [String: Any] = samples[0]
        if type == "workout" {
            // The recorded figures of this answer are in the person's units.
            answer = try await object("/v1/workouts/" + (try #require(samples[0]["uuid"] as? String)))
        }
        var members: [String: [String]] = [:]
        WorkoutOfExportTests.flatten(answer, "", into: &members)
        return members
    }

    private static func flatten(_ value: Any, _ path: String, into members: inout [String: [String]]) {
        if let object = value as? [String: Any] {
            for (name, member) in object.sorted(by: { $0.key < $1.key }) {
                flatten(member, path.isEmpty ? name : path + "." + name, into: &members)
            }
        } else if let list = value as? [Any] {
            for element in list { flatten(element, path + "[]", into: &members) }
        } else {
            members[path, default: []].append("\(value)")
        }
    }
}
