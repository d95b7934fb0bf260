import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct ReconciliationReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func reader(_ store: TestStore) -> ReconciliationReader {
        ReconciliationReader(person: store.person, session: store.session)
    }

    /// Returns the digest as PostgreSQL computes it.
    private func digest(_ uuids: [UUID], _ store: TestStore) throws -> [UInt8] {
        try store.session.execute(
            "select sha256(string_agg(uuid_send(uuid), '' order by uuid)) from unnest($1) as named (uuid)",
            [.uuidArray(uuids)])[0].bytea(0)
    }

    @Test("digests cover the live samples by type and day of their start; recognised samples are live")
    func digests() throws {
        let clock = WallClock(try #require(Zone(identifier: "Asia/Tokyo")))
        let day = CivilUnits(.day, clock: clock)
        // The time is 19:00 in Tokyo, so the next day begins there five hours later.
        let phone = [
            PhoneSample(), PhoneSample(start: 100), PhoneSample(start: 18_000_000_000, end: 18_000_000_000),
            PhoneSample(start: 17_999_999_999, end: 18_000_000_000), PhoneSample(made: .category(3)),
        ]
        var uuids: [String: UUID] = [:]
        try store.post(phone)
        let live = try reader(store).digests(day, types: nil, from: nil, to: nil)
        try store.export([phone[0], PhoneSample(made: .quantity(77), start: 40_000_000)], &uuids)
        let digests = try #require(try reader(store).digests(day, types: nil, from: nil, to: nil))
        #expect(digests == live)
        let first = try #require(CivilDate(year: 2024, month: 5, day: 1))
        let second = try #require(CivilDate(year: 2024, month: 5, day: 2))
        let steps = "HKQuantityTypeIdentifierStepCount"
        #expect(digests.map(\.type) == ["HKCategoryTypeIdentifierSleepAnalysis", steps, steps])
        #expect(digests.map(\.date) == [first, first, second] && digests.map(\.count) == [1, 3, 1])
        #expect(digests[1].digest == (try digest([phone[0], phone[1], phone[3]].map(\.uuid), store)))
        #expect(digests[2].digest == (try digest([phone[2].uuid], store)))
        let unit = day.unit(first)
        #expect(
            try reader(store).uuids(of: steps, in: unit, limit: 3)
                == Set([phone[0], phone[1], phone[3]].map(\.uuid)))
        #expect(try reader(store).uuids(of: steps, in: unit, limit: 2) == nil)
        let later = try reader(store).digests(day, types: [steps], from: day.start(of: second), to: nil)
        #expect(later == [digests[2]])
        let earlier = try reader(store).digests(day, types: [steps], from: nil, to: day.start(of: second))
        #expect(earlier == [digests[1]])
        #expect(try reader(store).digests(day, types: ["nothing"], from: nil, to: nil) == [])
        let year = try reader(store).digests(CivilUnits(.year, clock: clock), types: [steps], from: nil, to: nil)
        #expect(try year?.map(\.digest) == [digest(phone.prefix(4).map(\.uuid), store)])
    }

    @Test("the deleted ones among uuids are returned")
    func deleted() throws {
        let phone = [PhoneSample(), PhoneSample()]
        try store.post(phone)
        try store.post([], deleting: [phone[0].uuid])
        #expect(try reader(store).deleted(among: phone.map(\.uuid) + [UUID()]) == [phone[0].uuid])
        #expect(try reader(store).deleted(among: []) == [])
    }
}
