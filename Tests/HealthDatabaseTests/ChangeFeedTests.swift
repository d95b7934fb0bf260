import Foundation
import HealthCore
import HealthDatabase
import Testing

/// Every change of a sample's output gives the sample a new position in the feed.
@Suite struct ChangeFeedTests {
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
}
