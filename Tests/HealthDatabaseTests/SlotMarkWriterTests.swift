import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the marks of writers that write no batches, or that change only the order or class of
/// sources.
@Suite struct SlotMarkWriterTests {
    @Test("each piece of a first import is marked as it is committed, and what is taken back once more")
    func pieces() async throws {
        try await TestStore.with { store in
            let file = try InterruptedFile(600, seed: 3)
            for _ in 0..<2 {
                let change = try store.marking {
                    #expect(throws: ImportCancelled.self) { _ = try file.importing(store, reads: 5) }
                }
                #expect(!change.added.isEmpty && change.groundless() == [])
            }
            let steps = try store.sampleTypeID("stepCount")
            let discarded = try store.marking {
                #expect(throws: ImportCancelled.self) {
                    _ = try file.importing(store, reads: 0, stop: ImportCancelled(isDiscarding: true))
                }
            }
            #expect(discarded.after.parts == [] && !discarded.before.parts.isEmpty)
            #expect(Set(discarded.added.map(\.type)) == [steps] && discarded.groundless() == [])
            let whole = try store.marking { _ = try file.importing(store) }
            #expect(whole.after.parts.count > 200 && whole.groundless() == [])
        }
    }

    @Test("an import that is staged marks what it adds, and nothing when it comes again")
    func staged() async throws {
        try await TestStore.with { store in
            try store.post { try $0.add(at: -900_000) }
            let file = try InterruptedFile(300, seed: 4)
            let change = try store.marking { _ = try file.importing(store) }
            #expect(!change.added.isEmpty && change.groundless() == [])
            #expect(try store.marking { _ = try file.importing(store) }.added == [])
        }
    }

    @Test("another order of sources marks all of the type, cumulative or not, unless the person has none of it")
    func priority() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                for source in [SampleMaker.watch, SampleMaker.phone] {
                    try maker.add(from: source)
                    try maker.add(UUID(), SlotMarkTests.mass, from: source)
                    try maker.add(UUID(), .category(3), from: source)
                }
            }
            let other = store.of(try PersonStore.create(name: "Bea", store.session))
            try other.post { try $0.add() }
            let reader = SourceReader(person: store.person, session: store.session)
            for name in ["stepCount", "bodyMass"] {
                let type = try store.sampleTypeID(name)
                func order(_ ids: [Int32]) throws -> [Mark] {
                    try store.marking { try reader.setOrder(ids, sampleTypeID: type) }.added
                }
                // For weights, all sources count in any order.
                let all: [Mark] = name == "stepCount" ? [.ofAllTime(type)] : []
                #expect(try order([2, 1]) == all)
                #expect(try order([2, 1]) == [])
                #expect(try order([1, 2]) == all)
                #expect(try order([]) == all)
            }
            for name in ["sleepAnalysis", "flightsClimbed"] {
                let type = try store.sampleTypeID(name)
                #expect(try store.marking { try reader.setOrder([2, 1], sampleTypeID: type) }.added == [])
            }
            #expect(try other.count("slot_mark") == 1)
        }
    }

    @Test("a source of which more becomes known marks all of every quantity type, one that is new only its samples")
    func sources() async throws {
        // The class of this source does not follow from its name.
        let watch = SourceRevision(name: "Ada", bundleIdentifier: "com.apple.health.A", productType: "Watch6,1")
        try await TestStore.with { store in
            try store.importing { maker in
                for (place, name) in [watch.name, SampleMaker.phone.name].enumerated() {
                    try maker.add(at: Double(place), from: SourceRevision(name: name))
                    try maker.add(UUID(), SlotMarkTests.mass, at: Double(place), from: SourceRevision(name: name))
                }
                try maker.add(UUID(), .category(3), from: SourceRevision(name: SampleMaker.phone.name))
            }
            let new = try store.marking { try store.post { try $0.add(at: 999_999, from: SampleMaker.scale) } }
            #expect(try new.added == [store.mark("stepCount", 999_999, 1_000_059)])
            // The sample is of a new type and is no quantity sample.
            let change = try store.marking {
                try store.post { try $0.add(UUID(), .other(), at: 900, from: watch) }
            }
            #expect(change.reordered.count == 1)
            #expect(
                try Set(change.added)
                    == Set(["stepCount", "bodyMass"].map { .ofAllTime(try store.sampleTypeID($0)) }))
            #expect(change.added.count == 2)
        }
    }

    @Test("a restored person has one mark of each quantity type, from the first start to the last end")
    func restored() async throws {
        try await TestStore.with { store in
            try fill(store)
            let lines = try exported(store)
            let copy = store.of(try PersonStore.create(name: "Copy", store.session))
            let change = try copy.marking { try restore(lines, into: copy) }
            #expect(change.after.parts.count > 10)
            let types = Dictionary(grouping: change.after.written, by: \.type)
            #expect(
                Set(change.added)
                    == Set(
                        types.map { type, written in
                            Mark(
                                type: type, from: written.map(\.start).min() ?? 0, to: written.map(\.end).max() ?? 0)
                        }))
            #expect(change.added.count == types.count)
        }
    }
}
