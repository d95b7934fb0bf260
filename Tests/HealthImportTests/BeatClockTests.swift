import HealthCore
import Testing

@testable import HealthImport

@Suite("The clock of heart-rate beats")
struct BeatClockTests {
    /// Returns the seconds from the start of a record to each beat.
    private func offsets(_ times: [String], start: String, seconds: Int64 = 60) throws -> [Double?] {
        let start = try #require(Instant(rfc3339: start)).microseconds
        var clock = BeatClock(start: start, end: start + seconds * 1_000_000)
        return times.map { clock.offset(Array($0.utf8)[...]).map { Double($0) / 1_000_000 } }
    }

    @Test(
        "a beat's time is read in the format of any language",
        arguments: [
            "20:14:07.68", "08:14:07,68", "8:14:07,68\u{a0}PM", "8:14:07.68\u{202f}PM", "20.14.07,68",
            "下午8:14:07.68", "8:14:07.68 p. m.", "٨:١٤:٠٧٫٦٨ م", "20 h 14 min 07,68 s", "20：14：07.68",
        ])
    func formats(_ text: String) throws {
        #expect(try offsets([text], start: "2024-05-01T18:14:02Z") == [5.68])
        // The result does not depend on the phone's zone.
        #expect(try offsets([text], start: "2024-05-01T02:29:02Z") == [5.68])
    }

    @Test(
        "what is no time of day has no offset, and the next beat is computed from the last that has one",
        arguments: [
            "", "soon", "20:14", "20:14:07.68.1", "123:14:07", "25:14:07", "20:60:07", "20:14:61", "20:1:07",
            "20:14:7", "20:14:007", "2024-05-01 20:14:07.68", String(repeating: " ", count: 100) + "20:14:07.68",
        ])
    func unreadable(_ text: String) throws {
        #expect(
            try offsets([text, "20:14:03.00", text, "20:14:04.25"], start: "2024-05-01T18:14:02Z") == [
                nil, 1, nil, 2.25,
            ])
    }

    @Test("a record over midnight or noon goes on")
    func midnight() throws {
        let start = "2024-05-01T21:59:58Z"
        for times in [
            ["23:59:59.00", "00:00:00.50"], ["11:59:59.00 PM", "12:00:00.50 AM"],
            ["11:59:59.00 AM", "12:00:00.50 PM"], ["午後11:59:59.00", "午前0:00:00.50"],
        ] {
            #expect(try offsets(times, start: start) == [1, 2.5], "\(times)")
        }
    }

    @Test("a clock that was set meanwhile, forward or back, does not move the beats")
    func clockSet() throws {
        let start = "2024-03-31T00:59:58Z"
        #expect(try offsets(["01:59:59.00", "03:00:00.50", "03:00:01.00"], start: start) == [1, 2.5, 3])
        #expect(try offsets(["02:59:59.00", "02:00:00.50", "02:00:01.00"], start: start) == [1, 2.5, 3])
        // These beats are out of order.
        #expect(try offsets(["02:00:03.00", "02:00:02.50", "02:00:04.00"], start: start) == [5, 4.5, 6])
    }

    @Test("in a record of hours the hours count")
    func longRecord() throws {
        #expect(
            try offsets(["08:00:01.00", "08:20:01.00", "11:00:01.00"], start: "2024-05-01T06:00:00Z", seconds: 14_400)
                == [1, 1_201, 10_801])
        // The clock went back during the record. Quarters of an hour are tried.
        #expect(
            try offsets(["02:59:59.00", "02:00:01.00"], start: "2024-05-01T00:59:58Z", seconds: 1_800) == [1, 3])
    }

    @Test("what is more than a second outside the record has no offset")
    func outside() throws {
        let start = "2024-05-01T06:00:10Z"
        let times: [String: Double?] = ["08:00:09.00": -1, "08:00:08.99": nil, "08:01:11.00": 61, "08:01:11.01": nil]
        for (time, offset) in times { #expect(try offsets([time], start: start) == [offset], "\(time)") }
        #expect(try offsets(["08:01:00.00", "08:01:11.01", "08:01:02.00"], start: start) == [50, nil, 52])
    }
}
