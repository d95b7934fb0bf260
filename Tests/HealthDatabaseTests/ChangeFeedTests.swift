import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Every change of a sample's output gives the sample a new position in the feed.
@Suite struct ChangeFeedTests {
    @Test("a correlation or workout gets a new position when a sample in it is deleted", arguments: [true, false])
    func deletionInside(isWorkout: Bool) async throws {
        try await TestStore.with { store in
            let (outer, other, one, two) = (UUID(), UUID(), UUID(), UUID())
            for container in [outer, other] {
                try store.post { maker in
                    let ordinal = try maker.add(container, isWorkout ? .workout() : .correlation())
                    for uuid in [one, two] { try maker.add(uuid, .quantity(1), in: ordinal) }
                }
            }
            var replica = FeedReplica()
            try replica.readToEnd(store)
            let before = try store.lastPosition()
            let receipt = try store.delete(one)
            // The three positions are those of the deletion and of both containers.
            #expect(receipt.changePosition == before + 3)
            #expect(try replica.read(store, limit: 10).changes.map(\.position) == Array(before + 1...before + 3))
            #expect(try replica.differences(from: store) == [])
            // A container deleted together with its samples gets only the position of its deletion.
            #expect(try store.delete(outer, two).changePosition == before + 3 + 3)
            try replica.readToEnd(store)
            #expect(try store.delete(outer, two, one).changePosition == before + 6)
            #expect(try replica.differences(from: store) == [])
            #expect(try Set(store.changePositions()).count == store.changePositions().count)
        }
    }

    @Test("a known container gets a new position when an import brings more samples in it")
    func importedContainer() async throws {
        try await TestStore.with { store in
            let (container, one, two) = (UUID(), UUID(), UUID())
            func importing(_ inside: [UUID]) throws -> ImportWriter.Report {
                try store.importing { maker in
                    let ordinal = try maker.add(container, .correlation())
                    // Different values, because equal samples would be recognised as one.
                    for uuid in inside { try maker.add(uuid, .quantity(uuid == two ? 2 : 1), in: ordinal) }
                }
            }
            _ = try importing([one])
            try store.post { try $0.add(two, .quantity(2)) }
            var replica = FeedReplica()
            try replica.readToEnd(store)
            // Nothing is new except that one sample is now in the other container.
            #expect(try importing([one, two]).stored == 0)
            #expect(try replica.read(store, limit: 10).changes.count == 1)
            #expect(try replica.differences(from: store) == [])
            let end = try store.lastPosition()
            #expect(try importing([one, two]).stored == 0)
            #expect(try store.lastPosition() == end)
            #expect(try replica.read(store, limit: 10).changes.isEmpty)
            let more = try importing([one, two, UUID()])
            #expect(more.stored == 1)
            #expect(try replica.read(store, limit: 10).changes.count == 2)
            #expect(try replica.differences(from: store) == [])
        }
    }

    @Test("a source whose bundle identifier becomes known is a change; a known source is not")
    func sources() async throws {
        try await TestStore.with { store in
            let nameless = SourceRevision(name: "Scale")
            let old = UUID()
            try store.importing { try $0.add(old, .quantity(1), from: nameless) }
            var replica = FeedReplica()
            try replica.readToEnd(store)
            for expected in [3, 1] {
                let page = try store.post { maker in
                    for _ in 0..<(expected == 3 ? 2 : 1) { try maker.add(from: SampleMaker.scale) }
                }
                #expect(page.samples.values.allSatisfy { $0 == .inserted })
                let changes = try replica.read(store, limit: 10).changes
                #expect(changes.count == expected)
                guard expected == 3, case .preference(.sources, type: nil) = changes[0].content else {
                    #expect(expected == 1)
                    continue
                }
            }
            #expect(try store.samples().first { $0.uuid == old }?.source.bundleIdentifier == "org.example.scale")
            #expect(try replica.differences(from: store) == [])
        }
    }

    @Test("importing a file again, and posting a batch again, changes nothing in the feed")
    func again() async throws {
        try await TestStore.with { store in
            var maker = SampleMaker()
            let workout = try maker.add(UUID(), .workout())
            for number in 0..<5 { try maker.add(UUID(), .quantity(Double(number)), in: number < 2 ? workout : nil) }
            maker.addElement("Me", UUID(), json: "{}")
            try store.importing(maker)
            let anchor = try ChangeReader(person: store.person, session: store.session).page().anchor
            #expect(try store.importing(maker).stored == 0)
            let receipt = try BatchWriter(person: store.person, session: store.session).write(maker.batch)
            #expect(receipt.samples.values.allSatisfy { $0 == .unchanged })
            let page = try ChangeReader(person: store.person, session: store.session).page(after: anchor)
            #expect(page.changes.isEmpty && page.anchor == anchor)
        }
    }

    @Test("a deletion that arrives before its sample is listed, and the sample never is")
    func deletionFirst() async throws {
        try await TestStore.with { store in
            let uuid = UUID()
            try store.delete(uuid)
            try store.post { maker in
                try maker.add(uuid)
                try maker.add()
            }
            var replica = FeedReplica()
            #expect(try replica.read(store, limit: 10).changes.count == 2)
            #expect(try replica.differences(from: store) == [])
        }
    }
}
