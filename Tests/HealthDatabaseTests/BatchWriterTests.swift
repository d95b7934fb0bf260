import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct BatchWriterTests {
    /// A sample of each kind, with every member that the kind can have.
    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var made: SampleMaker.Made
        /// The same kind with another content. It is nil for kinds that have only metadata and
        /// parts.
        var changed: SampleMaker.Made?
    }

    static let kinds: [Kind] = [
        Kind(testDescription: "quantity", made: .quantity(10), changed: .quantity(11)),
        Kind(
            testDescription: "quantity in another unit",
            made: .quantity(1.5, unit: "km", type: "distanceWalkingRunning"),
            changed: .quantity(1500, unit: "m", type: "distanceWalkingRunning")),
        Kind(testDescription: "category", made: .category(3), changed: .category(4)),
        Kind(
            testDescription: "category in no catalogue", made: .category(nil, sent: "Deep"),
            changed: .category(nil, sent: "Light")),
        Kind(testDescription: "correlation", made: .correlation(), changed: .correlation(type: "food")),
        Kind(
            testDescription: "workout",
            made: .workout(Workout(activityType: 37, duration: 60, totalEnergyBurned: 5, totalDistance: 100)),
            changed: .workout(Workout(activityType: 37, duration: 61, totalEnergyBurned: 5, totalDistance: 100))),
        Kind(testDescription: "other", made: .other(), changed: nil),
        Kind(
            testDescription: "type in no catalogue", made: .quantity(1, unit: "furlong", type: "org.example.distance"),
            changed: .quantity(1, unit: "chain", type: "org.example.distance")),
    ]

    static let device: Device = {
        var device = Device()
        device.name = "Apple Watch"
        device.hardwareVersion = "Watch6,1"
        return device
    }()

    /// Calls `body` for each kind with a new person.
    private func forEachKind(_ body: (Kind, TestStore) throws -> Void) async throws {
        try await TestStore.with { store in
            for kind in Self.kinds {
                try body(kind, store.of(try PersonStore.create(name: kind.testDescription, store.session)))
            }
        }
    }

    @Test("the same sample of any kind is inserted once and then unchanged")
    func unchanged() async throws {
        try await forEachKind { kind, store in
            let uuid = UUID()
            func post() throws -> BatchReceipt {
                try store.post { maker in
                    try maker.add(
                        uuid, kind.made, on: BatchWriterTests.device, created: Instant(seconds: 1),
                        metadata: #"{"a": 1, "b": [2, {"c": "ü"}]}"#, parts: #"[{"name": "x"}]"#)
                }
            }
            let first = try post()
            #expect(first.samples == [0: .inserted] && first.changePosition == 1, "\(kind.testDescription)")
            let stored = try store.everything()
            let second = try post()
            #expect(second.samples == [0: .unchanged] && second.changePosition == 1, "\(kind.testDescription)")
            #expect(try store.everything() == stored, "\(kind.testDescription)")
        }
    }

    @Test("whatever differs updates a sample of any kind, which then reads as if it had come alone")
    func updated() async throws {
        try await forEachKind { kind, store in
            var variants: [(String, (inout SampleMaker, UUID) throws -> Void)] = [
                ("metadata", { try $0.add($1, kind.made, metadata: #"{"a": 1}"#) }),
                ("metadata's value", { try $0.add($1, kind.made, metadata: #"{"a": 2}"#) }),
                ("parts", { try $0.add($1, kind.made, parts: #"[1]"#) }),
                ("device", { try $0.add($1, kind.made, on: BatchWriterTests.device) }),
                ("source", { try $0.add($1, kind.made, from: SampleMaker.watch) }),
                ("creation", { try $0.add($1, kind.made, created: Instant(seconds: 7)) }),
                ("start", { try $0.add($1, kind.made, at: -0.000001, lasting: 60.000001) }),
                ("end", { try $0.add($1, kind.made, lasting: 59.999999) }),
                ("nothing", { try $0.add($1, kind.made) }),
            ]
            if let changed = kind.changed { variants.append(("content", { try $0.add($1, changed) })) }
            let uuid = UUID()
            try store.post { try $0.add(uuid, kind.made, lasting: 1) }
            var position: Int64 = 1
            for (variant, make) in variants {
                let name = "\(kind.testDescription) \(variant)"
                let receipt = try store.post { try make(&$0, uuid) }
                position += 1
                #expect(receipt.samples == [0: .updated] && receipt.changePosition == position, "\(name)")
                let alone = store.of(try PersonStore.create(name: name, store.session))
                try alone.post { try make(&$0, uuid) }
                let (mine, theirs) = (try columns(store), try columns(alone))
                #expect(mine == theirs, "\(name)")
            }
            #expect(try store.count("sample") == 1)
            #expect(try store.changePositions() == [position])
        }
    }

    /// Returns the stored columns of a person's samples, without ids that depend on earlier rows.
    private func columns(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select jsonb_build_array(
                s.uuid, s.sample_type_id, s.start_time, s.end_time, s.quantity, s.creation_time, s.sent_unit_id,
                s.category_value, s.sent_quantity, s.sent_category_value, o.name, d.name, t.metadata, t.parts,
                w.activity_type, w.duration, w.total_energy_burned, w.total_distance)::text
            from health.sample s
            join health.source_revision r using (person_id, source_revision_id)
            join health.source o using (person_id, source_id)
            left join health.device d using (person_id, device_id)
            left join health.sample_detail t on t.person_id = s.person_id and t.uuid = s.uuid
            left join health.workout w on w.person_id = s.person_id and w.uuid = s.uuid
            where s.person_id = $1
            """, [.int32(store.person.id)])
    }

    @Test("two people may have the same uuid, and neither sees the other's changes")
    func people() async throws {
        try await TestStore.with { store in
            let bea = store.of(try PersonStore.create(name: "Bea", store.session))
            let uuid = UUID()
            try store.post { try $0.add(uuid, .quantity(1), metadata: #"{"a": 1}"#) }
            let mine = try store.everything()
            let receipt = try bea.post { try $0.add(uuid, .quantity(2)) }
            #expect(receipt.samples == [0: .inserted] && receipt.changePosition == 1)
            #expect(try bea.delete(uuid).deletions == [.deleted])
            #expect(try store.everything() == mine)
            #expect(try store.samples().map(\.quantity) == [1])
            #expect(try bea.samples().isEmpty)
        }
    }

    @Test("the first and the last instant that can be written are kept to the microsecond")
    func instants() async throws {
        try await TestStore.with { store in
            let receipt = try store.post { maker in
                try maker.add(UUID(), start: .earliest, end: .latest, created: .latest)
                try maker.add(UUID(), start: .latest, end: .latest)
                try maker.add(UUID(), start: .earliest, end: .earliest)
            }
            #expect(receipt.samples == [0: .inserted, 1: .inserted, 2: .inserted])
            let samples = try store.samples()
            #expect(samples.map(\.start) == [.earliest, .earliest, .latest])
            #expect(Set(samples.map(\.end)) == [.earliest, .latest])
            #expect(samples.compactMap(\.creation) == [.latest])
        }
    }

    @Test(
        "a batch that PostgreSQL refuses leaves nothing behind, and the session goes on",
        arguments: ["metadata", "parts", "category", "activity", "json", "order"])
    func refused(_ place: String) async throws {
        try await TestStore.with { store in
            try store.post { try $0.add() }
            let before = try store.everything()
            let zero = "a\u{0}b"
            var maker = SampleMaker()
            try maker.add(UUID(), .quantity(1), from: SampleMaker.scale)
            try maker.delete(UUID())
            switch place {
            case "metadata": try maker.add(metadata: #"{"a": "\u0000"}"#)
            case "parts": try maker.add(parts: #"["\u0000"]"#)
            case "category": try maker.add(UUID(), .category(nil, sent: zero))
            case "json": try maker.add(metadata: "{")
            case "order": try maker.add(lasting: -1)
            default: try maker.add(UUID(), .workout(Workout(activityType: nil, sentActivityType: zero)))
            }
            let batch = maker.batch
            #expect(throws: PostgresError.self) {
                try BatchWriter(person: store.person, session: store.session).write(batch)
            }
            #expect(try store.everything() == before)
            let next = try store.post { try $0.add() }
            #expect(next.changePosition == 2)
        }
    }

    @Test("names with U+0000 are refused before they reach the store")
    func names() throws {
        var maker = SampleMaker()
        let zero = "a\u{0}b"
        #expect(throws: Refusal.self) { try maker.add(from: SourceRevision(name: zero)) }
        var device = Device()
        device.name = zero
        #expect(throws: Refusal.self) { try maker.add(on: device) }
        #expect(throws: Refusal.self) { try maker.add(UUID(), .quantity(1, unit: zero, type: "org.example")) }
        #expect(throws: Refusal.self) { try maker.add(UUID(), .other(type: zero)) }
    }

    @Test("whatever a batch holds, its statements have the same texts")
    func constantStatements() async throws {
        try await TestStore.with { store in
            let uuids = (0..<4).map { _ in UUID() }
            func round(_ number: Int) throws {
                try store.post { maker in
                    for uuid in uuids { try maker.add(uuid, .quantity(1)) }
                    try maker.add(UUID(), .quantity(Double(number)))
                    try maker.add(uuids[number % 4], .quantity(Double(number)))
                }
            }
            let prepared = "select count(*)::integer from pg_prepared_statements"
            for number in 0..<4 { try round(number) }
            let before = try store.session.execute(prepared)[0].int32(0)
            for number in 4..<20 { try round(number) }
            #expect(try store.session.execute(prepared)[0].int32(0) == before)
        }
    }
}
