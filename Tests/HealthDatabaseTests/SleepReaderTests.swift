import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests nights that are read from the database.
@Suite struct SleepReaderTests {
    private func request(
        _ from: String, _ to: String, _ change: (inout SleepParameters) -> Void = { _ in }
    ) throws -> SleepRequest {
        var parameters = SleepParameters()
        (parameters.from, parameters.to, parameters.timeZone) = (from, to, "UTC")
        change(&parameters)
        return try SleepQuestion(parameters).request(PersonSettings())
    }

    private func nights(_ store: TestStore, _ request: SleepRequest) throws -> [SleepNight] {
        try SleepReader(person: store.person, session: store.session).nights(request).nights
    }

    /// Returns the seconds of `SampleMaker` for hours after 2024-05-01T18:00:00Z, when the night of
    /// 2 May begins.
    private func at(_ hours: Double) -> Double { (hours + 8) * 3_600 }

    /// Returns minutes in microseconds.
    private func minutes(_ count: Int64) -> Int64 { count * 60 * Instant.microsecondsPerSecond }

    @Test("a session of 24 hours counts in the night in which it ends; each night has its part of a longer one")
    func longSession() async throws {
        let cases: [(pieces: Int, hours: [Int64?])] = [(24, [nil, 24]), (25, [24, 1])]
        for (pieces, expected) in cases {
            try await TestStore.with { store in
                try store.post {
                    // Each piece is an hour long, until one hour into the night of 3 May.
                    for piece in 0..<pieces {
                        try $0.add(.init(), .category(3), at: at(Double(25 - pieces + piece)), lasting: 3_600)
                    }
                    // On 6 May, the night seems to end at 17:50, but continues at 18:20.
                    try $0.add(.init(), .category(3), at: at(118), lasting: 110 * 60)
                    try $0.add(.init(), .category(3), at: at(120) + 20 * 60, lasting: 600)
                }
                let all = try nights(store, try request("2024-05-02", "2024-05-08"))
                let hours = all.map { $0.asleep.map { $0 / minutes(60) } }
                #expect(hours == expected + [nil, nil, nil, 2])
                for (number, night) in all.enumerated() {
                    #expect(
                        try nights(store, try request("2024-05-0\(2 + number)", "2024-05-0\(3 + number)")) == [night])
                }
            }
        }
    }

    @Test("a sample longer than the time read around a night is found from its end")
    func longSample() async throws {
        try await TestStore.with { store in
            // The sample lasts ten days, until one hour into the night of 2 May.
            try store.post { try $0.add(.init(), .category(0), at: at(1 - 10 * 24), lasting: 10 * 86_400) }
            let all = try nights(store, try request("2024-04-30", "2024-05-04"))
            let hours = all.map { $0.main?.timeInBed.map { $0 / minutes(60) } }
            #expect(hours == [24, 24, 1, nil])
            #expect(all[2].main?.start == all[2].window.start && all[2].main?.sourceRanks == [0])
            #expect(try nights(store, try request("2024-05-02", "2024-05-03")) == [all[2]])
        }
    }

    @Test("the person's order decides between sources, and another person's sleep is not visible")
    func orderAndIsolation() async throws {
        try await TestStore.with { store in
            try store.post {
                try $0.add(.init(), .category(3), at: at(5), lasting: 7_200, from: SampleMaker.phone)
                try $0.add(.init(), .category(5), at: at(6), lasting: 7_200, from: SampleMaker.watch)
            }
            let bea = store.of(try PersonStore.create(name: "Bea", store.session))
            try bea.post { try $0.add(.init(), .category(4), at: at(5), lasting: 36_000, from: SampleMaker.watch) }
            let reader = SleepReader(person: store.person, session: store.session)
            let request = try request("2024-05-02", "2024-05-03")
            let first = try reader.nights(request)
            #expect(first.sources.map(\.sourceClass) == [.watch, .phone])
            #expect(first.nights[0].main?.duration(of: .asleepREM) == minutes(120))
            #expect(first.nights[0].asleep == minutes(180))
            try SourceReader(person: store.person, session: store.session).setOrder(
                [first.sources[1].id], sampleTypeID: try store.sampleTypeID("sleepAnalysis"))
            let second = try reader.nights(request)
            #expect(second.sources.map(\.sourceClass) == [.phone, .watch])
            #expect(second.nights[0].main?.duration(of: .asleepREM) == minutes(60))
            #expect(second.nights[0].asleep == minutes(180))
        }
    }

    @Test("more samples than the limit are an error that names it, and the session can be used afterwards")
    func samplesMax() async throws {
        try await TestStore.with { store in
            try store.post { maker in
                for number in 0..<10 { try maker.add(.init(), .category(3), at: at(5) + Double(number) * 60) }
                // Points are ignored and do not count.
                for _ in 0..<5 { try maker.add(.init(), .category(3), at: at(5), lasting: 0) }
            }
            let request = try request("2024-05-02", "2024-05-03")
            let tight = SleepReader(person: store.person, session: store.session, samplesMax: 9)
            let error = #expect(throws: ParameterError.self) { try tight.nights(request) }
            #expect(error?.code == .rangeTooLong && error?.parameter == "to" && error?.message.contains("9") == true)
            let enough = SleepReader(person: store.person, session: store.session, samplesMax: 10)
            #expect(try enough.nights(request).nights.first?.asleep == minutes(10))
        }
    }

    @Test("a person without sleep samples has nights without sleep")
    func nothing() async throws {
        try await TestStore.with { store in
            let answer = try SleepReader(person: store.person, session: store.session).nights(
                try request("2024-05-02", "2024-05-04"))
            #expect(answer.nights.count == 2 && answer.nights.allSatisfy { $0.sessions.isEmpty })
        }
    }
}
