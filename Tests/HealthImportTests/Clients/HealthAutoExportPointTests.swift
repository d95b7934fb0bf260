import Foundation
import HealthCore
import Testing

@testable import HealthImport

/// Tests the times, the sources and the uuids of points of Health Auto Export.
@Suite struct HealthAutoExportPointTests {
    private static let person = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func parse(
        _ name: String, _ units: String, _ points: [String], grouping: String? = nil, in zone: String? = nil
    ) throws -> ParsedHealthAutoExport {
        let data = points.joined(separator: ", ")
        return try HealthAutoExportParser.parse(
            Array(#"{"metrics": [{"name": "\#(name)", "units": "\#(units)", "data": [\#(data)]}]}"#.utf8),
            automation: HealthAutoExportAutomation(id: "A", period: "", aggregation: grouping, session: ""),
            personUUID: Self.person, clock: zone.flatMap(Zone.init(identifier:)).map(WallClock.init))
    }

    /// Returns the end of a point in UTC.
    private func end(
        _ name: String, _ grouping: String?, _ date: String = "2026-03-28 00:00:00 +0100", in zone: String? = nil
    ) throws -> String? {
        let parsed = try parse(
            name, "count/min", [#"{"date": "\#(date)", "qty": 1}"#], grouping: grouping, in: zone)
        return parsed.statement.batch.samples.first?.sample.end.rfc3339
    }

    @Test("a point lasts as long as the app groups")
    func lengths() throws {
        let ends: [(name: String, grouping: String?, end: String)] = [
            ("step_count", nil, "2026-03-27T23:01:00Z"), ("heart_rate", "None", "2026-03-27T23:00:01Z"),
            ("heart_rate", "minutes", "2026-03-27T23:01:00Z"), ("step_count", "Hours", "2026-03-28T00:00:00Z"),
            ("step_count", "daily", "2026-03-28T23:00:00Z"), ("step_count", "Weeks", "2026-04-03T23:00:00Z"),
            ("step_count", "months", "2026-04-27T23:00:00Z"), ("step_count", "years", "2027-03-27T23:00:00Z"),
        ]
        for (name, grouping, expected) in ends {
            #expect(try end(name, grouping) == expected, "\(name) \(grouping ?? "nil")")
        }
    }

    @Test("a point that does not begin where a group begins has no length")
    func insideGroups() throws {
        for (grouping, date, utc) in [
            ("Minutes", "2026-03-03 23:30:01 +0100", "2026-03-03T22:30:01Z"),
            ("Hours", "2026-03-03 23:30:00 +0100", "2026-03-03T22:30:00Z"),
            ("Days", "2026-03-03 01:00:00 +0100", "2026-03-03T00:00:00Z"),
            ("Weeks", "2026-03-03 12:00:00 +0100", "2026-03-03T11:00:00Z"),
            ("Months", "2026-03-01 00:00:01 +0100", "2026-02-28T23:00:01Z"),
        ] {
            #expect(try end("step_count", grouping, date) == utc, "\(grouping)")
            #expect(try end("step_count", grouping, date, in: "Europe/Berlin") == utc, "\(grouping)")
        }
        // The point after the start of a day is not the end of the point before it.
        let parsed = try parse(
            "step_count", "count",
            [#"{"date": "2026-03-02 23:30:00 +0100", "qty": 1}"#, #"{"date": "2026-03-03 00:00:00 +0100", "qty": 2}"#],
            grouping: "Days")
        #expect(parsed.statement.batch.samples[0].sample.end.rfc3339 == "2026-03-02T22:30:00Z")
    }

    @Test("a day is a day of the person's zone, and of the sent offset in other zones")
    func daysOfZones() throws {
        for (date, zone, utc) in [
            ("2026-03-29 00:00:00 +0100", "Europe/Berlin", "2026-03-29T22:00:00Z"),
            ("2026-10-25 00:00:00 +0200", "Europe/Berlin", "2026-10-25T23:00:00Z"),
            // The phone sent the offset of the zone in which the day began.
            ("2026-03-01 18:00:00 -0500", "Europe/Berlin", "2026-03-02T23:00:00Z"),
            ("2026-03-02 00:00:00 +0900", "Europe/Berlin", "2026-03-02T15:00:00Z"),
            // Cuba's clock has no 00:00 on this day.
            ("2026-03-08 01:00:00 -0400", "America/Havana", "2026-03-09T04:00:00Z"),
            ("2026-03-29", "Europe/Berlin", "2026-03-29T22:00:00Z"),
        ] {
            #expect(try end("step_count", "Days", date, in: zone) == utc, "\(date) \(zone)")
        }
        #expect(try end("step_count", nil, "2026-03-29") == "2026-03-29T10:30:00Z")
    }

    /// Returns each sample with its uuid, its figures and those of the samples that it contains.
    private func contents(_ parsed: ParsedHealthAutoExport) -> [String] {
        let (samples, references) = (parsed.statement.batch.samples, parsed.statement.batch.references)
        func text(_ sample: Sample) -> String {
            let source = references.sourceRevisions[Int(sample.sourceRevision)]
            return """
                \(sample.uuid) \(references.types[Int(sample.type)].identifier) \(sample.start) \(sample.end) \
                \(sample.content.quantity?.value ?? 0) \(source.name) \(source.bundleIdentifier ?? "")
                """
        }
        return samples.filter { $0.sample.container == nil }.map { ordinal, sample in
            let parts = samples.filter { $0.sample.container == ordinal }.map(\.sample)
            return ([sample] + parts).map(text).joined(separator: ", ")
        }.sorted()
    }

    @Test(
        "a body has the same samples with the same uuids in any order, and every point of one time has a uuid of its own",
        arguments: [
            (
                "dietary_water", "mL",
                [
                    #""date": "2026-08-21 23:50:53 +0200", "end": "2026-08-21 23:50:53 +0200", "qty": 7, "source": "Ada""#,
                    #""date": "2026-08-21 23:50:53 +0200", "end": "2026-08-21 23:50:53 +0200", "qty": 3, "source": "Ada""#,
                    #""date": "2026-08-21 23:50:53 +0200", "end": "2026-08-21 23:50:53 +0200", "qty": 3, "source": "Ada""#,
                    #""date": "2026-08-21 23:50:53 +0200", "end": "2026-08-21 23:50:53 +0200", "qty": 5, "source": "Ben""#,
                    #""date": "2026-08-21 23:50:53 +0200", "end": "2026-08-21 23:51:53 +0200", "qty": 5, "source": "Ben""#,
                ]
            ),
            (
                "step_count", "count",
                [
                    #""date": "2026-08-21 10:00:00 +0200", "qty": 7, "source": "Ring""#,
                    #""date": "2026-08-21 10:00:00 +0200", "qty": 3, "source": "Ring""#,
                    #""date": "2026-08-21 10:00:00 +0200", "qty": 9, "source": "Band""#,
                    #""date": "2026-08-21", "qty": 2"#, #""date": "2026-08-21", "qty": 1"#,
                ]
            ),
            (
                "blood_pressure", "mmHg",
                [
                    #""date": "2026-08-21 10:00:00 +0200", "systolic": 120, "diastolic": 80"#,
                    #""date": "2026-08-21 10:00:00 +0200", "systolic": 110, "diastolic": 90"#,
                ]
            ),
            (
                "sleep_analysis", "hr",
                [
                    #""date": "2026-08-21", "asleep": 7, "sleepStart": "2026-08-20 23:00:00 +0200", "sleepEnd": "2026-08-21 06:30:00 +0200""#,
                    #""date": "2026-08-21", "asleep": 1, "sleepStart": "2026-08-21 14:00:00 +0200", "sleepEnd": "2026-08-21 15:30:00 +0200""#,
                ]
            ),
        ])
    func orders(name: String, unit: String, members: [String]) throws {
        var points = members.map { "{\($0)}" }
        let first = contents(try parse(name, unit, points))
        #expect(Set(first.map { $0.prefix(36) }).count == points.count)
        for _ in points.indices {
            points.append(points.removeFirst())
            #expect(contents(try parse(name, unit, points)) == first)
            #expect(contents(try parse(name, unit, points.reversed())) == first)
        }
    }

    @Test("a metric of a category type has samples if its points have ends")
    func categories() throws {
        for (name, type) in [
            ("mindful_session", "MindfulSession"), ("mindful_minutes", "MindfulSession"),
            ("handwashing", "HandwashingEvent"), ("toothbrushing_event", "ToothbrushingEvent"),
        ] {
            let point = #"{"date": "2026-03-02 08:00:00 +0100", "end": "2026-03-02 08:10:00 +0100", "qty": 10}"#
            let parsed = try parse(name, "min", [point, point])
            let samples = parsed.statement.batch.samples.map(\.sample)
            guard case .category(.some, sent: nil) = samples.first?.content else {
                Issue.record("\(name) is no category")
                continue
            }
            #expect(parsed.statement.batch.references.types.map(\.identifier) == ["HKCategoryTypeIdentifier" + type])
            #expect(Set(samples.map(\.uuid)).count == 2 && parsed.lists[0].uncounted.isEmpty)
            let bucket = try parse(name, "min", [#"{"date": "2026-03-02 08:00:00 +0100", "qty": 10}"#])
            #expect(bucket.lists[0].uncounted.map(\.refusal.field) == ["end"])
        }
    }

    @Test("a point with an end and one source is a sample of a source whose class its name shows")
    func sources() throws {
        func source(_ name: String, _ rest: String = #", "end": "2026-03-02 08:10:00 +0100""#) throws -> SourceRevision
        {
            let parsed = try parse(
                "step_count", "count",
                [#"{"date": "2026-03-02 08:00:00 +0100", "qty": 1, "source": "\#(name)"\#(rest)}"#])
            return try #require(parsed.statement.batch.references.sourceRevisions.first)
        }
        for (name, sourceClass) in [
            ("Anna’s Apple Watch", SourceClass.watch), ("Waai的Apple Watch", .watch), ("Apple Watch von Anna", .watch),
            ("Watch", .watch), ("Anna’s iPhone", .phone), ("iPad de Anna", .phone), ("DrinkControl", .other),
            ("Watch|iPhone", .aggregate), ("", .aggregate),
        ] {
            #expect(try source(name).sourceClass == sourceClass, "\(name)")
        }
        #expect(try source("Anna’s Apple Watch", "").sourceClass == .aggregate)
        #expect(try source("iPhone") != source("iPhone", ""))
    }

    @Test("of figures of one time the highest source's counts, in any order: joined sources, a watch, a phone, others")
    func sourcesOfOneTime() throws {
        for names in [
            ["iPhone", "Apple Watch", "Band"], ["Band", "iPhone"], ["Watch|iPhone", "Apple Watch"], ["Band", "Alarm"],
        ] {
            let points = names.enumerated().map {
                #"{"date": "2026-03-02 00:00:00 +0100", "qty": \#($0 + 1), "source": "\#($1)"}"#
            }
            let best = ["Watch|iPhone", "Apple Watch", "iPhone", "Alarm"].first { names.contains($0) }
            for points in [points, points.reversed()] {
                let parsed = try parse("step_count", "count", points)
                let counting = parsed.statement.batch.samples.compactMap { $0.sample.content.quantity?.sentValue }
                #expect(counting == [Double((names.firstIndex { $0 == best } ?? 0) + 1)], "\(names)")
                #expect(parsed.statement.batch.samples.count == names.count)
                #expect(parsed.lists[0].uncounted.count == names.count - 1)
                #expect(parsed.lists[0].uncounted.allSatisfy { $0.refusal.field == "source" })
            }
        }
    }
}
