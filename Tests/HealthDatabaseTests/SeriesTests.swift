import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

/// Tests that series are stored, changed and deleted.
@Suite struct SeriesTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns `count` heart beats of one source, from `at` on.
    private func beats(_ count: Int, at: Double = 0, unit: String = "count/s", value: Double = 100) -> [Measured] {
        (0..<count).map {
            Measured(
                type: "heartRate", unit: unit, at: at + Double($0) * 5, lasting: 0, value: value + Double($0),
                source: SampleMaker.watch)
        }
    }

    private func statistics(
        _ store: TestStore, _ name: String = "heartRate", predicates: [SamplePredicate]? = nil
    ) throws -> Statistics? {
        let range = SampleRange(
            from: Instant(seconds: SampleMaker.zero - 10_000), to: Instant(seconds: SampleMaker.zero + 10_000))
        let year = try #require(BucketInterval(.year, count: 1))
        return try store.buckets(name, range, every: year, predicates: predicates).buckets[0].statistics
    }

    @Test("a series has its summary and count, quantities are read in order if asked, and a repetition is unchanged")
    func reading() throws {
        let (sent, computed) = (UUID(), UUID())
        let inside = beats(3, unit: "count/min", value: 60)
        func post() throws -> BatchReceipt {
            try store.post { maker in
                try maker.addSeries(sent, of: inside.reversed(), summary: 420)
                try maker.addSeries(computed, of: beats(4, at: 100))
                try maker.add(UUID(), .quantity(80, unit: "count/s", type: "heartRate"), at: 1_000)
            }
        }
        #expect(Set(try post().samples.values) == [.inserted])
        let samples = try store.samples("heartRate")
        #expect(samples.map(\.uuid).prefix(2) == [sent, computed])
        #expect(samples.map(\.count) == [3, 4, nil])
        #expect(samples.map(\.quantity) == [7, 101.5, 80])
        #expect(samples.map(\.sentQuantity) == [420, nil, 80])
        #expect(samples.allSatisfy { $0.quantities == nil })
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("heartRate"))
        query.readsQuantities = true
        let read = try SampleReader(person: store.person, session: store.session).page(query)
        let values: [Double] = [1, 61.0 / 60, 62.0 / 60]
        #expect(read.samples[0].quantities?.map(\.value) == values)
        #expect(read.samples[0].quantities?.map(\.sentValue) == [60, 61, 62])
        #expect(read.samples[0].quantities?.map(\.start) == inside.map { SampleMaker.dates($0).start })
        #expect(read.samples[1].quantities?.count == 4 && read.samples[2].quantities == nil)
        #expect(Set(try post().samples.values) == [.unchanged, .inserted])
        #expect(try statistics(store)?.count == 9)
    }

    @Test("a value is compared with the summary of a series, and selects all its quantities")
    func predicate() throws {
        let uuid = UUID()
        try store.post { maker in
            try maker.addSeries(UUID(), of: beats(3, unit: "count/min", value: 60), summary: 420)
            try maker.addSeries(uuid, of: beats(4, at: 100))
            try maker.add(UUID(), .quantity(80, unit: "count/s", type: "heartRate"), at: 1_000)
        }
        let predicates: [SamplePredicate] = [.value(.gt, 101), .value(.le, 102)]
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("heartRate"))
        query.predicates = predicates
        #expect(
            try SampleReader(person: store.person, session: store.session).page(query).samples.map(\.uuid) == [uuid])
        let figures = try statistics(store, predicates: predicates)
        #expect(figures?.count == 4 && figures?.minimum == 100 && figures?.maximum == 103)
    }

    @Test("a page ends where its series hold too many quantities, and begins again there")
    func pages() throws {
        let uuids = (0..<3).map { _ in UUID() }
        try store.post { maker in
            for (index, uuid) in uuids.enumerated() {
                try maker.addSeries(uuid, of: beats(2, at: Double(index)))
            }
        }
        // Two series have more than the limit.
        try store.session.executeScript("update health.quantity_series set count = 60000")
        var query = SampleQuery(sampleTypeID: try store.sampleTypeID("heartRate"))
        let reader = SampleReader(person: store.person, session: store.session)
        #expect(try reader.page(query).samples.map(\.uuid) == uuids)
        query.readsQuantities = true
        var seen: [UUID] = []
        repeat {
            let page = try reader.page(query)
            #expect(page.samples.map { $0.quantities?.count } == [2])
            seen += page.samples.map(\.uuid)
            query.cursor = page.next
        } while query.cursor != nil
        #expect(seen == uuids)
    }

    @Test("whatever of a series changes makes it updated, and the old quantities are gone")
    func updates() throws {
        let uuid = UUID()
        var inside = beats(5)
        try store.post { try $0.addSeries(uuid, of: inside) }
        inside[2].value = 300
        let changes: [(String, (inout SampleMaker) throws -> Void)] = [
            ("a value", { try $0.addSeries(uuid, of: inside) }),
            ("a date", { try $0.addSeries(uuid, of: [inside[0], inside[2], inside[4]]) }),
            ("the summary", { try $0.addSeries(uuid, of: [inside[0], inside[2], inside[4]], summary: 3) }),
            ("no series", { try $0.add(uuid, .quantity(3, unit: "count/min", type: "heartRate")) }),
            ("a series", { try $0.addSeries(uuid, of: [inside[0]], summary: 3) }),
            ("another type", { try $0.add(uuid, .quantity(3)) }),
            ("another type's series", { try $0.addSeries(uuid, of: beats(2)) }),
        ]
        let counts: [Int?] = [5, 3, 3, 1, 1, nil, 2]
        for ((name, change), count) in zip(changes, counts) {
            #expect(try Set(store.post(change).samples.values) == [.updated], "\(name)")
            #expect(try statistics(store)?.count == count, "\(name)")
            #expect(try Set(store.post(change).samples.values) == [.unchanged], "\(name)")
            #expect(try doctorsComplaints(store.session) == [], "\(name)")
        }
        #expect(try store.count("series_quantity") == 2)
    }

    @Test("of a series that comes twice in one batch the later counts")
    func repetitions() throws {
        let (uuid, other) = (UUID(), UUID())
        let receipt = try store.post { maker in
            try maker.addSeries(uuid, of: beats(5))
            try maker.addSeries(uuid, of: beats(3))
            try maker.addSeries(other, of: beats(2, at: 50))
            try maker.addSeries(other, of: beats(2, at: 50).reversed())
        }
        #expect(receipt.samples == [0: .inserted, 1: .updated, 2: .inserted, 3: .unchanged])
        #expect(try statistics(store)?.count == 5)
        try expectNoComplaints(store.session)
    }

    @Test("deleting a series leaves nothing of it, before or after it comes, alone and with the person")
    func deletion() throws {
        let (first, second) = (UUID(), UUID())
        try store.post { maker in
            try maker.addSeries(first, of: beats(5))
            try maker.add(UUID(), .quantity(80, unit: "count/min", type: "heartRate"))
        }
        #expect(try statistics(store)?.count == 6)
        #expect(try store.delete(first).deletions == [.deleted])
        #expect(try statistics(store)?.count == 1)
        #expect(try store.count("series_quantity") == 0 && store.count("quantity_series") == 0)
        try store.delete(second)
        let receipt = try store.post { maker in
            try maker.addSeries(second, of: beats(5))
            try maker.addSeries(first, of: beats(5))
            try maker.addSeries(UUID(), of: beats(2))
        }
        #expect(receipt.samples == [0: .superseded, 1: .superseded, 2: .inserted])
        #expect(try store.count("series_quantity") == 2 && store.count("quantity_series") == 1)
        try expectNoComplaints(store.session)
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { try $0.addSeries(first, of: beats(3)) }
        try PersonEraser.erase(store.person, store.session)
        #expect(try store.count("series_quantity") == 0 && store.count("quantity_series") == 0)
        #expect(try bea.count("series_quantity") == 3 && statistics(bea)?.count == 3)
    }

    @Test("a workout's types are found by what is in series, too, and have its figures")
    func workouts() throws {
        try store.post { maker in
            try maker.addSeries(of: beats(20) + beats(20, at: 1_000), summary: 1)
        }
        let reader = WorkoutReader(person: store.person, session: store.session)
        func figures(_ from: Int64, _ to: Int64) throws -> [Statistics?] {
            try reader.statistics(
                nil, from: Instant(seconds: SampleMaker.zero + from), to: Instant(seconds: SampleMaker.zero + to)
            ).map { $0.collection.buckets.first?.statistics }
        }
        #expect(try figures(0, 25).map { $0?.count } == [5])
        // The series covers this range, but none of its quantities is in it.
        #expect(try figures(500, 600).isEmpty)
        #expect(try figures(1_000, 2_000).map { $0?.count } == [20])
    }

    @Test(
        "the doctor finds series without their quantities and the reverse",
        arguments: [
            "delete from health.quantity_series", "delete from health.series_quantity where ordinal = 1",
            """
            update health.series_quantity
            set start_time = (start_time at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
            """,
            "update health.series_quantity set sample_type_id = 1 where ordinal = 2",
            "update health.series_quantity set source_revision_id = 99",
            "update health.sample set quantity = 1",
        ])
    func faults(_ fault: String) throws {
        try store.post { try $0.addSeries(of: beats(3)) }
        try expectNoComplaints(store.session)
        try store.session.executeScript(fault)
        let complaint = "every series has its quantities, and nothing else has any: 1 exceptions"
        #expect(try doctorsComplaints(store.session) == [complaint])
    }

    @Test("a cursor between the quantities of a series comes back as it was, and has one spelling")
    func cursors() throws {
        let uuid = UUID()
        let start = Instant(seconds: -7)
        for ordinal in [1, 255, 256, Int32(QuantitySeries.partsMax)] {
            let cursor = SampleCursor(start: start, uuid: uuid, ordinal: ordinal)
            #expect(try SampleCursor(cursor.text) == cursor && !cursor.text.contains("="))
        }
        let plain = SampleCursor(start: start, uuid: uuid).text
        #expect(plain.utf8.count == 32)
        for wrong in [plain + "AAAA", plain + "AAE=", plain + "AAAAAAAB"] {
            #expect(refusal { try SampleCursor(wrong) } == .malformedCursor, "\(wrong)")
        }
    }
}
