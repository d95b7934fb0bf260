import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// HealthKit: "if your app is not granted permission to read a type, it looks as if there is no
/// data of the type". A holder must get the answers of a store that never had the data which the
/// holder may not read.
@Suite struct ReadAccessTests {
    /// Returns the differences between three answers: to the holder about the person, to the holder
    /// about the copy, and to a caller who may read everything about the copy.
    private static func differences(
        _ set: AccessSet, _ requests: [PersonalRequest], in world: AccessWorld, _ session: Session
    ) async throws -> [String] {
        try world.copy(set, session)
        let (token, tokenOfCopy) = try world.grant(set, session)
        async let first = world.ask(requests, token: token)
        async let second = world.ask(requests, token: tokenOfCopy)
        let (given, copied) = try await (first, second)
        var differences: [String] = []
        for (index, request) in requests.enumerated() {
            let (given, copied) = (
                given[index].map(AccessWorld.withoutAnchors), copied[index].map(AccessWorld.withoutAnchors)
            )
            if given != copied { differences.append(difference(request, "\(copied)", "\(given)")) }
            if given.contains(where: { $0.status == 0 || $0.status >= 500 }) {
                differences.append("\(request.route) \(request.query): \(given)")
            }
        }
        let whole = try await world.ask(requests, token: world.tokenOfCopy)
        for (index, request) in requests.enumerated() where !hasOtherOrder(request) {
            let (given, whole) = (given[index].map(AccessWorld.uuids), whole[index].map(AccessWorld.uuids))
            if given != whole { differences.append("uuids: " + difference(request, "\(whole)", "\(given)")) }
        }
        guard set.showsNames else { return differences }
        for (index, request) in requests.enumerated() where !hasOtherOrder(request) {
            // Statements need the right to read, and not only samples that may be read.
            if request.path == "/v1/sql", given[index].allSatisfy({ $0.status == 403 }) { continue }
            let (given, whole) = (given[index].map(AccessWorld.asLimited), whole[index].map(AccessWorld.asLimited))
            if given != whole { differences.append("by the owner: " + difference(request, "\(whole)", "\(given)")) }
        }
        return differences
    }

    /// The test sorts sources by their ids, and finds them by their ids. Only the owner sees the
    /// clients in the answer about freshness.
    private static func hasOtherOrder(_ request: PersonalRequest) -> Bool {
        ["/v1/sources", "/v1/freshness"].contains(request.path) || request.query.contains { $0.0 == "source" }
    }

    private static func difference(_ request: PersonalRequest, _ right: String, _ given: String) -> String {
        let start = max(zip(right, given).prefix { $0 == $1 }.count - 150, 0)
        return """
            \(request.route) \(request.query)
                expected …\(right.dropFirst(start).prefix(400))…
                given    …\(given.dropFirst(start).prefix(400))…
            """
    }

    /// In the short run, each request is asked with one set, and each set has some requests.
    /// `HEALTHSTORE_TEST_ROUNDS=125 scripts/test --long` has a thousand sets.
    @Test("every answer is that of a store that has only the samples which the grants cover")
    func randomGrants() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let types = try world.types(session)
            let requests = try AccessWorld.requests()
            // The first set has no grants, which is another test.
            let sets = LongRun.isOn ? AccessSet.fixed : Array(AccessSet.fixed.dropFirst())
            for (index, set) in sets.enumerated() {
                let asked = requests.enumerated().filter { LongRun.isOn || $0.offset % sets.count == index }
                let differences = try await Self.differences(set, asked.map { $0.element }, in: world, session)
                #expect(differences.isEmpty, "fixed set \(index) \(set): \(differences.joined(separator: "\n"))")
            }
            for seed in 0..<UInt64(Rounds.count(8, short: 0)) {
                var random = SeededGenerator(seed)
                let set = AccessSet.random(types, &random)
                let differences = try await Self.differences(set, requests, in: world, session)
                #expect(differences.isEmpty, "seed \(seed) \(set): \(differences.joined(separator: "\n"))")
                if !differences.isEmpty { break }
            }
        }
    }

    @Test("what lies beside the samples follows random grants")
    func sideFacts() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let types = try world.types(session)
            var random = SeededGenerator(46)
            let sets = AccessSet.fixed + (0..<Rounds.count(100, short: 4)).map { _ in AccessSet.random(types, &random) }
            for set in sets {
                let (token, _) = try world.grant(set, session)
                func expect(_ method: String, _ path: String, _ body: String?, _ status: Int) async throws {
                    let answer = try await world.store.service.send(method, path, token: token, body: body)
                    #expect(answer.status == status, "\(method) \(path): \(set)")
                }
                let readsAll = set.coversAll(\.mayRead) && set.showsNames
                let zones = readsAll && set.coversAll(\.mayWrite)
                try await expect("PUT", "/v1/time-zones", #"{"timeZones": []}"#, zones ? 200 : 403)
                let weekday = set.has(\.mayRead) && (!set.isNarrowed || readsAll)
                try await expect("PUT", "/v1/preferences", #"{"firstWeekday": 1}"#, weekday ? 200 : 403)
                for name in ["stepCount", "heartRate", "sleepAnalysis", "bloodPressure"] {
                    let id = try session.execute(
                        "select sample_type_id from health.sample_type where short_name = $1", [.text(name)])[0].int32(
                            0)
                    let isCovered = types.filter { $0.id == id }.contains { type in
                        [\RandomTerms.mayRead, \.mayWrite].contains { !set.times(of: type, $0).isEmpty }
                    }
                    let isStored = isCovered && set.has(\.mayWrite)
                    try await expect("PUT", "/v1/anchors/phone/\(name)", "x", isStored ? 204 : 403)
                    if !isCovered { try await expect("GET", "/v1/anchors/phone/\(name)", nil, 404) }
                }
            }
        }
    }

    @Test(
        "a spoiled policy is found", .enabled(if: LongRun.isOn),
        arguments: ["sample", "deleted_sample", "sample_time_zone", "preference_change", "export_element"])
    func spoiled(_ table: String) async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            try session.executeScript("alter policy granted_people on health.\(table) using (true)")
            let set = AccessSet(grants: [RandomTerms(groups: ["sleep"])])
            let requests = try AccessWorld.requests()
            #expect(try await !Self.differences(set, requests, in: world, session).isEmpty)
        }
    }

    @Test("a holder without the right to read is answered as about a person without data, and not refused")
    func nothing() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let (token, _) = try world.grant(AccessSet(grants: []), session)
            let empty = try await world.store.get("/v1/latest", token: token)
            #expect(empty.status == 200 && empty.body.hasPrefix(#"{"latest":[]}"#), "\(empty.body)")
            let changes = try await world.store.get("/v1/changes", token: token)
            #expect(try changes.object["changes"] as? [String] == [] && changes.object["hasMore"] as? Bool == false)
        }
    }

    @Test("a type that is not in the catalogue is listed only for people who have samples of it")
    func ownTypes() async throws {
        try await AccessWorld.with { world in
            let name = "HKQuantityTypeIdentifierOfNoCatalogue"
            for (token, isKnown) in [(world.token, true), (world.tokenOfCopy, false)] {
                let types = try await world.store.get("/v1/types", token: token)
                #expect(types.body.contains(name) == isKnown)
                let known = try await world.store.get("/v1/samples", [("type", name)], token: token)
                let unknown = try await world.store.get("/v1/samples", [("type", "HKNothing")], token: token)
                #expect(unknown.code == "unknown_type")
                #expect(isKnown ? known.status == 200 : known.body.replacing(name, with: "HKNothing") == unknown.body)
                for path in ["/v1/changes", "/v1/latest"] {
                    let answer = try await world.store.get(path, [("types", name)], token: token)
                    #expect(isKnown ? answer.status == 200 : answer.code == "unknown_type", "\(path)")
                }
            }
        }
    }
}
