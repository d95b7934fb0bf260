import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ClientAnchorTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("types are named by identifier, once, in one order, and unknown names are kept")
    func scopes() throws {
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount", "mood", "heartRate", "stepCount"])
        #expect(
            scope.types == ["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount", "mood"])
        let other = try ClientAnchor.Scope(
            device: "phone",
            types: ["mood", "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"])
        #expect(scope == other)
    }

    @Test("malformed names are refused with their field")
    func refusals() {
        let long = String(repeating: "x", count: 201)
        let faults: [(String, [String], String)] = [
            ("", ["a"], "device"), (long, ["a"], "device"), ("a\nb", ["a"], "device"), ("a\u{0}", ["a"], "device"),
            ("a", [], "types"), ("a", [""], "types"), ("a", ["b", ""], "types"), ("a", [long], "types"),
            ("a", ["b,c"], "types"), ("a", ["b\u{0}"], "types"),
            ("a", Array(repeating: "b", count: ClientAnchor.Scope.typesMax + 1), "types"),
        ]
        for (device, types, field) in faults {
            let refusal = #expect(throws: Refusal.self) { try ClientAnchor.Scope(device: device, types: types) }
            #expect(refusal?.field == field)
        }
        for device in ["x", String(repeating: "é", count: 100)] {
            #expect(throws: Never.self) { try ClientAnchor.Scope(device: device, types: ["x"]) }
        }
    }

    @Test("an anchor has 1 to 65,536 bytes")
    func size() throws {
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount"])
        for (count, isGood) in [(0, false), (1, true), (65_536, true), (65_537, false)] {
            #expect((ClientAnchor(scope: scope, bytes: [UInt8](repeating: 0, count: count)) != nil) == isGood)
        }
    }

    @Test("the greatest number of types with the longest names is accepted")
    func manyTypes() throws {
        let types = (0..<ClientAnchor.Scope.typesMax).map { number in
            (UUID().uuidString + UUID().uuidString + "-\(number)-").padding(
                toLength: SampleReferences.typeBytesMax, withPad: UUID().uuidString, startingAt: 0)
        }
        try store.writeAnchor(device: "phone", types, [7])
        let scope = try ClientAnchor.Scope(device: "phone", types: types.reversed())
        #expect(try ClientAnchorStore(person: store.person, session: store.session).find(scope) == [7])
    }

    @Test("a person has at most anchorsMax anchors, and can still change those")
    func tooMany() throws {
        try store.writeAnchor(device: "phone", ["a"], [1])
        _ = try store.session.execute(
            """
            insert into health.client_anchor (person_id, holder_id, device, types, types_sha256, anchor)
            select $1, holder_id, 'd' || n, '{a}', sha256(''), '\\x00'
            from generate_series(2, $2) n join health.holder on person_id = $1
            """, [.int32(store.person.id), .int32(Int32(ClientAnchorStore.anchorsMax))])
        #expect(refusal { try store.writeAnchor(device: "phone", ["b"], [1]) } == .tooManyAnchors)
        try store.writeAnchor(device: "phone", ["a"], [2])
        #expect(try store.count("client_anchor") == Int64(ClientAnchorStore.anchorsMax))
    }

    @Test("an anchor in a batch is stored with its records, or not at all")
    func inBatch() throws {
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount"])
        let anchors = ClientAnchorStore(person: store.person, session: store.session)
        var maker = SampleMaker()
        try maker.add()
        var batch = maker.batch
        batch.anchor = ClientAnchor(scope: scope, bytes: [1, 2, 3])
        let before = try BatchWriter(person: store.person, session: store.session).write(batch)
        #expect(try anchors.find(scope) == [1, 2, 3])
        struct Failure: Error {}
        batch.anchor = ClientAnchor(scope: scope, bytes: [4])
        #expect(throws: Failure.self) {
            try store.session.transaction {
                _ = try BatchWriter(person: store.person, session: store.session).write(batch)
                throw Failure()
            }
        }
        #expect(try anchors.find(scope) == [1, 2, 3])
        // An anchor is not a change of the person's samples.
        batch.samples = []
        #expect(
            try BatchWriter(person: store.person, session: store.session).write(batch).changePosition
                == before.changePosition)
        #expect(try anchors.find(scope) == [4])
    }
}

extension TestStore {
    func writeAnchor(device: String, _ types: [String], _ bytes: [UInt8]) throws {
        let scope = try ClientAnchor.Scope(device: device, types: types)
        try ClientAnchorStore(person: person, session: session).write(
            try #require(ClientAnchor(scope: scope, bytes: bytes)))
    }
}
