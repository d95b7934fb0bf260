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

    @Test("an anchor has 1 to 65,536 bytes and is read back for its device, types and person")
    func lifeCycle() throws {
        let anchors = ClientAnchorStore(person: store.person, session: store.session)
        let scope = try ClientAnchor.Scope(device: "phone", types: ["stepCount", "heartRate"])
        #expect(ClientAnchor(scope: scope, bytes: []) == nil)
        #expect(ClientAnchor(scope: scope, bytes: [UInt8](repeating: 0, count: 65_537)) == nil)
        for bytes in [[0], [UInt8](repeating: 255, count: 65_536), Array(0...255)] {
            try anchors.write(try #require(ClientAnchor(scope: scope, bytes: bytes)))
            #expect(try anchors.find(scope) == bytes)
        }
        #expect(try store.count("client_anchor") == 1)
        for other in [
            try ClientAnchor.Scope(device: "phone", types: ["stepCount"]),
            try ClientAnchor.Scope(device: "Phone", types: ["stepCount", "heartRate"]),
        ] {
            #expect(try anchors.find(other) == nil)
            #expect(try !anchors.delete(other))
        }
        let bea = try PersonStore.create(name: "Bea", store.session)
        #expect(try ClientAnchorStore(person: bea, session: store.session).find(scope) == nil)
        try store.writeAnchor(device: "phone", ["mood"], [1])
        try store.writeAnchor(device: "pad", ["bodyMass"], [1])
        #expect(
            try anchors.typeSets(ofDevice: "phone")
                == [["HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount"], ["mood"]])
        #expect(try anchors.delete(scope))
        #expect(try anchors.find(scope) == nil)
        #expect(try store.count("client_anchor") == 2)
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

@Suite struct PlainBatchTests {
    @Test("a batch of new samples runs the known statements and no others")
    func statements() async throws {
        try await TestStore.with { store in
            let fresh = try store.inNewSession()
            try fresh.post { maker in
                try maker.add(UUID(), .quantity(1), metadata: #"{"a": 1}"#)
                try maker.add(UUID(), .category(1))
            }
            // Every statement of the batch stays prepared in its session, so this query lists the
            // statements. It leaves out those that begin a transaction.
            let statements = try fresh.texts(
                "select statement from pg_prepared_statements where statement !~ '^(begin|set local) '")
            for table in ["sample_sync", "idempotency_key", "client_anchor", "contained_sample"] {
                #expect(!statements.contains { $0.contains(table) }, "\(table)")
            }
            let known = [
                "pg_notify", "change_counter where", "from health.sample_type", "from health.unit", "health.source ",
                "health.source_revision", "health.deleted_sample", "pg_type", "into health.sample_detail",
                "into health.sample (", "into health.sample_extent", "into health.source_type",
                "update health.change_counter", "into health.arrival",
            ]
            for text in known { #expect(statements.contains { $0.contains(text) }, "\(text)") }
            #expect(statements.count == PlainBatchTests.statementCount, "\(statements)")
        }
    }

    /// Includes the statements for new names, which are a source, its revision and a unit of the
    /// person: an insert for each, two for the source, and a query for the ids of the last two. The
    /// query of this test counts, too.
    private static let statementCount = 24
}

extension TestStore {
    func writeAnchor(device: String, _ types: [String], _ bytes: [UInt8]) throws {
        let scope = try ClientAnchor.Scope(device: device, types: types)
        try ClientAnchorStore(person: person, session: session).write(
            try #require(ClientAnchor(scope: scope, bytes: bytes)))
    }
}
