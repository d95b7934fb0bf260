import Foundation
import HealthCore
import Testing

@testable import HealthImport

/// Tests stages and whole nights of Health Auto Export.
@Suite struct HealthAutoExportSleepTests {
    private static let person = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func parse(_ points: String..., units: String = "hr") throws -> ParsedHealthAutoExport {
        let body = """
            {"data": {"metrics": [{"name": "sleep_analysis", "units": "\(units)", "data": [\(points.joined(separator: ", "))]}]}}
            """
        return try HealthAutoExportParser.parse(
            Array(body.utf8),
            automation: HealthAutoExportAutomation(id: "A", period: "Default", aggregation: nil, session: ""),
            personUUID: Self.person, clock: .utc)
    }

    private func samples(_ parsed: ParsedHealthAutoExport) -> [Sample] { parsed.statement.batch.samples.map(\.sample) }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func stage(_ word: String, from: String = "21:03:00", to: String = "21:33:00") -> String {
        #"""
        {"startDate": "2026-09-03 \#(from) +0800", "endDate": "2026-09-03 \#(to) +0800", "qty": 0.5, "value": "\#(word)",
            "source": "Uhr"}
        """#
    }

    @Test(
        "stages of sleep are known in several languages, in any case, with and without spaces",
        arguments: [
            ("Core", 3), ("Kern", 3), ("Im Bett", 0), ("Éveillé", 2), ("Profondo", 4), ("コア", 3), ("快速眼动", 5),
            ("깨어있음", 2), ("Sono profundo", 4), ("InBed", 0), ("In Bed", 0), ("in bed", 0), ("快速动眼期", 5),
            ("快速动眼", 5), ("深度睡眠", 4), ("核心睡眠", 3), ("清醒", 2), ("卧床", 0), ("DEEP", 4), ("asleepCore", 3),
            ("Unspecified", 1), ("Léger", 3), ("Au lit", 0), ("침대에서", 0), ("深層", 4), ("快速動眼", 5),
        ])
    func stages(word: String, value: Int32) throws {
        let parsed = try parse(stage(word))
        #expect(samples(parsed).first?.content.isCategory(value) == true)
        #expect(parsed.lists[0].uncounted.isEmpty)
        let isPlain = ["Core", "In Bed", "Unspecified"].contains(word)
        #expect(text(samples(parsed)[0].metadata) == (isPlain ? "" : #"{"HealthAutoExport":{"value":"\#(word)"}}"#))
    }

    @Test("an unknown word is kept, counts as no sleep, and is listed as uncounted")
    func unknownStage() throws {
        let parsed = try parse(stage("zzz"), stage(""), stage("Core"))
        let contents = samples(parsed).map(\.content)
        #expect(contents[0].isCategory(nil, "zzz") && contents[1].isCategory(nil))
        #expect(text(samples(parsed)[0].metadata) == #"{"HealthAutoExport":{"value":"zzz"}}"#)
        let uncounted = parsed.lists[0].uncounted
        #expect(uncounted.map(\.index) == [0, 1] && uncounted.allSatisfy { $0.refusal.code == .unknownValue })
        #expect(uncounted[0].refusal.message.contains(#""zzz""#) && parsed.lists[0].rejected.isEmpty)
    }

    @Test(
        "a segment keeps its uuid when its word becomes known; different words of one time have different uuids in any order"
    )
    func identity() throws {
        // Older versions of the app did not have either word. They sent the value of unspecified
        // sleep for both.
        let old = try #require(samples(try parse(stage("Asleep"))).first?.uuid)
        #expect(samples(try parse(stage("卧床"))).first?.uuid == old)
        #expect(samples(try parse(stage("zzz"))).first?.uuid == old)
        #expect(samples(try parse(stage("In Bed"))).first?.uuid != old)
        for words in [["卧床", "zzz", "Asleep"], ["Asleep", "卧床", "zzz"]] {
            let uuids = samples(try parse(stage(words[0]), stage(words[1]), stage(words[2]), stage(words[0]))).map(
                \.uuid)
            #expect(Set(uuids).count == 3 && uuids[0] == uuids[3])
        }
    }

    @Test("a whole night has its figures in seconds beside the sent ones; its window is 12 hours around its start")
    func nights() throws {
        let first = #"""
            {"date": "2024-02-06", "asleep": 7, "sleepStart": "2024-02-05 23:00:00 -0800",
                "inBedStart": "2024-02-05 22:45:00 -0800", "sleepEnd": "2024-02-06 06:30:00 -0800",
                "inBedEnd": "2024-02-06 06:45:00 -0800"}
            """#
        let parsed = try parse(first, #"{"date": "2024-02-08", "asleep": 6, "inBed": null}"#)
        let samples = samples(parsed)
        #expect(samples.map(\.start.rfc3339) == ["2024-02-06T06:45:00Z", "2024-02-08T00:00:00Z"])
        #expect(samples.map(\.end.rfc3339) == ["2024-02-06T14:45:00Z", "2024-02-08T00:00:00Z"])
        let window = try #require(parsed.statement.windows.values.first)
        #expect(
            window.lowerBound.rfc3339 == "2024-02-05T18:45:00Z" && window.upperBound.rfc3339 == "2024-02-08T12:00:00Z")
        #expect(
            text(samples[0].parts).hasPrefix(
                #"{"night":{"asleep":25200,"unspecified":25200},"HealthAutoExport":{"date""#))
        #expect(
            text(samples[1].parts).hasPrefix(
                #"{"night":{"asleep":21600,"unspecified":21600},"HealthAutoExport":{"date""#))
        #expect(parsed.lists[0].uncounted.isEmpty)
        let moved = try parse(first.replacing("22:45:00", with: "22:15:00"))
        #expect(self.samples(moved)[0].uuid == samples[0].uuid && self.samples(moved)[0].start < samples[0].start)
        let twice = self.samples(try parse(first, first))
        #expect(twice[0].uuid == samples[0].uuid && twice[1].uuid != samples[0].uuid)
        let minutes = try parse(#"{"date": "2024-02-08", "asleep": 90}"#, units: "min")
        #expect(text(self.samples(minutes)[0].parts).hasPrefix(#"{"night":{"asleep":5400,"#))
    }

    @Test(
        "a night with contradictory figures is kept without figures and is listed as uncounted",
        arguments: [
            (#""asleep": 8"#, true), (#""asleep": 7.5"#, false), (#""asleep": 7, "awake": 2"#, true),
            (#""inBed": 9"#, true),
            (#""core": -1, "asleep": 3"#, true), (#""core": 5, "deep": 3"#, true), (#""core": 5, "deep": 2"#, false),
        ])
    func contradiction(figures: String, isContradictory: Bool) throws {
        let parsed = try parse(
            #"{"sleepStart": "2024-02-05 23:00:00 Z", "sleepEnd": "2024-02-06 06:30:00 Z", \#(figures)}"#
                .replacing(" Z", with: " +0000"))
        #expect(samples(parsed).count == 1 && parsed.lists[0].rejected.isEmpty)
        #expect(parsed.lists[0].uncounted.map(\.refusal.code) == (isContradictory ? [.contradictory] : []))
        let parts = text(samples(parsed)[0].parts)
        #expect(parts.contains(#""night":"#) != isContradictory && parts.contains(#""HealthAutoExport":{"sleepStart""#))
    }

    @Test(
        "zeros of figures that were not measured are not figures",
        arguments: [
            (
                #""asleep": 5, "core": 0, "deep": 0, "rem": 0, "awake": 0, "inBed": 0"#,
                #""asleep":18000,"unspecified":18000"#
            ),
            (#""asleep": 5, "awake": 0.5, "core": 0"#, #""asleep":18000,"unspecified":18000,"awake":1800"#),
            (
                #""totalSleep": 5, "asleep": 0, "core": 5, "deep": 0, "rem": 0, "awake": 0"#,
                #""asleep":18000,"unspecified":0,"core":18000,"deep":0,"rem":0,"awake":0"#
            ),
            (#""asleep": 0, "core": 0, "deep": 0, "rem": 0, "awake": 0, "inBed": 6"#, #""inBed":21600"#),
            (#""asleep": 0, "totalSleep": 0, "inBed": 6"#, #""inBed":21600"#),
        ])
    func zeros(figures: String, expected: String) throws {
        for times in [("sleepStart", "sleepEnd"), ("startDate", "endDate")] {
            let parsed = try parse(
                """
                {"\(times.0)": "2024-02-05 23:00:00 +0000", "\(times.1)": "2024-02-06 06:30:00 +0000", \(figures)}
                """)
            #expect(text(samples(parsed)[0].parts).hasPrefix(#"{"night":{\#(expected)},"#), "\(figures)")
        }
    }

    @Test(
        "a night longer than a day is uncounted; figures that are not numbers and units that are not times are refused")
    func mistakes() throws {
        let long = try parse(
            #"{"asleep": 7, "sleepStart": "2024-02-05 23:00:00 +0000", "sleepEnd": "2024-02-07 06:30:00 +0000"}"#)
        #expect(long.lists[0].uncounted.map(\.refusal.code) == [.contradictory])
        for (point, units, code) in [
            (#"{"date": "2024-02-05", "asleep": "7"}"#, "hr", Refusal.Code.malformedNumber),
            (#"{"date": "2024-02-05", "asleep": 1e300}"#, "hr", .malformedNumber),
            (#"{"date": "2024-02-05", "asleep": 7}"#, "kg", .incompatibleUnit),
            (#"{"asleep": 7}"#, "hr", .missingField),
        ] {
            let parsed = try parse(point, units: units)
            #expect(parsed.lists[0].rejected.map(\.refusal.code) == [code] && samples(parsed).isEmpty)
        }
        let empty = try parse(#"{"date": "2024-02-05"}"#)
        #expect(empty.lists[0].uncounted.map(\.refusal.code) == [.missingField])
        #expect(text(samples(empty)[0].parts).hasPrefix(#"{"HealthAutoExport""#))
    }
}
