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

    @Test("a sample that joins or leaves a workout moves it for those who may read the sample, and nobody else")
    func members() async throws {
        try await TestStore.with { store in
            let run = UUID()
            try store.post { try $0.add(run, .workout(), lasting: 600) }
            func access(_ name: String, _ types: [String]) throws -> Access {
                try store.caller(try store.holder(name, TestGrant(rights: ["read"], types: types))).access
            }
            let all = ["workout", "stepCount", "heartRate"]
            let (narrow, wide) = (try access("Doctor", ["workout", "stepCount"]), try access("Trainer", all))
            var (narrowEnd, wideEnd): (ChangeAnchor?, ChangeAnchor?)
            /// The changes of each since the last call, in pages of one change, as uuids without repetition.
            func changes(_ access: Access, _ anchor: inout ChangeAnchor?) throws -> [UUID] {
                var found: [UUID] = []
                let start = anchor
                while true {
                    let page = try store.session.reading(as: access) {
                        try ChangeReader(person: store.person, session: store.session, positionsMax: .max)
                            .page(after: anchor, limit: 1)
                    }
                    anchor = page.anchor
                    for change in page.changes {
                        switch change.content {
                        case .saved(let sample, _): found.append(sample.uuid)
                        case .deleted(let uuid, _, _): found.append(uuid)
                        default: Issue.record("an unexpected change")
                        }
                    }
                    guard page.hasMore else { break }
                }
                let (observed, sent) = try store.session.reading(as: access) {
                    (
                        try ChangeObserver(person: store.person, session: store.session)
                            .changes(after: start?.position ?? 0).hasChanges,
                        try WebhookChanges.read(after: start?.position ?? 0, of: store.person, store.session).hasChanges
                    )
                }
                #expect(observed == !found.isEmpty && sent == !found.isEmpty)
                return found
            }
            func expect(_ narrowly: [UUID], _ widely: [UUID], _ comment: Comment) throws {
                #expect(try changes(narrow, &narrowEnd) == narrowly, comment)
                #expect(try changes(wide, &wideEnd) == widely, comment)
            }
            let (rate, step, other) = (UUID(), UUID(), UUID())
            try expect([run], [run], "the workout alone")
            try store.post { try $0.add(rate, .quantity(90, unit: "count/min", type: "heartRate"), workout: run) }
            try expect([], [rate, run], "a hidden sample joins")
            try store.post { try $0.add(step, at: 60, workout: run) }
            try expect([step, run], [step, run], "a sample joins")
            try store.post { try $0.add(other, at: 120) }
            try expect([other], [other], "another sample")
            try store.post { try $0.delete(rate) }
            try expect([], [rate, run], "a hidden sample leaves")
            try store.post { try $0.delete(step) }
            try expect([step, run], [step, run], "a sample leaves")
            try store.post { try $0.add(run, .workout(), lasting: 600, metadata: #"{"a": 1}"#) }
            try expect([run], [run], "the workout is saved again")
            (narrowEnd, wideEnd) = (nil, nil)
            try expect([other, rate, step, run].filter { $0 != rate }, [other, rate, step, run], "from the start")
        }
    }

    @Test("a page reads no more rows if there are many hidden samples, or the gap of a first import")
    func cost() async throws {
        var rows: [Int64] = []
        for (hidden, gap) in [(0, 0), (LongRun.isOn ? 20_000 : 2_000, 0), (0, 1 << 22)] {
            try await TestStore.with { store in
                try store.post { maker in
                    for number in 0..<hidden { try maker.add(at: Double(number)) }
                    try maker.add(.init(), .quantity(60, unit: "count/min", type: "heartRate"))
                }
                try store.session.executeScript(
                    """
                    update health.sample set change_position = change_position + \(gap);
                    update health.change_counter set last_position = last_position + \(gap);
                    """)
                try PlannerStatistics.update(store.session)
                let token = try store.holder("Doctor", TestGrant(rights: ["read"], types: ["heartRate"]))
                func count() throws -> Int64 {
                    try store.session.asOwner {
                        try store.session.value(
                            "select sum(seq_tup_read + idx_tup_fetch)::bigint from pg_stat_xact_user_tables",
                            as: Int64.self)
                    }
                }
                try store.session.reading(as: try store.caller(token).access) {
                    let before = try count()
                    let page = try ChangeReader(person: store.person, session: store.session, positionsMax: .max).page()
                    #expect(page.changes.count == 1)
                    rows.append(try count() - before)
                }
            }
        }
        // Each further piece of the feed is four times as long, and reads a few rows of settings.
        #expect(rows.allSatisfy { $0 <= rows[0] * 2 }, "\(rows)")
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
