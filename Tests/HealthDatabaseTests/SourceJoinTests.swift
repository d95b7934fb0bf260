import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// A source under two names.
@Suite struct SourceJoinTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private typealias Record = ExportStatementTests.Record

    private static let old = (0..<100).map {
        Record(source: "Sip", start: $0 * 60, end: $0 * 60 + 60, value: Double($0 + 1), created: $0 * 60 + 61)
    }

    private static func renamed(_ records: [Record], to name: String = "Sip Plus") -> [Record] {
        records.map { record in
            var record = record
            record.source = name
            return record
        }
    }

    @discardableResult
    private func importing(_ records: [Record], at date: Int, _ store: TestStore) throws -> ImportWriter.Report {
        try store.importing(piece: 200, exportedAt: ExportStatementTests.minute(date)) {
            try ExportStatementTests.add(records, &$0)
        }
    }

    private func sources(_ store: TestStore) throws -> [Source] {
        try SourceReader(person: store.person, session: store.session).sources()
    }

    /// Returns the names of sources with the names to which they are joined.
    private func names(_ store: TestStore) throws -> [String: String?] {
        let sources = try sources(store)
        return Dictionary(
            uniqueKeysWithValues: sources.map { source in
                (source.name, sources.first { $0.id == source.joinedTo }?.name)
            })
    }

    private func join(_ store: TestStore) -> SourceJoin { SourceJoin(person: store.person, session: store.session) }

    private func id(_ name: String, _ store: TestStore) throws -> Int32 {
        try #require(try sources(store).first { $0.name == name }).id
    }

    /// Returns the person's samples with the names of their sources, sent and counted.
    private func contents(_ store: TestStore) throws -> [String] {
        try store.texts(
            """
            select concat_ws(' ', sample.start_time, quantity, sent.name, 'of', counted.name)
            from health.sample
            join health.source_revision revision using (person_id, source_revision_id)
            join health.source counted on counted.person_id = $1 and counted.source_id = revision.source_id
            join health.source sent on sent.person_id = $1
                and sent.source_id = coalesce(revision.sent_source_id, revision.source_id)
            where sample.person_id = $1 order by 1
            """, [.int32(store.person.id)])
    }

    @Test(
        "a source whose records return under one new name is joined to it, in either order, until the undoing",
        arguments: [true, false])
    func rename(isInOrder: Bool) throws {
        let (old, new) = (SourceJoinTests.old, SourceJoinTests.renamed(SourceJoinTests.old))
        let later = Record(source: "Sip Plus", start: 9_000, end: 9_060, value: 7, created: 9_061)
        let exports = [(old, 8_000), (new + [later], 10_000)]
        for (records, date) in isInOrder ? exports : exports.reversed() {
            try importing(records, at: date, store)
        }
        #expect(try names(store) == ["Sip": "Sip Plus", "Sip Plus": nil])
        let samples = try store.samples()
        #expect(samples.count == 101)
        #expect(Set(samples.map(\.source.name)) == ["Sip Plus"])

        _ = try ImportUndo(person: store.person, session: store.session).run(2)
        #expect(try names(store).allSatisfy { $1 == nil })
        #expect(try store.samples().count == (isInOrder ? 100 : 101))
        for (records, date) in exports { try importing(records, at: date, store) }
        #expect(try names(store) == ["Sip": "Sip Plus", "Sip Plus": nil])
        let reports = try exports.map { try importing($0, at: $1, store) }
        #expect(reports.allSatisfy { $0.stored == 0 && $0.missing == 0 && $0.replaced == 0 })
        #expect(try store.samples().count == 101)
    }

    @Test("a rename that is not certain joins nothing")
    func uncertainRenames() async throws {
        let old = SourceJoinTests.old
        let flights = Record(type: "flightsClimbed", source: "Sip", start: 10, end: 20, value: 3, created: 21)
        var recreated = SourceJoinTests.renamed(old)
        for index in recreated.indices { recreated[index].created += 1 }
        let mirror = SourceJoinTests.renamed(old, to: "Mirror")
        let live = SourceRevision(name: "Sip", bundleIdentifier: "org.example.sip")
        // The older export, the newer one, and whether the old name is joined.
        let cases: [([Record], [Record], Bool)] = [
            (old, SourceJoinTests.renamed(Array(old.prefix(95))), true),
            (old, SourceJoinTests.renamed(Array(old.prefix(94))), false),
            (old + [flights], SourceJoinTests.renamed(old), false),
            (old + [flights], SourceJoinTests.renamed(old + [flights]), true),
            (old, SourceJoinTests.renamed(Array(old.dropFirst())) + [old[0]], false),
            (old, recreated, false),
            (old + mirror, mirror, false),
            (old, SourceJoinTests.renamed(old) + mirror, false),
        ]
        for (number, (older, newer, isJoined)) in cases.enumerated() {
            try await TestStore.with { store in
                try importing(older, at: 8_000, store)
                try importing(newer, at: 10_000, store)
                #expect(try (names(store)["Sip"] ?? nil) == (isJoined ? "Sip Plus" : nil), "\(number)")
            }
        }
        try store.post { try $0.add(from: live) }
        try importing(old, at: 8_000, store)
        try importing(SourceJoinTests.renamed(old), at: 10_000, store)
        #expect(try names(store) == ["Sip": nil, "Sip Plus": nil])
    }

    @Test("sources that are joined by hand count as one, and as two with all samples after their separation")
    func byHand() throws {
        let old = SourceJoinTests.old
        let live = SourceRevision(name: "Sip Plus", bundleIdentifier: "org.example.sip", version: "2")
        let kept = UUID()
        try importing(old, at: 8_000, store)
        try importing(SourceJoinTests.renamed(Array(old.prefix(60))), at: 10_000, store)
        try store.post { maker in
            try maker.add(
                kept, .quantity(old[70].value), at: Double(old[70].start * 60), lasting: 3_600, from: live)
        }
        let before = try contents(store)
        #expect(before.count == 161)
        let (name, root) = (try id("Sip", store), try id("Sip Plus", store))
        try join(store).join(name, to: root)
        let joined = try contents(store)
        #expect(joined.count == 100)
        #expect(joined.allSatisfy { $0.hasSuffix("of Sip Plus") })
        #expect(try store.samples().contains { $0.uuid == kept })
        // The exports bring nothing back, and a record of either name is recognised.
        try importing(old, at: 8_000, store)
        try importing(SourceJoinTests.renamed(old), at: 11_000, store)
        #expect(try contents(store) == joined)
        // A further version of the old name is a sample of the new one.
        try store.post {
            try $0.add(at: 900_000, from: SourceRevision(name: "Sip", version: "9"))
        }
        #expect(try store.samples().allSatisfy { $0.source.id == root })
        try store.delete(try #require(try store.samples().last).uuid)

        try join(store).separate(name)
        #expect(try contents(store) == before)
        try join(store).separate(name)
    }

    @Test("of two versions of one identifier, the greater stays when sources are joined", arguments: [true, false])
    func versions(isNameGreater: Bool) throws {
        let (phone, ring) = (SourceRevision(name: "A"), SourceRevision(name: "B"))
        let greater = SyncIdentity(identifier: "day", version: SyncVersion(10))
        let lesser = SyncIdentity(identifier: "day", version: SyncVersion(9))
        let uuids = [UUID(), UUID()]
        try store.post { maker in
            try maker.add(uuids[0], .quantity(1), from: phone, sync: isNameGreater ? greater : lesser)
            try maker.add(uuids[1], .quantity(2), from: ring, sync: isNameGreater ? lesser : greater)
        }
        let before = try contents(store)
        try join(store).join(1, to: 2)
        #expect(try store.samples().map(\.uuid) == [isNameGreater ? uuids[0] : uuids[1]])
        // Version 9 comes too late under either name.
        for source in [phone, ring] {
            try store.post { try $0.add(UUID(), .quantity(3), at: 500, from: source, sync: lesser) }
        }
        #expect(try store.samples().count == 1)
        try join(store).separate(1)
        #expect(try contents(store) == before)
    }

    @Test("a source that was renamed twice counts as its last name, and keeps its rank")
    func chain() throws {
        try store.post { maker in
            for name in ["A", "B", "C", "D"] { try maker.add(from: SourceRevision(name: name)) }
        }
        let reader = SourceReader(person: store.person, session: store.session)
        let steps = try store.sampleTypeID("stepCount")
        try reader.setOrder([1, 4], sampleTypeID: steps)
        try join(store).join(1, to: 2)
        try join(store).join(2, to: 3)
        #expect(try names(store) == ["A": "C", "B": "C", "C": nil, "D": nil])
        #expect(try reader.order(sampleTypeID: steps).filter(\.isExplicit).map(\.source.name) == ["C", "D"])
        try join(store).separate(2)
        #expect(try names(store) == ["A": "B", "B": nil, "C": nil, "D": nil])
    }

    @Test("a name between two others stays when its samples are gone")
    func nameWithoutSamples() throws {
        try store.post { maker in for name in ["A", "C"] { try maker.add(from: SourceRevision(name: name)) } }
        try importing([Record(source: "B", start: 900, end: 960, value: 7, created: 961)], at: 1_000, store)
        let (first, last) = (try id("A", store), try id("C", store))
        try join(store).join(first, to: try id("B", store))
        try join(store).join(try id("B", store), to: last)
        _ = try ImportUndo(person: store.person, session: store.session).run(1)
        #expect(try names(store) == ["A": "C", "B": "C", "C": nil])
        try join(store).separate(try id("B", store))
        #expect(try names(store) == ["A": "B", "B": nil, "C": nil])
        try join(store).separate(first)
        #expect(Set(try store.samples().map(\.source.name)) == ["A", "C"])
    }

    @Test("a source is joined only to another one of its kind, and once")
    func refusals() throws {
        try store.post { maker in
            for name in ["A", "B", "C"] { try maker.add(from: SourceRevision(name: name)) }
            try maker.add(from: SourceRevision(name: "A", wasUserEntered: true))
            try maker.add(
                from: SourceRevision(name: "A", bundleIdentifier: SourceClass.aggregatePrefix + "steps:minute"))
        }
        let join = join(store)
        try join.join(1, to: 2)
        try join.join(1, to: 2)
        let refused: [(Int32, Int32, HealthDatabaseError.Code)] = [
            (3, 3, .sourceNotJoinable), (2, 1, .sourceNotJoinable), (1, 3, .sourceNotJoinable),
            (3, 4, .sourceNotJoinable), (3, 5, .sourceNotJoinable), (3, 9, .unknownSource), (9, 3, .unknownSource),
        ]
        for (id, other, code) in refused {
            let error = #expect(throws: HealthDatabaseError.self) { try join.join(id, to: other) }
            #expect(error?.code == code, "\(id) to \(other)")
        }
        #expect(throws: HealthDatabaseError.self) { try join.separate(9) }
        #expect(try sources(store).filter { $0.joinedTo != nil }.map(\.id) == [1])
    }
}
