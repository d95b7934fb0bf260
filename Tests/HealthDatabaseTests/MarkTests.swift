import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests that every change of the data behind figures adds marks in the same transaction.
@Suite struct MarkTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    static let hour = 3_600.0
    static let mass = SampleMaker.Made.quantity(70, unit: "kg", type: "bodyMass")

    @Test(
        "a batch marks its quantities and categories from start to ten minutes after their end, two days around sleep, and no other type"
    )
    func batch() throws {
        let change = try store.marking {
            try store.post { maker in
                try maker.add(at: 0)
                try maker.add(at: 30, lasting: 600)
                try maker.add(UUID(), Self.mass, at: 7, lasting: 0)
                try maker.add(UUID(), .category(3), at: 0, lasting: 60)
                try maker.add(UUID(), .category(0, type: "mindfulSession"), at: 0)
                try maker.add(UUID(), .other(), at: 0)
                let pressure = try maker.add(UUID(), .correlation(), at: -9)
                try maker.add(
                    UUID(), .quantity(12, unit: "kPa", type: "bloodPressureSystolic"), at: 5, lasting: 0,
                    in: pressure)
                try maker.add(UUID(), .workout(), at: 100)
                try maker.addSeries(of: [
                    Measured(
                        type: "heartRate", unit: "count/min", at: 9, lasting: 0, value: 60,
                        source: SampleMaker.watch),
                    Measured(
                        type: "heartRate", unit: "count/min", at: 99, lasting: 1, value: 61,
                        source: SampleMaker.watch),
                ])
            }
        }
        #expect(
            try Set(change.added) == [
                store.mark("stepCount", 0, 630), store.mark("bodyMass", 7, 7.000001),
                store.mark("bloodPressureSystolic", 5, 5.000001), store.mark("heartRate", 9, 100.000001),
                store.mark("sleepAnalysis", -48 * Self.hour, 48 * Self.hour + 60.000001),
                store.mark("mindfulSession", 0, 60.000001),
            ])
        #expect(change.added.count == 6)
    }

    @Test("nothing is marked by what changes nothing: what is known, superseded, deleted already, or has no figures")
    func nothing() throws {
        let (kept, gone, audiogram) = (UUID(), UUID(), UUID())
        func post(_ maker: inout SampleMaker) throws {
            try maker.add(kept)
            try maker.add(gone, at: 60)
            try maker.add(audiogram, .other())
        }
        try store.post(post)
        try store.delete(gone)
        let change = try store.marking {
            try store.post(post)
            try store.delete(gone, UUID())
            try store.post { try $0.add(audiogram, .other(), lasting: 7) }
            try store.delete(audiogram)
            try store.post { _ in }
        }
        #expect(change.added == [])
    }

    @Test("the marks go with the transaction that failed")
    func aborted() throws {
        let uuid = UUID()
        try store.post { try $0.add(uuid) }
        let other = try store.inNewSession()
        struct Failure: Error {}
        let change = try store.marking {
            #expect(throws: Failure.self) {
                try store.session.transaction {
                    try store.post { try $0.add(at: 60) }
                    try store.delete(uuid)
                    #expect(try store.count("mark") == 3)
                    #expect(try other.count("mark") == 1)
                    throw Failure()
                }
            }
            let file = try InterruptedFile(60, seed: 1)
            #expect(throws: InterruptedFile.Interruption.self) {
                _ = try file.importing(store, reads: 1, stop: InterruptedFile.Interruption())
            }
        }
        #expect(change.added == [])
    }

    @Test("samples that start in the same 30 days are marked together, each from its start to its end")
    func together() throws {
        let day = 24 * Self.hour
        // Pieces of 30 days begin with 1970.
        let next = Double((SampleMaker.zero / 2_592_000 + 1) * 2_592_000 - SampleMaker.zero)
        let times: [(at: Double, lasting: Double)] = [
            (day, 0), (0, 60), (5 * day, 0), (next - 0.000001, 40 * Self.hour), (next, 9), (next + 20 * day, 1),
            (next + 30 * day, 0),
        ]
        func add(_ maker: inout SampleMaker) throws {
            for (at, lasting) in times { try maker.add(at: at, lasting: lasting) }
        }
        let expected = [
            try store.mark("stepCount", 0, next - 0.000001 + 40 * Self.hour),
            try store.mark("stepCount", next, next + 20 * day + 1),
            try store.mark("stepCount", next + 30 * day, next + 30 * day + 0.000001),
        ]
        let posted = try store.marking { try store.post(add) }
        #expect(posted.added.sorted { $0.from < $1.from } == expected)
        // For rows that are copied directly, the program collects the marks itself.
        let other = store.of(try PersonStore.create(name: "Bea", store.session))
        let imported = try other.marking { try other.importing(add) }
        #expect(imported.added.sorted { $0.from < $1.from } == expected)
    }

    @Test("marks of a batch or an import are few, however many samples it has and wherever they are")
    func few() throws {
        var random = SeededGenerator(1)
        let days = (0..<400).map(Double.init).shuffled(using: &random)
        func add(_ maker: inout SampleMaker) throws {
            for day in days {
                try maker.add(at: day * day * Self.hour)
                try maker.add(UUID(), Self.mass, at: day * 24 * Self.hour, lasting: day == 77 ? 500_000 : 0)
            }
            for second in 0..<100 {
                try maker.add(UUID(), .quantity(1, type: "flightsClimbed"), at: Double(second))
            }
        }
        let other = store.of(try PersonStore.create(name: "Bea", store.session))
        try other.post { try $0.add(at: -900_000) }
        let third = store.of(try PersonStore.create(name: "Cleo", store.session))
        for change in [
            try store.marking { try store.post(add) }, try other.marking { try other.importing(piece: 50, add) },
            try third.marking { try third.importing(piece: 50, add) },
        ] {
            for (type, counts) in [("stepCount", 100...222), ("bodyMass", 14...15), ("flightsClimbed", 1...1)] {
                let id = try store.sampleTypeID(type)
                let count = change.added.filter { $0.type == id }.count
                #expect(counts.contains(count), "\(type)")
            }
            #expect(change.groundless() == [])
        }
    }
}
