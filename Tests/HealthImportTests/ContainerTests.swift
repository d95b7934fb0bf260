import Foundation
import HealthCore
import Testing

@Suite("Correlations and workouts of an export")
struct ContainerTests {
    private func workouts(_ export: ReadExport) -> [Workout] {
        export.samples.compactMap { sample in
            if case .workout(let workout) = sample.content { workout } else { nil }
        }
    }

    private func uuid(ofCorrelationWith content: String) throws -> UUID {
        let export = try ReadExport(body: correlation(content: content))
        #expect(export.refusals.isEmpty)
        return try #require(export.topLevel.first).uuid
    }

    @Test("records in a correlation are samples that name its ordinal, and come before it")
    func containedRecords() throws {
        let export = try ReadExport(
            body: record()
                + correlation(content: pressure("Systolic", "120") + metadata("a", "b") + pressure("Diastolic", "80"))
                + record())
        #expect(export.records.map(\.ordinal) == [0, 2, 3, 1, 4])
        #expect(export.samples.map(\.container) == [nil, 1, 1, nil, nil])
        #expect(String(decoding: export.samples[3].metadata, as: UTF8.self) == #"{"a":"b"}"#)
        #expect(export.samples[1].metadata.isEmpty && export.samples[2].metadata.isEmpty)
        #expect(export.report.contained == 2)
        if case .correlation = export.samples[3].content {} else { Issue.record("no correlation") }
    }

    @Test("a correlation's uuid depends on what it contains, but not on the order")
    func correlationIdentity() throws {
        let (systolic, diastolic) = (pressure("Systolic", "120"), pressure("Diastolic", "80"))
        let both = try uuid(ofCorrelationWith: systolic + diastolic)
        #expect(try uuid(ofCorrelationWith: diastolic + systolic) == both)
        let others = try [
            "", systolic, diastolic, systolic + systolic, systolic + diastolic + diastolic,
            systolic + pressure("Diastolic", "81"),
        ].map(uuid(ofCorrelationWith:))
        #expect(Set(others + [both]).count == 7)
    }

    @Test("what one correlation contains does not reach the next")
    func correlationsAreApart() throws {
        let export = try ReadExport(
            body: correlation(content: pressure("Systolic", "120") + metadata("a", "b")) + correlation() + workout()
                + correlation())
        #expect(export.topLevel[1].uuid == export.topLevel[3].uuid)
        #expect(export.topLevel[0].uuid != export.topLevel[1].uuid)
        #expect(export.topLevel.dropFirst().allSatisfy { $0.metadata.isEmpty && $0.parts.isEmpty })
    }

    @Test("attributes give a workout's totals until iOS 15, converted to seconds, metres and kilocalories")
    func attributes() throws {
        let export = try ReadExport(
            body: workout([
                "duration": "30.5", "durationUnit": "min", "totalDistance": "5.2", "totalDistanceUnit": "km",
                "totalEnergyBurned": "1255.2", "totalEnergyBurnedUnit": "kJ",
            ]))
        var workout = try #require(workouts(export).first)
        #expect(try abs(#require(workout.totalEnergyBurned) - 300) < 1e-9)
        workout.totalEnergyBurned = nil
        #expect(workout == Workout(activityType: 37, duration: 1_830, totalDistance: 5_200))
        #expect(
            try object(export.samples[0].parts)["attributes"] as? [String: String] == [
                "duration": "30.5", "durationUnit": "min", "totalDistance": "5.2", "totalDistanceUnit": "km",
                "totalEnergyBurned": "1255.2", "totalEnergyBurnedUnit": "kJ",
            ])
    }

    @Test("the order of a number and its unit does not matter")
    func unitBeforeNumber() throws {
        let export = try ReadExport(
            body: "<Workout durationUnit=\"min\" duration=\"2\" totalDistanceUnit=\"mi\" totalDistance=\"1\" "
                + workout().dropFirst("<Workout ".count))
        #expect(workouts(export).first?.duration == 120)
        #expect(workouts(export).first?.totalDistance == 1_609.344)
    }

    @Test("WorkoutStatistics give the totals since iOS 16, several distances together")
    func statistics() throws {
        func statistics(_ type: String, _ sum: String, _ unit: String) -> String {
            "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" startDate=\"2024-05-01 10:00:00 +0200\" "
                + "endDate=\"2024-05-01 10:40:00 +0200\" sum=\"\(sum)\" unit=\"\(unit)\"/>"
        }
        let content =
            statistics("ActiveEnergyBurned", "134.432", "Cal") + statistics("BasalEnergyBurned", "56", "Cal")
            + statistics("DistanceWalkingRunning", "10", "km") + statistics("DistanceCycling", "40", "km")
            + statistics("DistanceSwimming", "1e308", "km") + statistics("DistanceSwimming", "x", "km")
        let export = try ReadExport(
            body: workout(content: content)
                + workout(["totalDistance": "7", "totalDistanceUnit": "km"], content: content)
                + workout())
        #expect(workouts(export).map(\.totalDistance) == [50_000, 7_000, nil])
        #expect(workouts(export).map(\.totalEnergyBurned) == [134.432, 134.432, nil])
        let children = try #require(try object(export.samples[0].parts)["children"] as? [[String: Any]])
        #expect(children.count == 6)
        #expect(
            (children[2]["attributes"] as? [String: String])?["type"]
                == "HKQuantityTypeIdentifierDistanceWalkingRunning")
    }

    @Test("sums of statistics that are too large for a number are left out")
    func infiniteSums() throws {
        let huge = "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"1.5e308\" unit=\"m\"/>"
        let export = try ReadExport(body: workout(content: huge + huge))
        #expect(workouts(export).first?.totalDistance == 1.5e308)
    }

    @Test("statistics of an activity are not added to those of its workout")
    func activityStatistics() throws {
        let sum = "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"1\" unit=\"km\"/>"
        let export = try ReadExport(
            body: workout(content: "<WorkoutActivity uuid=\"u\">\(sum)\(metadata("a", "b"))</WorkoutActivity>\(sum)"))
        #expect(workouts(export).first?.totalDistance == 1_000)
        #expect(export.samples[0].metadata.isEmpty)
    }

    @Test(
        "a total without a number or a fitting unit, and a negative duration, is nil and stays in the parts",
        arguments: [
            ("x", "min"), ("-12.5", "min"), ("-1e-3", "s"), ("30", ""), ("30", "km"), ("30", "florps"), ("", "min"),
        ])
    func unusableTotals(_ duration: String, _ unit: String) throws {
        let export = try ReadExport(body: workout(["duration": duration, "durationUnit": unit]))
        #expect(workouts(export).map(\.duration) == [nil])
        #expect(
            try object(export.samples[0].parts)["attributes"] as? [String: String] == [
                "duration": duration, "durationUnit": unit,
            ])
    }

    @Test("an activity type that is in no catalogue is kept as sent")
    func unknownActivity() throws {
        let export = try ReadExport(
            body: workout(["workoutActivityType": "HKWorkoutActivityTypeLevitation"])
                + workout(["workoutActivityType": "HKWorkoutActivityTypeHovering"]))
        #expect(workouts(export).map(\.activityType) == [nil, nil])
        #expect(
            workouts(export).map(\.sentActivityType) == [
                "HKWorkoutActivityTypeLevitation", "HKWorkoutActivityTypeHovering",
            ])
        #expect(Set(export.uuids).count == 2)
    }

    @Test("events and activities are kept in the words and the order of the export")
    func children() throws {
        let content = """
            <WorkoutEvent type="HKWorkoutEventTypeLap" date="d">\(metadata("k", "v"))</WorkoutEvent>\
            <WorkoutActivity uuid="u"><WorkoutEvent type="p"/></WorkoutActivity>\
            <Future>a<b/>c</Future>
            """
        let export = try ReadExport(body: workout(content: content))
        let expected = """
            {"children":[\
            {"name":"WorkoutEvent","attributes":{"type":"HKWorkoutEventTypeLap","date":"d"},\
            "children":[{"name":"MetadataEntry","attributes":{"key":"k","value":"v"}}]},\
            {"name":"WorkoutActivity","attributes":{"uuid":"u"},\
            "children":[{"name":"WorkoutEvent","attributes":{"type":"p"}}]},\
            {"name":"Future","children":[{"name":"b"}],"text":"ac"}]}
            """
        #expect(String(decoding: export.samples[0].parts, as: UTF8.self) == expected)
    }

    @Test("a record in a workout is a sample of it, even inside one of its activities")
    func recordsInWorkouts() throws {
        let export = try ReadExport(
            body: workout(content: record() + "<WorkoutActivity uuid=\"u\">\(record(["value": "2"]))</WorkoutActivity>")
        )
        #expect(export.samples.map(\.container) == [0, 0, nil])
        #expect(
            String(decoding: export.samples[2].parts, as: UTF8.self)
                == #"{"children":[{"name":"WorkoutActivity","attributes":{"uuid":"u"}}]}"#)
    }

    @Test("elements that are no samples are kept whole, with a uuid of their content")
    func elements() throws {
        let summary = "<ActivitySummary dateComponents=\"2024-05-01\" appleStandHours=\"9\"/>"
        let other = "<Other type=\"t\">\(metadata("a", "b"))<SensitivityPoint x=\"1\"/></Other>"
        let export = try ReadExport(body: summary + other + summary + "<Record2>hello</Record2>")
        #expect(export.elements.map(\.name) == ["ActivitySummary", "Other", "ActivitySummary", "Record2"])
        #expect(export.uuids[0] == export.uuids[2])
        #expect(Set(export.uuids).count == 3)
        #expect(
            String(decoding: export.elements[1].json, as: UTF8.self)
                == #"{"name":"Other","attributes":{"type":"t"},"children":["#
                + #"{"name":"MetadataEntry","attributes":{"key":"a","value":"b"}},"#
                + #"{"name":"SensitivityPoint","attributes":{"x":"1"}}]}"#)
        #expect(String(decoding: export.elements[3].json, as: UTF8.self) == #"{"name":"Record2","text":"hello"}"#)
    }
}
