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
}
