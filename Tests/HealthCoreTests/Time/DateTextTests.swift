import HealthCore
import Testing

@Suite struct DateTextTests {
    @Test("a date is written with four digits of its year, the sign before them")
    func years() {
        let dates = [1: "0001-12-31", 0: "0000-12-31", -1: "-0001-12-31", -7_999: "-7999-12-31", 9_999: "9999-12-31"]
        for (year, text) in dates {
            #expect(CivilDate(year: year, month: 12, day: 31)?.iso8601 == text)
        }
    }

    @Test("a time has two digits for each part, and the fraction of its second without zeros at the end")
    func times() {
        let texts: [Int64: String] = [
            0: "1970-01-01T00:00:00", 1: "1970-01-01T00:00:00.000001", 500_000: "1970-01-01T00:00:00.5",
            -1: "1969-12-31T23:59:59.999999", 36_610_000_000: "1970-01-01T10:10:10",
            32_949_120_300: "1970-01-01T09:09:09.1203",
        ]
        for (microseconds, text) in texts {
            #expect(LocalDateTime(microsecondsSinceEpoch: microseconds).iso8601 == text)
            #expect(Instant(microseconds: microseconds).rfc3339 == text + "Z")
        }
        #expect(Instant(microseconds: 0).rfc3339(offsetSeconds: 5 * 3_600 + 30 * 60) == "1970-01-01T05:30:00+05:30")
        #expect(Instant(microseconds: 0).rfc3339(offsetSeconds: -9 * 3_600) == "1969-12-31T15:00:00-09:00")
        // Local mean time of Berlin.
        #expect(Instant(microseconds: 0).rfc3339(offsetSeconds: 53 * 60 + 28) == "1970-01-01T00:00:00Z")
    }
}
