import Foundation
import HealthCore
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import HealthDatabase

/// Questions whose readers remember the states of types, as those of the service do.
@Suite struct KnownTypeTests {
    private final class Memory: TypeMemory {
        private let types = Mutex<[Int32: KnownTypeState]>([:])

        func type(_ sampleTypeID: Int32, of person: Person) -> KnownTypeState? { types.withLock { $0[sampleTypeID] } }
        func remember(_ type: KnownTypeState, _ sampleTypeID: Int32, of person: Person) {
            types.withLock { $0[sampleTypeID] = type }
        }
    }

    private struct Asker {
        let store: TestStore
        let memory = Memory()
        /// The answers that took one round trip.
        var foreseen = 0
        /// The answers that should have taken one round trip, but needed more.
        var mistaken = 0

        mutating func collection(_ request: StatisticsRequest) throws -> StatisticsCollection {
            let (person, session) = (store.person, store.session)
            let version = FiguresVersion.statement(person.id)
            func answer() throws -> StatisticsCollection {
                let version = try session.execute(version).first.map(FiguresVersion.init)
                return try StatisticsReader(person: person, session: session, memory: memory, version: version)
                    .collections(request)[0]
            }
            let foresight = StatisticsReader.foresight(request, of: person, memory: memory, session)
            if foresight.isComplete {
                if let answer = try session.reading(only: [version] + foresight.statements, answer) {
                    foreseen += 1
                    return answer
                }
                mistaken += 1
            }
            return try session.reading {
                try session.foresee([version] + foresight.statements)
                return try answer()
            }
        }
    }

    private static let zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe"]
    private static let intervals = ["day", "week", "hour", "month"]

    private func request(
        _ world: FigureWorld, interval: String? = nil, timeZone: String? = nil, _ random: inout SeededGenerator
    ) throws -> StatisticsRequest {
        var parameters = StatisticsParameters()
        parameters.type = world.name
        parameters.timeZone = timeZone ?? Self.zones[random.below(4)]
        parameters.interval = interval ?? Self.intervals[random.below(4)]
        let first = random.below(FigureWorld.days)
        func date(_ day: Int) -> String {
            String(Instant(microseconds: (SampleMaker.zero + Int64(day) * 86_400) * 1_000_000).rfc3339.prefix(10))
        }
        (parameters.from, parameters.to) = (date(first), date(first + 1 + random.below(10)))
        if random.chance(30) { parameters.separateBySource = "true" }
        return try StatisticsQuestion(parameters).request(PersonSettings())
    }

    @Test("have the same answers, whatever changed since they were remembered", arguments: 0..<Rounds.count(4))
    func randomChanges(_ seed: Int) async throws {
        try await TestStore.with { store in
            var world = try FigureWorld(
                store, type: seed % 4, seed: UInt64(seed), hasAggregates: seed % 2 == 0)
            var random = SeededGenerator(UInt64(seed) + 100)
            try world.fill(LongRun.isOn ? 300 : 100)
            try world.markEverything()
            try world.refresh()
            var asker = Asker(store: store)
            for round in 0..<(LongRun.isOn ? 10 : 4) {
                for question in 0..<4 {
                    let request = try request(world, &random)
                    for time in 0..<2 {
                        try expectSame(&asker, request, "\(round), \(question), \(time)")
                    }
                }
                try change(&world, &random)
            }
            // Marks are read with the days, and samples of stale days by further statements.
            let request = try request(world, interval: "day", timeZone: "UTC", &random)
            for _ in 0..<2 {
                try world.refresh()
                for _ in 0..<2 { try expectSame(&asker, request, "fresh") }
                let foreseen = (asker.foreseen, asker.mistaken)
                try expectSame(&asker, request, "foreseen")
                try world.markEverything()
                try expectSame(&asker, request, "marked")
                #expect((asker.foreseen, asker.mistaken) == (foreseen.0 + 1, foreseen.1 + 1))
            }
        }
    }

    @Test("of a few hours need one round trip, unless these have more samples than a statement reads")
    func manySamples() async throws {
        try await TestStore.with { store in
            let most = StatisticsReader.briefSamplesMax
            func post(_ indexes: Range<Int>) throws {
                try store.post { batch in
                    for index in indexes {
                        _ = try batch.add(
                            UUID(), .quantity(Double(40 + index % 90), unit: "count/min", type: "heartRate"),
                            at: Double(10 * index), lasting: 1)
                    }
                }
            }
            var parameters = StatisticsParameters()
            (parameters.type, parameters.timeZone, parameters.interval) = ("heartRate", "UTC", "hour")
            let first = Instant(microseconds: SampleMaker.zero * 1_000_000)
            parameters.from = first.rfc3339
            parameters.to = String(Instant(microseconds: first.microseconds + 5 * 3_600_000_000).rfc3339)
            let request = try StatisticsQuestion(parameters).request(PersonSettings())
            var asker = Asker(store: store)
            func count() throws -> Int {
                try asker.collection(request).buckets.reduce(0) { $0 + ($1.statistics?.count ?? 0) }
            }
            try post(0..<most)
            #expect(try (count(), count()) == (most, most))
            #expect((asker.foreseen, asker.mistaken) == (1, 0))
            try post(most..<most + 1)
            #expect(try count() == most + 1)
            #expect(asker.foreseen == 1 && asker.mistaken == 1)
            try expectSame(&asker, request, "many")
            parameters.to = String(Instant(microseconds: first.microseconds + 50 * 86_400_000_000).rfc3339.prefix(10))
            let long = try StatisticsQuestion(parameters).request(PersonSettings())
            for _ in 0..<2 { try expectSame(&asker, long, "long") }
            #expect(asker.foreseen == 1, "a longer range reads hours")
        }
    }

    private func expectSame(_ asker: inout Asker, _ request: StatisticsRequest, _ place: String) throws {
        let (store, answer) = (asker.store, try asker.collection(request))
        let expected = try StatisticsReader(person: store.person, session: store.session).collections(request)[0]
        #expect(
            answer.buckets == expected.buckets && answer.sources == expected.sources
                && answer.isSettled == expected.isSettled, "\(place)")
    }

    /// Makes one random change of everything on which a reader depends.
    private func change(_ world: inout FigureWorld, _ random: inout SeededGenerator) throws {
        let (store, reader) = (world.store, SourceReader(person: world.store.person, session: world.store.session))
        switch random.below(7) {
        case 0: try world.change()
        case 1:
            try world.change()
            try world.refresh()
        case 2: try world.markEverything()
        case 3: try world.refresh()
        case 4: try FigureRefresher.drop(person: store.person, sampleTypeID: world.typeID, store.session)
        case 5:
            try reader.setOrder(reader.sources().map(\.id).shuffled(using: &random), sampleTypeID: world.typeID)
            if random.chance(50) { try world.refresh() }
        default:
            let revision = SourceRevision(name: "new \(random.below(1_000))", bundleIdentifier: "com.example.new")
            try store.post {
                _ = try $0.add(
                    random.uuid(), .quantity(7, unit: world.unit, type: world.name),
                    at: Double(random.below(FigureWorld.days * 86_400)), from: revision)
            }
            if random.chance(50) { try world.refresh() }
        }
    }
}
