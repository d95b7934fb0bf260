import HealthCore
import HealthDatabase
import Testing

/// Tests nights that are read from the database.
@Suite struct SleepReaderTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func request(
        _ from: String, _ to: String, _ change: (inout QuestionParameters) -> Void = { _ in }
    ) throws -> SleepRequest {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to], parameters[.timeZone]) = (from, to, "UTC")
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

    @Test("a sample longer than the time read around a night is found from its end")
    func longSample() throws {
        // The sample lasts ten days, until one hour into the night of 2 May.
        try store.post { try $0.add(.init(), .category(0), at: at(1 - 10 * 24), lasting: 10 * 86_400) }
        let all = try nights(store, try request("2024-04-30", "2024-05-04"))
        let hours = all.map { $0.main?.timeInBed.map { $0 / minutes(60) } }
        #expect(hours == [24, 24, 1, nil])
        #expect(all[2].main?.start == all[2].window.start && all[2].main?.sourceRanks == [0])
        #expect(try nights(store, try request("2024-05-02", "2024-05-03")) == [all[2]])
    }

    @Test("more samples than the limit are an error that names it, and the session can be used afterwards")
    func samplesMax() throws {
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
