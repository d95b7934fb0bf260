import Foundation
import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HealthDatabase

/// Tests the change feed of a caller who may not read everything. The owner finds the next samples
/// for it, piece by piece, and the policies filter them.
@Suite struct LimitedFeedTests {
    private static let count = LongRun.isOn ? 4_000 : 500

    /// A store with rare samples of heart rate among samples of steps, and a holder that may read
    /// heart rate.
    private static func withStore(_ body: (TestStore, Access, [UUID]) throws -> Void) async throws {
        try await TestStore.with { store in
            var readable: [UUID] = []
            try store.post { maker in
                for number in 0..<count {
                    // The first piece has many. Then nearly two thirds of the samples have none.
                    let isReadable =
                        number < count / 20
                        ? number % 2 == 0 : number > count * 27 / 40 && number % (LongRun.isOn ? 300 : 100) == 0
                    let uuid = UUID()
                    if isReadable {
                        readable.append(uuid)
                        try maker.add(
                            uuid, .quantity(60, unit: "count/min", type: "heartRate"), at: Double(number))
                    } else {
                        try maker.add(uuid, at: Double(number))
                    }
                }
            }
            try store.post { try $0.delete(readable[1]) }
            let token = try store.holder("Doctor", TestGrant(rights: ["read"], types: ["heartRate"]))
            guard case .caller(let caller) = try CallerStore.find(Credential(.token(token)), store.session) else {
                Issue.record("the token is unknown")
                return
            }
            try body(store, caller.access, readable)
        }
    }

    @Test(
        "pages of any size have the samples that may be read, and no others",
        arguments: LongRun.isOn ? [1, 7, 100, 10_000] : [7])
    func pages(limit: Int) async throws {
        try await Self.withStore { store, access, readable in
            for types in [nil, ["heartRate"], ["stepCount"]] as [[String]?] {
                var saved: [UUID] = []
                var deleted: [UUID] = []
                var anchor: ChangeAnchor?
                var hasMore = true
                while hasMore {
                    let page = try store.session.reading(as: access) {
                        try ChangeReader(person: store.person, session: store.session, positionsMax: .max)
                            .page(after: anchor, types: types, limit: limit)
                    }
                    #expect(page.changes.count <= limit)
                    for change in page.changes {
                        switch change.content {
                        case .saved(let sample, let type):
                            #expect(type.identifier == "HKQuantityTypeIdentifierHeartRate")
                            saved.append(sample.uuid)
                        case .deleted(let uuid, _, _): deleted.append(uuid)
                        default: Issue.record("an unexpected change")
                        }
                    }
                    (anchor, hasMore) = (page.anchor, page.hasMore)
                }
                let isWanted = types != ["stepCount"]
                #expect(saved == (isWanted ? readable.filter { $0 != readable[1] } : []))
                #expect(deleted == (isWanted ? [readable[1]] : []))
            }
        }
    }

    @Test("the observer finds the one readable change behind many others")
    func observer() async throws {
        try await Self.withStore { store, access, _ in
            func observe(after position: Int64) throws -> ChangeObserver.Observation {
                try store.session.reading(as: access) {
                    try ChangeObserver(person: store.person, session: store.session).changes(after: position)
                }
            }
            let found = try observe(after: Int64(Self.count / 16))
            #expect(found.hasChanges && found.types == ["HKQuantityTypeIdentifierHeartRate"])
            // The last 99 samples are steps. The deletion comes after them.
            #expect(try observe(after: Int64(Self.count - 1)).hasChanges)
            try store.post { try $0.add(UUID(), at: 5_000) }
            #expect(try !observe(after: Int64(Self.count + 1)).hasChanges)
        }
    }

    @Test("after a look-up of the owner, also one that fails, the policies apply again")
    func role() async throws {
        try await Self.withStore { store, access, readable in
            func count() throws -> Int64 {
                try store.session.execute(
                    "select count(*) from health.sample where person_id = $1", [.int32(store.person.id)])[0].int64(0)
            }
            struct Failure: Error {}
            try store.session.reading(as: access) {
                #expect(try count() == Int64(readable.count - 1))
                let all = try store.session.asOwner { try count() }
                #expect(all == Int64(Self.count - 1))
                #expect(try count() == Int64(readable.count - 1))
                #expect(throws: Failure.self) {
                    try store.session.asOwner { () throws -> Void in throw Failure() }
                }
                #expect(try count() == Int64(readable.count - 1))
            }
        }
    }
}
