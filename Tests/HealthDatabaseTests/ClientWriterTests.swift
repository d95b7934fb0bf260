import Foundation
import HealthCore
import Postgres
import Testing

@testable import HealthDatabase

@Suite struct ClientWriterTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let automation = SourceClass.aggregatePrefix + "A:"

    private func source(_ grouping: String = "minute", name: String = "Health Auto Export: Watch") -> SourceRevision {
        SourceRevision(name: name, bundleIdentifier: Self.automation + grouping)
    }

    /// Returns a statement of points of single minutes. `windows` is the range from the first to
    /// the last point.
    private func statement(
        _ points: [(minute: Int, value: Double)], run: String? = nil, grouping: String = "minute", states: Bool = true
    ) throws -> AutomationRequest {
        var maker = SampleMaker()
        for (minute, value) in points {
            var bytes = UUID(uuidString: "00000000-0000-5000-8000-000000000000").map(\.uuid)
            bytes?.15 = UInt8(minute)
            try maker.add(
                bytes.map(UUID.init(uuid:)) ?? UUID(), .quantity(value), at: Double(minute * 60), from: source(grouping)
            )
        }
        return maker.request(of: Self.automation, session: run, hasWindow: states)
    }

    @Test("a window deletes the unlisted points of its automation and type between its first and last point")
    func window() throws {
        _ = try store.write(try statement([(0, 1), (5, 2), (6, 3), (10, 4)]))
        try store.post { try $0.add(at: 301, from: SampleMaker.phone) }
        try store.post { maker in
            let other = SourceRevision(name: "x", bundleIdentifier: SourceClass.aggregatePrefix + "AB:minute")
            try maker.add(at: 301, from: other)
            try maker.add(UUID(), .quantity(1, type: "flightsClimbed"), at: 301, from: source())
        }
        let receipt = try store.write(try statement([(5, 2), (10, 5)]))
        #expect(receipt.samples == [0: .unchanged, 1: .updated] && receipt.removed == [0: 1])
        #expect(try store.samples().count == 5)
        #expect(try store.samples("flightsClimbed").count == 1)
        let silent = try store.write(try statement([(0, 1), (10, 5)], states: false))
        #expect(silent.removed.isEmpty)
        let position = try store.write(try statement([(0, 1), (5, 2), (10, 5)])).changePosition
        #expect(position == silent.changePosition)
    }

    /// Stores points of minute 0 without windows. They have new uuids.
    ///
    /// - Parameter length: the length of the points in seconds, if the client sends their ends.
    private func state(
        _ points: [(source: String, value: Double)], run: String? = nil, length: Double? = nil, _ store: TestStore
    ) throws -> AutomationReceipt {
        var maker = SampleMaker()
        for (name, value) in points {
            let word = length == nil ? "minute" : AutomationRequest.samplesWord
            try maker.add(
                UUID(), .quantity(value), lasting: length ?? 60,
                from: source(word, name: "Health Auto Export: " + name))
        }
        return try store.write(maker.request(of: Self.automation, session: run, hasWindow: false))
    }

    @Test("a statement replaces all points of its keys, whatever their sources and number; a replay replaces none")
    func keys() throws {
        func values() throws -> [Double] { try store.samples().compactMap(\.quantity).sorted() }
        #expect(try state([("iPhone", 120)], run: "1", store).samples == [0: .inserted])
        #expect(try state([("Watch|iPhone", 8_500)], run: "2", store).samples == [0: .updated])
        #expect(try values() == [8_500])
        let two = try state([("Oura", 10), ("Oura", 14)], run: "2", store)
        #expect(two.samples.values.map(\.rawValue).sorted() == ["inserted", "updated"])
        #expect(
            try state([("Oura", 14), ("Oura", 10)], run: "3", store).samples == [0: .unchanged, 1: .unchanged])
        #expect(try values() == [10, 14])
        let replay = try state([("Oura", 1), ("Oura", 2), ("Oura", 3)], run: "1", store)
        #expect(replay.isReplay && replay.samples == [0: .superseded, 1: .superseded, 2: .superseded])
        let one = try state([("Oura", 14)], run: "3", store)
        #expect(one.samples == [0: .updated] && one.removed == [0: 1])
        #expect(try values() == [14])
        // Points with ends have them in their keys.
        #expect(try state([("Watch", 5)], length: 300, store).samples == [0: .inserted])
        #expect(try state([("Watch", 6)], length: 600, store).samples == [0: .inserted])
        #expect(try state([("Phone", 7)], length: 600, store).samples == [0: .updated])
        #expect(try values() == [5, 7, 14])
    }

    @Test("an automation of a holder that may not read changes and deletes no points but those that only it saved")
    func blindHolder() throws {
        let grant = TestGrant(rights: ["write"], types: ["stepCount"])
        let (app, other) = (try store.holder("app", grant), try store.holder("other", grant))
        func write(_ statement: AutomationRequest, as token: BearerToken) throws {
            let access = try WriteAccess(try store.caller(token), store.session)
            _ = try ClientWriter(person: store.person, session: store.session, access: access).write(statement)
        }
        // The person saves these points, and then another app.
        let points: [(minute: Int, value: Double)] = [(0, 1), (5, 2), (10, 3)]
        _ = try store.write(try statement(points))
        try write(try statement(points), as: other)
        // The second statement no longer lists the point of minute 7.
        for own in [[(0, 8), (7, 4), (10, 9)], [(0, 8), (10, 9)]] as [[(minute: Int, value: Double)]] {
            var statement = try statement(own)
            for index in own.indices { statement.batch.samples[index].sample.uuid = UUID() }
            try write(statement, as: app)
            #expect(try store.samples().compactMap(\.quantity).sorted() == ([1, 2, 3] + own.map(\.value)).sorted())
            #expect(try store.read(as: app).count == own.count)
        }
    }

    @Test("forgotten runs count as new; the newest are remembered")
    func runs() throws {
        #expect(try !store.write(try statement([(0, 1)], run: "1")).isReplay)
        #expect(try !store.write(try statement([(0, 2)], run: "2")).isReplay)
        #expect(try store.write(try statement([(0, 3)], run: "1")).isReplay)
        #expect(try !store.write(try statement([(0, 3)], run: "2")).isReplay)
        #expect(try !store.write(try statement([(0, 3)])).isReplay)
        _ = try store.session.execute(
            "update health.client_session set arrival = $1 where session = '2'", [.int64(ClientWriter.sessionsMax)])
        #expect(try !store.write(try statement([(0, 4)], run: "3")).isReplay)
        #expect(try store.texts("select session from health.client_session order by arrival") == ["2", "3"])
    }

    @Test("of two requests with the same content at the same time, the second changes nothing")
    func concurrency() async throws {
        let statement = try statement((0..<50).map { ($0, Double($0)) })
        let (conninfo, person) = (store.conninfo, store.person)
        let outcomes = try await concurrently(4) { _ in
            let receipt = try ClientWriter(person: person, session: try Session(conninfo: conninfo)).write(
                statement)
            return Set(receipt.samples.values.map(\.rawValue)).sorted().joined()
        }
        #expect(outcomes.sorted() == ["inserted", "unchanged", "unchanged", "unchanged"])
        #expect(try store.samples().count == 50)
    }

    @Test("aggregate sources rank after all other sources, even if the person ranked them first")
    func order() throws {
        _ = try store.write(try statement([(0, 1)]))
        for source in [SampleMaker.scale, SampleMaker.phone, SourceRevision(name: "hand", wasUserEntered: true)] {
            try store.post { try $0.add(from: source) }
        }
        let reader = SourceReader(person: store.person, session: store.session)
        let type = try store.sampleTypeID("stepCount")
        let ids = try reader.sources().filter { $0.sourceClass == .aggregate }.map(\.id)
        #expect(ids.count == 1)
        try reader.setOrder(ids, sampleTypeID: type)
        let order = try reader.order(sampleTypeID: type).map(\.source.name)
        #expect(order == ["hand", "Ada’s iPhone", "Scale", "Health Auto Export: Watch"])
    }

    @Test("a known sample with a uuid stays, and a deleted one stays deleted")
    func adding() throws {
        let (known, gone, fresh) = (UUID(), UUID(), UUID())
        try store.post { try $0.add(known, .quantity(7)) }
        try store.delete(gone)
        var maker = SampleMaker()
        for uuid in [known, gone, fresh] { try maker.add(uuid, .quantity(8)) }
        let receipt = try ClientWriter(person: store.person, session: store.session).add(maker.batch)
        #expect(receipt.samples == [0: .unchanged, 1: .superseded, 2: .inserted])
        let stored = try store.session.execute("select quantity from health.sample order by quantity")
        #expect(try stored.map { try $0.double(0) } == [7, 8])
    }
}
