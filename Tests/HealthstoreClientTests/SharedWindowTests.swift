import Foundation
import HealthstoreClient
import TestSupport
import Testing

@Suite struct SharedWindowTests {
    /// A store that has only what every store must have.
    private struct PlainStore: HealthSampleStore {
        func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges {
            SampleChanges(added: [], deleted: [], anchor: Data(), hasMore: false)
        }
        func deletions(of type: String, after anchor: Data?, limit: Int) async throws -> DeletionPage {
            DeletionPage(deleted: [], anchor: Data(), hasMore: false)
        }
        func identities(of type: String, from start: Date?, to end: Date?, limit: Int) async throws -> [SampleIdentity]
        {
            []
        }
        func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord] { [] }
        func updates(_ types: [String]) -> AsyncStream<StoreUpdate> { AsyncStream { $0.finish() } }
    }

    @Test("a store without windows shares everything")
    func withoutWindow() async throws {
        #expect(try await PlainStore().earliestAuthorizedSampleDate(of: "stepCount") == nil)
        #expect(try await SimulatedPhone().earliestAuthorizedSampleDate(of: "stepCount") == nil)
    }

    @Test("a simulated phone shows no samples that end before the window, and shows them again when it widens")
    func window() async throws {
        var generator = SeededGenerator(3)
        let phone = SimulatedPhone()
        let samples = [0, 1, 2].map { SimulatedPhone.sample(slot: $0, &generator) }
        phone.save(samples)
        let type = SimulatedPhone.types[0]
        // The second sample begins before the start, and ends after it.
        let start = samples[1].startDate.addingTimeInterval(1)
        phone.share(type, since: start)
        #expect(try await phone.earliestAuthorizedSampleDate(of: type) == start)
        #expect(try await phone.earliestAuthorizedSampleDate(of: SimulatedPhone.types[1]) == nil)
        let uuids = samples.map(\.uuid)
        func shown() async throws -> [[UUID]] {
            [
                try await phone.changes(of: type, after: nil, limit: 9).added.map(\.uuid),
                try await phone.identities(of: type, from: nil, to: nil, limit: 9).map(\.uuid),
                try await phone.samples(of: type, uuids: uuids).map(\.uuid),
            ]
        }
        #expect(try await shown() == Array(repeating: Array(uuids[1...]), count: 3))
        let anchor = try await phone.changes(of: type, after: nil, limit: 9).anchor
        phone.share(type, since: nil)
        #expect(try await phone.earliestAuthorizedSampleDate(of: type) == nil)
        #expect(try await shown() == Array(repeating: uuids, count: 3))
        // HealthKit does not document that an anchored query delivers what the window now shows.
        #expect(try await phone.changes(of: type, after: anchor, limit: 9).added == [])
    }
}
