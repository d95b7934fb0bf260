import Foundation
import HealthCore
import HealthDatabase
import Postgres
import Testing

@Suite struct StatisticsReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private static let day: Int64 = 86_400

    @Test("figures of each source alone are refused for too many buckets × sources, of sources with samples there")
    func rows() throws {
        try store.post { maker in
            for number in 0..<51 {
                let source = SourceRevision(name: "Source \(number)")
                try maker.add(at: Double(number), from: source)
                // Of the second type, one source has samples in the range, and all other
                // sources have samples years later.
                try maker.add(
                    .init(), .quantity(70, unit: "kg", type: "bodyMass"), at: number == 0 ? 0 : 1e8, lasting: 0,
                    from: source)
            }
        }
        let steps = try #require(Catalogue.sampleType(named: "stepCount"))
        try FigureComparer(store: store, type: steps, style: .cumulative).make()
        for origin in [StatisticsReader.Origin.samples, .stored] {
            func rows(_ types: String, hours: Int64, _ isSeparate: Bool = true) throws -> [Int] {
                var parameters: QuestionParameters = [:]
                parameters[.types] = types
                parameters[.interval] = "hour"
                parameters[.timeZone] = "UTC"
                parameters[.from] = Instant(seconds: SampleMaker.zero).rfc3339
                parameters[.to] = Instant(seconds: SampleMaker.zero + 3_600 * hours).rfc3339
                parameters[.separateBySource] = isSeparate ? "true" : nil
                let reader = StatisticsReader(person: store.person, session: store.session, origin: origin)
                return try reader.collections(try StatisticsQuestion(parameters).request(PersonSettings())).map {
                    collection in
                    collection.buckets.reduce(0) { $0 + $1.bySource.count }
                }
            }
            // 51 × 1,960 = 99,960
            #expect(try rows("stepCount", hours: 1_960) == [51])
            let error = #expect(throws: ParameterError.self) { try rows("stepCount", hours: 1_961) }
            #expect(error?.code == .tooManyBuckets && error?.parameter == "separateBySource")
            #expect(error?.message.contains("1961 buckets") == true)
            #expect(try rows("stepCount", hours: 1_961, false) == [0])
            #expect(try rows("bodyMass", hours: 10_000) == [1])
            // The limit counts the 51 + 1 sources of both types together.
            #expect(try rows("stepCount,bodyMass", hours: 1_923) == [51, 1])
            #expect(throws: ParameterError.self) { try rows("stepCount,bodyMass", hours: 1_924) }
            #expect(store.session.isIdle)
        }
    }

    @Test("an update that makes a sample longer is found from where it now reaches, imports too")
    func longerSample() throws {
        let uuid = UUID()
        let range = SampleRange(
            from: Instant(seconds: SampleMaker.zero + StatisticsReaderTests.day),
            to: Instant(seconds: SampleMaker.zero + 2 * StatisticsReaderTests.day))
        let year = try #require(BucketInterval(.year, count: 1))
        func total() throws -> Double? {
            try store.buckets("stepCount", range, every: year).buckets[0].statistics?.sum
        }
        try store.post { try $0.add(uuid, .quantity(10), lasting: 60) }
        #expect(try total() == nil)
        try store.post { try $0.add(uuid, .quantity(10), lasting: 2 * 86_400) }
        #expect(try total() == 5)
        try store.importing { try $0.add(UUID(), .quantity(40), from: SampleMaker.watch) }
        try store.importing { try $0.add(UUID(), .quantity(40), lasting: 4 * 86_400, from: SampleMaker.watch) }
        // The watch has a higher priority than the phone.
        #expect(try total() == 10)
    }

    @Test("the widest range that can be asked for is no error")
    func widest() throws {
        try store.post { maker in
            try maker.add(UUID(), .quantity(3), start: .earliest, end: .earliest)
            try maker.add(UUID(), .quantity(4), start: .latest, end: .latest)
            try maker.add(UUID(), .quantity(5), start: .earliest, end: .latest)
        }
        let interval = try #require(BucketInterval(.year, count: 100))
        let range = SampleRange(from: .earliest, to: .latest)
        let buckets = try store.buckets("stepCount", range, every: interval).buckets
        let sum = buckets.compactMap(\.statistics?.sum).reduce(0, +)
        #expect(abs(sum - 8) < 1e-9)
    }
}
