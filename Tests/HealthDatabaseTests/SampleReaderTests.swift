import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct SampleReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// The columns that the tests compare. They distinguish the samples.
    private struct Place: Hashable, Comparable, Sendable {
        var start: Int64
        var end: Int64
        var uuid: String
        var source: Int32

        static func < (left: Place, right: Place) -> Bool { (left.start, left.uuid) < (right.start, right.uuid) }
    }

    /// Inserts random intervals on few instants. So many have the same start, end at a bound, or
    /// are points.
    private func fill(_ store: TestStore, _ count: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sources = [SampleMaker.phone, SampleMaker.watch, SampleMaker.scale]
        try store.post { maker in
            for _ in 0..<count {
                let uuid = random.uuid()
                try maker.add(
                    uuid, .quantity(1), at: Double(random.below(12)), lasting: Double(random.below(4)),
                    from: sources[random.below(3)], metadata: random.below(2) == 0 ? #"{"a": 1}"# : "")
                // Samples of other types, which must never be returned.
                try maker.add(random.uuid(), .category(1), at: Double(random.below(12)), from: sources[0])
            }
        }
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { maker in for _ in 0..<10 { try maker.add(at: Double(random.below(12))) } }
    }

    /// Returns every sample of the type in order of start and uuid, without the reader.
    private func all(_ store: TestStore) throws -> [Place] {
        try store.session.execute(
            """
            select s.start_time, s.end_time, s.uuid, r.source_id from health.sample s
            join health.source_revision r using (person_id, source_revision_id)
            where s.person_id = $1 and s.sample_type_id = $2
            """, [.int32(store.person.id), .int32(try store.sampleTypeID("stepCount"))]
        ).map {
            Place(
                start: try $0.timestamptz(0), end: try $0.timestamptz(1), uuid: try $0.uuid(2).uuidString.lowercased(),
                source: try $0.int32(3))
        }.sorted()
    }

    /// Returns all pages of a query in sequence.
    private func pages(_ store: TestStore, _ query: SampleQuery) throws -> [[Place]] {
        var query = query
        var pages: [[Place]] = []
        repeat {
            let page = try SampleReader(person: store.person, session: store.session).page(query)
            pages.append(
                page.samples.map {
                    Place(
                        start: $0.start.microseconds, end: $0.end.microseconds, uuid: $0.uuid.uuidString.lowercased(),
                        source: $0.source.id)
                })
            query.cursor = try page.next.map { try SampleCursor($0.text) }
        } while query.cursor != nil
        return pages
    }

    @Test("pages of any size give every sample once, in order of start and uuid, both ways")
    func paging() throws {
        try fill(store, 60, seed: 1)
        let all = try all(store)
        #expect(Set(all.map(\.start)).count < 15)
        for isAscending in [true, false] {
            let expected = isAscending ? all : all.reversed()
            for limit in Array(1...13) + [59, 60, 61, SampleQuery.limitMax] {
                var query = SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount"))
                query.limit = limit
                query.isAscending = isAscending
                let pages = try pages(store, query)
                #expect(pages.flatMap(\.self) == expected, "\(limit)")
                #expect(pages.count == (60 + limit - 1) / limit, "\(limit)")
                #expect(Set(pages.dropLast().map(\.count)).isSubset(of: [limit]), "\(limit)")
            }
        }
    }

    @Test("a page ends before its texts are too long, holds one sample however long that is, and its cursor goes on")
    func bytes() throws {
        try store.post { maker in
            for number in 0..<30 {
                // A sample has 0 to 29,000 bytes, twice in metadata and once in parts.
                let text = String(repeating: "x", count: number * 1_000)
                try maker.add(
                    at: Double(number / 2), metadata: number % 3 == 0 ? "" : #"{"x": "\#(text)"}"#,
                    parts: number % 3 == 0 ? #"{"x": "\#(text)"}"# : "")
            }
        }
        for isAscending in [true, false] {
            let expected = isAscending ? try all(store) : try all(store).reversed()
            for bytesMax in [0, 1, 20_000, 100_000, 10_000_000] {
                let reader = SampleReader(person: store.person, session: store.session, bytesMax: bytesMax)
                var query = SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount"))
                query.isAscending = isAscending
                var read: [String] = []
                repeat {
                    let page = try reader.page(query)
                    let bytes = page.samples.reduce(0) { $0 + ($1.metadata ?? []).count + ($1.parts ?? []).count }
                    #expect(bytes <= bytesMax || page.samples.count == 1, "\(bytesMax)")
                    read += page.samples.map { $0.uuid.uuidString.lowercased() }
                    #expect(!page.samples.isEmpty)
                    query.cursor = page.next
                } while query.cursor != nil && read.count < 100
                #expect(read == expected.map(\.uuid), "\(bytesMax)")
            }
        }
    }

    @Test("a range selects what SampleRange selects, with each option, page by page", arguments: 0..<4)
    func ranges(_ options: Int) throws {
        try fill(store, 80, seed: UInt64(10 + options))
        let all = try all(store)
        let typeID = try store.sampleTypeID("stepCount")
        for from in -1..<8 {
            for length in [-2, 0, 1, 2, 5, 20] {
                let start = SampleMaker.zero + Int64(from)
                let range = SampleRange(
                    from: Instant(seconds: start), to: Instant(seconds: start + Int64(length)),
                    strictStart: options & 1 != 0, strictEnd: options & 2 != 0)
                var query = SampleQuery(sampleTypeID: typeID)
                query.range = range
                query.limit = 7
                query.isAscending = length != 2
                let expected = all.filter { range.includes($0.start, $0.end) }
                let read = try pages(store, query).flatMap(\.self)
                let isRight = read == (query.isAscending ? expected : expected.reversed())
                #expect(isRight, "\(from) \(length): \(read.count) of \(expected.count)")
            }
        }
    }

    @Test("the samples in correlations are read up to a limit, but all of the first correlation")
    func members() throws {
        let meals = (0..<3).map { _ in UUID() }
        let unknown = UUID()
        try store.post { maker in
            for (number, meal) in meals.enumerated() {
                let container = try maker.add(meal, .correlation(type: "food"), at: Double(number))
                for _ in 0..<2 { try maker.add(UUID(), .quantity(1), at: Double(number), in: container) }
            }
        }
        let reader = SampleReader(person: store.person, session: store.session)
        for (max, count) in [(1, 1), (3, 1), (4, 2), (5, 2), (6, 4), (100, 4)] {
            let found = try reader.members(ofCorrelations: meals + [unknown], max: max)
            #expect(found.count == count && found.members.count == min(count, 3), "\(max)")
            #expect(found.members.values.allSatisfy { $0.count == 2 })
        }
        #expect(try reader.members(ofCorrelations: []).count == 0)
        var page = try reader.page(SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount")))
        page.keep(first: 2)
        #expect(page.samples.count == 2 && page.next == page.samples.last.map(SampleCursor.init))
    }

    @Test("samples that arrive between two pages neither repeat nor hide others")
    func arrivals() throws {
        try store.post { maker in for second in 0..<10 { try maker.add(at: Double(second)) } }
        let before = Set(try all(store))
        let reader = SampleReader(person: store.person, session: store.session)
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount"))
        query.limit = 3
        var read: [String] = []
        repeat {
            let page = try reader.page(query)
            read += page.samples.map { $0.uuid.uuidString.lowercased() }
            query.cursor = page.next
            try store.post { maker in for second in 0..<10 { try maker.add(at: Double(second)) } }
        } while query.cursor != nil && read.count < 500
        #expect(Set(read).count == read.count)
        #expect(Set(before.map(\.uuid)).isSubset(of: read))
    }

    @Test("a type without samples, an unknown type and bounds beyond time give empty pages and no error")
    func empty() throws {
        let reader = SampleReader(person: store.person, session: store.session)
        #expect(try reader.page(SampleQuery(sampleTypeID: try store.sampleTypeID("heartRate"))).samples.isEmpty)
        #expect(try reader.page(SampleQuery(sampleTypeID: -1)).samples.isEmpty)
        try store.post { try $0.add(UUID(), .quantity(1), start: .earliest, end: .latest) }
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("stepCount"))
        let (least, most) = (Instant(microseconds: .min), Instant(microseconds: .max))
        for (from, to, count) in [
            (least, most, 1), (.earliest, .latest, 1), (least, least, 0), (most, most, 0), (most, least, 0),
        ] {
            query.range = SampleRange(from: from, to: to)
            #expect(try reader.page(query).samples.count == count)
        }
        query.range = nil
        for limit in [Int.min, 0, Int.max] {
            query.limit = limit
            #expect(try reader.page(query).samples.count == 1)
        }
    }

    @Test("a cursor that the service did not give is refused")
    func cursors() throws {
        let cursor = SampleCursor(start: Instant(seconds: -7), uuid: UUID())
        #expect(try SampleCursor(cursor.text) == cursor)
        #expect(cursor.text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
        let beyond = [
            SampleCursor(start: Instant(microseconds: .max), uuid: UUID()).text,
            SampleCursor(start: Instant(microseconds: Instant.earliest.microseconds - 1), uuid: UUID()).text,
        ]
        let other = SampleCursor(start: Instant(microseconds: 0x3e), uuid: UUID(uuid: allOnes)).text
        let wrong =
            beyond + [
                "", "x", "%%%", String(cursor.text.dropLast()), cursor.text + "A", cursor.text + "=",
                cursor.text + "\n",
                String(repeating: "é", count: 16), other.replacing("_", with: "/"),
            ]
        for text in wrong {
            #expect(refusal { try SampleCursor(text) } == .malformedCursor, "\(text)")
        }
    }
}

/// 16 bytes of ones, which base64url writes with underlines.
private let allOnes: uuid_t = (
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
)

extension SampleRange {
    /// The rules of statistics.md, "Which samples take part", in other words than those of the
    /// program.
    fileprivate func includes(_ start: Int64, _ end: Int64) -> Bool {
        let range = from.microseconds..<max(from.microseconds, to.microseconds)
        if range.isEmpty { return false }
        if strictStart && !range.contains(start) { return false }
        if strictEnd && !range.contains(end) { return false }
        if strictStart || strictEnd { return true }
        if start == end { return range.contains(start) }
        return (start..<end).overlaps(range)
    }
}
