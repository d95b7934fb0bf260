import HealthCore
import JSON
import TestSupport
import Testing

@testable import HealthAPI

@Suite("Times of an answer")
struct ClockTextTests {
    private static let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia",
        "Africa/Casablanca", "America/St_Johns", "Africa/Monrovia", "Antarctica/Troll", "Asia/Pyongyang",
    ]

    private func check(_ clock: WallClock, _ instants: some Sequence<Instant>) {
        let text = ClockText(clock)
        for instant in instants {
            let expected = clock.rfc3339(instant)
            var json = JSONWriter(capacity: 0)
            text.write(instant, to: &json)
            #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(expected)\"")
            #expect(String(decoding: text.plain(instant), as: UTF8.self) == expected)
        }
    }

    @Test(
        "They are those of the clock, at hours in order and at random, over a century of every kind of zone",
        arguments: zones)
    func same(name: String) throws {
        let clock = WallClock(try #require(Zone(identifier: name)))
        // 1960 to 2060, in steps of 25 hours and a little, or ten times as much.
        check(
            clock,
            stride(from: Int64(-315_619_200), to: 2_840_140_800, by: LongRun.isOn ? 90_061 : 900_610).map {
                Instant(microseconds: $0 * Instant.microsecondsPerSecond)
            })
        check(
            clock,
            (0..<Rounds.count(2_000, short: 500)).map { _ in
                Instant(microseconds: Int64.random(in: Instant.earliest.microseconds...Instant.latest.microseconds))
            })
    }

    @Test("A year with its changes of the clock is right to the second", arguments: zones)
    func changes(name: String) throws {
        let clock = WallClock(try #require(Zone(identifier: name)))
        let start: Int64 = 1_704_067_200
        for second in stride(from: start, to: start + 366 * 86_400, by: 3_600)
        where clock.offsetSeconds(at: instant(second)) != clock.offsetSeconds(at: instant(second + 3_600)) {
            check(clock, (second - 1...second + 3_601).map(instant))
        }
    }

    @Test("A clock that was carried away and back within hours is followed")
    func carried() throws {
        let (berlin, tokyo) = (
            try #require(Zone(identifier: "Europe/Berlin")), try #require(Zone(identifier: "Asia/Tokyo"))
        )
        let start: Int64 = 1_714_521_600
        let clock = try #require(
            WallClock(history: [
                .init(start: .earliest, zone: berlin), .init(start: instant(start + 40_000), zone: tokyo),
                .init(start: instant(start + 50_000), zone: berlin),
            ]))
        check(clock, stride(from: start - 200_000, to: start + 200_000, by: 100).map(instant))
    }

    @Test("Fractions have no zeros at their end, and every year is written")
    func edges() {
        check(.utc, [0, 1, 10, 999_999, 100_000, -1, -1_000_000, 120_000].map { Instant(microseconds: $0) })
        check(.utc, [.earliest, .latest, Instant(microseconds: -63_000_000_000_000_000)])
    }

    private func instant(_ second: Int64) -> Instant {
        Instant(microseconds: second * Instant.microsecondsPerSecond)
    }
}
