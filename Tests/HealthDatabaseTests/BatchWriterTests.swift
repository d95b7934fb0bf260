import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct BatchWriterTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    struct Kind: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var made: SampleMaker.Made
    }

    static let kinds: [Kind] = [
        Kind(testDescription: "quantity", made: .quantity(10)),
        Kind(
            testDescription: "quantity in another unit",
            made: .quantity(1.5, unit: "km", type: "distanceWalkingRunning")),
        Kind(testDescription: "category", made: .category(3)),
        Kind(testDescription: "category in no catalogue", made: .category(nil, sent: "Deep")),
        Kind(testDescription: "correlation", made: .correlation()),
        Kind(
            testDescription: "workout",
            made: .workout(Workout(activityType: 37, duration: 60, totalEnergyBurned: 5, totalDistance: 100))),
        Kind(testDescription: "other", made: .other()),
        Kind(
            testDescription: "type in no catalogue", made: .quantity(1, unit: "furlong", type: "org.example.distance")),
    ]

    static let device: Device = {
        var device = Device()
        device.name = "Apple Watch"
        device.hardwareVersion = "Watch6,1"
        return device
    }()

    @Test("two people may have the same uuid, and neither sees the other's changes")
    func people() throws {
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

    @Test("the first and the last instant that can be written are kept to the microsecond")
    func instants() throws {
        let receipt = try store.post { maker in
            try maker.add(UUID(), start: .earliest, end: .latest, created: .latest)
            try maker.add(UUID(), start: .latest, end: .latest)
            try maker.add(UUID(), start: .earliest, end: .earliest)
        }
        #expect(receipt.samples == [0: .inserted, 1: .inserted, 2: .inserted])
        let samples = try store.samples()
        #expect(samples.map(\.start) == [.earliest, .earliest, .latest])
        #expect(Set(samples.map(\.end)) == [.earliest, .latest])
        #expect(samples.compactMap(\.members.creation) == [.latest])
    }

    @Test(
        "a batch that PostgreSQL refuses leaves nothing behind, and the session goes on",
        arguments: ["metadata", "parts", "category", "activity", "json", "order"])
    func refused(_ place: String) throws {
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
    func constantStatements() throws {
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
