import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// How readers want to see a person's data.
@Suite("Preferences of a reader") struct PreferenceEndpointTests {
    private static let path = "/v1/preferences"
    private static let none =
        #"{"pinned":null,"hidden":[],"units":{},"goals":{},"firstWeekday":null,"timeZone":null,"language":null}"# + "\n"
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let mass = "HKQuantityTypeIdentifierBodyMass"
    private static let pulse = "HKQuantityTypeIdentifierHeartRate"

    private static func get(_ world: TwoPeople, _ token: String) async throws -> RunningService.Answer {
        try await world.store.get(path, token: token)
    }

    private static func put(_ world: TwoPeople, _ token: String, _ body: String) async throws
        -> RunningService.Answer
    {
        try await world.store.service.send("PUT", path, token: token, body: body)
    }

    @Test("are at their defaults at first, keep members that a change does not name, and have a strong ETag")
    func members() async throws {
        try await TwoPeople.with { world in
            let token = try world.token().text
            let first = try await Self.get(world, token)
            #expect(first.status == 200 && first.body == Self.none)
            let tag = try #require(first.header("ETag"))
            #expect(tag.hasPrefix("\""))
            func knows(_ tag: String) async throws -> Int {
                try await world.store.get(Self.path, token: token, headers: ["If-None-Match: \(tag)"]).status
            }
            #expect(try await knows(tag) == 304)
            // Short names become identifiers, and names of unknown types stay.
            let all = #"""
                {"pinned": ["stepCount", "of no catalogue"], "hidden": ["bodyMass"], "firstWeekday": 7,
                "units": {"bodyMass": "lbs", "heartRate": "bpm"}, "goals": {"stepCount": 9000, "bodyMass": 154.3},
                "timeZone": "Europe/Berlin", "language": "de"}
                """#
            let chosen = try await Self.put(world, token, all)
            #expect(
                chosen.body
                    == #"{"pinned":["\#(Self.steps)","of no catalogue"],"hidden":["\#(Self.mass)"],"#
                    + #""units":{"\#(Self.mass)":"lb","\#(Self.pulse)":"count/min"},"#
                    + #""goals":{"\#(Self.mass)":154.3,"\#(Self.steps)":9000},"#
                    + #""firstWeekday":7,"timeZone":"Europe/Berlin","language":"de"}"#
                    + "\n")
            let read = try await Self.get(world, token)
            #expect(read.body == chosen.body && read.header("ETag") == chosen.header("ETag"))
            #expect(try await knows(tag) == 200)
            #expect(try await Self.put(world, token, "{}").body == chosen.body)
            let fewer = try await Self.put(
                world, token,
                #"{"pinned": null, "units": {"bodyMass": null}, "goals": {"stepCount": null}, "timeZone": "person"}"#)
            #expect(
                fewer.body
                    == #"{"pinned":null,"hidden":["\#(Self.mass)"],"units":{"\#(Self.pulse)":"count/min"},"#
                    + #""goals":{"\#(Self.mass)":69.989302691},"firstWeekday":7,"timeZone":"person","language":"de"}"#
                    + "\n")
            let last = try await Self.put(
                world, token,
                #"""
                {"pinned": [], "hidden": [], "units": {"heartRate": null}, "goals": {"bodyMass": null},
                "firstWeekday": null, "timeZone": null, "language": null}
                """#)
            // An empty selection is not the default selection.
            #expect(last.body == Self.none.replacing("null,\"hidden\"", with: "[],\"hidden\""))
            // The units are the reader's, so answers and the person's units are the same.
            _ = try await Self.put(world, token, #"{"units": {"bodyMass": "lb"}}"#)
            let units = try await world.store.get("/v1/units", token: token)
            #expect(!units.body.contains(#""chosenUnit":""#))
        }
    }

    @Test("that are malformed are refused by name, and change nothing")
    func refusals() async throws {
        try await TwoPeople.with { world in
            let token = try world.token().text
            let kept = try await Self.put(world, token, #"{"pinned": ["stepCount"], "firstWeekday": 1}"#).body
            func list(_ count: Int) -> String {
                "[" + (0..<count).map { "\"type \($0)\"" }.joined(separator: ",") + "]"
            }
            let long = String(repeating: "x", count: SampleReferences.typeBytesMax + 1)
            let bodies: [(String, String, String)] = [
                (#"[]"#, "malformed_field", ""), (#"{"order": []}"#, "malformed_field", "order"),
                (#"{"pinned": [], "pinned": []}"#, "malformed_field", "pinned"),
                (#"{"pinned": {}}"#, "malformed_field", "pinned"),
                (#"{"pinned": [3]}"#, "malformed_field", "pinned[0]"),
                (#"{"pinned": [""]}"#, "malformed_field", "pinned[0]"),
                (#"{"pinned": ["a\u0000"]}"#, "malformed_field", "pinned[0]"),
                (#"{"pinned": ["\#(long)"]}"#, "malformed_field", "pinned[0]"),
                (#"{"pinned": ["bodyMass", "\#(Self.mass)"]}"#, "malformed_field", "pinned[1]"),
                (#"{"pinned": \#(list(ReaderPreferences.pinnedMax + 1))}"#, "out_of_range", "pinned"),
                (#"{"hidden": null}"#, "malformed_field", "hidden"),
                (#"{"hidden": \#(list(ReaderPreferences.hiddenMax + 1))}"#, "out_of_range", "hidden"),
                (#"{"units": null}"#, "malformed_field", "units"),
                (#"{"units": {"bodyMass": "km"}}"#, "incompatible_unit", "units.bodyMass"),
                (#"{"units": {"bodyMass": "furlong"}}"#, "unknown_unit", "units.bodyMass"),
                (#"{"units": {"stepps": "count"}}"#, "unknown_type", "units.stepps"),
                (#"{"units": {"sleepAnalysis": "min"}}"#, "wrong_kind", "units.sleepAnalysis"),
                (#"{"goals": null}"#, "malformed_field", "goals"),
                (#"{"goals": {"stepCount": "many"}}"#, "malformed_field", "goals.stepCount"),
                (#"{"goals": {"stepCount": 0}}"#, "out_of_range", "goals.stepCount"),
                (#"{"goals": {"stepCount": 1000000001}}"#, "out_of_range", "goals.stepCount"),
                (#"{"goals": {"stepps": 1}}"#, "unknown_type", "goals.stepps"),
                (#"{"goals": {"workout": 1}}"#, "wrong_kind", "goals.workout"),
                (#"{"goals": {"stepCount": 1, "\#(Self.steps)": 2}}"#, "repeated_parameter", "goals.\(Self.steps)"),
                (#"{"firstWeekday": 0}"#, "out_of_range", "firstWeekday"),
                (#"{"firstWeekday": 8}"#, "out_of_range", "firstWeekday"),
                (#"{"firstWeekday": 1.5}"#, "malformed_field", "firstWeekday"),
                (#"{"firstWeekday": "7"}"#, "malformed_field", "firstWeekday"),
                (#"{"timeZone": "Europe/Nowhere"}"#, "unknown_time_zone", "timeZone"),
                (#"{"timeZone": ""}"#, "malformed_field", "timeZone"),
                (#"{"timeZone": 1}"#, "malformed_field", "timeZone"),
                (#"{"language": ""}"#, "malformed_field", "language"),
                (#"{"language": "DE"}"#, "malformed_field", "language"),
                (#"{"language": "de-AT"}"#, "malformed_field", "language"),
                (#"{"language": "abcd"}"#, "malformed_field", "language"),
                (#"{"language": 1}"#, "malformed_field", "language"),
            ]
            for (body, code, field) in bodies {
                let both = body.hasPrefix("{") ? #"{"hidden": ["heartRate"], "# + body.dropFirst() : body
                for sent in [body, both] where sent == body || !body.contains("\"hidden\"") {
                    let answer = try await Self.put(world, token, sent)
                    #expect(
                        answer.status == 400 && answer.code == code && answer.field == field,
                        "\(sent.prefix(80)): \(answer.body)")
                }
            }
            try await Self.put(
                world, token, "{\"hidden\": []" + String(repeating: " ", count: 262_144) + "}"
            ).expect(413)
            #expect(try await Self.get(world, token).body == kept)
            for (member, count) in [("pinned", ReaderPreferences.pinnedMax), ("hidden", ReaderPreferences.hiddenMax)] {
                #expect(try await Self.put(world, token, "{\"\(member)\": \(list(count))}").status == 200)
            }
        }
    }

    @Test("belong to one holder about one person, and all of its tokens and sessions share them")
    func holders() async throws {
        try await TwoPeople.with { world in
            try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity, .sleep])))
            let (ada, ben) = (try world.token().text, try world.token(of: "Ben").text)
            let aboutBen = try TokenStore.create(for: world.ben, name: "test", world.session).text
            let chosen = try await Self.put(world, ada, #"{"pinned": ["stepCount"], "firstWeekday": 6}"#).body
            #expect(try await Self.get(world, ben).body == Self.none)
            #expect(try await Self.get(world, aboutBen).body == Self.none)
            #expect(try await Self.get(world, try world.token().text).body == chosen)
            let session = try world.openSession(of: world.ada)
            #expect(try await world.browse("GET", Self.path, session: session).body == chosen)
            // Ben's session about Ada shares what Ben's token about Ada chose, and not Ben's own.
            let person = [("person", world.ada.uuid.uuidString)]
            let ofBen = try world.openSession(of: world.ben)
            let byBen = try await world.browse(
                "PUT", Self.path, person, session: ofBen, body: #"{"hidden": ["sleepAnalysis"]}"#)
            #expect(byBen.status == 200 && byBen.body.contains("SleepAnalysis"), "\(byBen.body)")
            #expect(try await Self.get(world, ben).body == byBen.body)
            #expect(try await world.browse("GET", Self.path, session: ofBen).body == Self.none)
            #expect(try await Self.get(world, ada).body == chosen)
            // A removed holder and an erased person leave none.
            func count() throws -> Int64 {
                try world.session.execute("select count(*) from health.reader_preference")[0].int64(0)
            }
            _ = try HolderStore.add(name: "study", world.session)
            try world.share(AccessTerms(rights: .read, scope: .allGroups), with: "study")
            #expect(try await Self.put(world, try world.token(of: "study").text, #"{"firstWeekday": 2}"#).status == 200)
            #expect(try count() == 3)
            try HolderStore.remove(try HolderStore.find(name: "study", world.session), world.session)
            #expect(try count() == 2)
            try PersonEraser.erase(world.ada, world.session)
            #expect(try count() == 0)
        }
    }

    @Test("about types that a caller may not read are neither answered to it nor changed by it")
    func narrowed() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            let all = #"""
                {"pinned": ["menstrualFlow", "stepCount", "secret type"], "hidden": ["heartRate", "flightsClimbed"],
                "units": {"bodyMass": "lb", "distanceWalkingRunning": "mi"}, "firstWeekday": 3,
                "goals": {"bodyMass": 150, "stepCount": 9000}}
                """#
            #expect(try await Self.put(world, owner, all).status == 200)
            let narrowed = try world.token(
                AccessTerms(rights: .read, scope: AccessScope(groups: [.activity]))
            ).text
            let seen = try await Self.get(world, narrowed).body
            #expect(
                seen
                    == #"{"pinned":["\#(Self.steps)"],"hidden":["HKQuantityTypeIdentifierFlightsClimbed"],"#
                    + #""units":{"HKQuantityTypeIdentifierDistanceWalkingRunning":"mi"},"#
                    + #""goals":{"\#(Self.steps)":9000},"firstWeekday":3,"timeZone":null,"language":null}"#
                    + "\n")
            let changed = try await Self.put(
                world, narrowed,
                #"""
                {"pinned": ["flightsClimbed", "bodyMass"], "hidden": [], "units": {"bodyMass": "kg"},
                "goals": {"bodyMass": 1}}
                """#)
            #expect(changed.status == 200 && !changed.body.contains("BodyMass"), "\(changed.body)")
            let after = try await Self.get(world, owner).object
            #expect(
                after["pinned"] as? [String] == [
                    "HKQuantityTypeIdentifierFlightsClimbed", "HKCategoryTypeIdentifierMenstrualFlow", "secret type",
                ])
            #expect(after["hidden"] as? [String] == [Self.pulse])
            #expect((after["units"] as? [String: String])?[Self.mass] == "lb")
            #expect((after["goals"] as? [String: Double])?[Self.mass] == 150)
            _ = try await Self.put(world, narrowed, #"{"pinned": null}"#)
            #expect(
                try await Self.get(world, owner).object["pinned"] as? [String] == [
                    "HKCategoryTypeIdentifierMenstrualFlow", "secret type",
                ])
            // A holder that may only write is answered as if nothing was chosen.
            let writer = try world.token(AccessTerms(rights: .write, scope: .everything)).text
            #expect(try await Self.get(world, writer).body == Self.none)
            try await Self.put(world, writer, #"{"firstWeekday": 1}"#).expect(403, "read_not_granted")
        }
    }

    @Test("that two requests change at once both stay")
    func concurrency() async throws {
        try await TwoPeople.with { world in
            let token = try world.token().text
            let service = world.detached.service
            let bodies =
                [
                    #"{"pinned": ["stepCount"]}"#, #"{"hidden": ["heartRate"]}"#, #"{"firstWeekday": 5}"#,
                    #"{"timeZone": "UTC"}"#, #"{"language": "ja"}"#,
                ] + ["bodyMass", "leanBodyMass"].map { #"{"units": {"\#($0)": "lb"}}"# }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for body in bodies {
                    group.addTask {
                        try await service.send("PUT", Self.path, token: token, body: body).status
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
            let all = try await Self.get(world, token).object
            try expect(
                all,
                has: [
                    "pinned": [Self.steps], "hidden": [Self.pulse], "firstWeekday": 5, "timeZone": "UTC",
                    "language": "ja",
                ])
            #expect((all["units"] as? [String: String])?.count == 2)
        }
    }
}
