import HealthCore
import HealthDatabase
import Testing

@Suite struct SourceOrderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    /// Returns the names of the sources in their order for a type. Names of explicitly ranked
    /// sources end with `!`.
    private func order(_ store: TestStore, _ type: String = "stepCount") throws -> [String] {
        try SourceReader(person: store.person, session: store.session).order(
            sampleTypeID: try store.sampleTypeID(type)
        ).map { $0.source.name + ($0.isExplicit ? "!" : "") }
    }

    private func setOrder(_ store: TestStore, _ names: [String], _ type: String = "stepCount") throws {
        let reader = SourceReader(person: store.person, session: store.session)
        let ids = Dictionary(uniqueKeysWithValues: try reader.sources().map { ($0.name, $0.id) })
        try reader.setOrder(names.compactMap { ids[$0] }, sampleTypeID: try store.sampleTypeID(type))
    }

    private func addSources(_ store: TestStore) throws {
        let sources = [
            SourceRevision(name: "other 1"), SourceRevision(name: "phone 1", productType: "iPhone15,2"),
            SourceRevision(name: "watch 1", productType: "Watch6,1"),
            SourceRevision(name: "hand 1", wasUserEntered: true), SourceRevision(name: "other 2"),
            SourceRevision(name: "phone 2", productType: "iPad7,1"),
            SourceRevision(name: "watch 2", productType: "Watch7,1"),
            SourceRevision(name: "hand 2", wasUserEntered: true),
        ]
        for source in sources { try store.post { try $0.add(from: source) } }
    }

    static let byDefault = ["hand 2", "hand 1", "watch 2", "watch 1", "phone 2", "phone 1", "other 2", "other 1"]

    @Test("by default: entered by hand, watch, phone, other; within each the newest first")
    func defaultOrder() throws {
        #expect(try order(store) == [])
        try addSources(store)
        #expect(try order(store) == SourceOrderTests.byDefault)
    }

    @Test("the person's order comes first, the others follow, and a new source does not change their order")
    func explicit() throws {
        try addSources(store)
        try setOrder(store, ["other 1", "watch 1"])
        let rest = SourceOrderTests.byDefault.filter { $0 != "other 1" && $0 != "watch 1" }
        #expect(try order(store) == ["other 1!", "watch 1!"] + rest)
        #expect(try order(store, "heartRate") == SourceOrderTests.byDefault)
        try store.post { try $0.add(from: SourceRevision(name: "hand 3", wasUserEntered: true)) }
        #expect(try order(store) == ["other 1!", "watch 1!", "hand 3"] + rest)
        try setOrder(store, ["phone 1"])
        #expect(try order(store).first == "phone 1!")
        #expect(try order(store).filter { $0.hasSuffix("!") }.count == 1)
        try setOrder(store, [])
        #expect(try order(store) == ["hand 3"] + SourceOrderTests.byDefault)
    }

    @Test("an order with a source that the person does not have is refused as a whole")
    func unknown() throws {
        try addSources(store)
        try setOrder(store, ["other 1"])
        let bea = store.of(try PersonStore.create(name: "Bea", store.session))
        try bea.post { try $0.add() }
        let type = try store.sampleTypeID("stepCount")
        let before = try store.everything()
        for (reader, ids) in [(store, [Int32(1), 99]), (store, [0]), (bea, [1, 2])] {
            let reader = SourceReader(person: reader.person, session: reader.session)
            #expect(refusal { try reader.setOrder(ids, sampleTypeID: type) } == .unknownSource)
        }
        #expect(try store.everything() == before)
    }

    @Test("a source repeated in an order has its first position")
    func twice() throws {
        try addSources(store)
        try setOrder(store, ["other 1", "watch 1", "other 1", "phone 1"])
        #expect(try order(store).prefix(3) == ["other 1!", "watch 1!", "phone 1!"])
    }

    @Test("a source is as old as its earliest sample of any type was created, whatever came first and how")
    func age() async throws {
        func time(_ day: Double) -> Instant {
            Instant(microseconds: (SampleMaker.zero + Int64(day) * 86_400) * 1_000_000)
        }
        // The source, the type, the days after `zero` of its start and of its creation.
        let rows: [(String, String, Double, Double?)] = [
            ("ring", "stepCount", 100, 101), ("ring", "heartRate", 90, 95), ("band", "stepCount", 100, nil),
            ("band", "flightsClimbed", 3, nil), ("scale", "stepCount", 1, 200), ("a", "stepCount", 100, 300),
            ("b", "stepCount", 100, 300),
        ]
        for pieces in [[rows], rows.map { [$0] }, rows.reversed().map { [$0] }] {
            for isImported in [false, true] {
                try await TestStore.with { store in
                    for piece in pieces {
                        func add(_ maker: inout SampleMaker) throws {
                            for (name, type, start, created) in piece {
                                try maker.add(
                                    .init(), .quantity(1, unit: type == "heartRate" ? "count/s" : "count", type: type),
                                    at: start * 86_400, from: SourceRevision(name: name), created: created.map(time))
                            }
                        }
                        if isImported { try store.importing(add) } else { try store.post(add) }
                    }
                    #expect(try order(store) == ["b", "a", "scale", "ring", "band"])
                }
            }
        }
    }
}
