import HealthCore
import TestSupport
import Testing

/// Makes sleep samples around the night of 2024-05-02 in UTC, which begins on 2024-05-01 at 18:00.
struct SleepMaker {
    private(set) var samples: [SleepSample] = []

    /// - Parameters:
    ///   - start: `HH:MM` of the night. Times from 18:00 on are on 1 May, and earlier times on 2
    ///     May. `+1 HH:MM` is a day later.
    ///   - saved: the second at which the sample was created, or nil if it is unknown.
    mutating func add(
        _ value: SleepValue, _ start: String, _ end: String, source: Int32 = 0, saved: Int64? = nil, uuid: UInt64? = nil
    ) throws {
        samples.append(
            SleepSample(
                start: try instant(start), end: try instant(end), value: value, sourceRank: source,
                creation: saved.map { Instant(seconds: 1_714_700_000 + $0) },
                uuid: .numbered(uuid ?? UInt64(samples.count))))
    }

    /// Returns the nights from 2 May on, in UTC, that begin at 18:00, and checks that the order of
    /// samples has no effect.
    func nights(_ count: Int = 1, gap minutes: Int64 = 60) throws -> [SleepNight] {
        var parameters: QuestionParameters = [:]
        (parameters[.from], parameters[.to], parameters[.timeZone]) = ("2024-05-02", "2024-05-0\(2 + count)", "UTC")
        let windows = try SleepQuestion(parameters).request(PersonSettings()).windows
        let gap = minutes * 60 * Instant.microsecondsPerSecond
        let nights = SleepEngine.nights(windows, samples: samples, longestGap: gap)
        #expect(nights == SleepEngine.nights(windows, samples: samples.reversed(), longestGap: gap))
        return nights
    }

    func night(gap minutes: Int64 = 60) throws -> SleepNight { try #require(try nights(1, gap: minutes).first) }
}

/// Returns an instant of the night from a text as in `SleepMaker`.
func instant(_ time: String) throws -> Instant {
    let isNextDay = time.hasPrefix("+1 ")
    let clock = isNextDay ? String(time.dropFirst(3)) : time
    let day = (clock >= "18:00" ? 1 : 2) + (isNextDay ? 1 : 0)
    return try #require(Instant(rfc3339: "2024-05-0\(day)T\(clock):00Z"))
}

/// Returns minutes in microseconds.
func minutes(_ count: Int64) -> Int64 { count * 60 * Instant.microsecondsPerSecond }

extension SleepSession {
    /// Texts such as `23:10-06:00 core 0`.
    var pieces: [String] {
        segments.map { "\($0.start.clock)-\($0.end.clock) \($0.value.name) \($0.sourceRank)" }
    }

    var span: String { "\(start.clock)-\(end.clock)" }

    func minutes(_ stage: SleepValue) -> Int64? { duration(of: stage).map { $0 / 60_000_000 } }
}

extension SleepInterval {
    var span: String { "\(start.clock)-\(end.clock)" }
}

extension Instant {
    /// The time as `HH:MM` in UTC.
    fileprivate var clock: String { String(rfc3339.dropFirst(11).prefix(5)) }
}
