import Foundation
import HealthCore
import Testing

@Suite("Correlations and workouts of an export")
struct ContainerTests {
    private func workouts(_ export: ReadExport) -> [Workout] { export.samples.compactMap(\.content.workout) }

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
        let parts = try #require(try object(export.samples[0].parts)["workoutStatistics"] as? [[String: Any]])
        #expect(parts.count == 6)
        #expect(parts[2]["type"] as? String == "HKQuantityTypeIdentifierDistanceWalkingRunning")
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

    @Test("events, activities, statistics and zones have the members with which an app posts them, in their order")
    func members() throws {
        let content = """
            <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 10:00:00 +0200" duration="1.5" \
            durationUnit="min">\(metadata("k", "v"))\(metadata("k", "v"))</WorkoutEvent>\
            <WorkoutStatistics type="t" startDate="2024-05-01 10:00:00 +0200" sum="1.50" maximum="" unit="km"/>\
            <WorkoutActivity uuid="u" duration="30" durationUnit="s"><WorkoutEvent type="p" date="d"/>\
            <WorkoutStatistics type="t" average="1"/>\(metadata("a", "b"))</WorkoutActivity>\
            <WorkoutZoneGroup type="t" source="system" unit="count/min">\
            <WorkoutZone maximum="132" duration="22" durationUnit="min"/></WorkoutZoneGroup>\
            <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 10:10:00 +0200"/>
            """
        let expected = """
            {"workoutActivities":[{"uuid":"u","duration":30,"metadata":{"a":"b"},\
            "workoutEvents":[{"type":"p","date":"d"}],"workoutStatistics":[{"type":"t","average":1}]}],\
            "workoutEvents":[{"type":"HKWorkoutEventTypeLap","date":"2024-05-01T08:00:00Z","duration":90.0,\
            "metadata":{"k":"v"},"sent":{"duration":"1.5 min"}},\
            {"type":"HKWorkoutEventTypePause","date":"2024-05-01T08:10:00Z"}],\
            "workoutStatistics":[{"type":"t","startDate":"2024-05-01T08:00:00Z","sum":1.50,"maximum":"","unit":"km"}],\
            "workoutZoneGroups":[{"type":"t","source":"system","unit":"count/min",\
            "zones":[{"maximum":132,"duration":1320.0,"sent":{"duration":"22 min"}}]}]}
            """
        let export = try ReadExport(body: workout(content: content))
        #expect(String(decoding: export.samples[0].parts, as: UTF8.self) == expected)
    }

    @Test(
        "nothing of a child is lost that has no member",
        arguments: [
            ("<Future>a<b/>c</Future>", #"{"children":[{"name":"Future","children":[{"name":"b"}],"text":"ac"}]}"#),
            (
                #"<WorkoutEvent type="p" new="1">a<b/></WorkoutEvent>"#,
                #"{"workoutEvents":[{"type":"p","new":"1","children":[{"name":"b"}],"text":"a"}]}"#
            ),
            (
                #"<WorkoutEvent duration="1"/><WorkoutEvent duration="x" durationUnit="min"/>"#,
                #"{"workoutEvents":[{"duration":"1"},{"sent":{"duration":"x min"}}]}"#
            ),
            (#"<WorkoutEvent durationUnit="min"/>"#, #"{"workoutEvents":[{"durationUnit":"min"}]}"#),
            (
                #"<WorkoutEvent metadata="1"/>"#,
                #"{"children":[{"name":"WorkoutEvent","attributes":{"metadata":"1"}}]}"#
            ),
            (
                #"<WorkoutActivity><MetadataEntry key="a" value="b" c="d"/></WorkoutActivity>"#,
                #"{"workoutActivities":[{"children":[{"name":"MetadataEntry","attributes":{"key":"a","value":"b","c":"d"}}]}]}"#
            ),
        ])
    func withoutMember(_ content: String, _ expected: String) throws {
        let export = try ReadExport(body: workout(content: content))
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
                == #"{"workoutActivities":[{"uuid":"u"}]}"#)
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
