import Foundation
import HealthCore
import HealthDatabase
import JSONReader
import Testing

@testable import HealthAPI

@Suite struct OpenWearablesParserTests {
    private func parse(_ data: String, provider: String = "apple") throws -> ParsedOpenWearables {
        try OpenWearablesParser.parse(
            Array(#"{"provider": "\#(provider)", "data": {\#(data)}}"#.utf8), personUUID: UUID())
    }

    private func object(_ fields: String, id: String = UUID().uuidString) -> String {
        #"""
        {"id": "\#(id)", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:01:00Z", "zoneOffset": null,
            "source": {"appId": "com.apple.health.1", "deviceName": "Apple Watch", "deviceModel": "Watch7,5",
                "deviceType": "watch", "operatingSystemVersion": {"majorVersion": 11, "minorVersion": 2, "patchVersion": 0}},
            "parentId": null, "metadata": null, \#(fields)}
        """#
    }

    private func record(_ type: String, _ value: String, _ unit: String) -> String {
        object(#""type": "HKQuantityTypeIdentifier\#(type)", "value": \#(value), "unit": "\#(unit)""#)
    }

    @Test(
        "the SDK's own units mean HealthKit's",
        arguments: [
            ("HeartRate", "72", "bpm", "HKQuantityTypeIdentifierHeartRate", 1.2),
            ("ActiveEnergyBurned", "12", "Cal", "HKQuantityTypeIdentifierActiveEnergyBurned", 12),
            ("RespiratoryRate", "15", "breaths/min", "HKQuantityTypeIdentifierRespiratoryRate", 0.25),
            ("BodyMassIndex", "22.5", "kg/m²", "HKQuantityTypeIdentifierBodyMassIndex", 22.5),
            ("VO2Max", "41", "mL/kg/min", "HKQuantityTypeIdentifierVO2Max", 41),
            ("OxygenSaturation", "97", "%", "HKQuantityTypeIdentifierOxygenSaturation", 0.97),
            ("OxygenSaturation", "0.97", "%", "HKQuantityTypeIdentifierOxygenSaturation", 0.97),
            ("OxygenSaturation", "1", "%", "HKQuantityTypeIdentifierOxygenSaturation", 1),
            ("BodyFatPercentage", "0.2", "%", "HKQuantityTypeIdentifierBodyFatPercentage", 0.2),
            ("StepCount", "9", "count", "HKQuantityTypeIdentifierStepCount", 9),
            ("InsulinDelivery", "2", "IU", "HKQuantityTypeIdentifierInsulinDelivery", 2),
            ("RunningPower", "9", "count", "openwearables:HKQuantityTypeIdentifierRunningPower", 9),
            ("Novelty", "9", "count", "HKQuantityTypeIdentifierNovelty", 9),
        ])
    func units(type: String, value: String, unit: String, identifier: String, canonical: Double) throws {
        let parsed = try parse(#""records": [\#(record(type, value, unit))]"#)
        let sample = try #require(parsed.batch.samples.first?.sample)
        guard case .quantity(let quantity) = sample.content else {
            Issue.record("no quantity")
            return
        }
        #expect(parsed.batch.references.types[Int(sample.type)].identifier == identifier)
        #expect(abs(quantity.value - canonical) < 1e-12 && quantity.sentValue == Double(value))
        #expect(parsed.batch.references.units[Int(quantity.sentUnit)] == unit)
        #expect(sample.metadata.isEmpty && sample.parts.isEmpty)
        let source = parsed.batch.references.sourceRevisions[Int(sample.sourceRevision)]
        #expect(source.name == "Apple Watch" && source.bundleIdentifier == "com.apple.health.1")
        #expect(source.productType == "Watch7,5" && source.operatingSystemVersion == "11.2.0")
    }

    @Test("stages and workouts become HealthKit's, an unknown one keeps its word")
    func sleepAndWorkouts() throws {
        let run = #"""
            "type": "running", "title": null, "values": [{"type": "duration", "unit": "s", "value": 1800},
                {"type": "activeEnergyBurned", "unit": "kcal", "value": 300}, {"type": "distance", "unit": "m", "value": 5000},
                {"type": "averageHeartRate", "unit": "bpm", "value": 150}]
            """#
        let parsed = try parse(
            #"""
            "sleep": [\#(object(#""stage": "light""#)), \#(object(#""stage": "dozing""#))],
            "workouts": [\#(object(run)), \#(object(#""type": "moon_walk", "values": []"#))]
            """#)
        let samples = parsed.batch.samples.map(\.sample)
        let stages = samples.prefix(2).map { sample -> Int32? in
            guard case .category(let value, _) = sample.content else { return nil }
            return value
        }
        #expect(stages == [3, nil] && parsed.unknownStages == 1)
        guard case .category(nil, sent: "dozing") = samples[1].content else {
            Issue.record("the word is not kept")
            return
        }
        guard case .workout(let first) = samples[2].content, case .workout(let second) = samples[3].content else {
            Issue.record("no workouts")
            return
        }
        #expect(first == Workout(activityType: 37, duration: 1_800, totalEnergyBurned: 300, totalDistance: 5_000))
        #expect(second == Workout(activityType: nil, sentActivityType: "moon_walk"))
        #expect(String(decoding: samples[2].parts, as: UTF8.self).contains("averageHeartRate"))
        let android = try parse(#""workouts": [\#(object(run, id: "w-1"))]"#, provider: "google")
        guard case .workout(let slow) = android.batch.samples.first?.sample.content else {
            Issue.record("no workout")
            return
        }
        #expect(slow.duration == 1.8)
    }

    @Test(
        "a stage is known in camel and in snake case, in any case",
        arguments: [
            ("inBed", 0), ("in_bed", 0), ("INBED", 0), ("asleepUnspecified", 1), ("asleep_unspecified", 1),
            ("sleeping", 1),
            ("asleep", 1), ("awake", 2), ("asleepCore", 3), ("core", 3), ("light", 3), ("Light", 3), ("asleepDeep", 4),
            ("deep", 4), ("asleepREM", 5), ("asleep_rem", 5), ("rem", 5), ("HKCategoryValueSleepAnalysisAsleepREM", 5),
        ])
    func stages(word: String, value: Int32) throws {
        let parsed = try parse(#""sleep": [\#(object(#""stage": "\#(word)""#))]"#)
        guard case .category(value, sent: nil) = parsed.batch.samples.first?.sample.content else {
            Issue.record("not \(value)")
            return
        }
        #expect(parsed.unknownStages == 0)
    }

    @Test("unknown and made-up words are no sleep", arguments: ["unknown", "dozing", "睡"])
    func unknownStages(word: String) throws {
        let parsed = try parse(#""sleep": [\#(object(#""stage": "\#(word)""#))]"#)
        guard case .category(nil, sent: word) = parsed.batch.samples.first?.sample.content else {
            Issue.record("the word is not kept")
            return
        }
        #expect(parsed.unknownStages == 1)
    }

    @Test("a child of a correlation that also comes on its own is taken once, on its own")
    func children() throws {
        let id = UUID().uuidString
        let top = object(
            #""type": "HKQuantityTypeIdentifierBloodPressureSystolic", "value": 120, "unit": "mmHg""#, id: id)
        let child = top.replacing(#""parentId": null"#, with: #""parentId": "\#(UUID().uuidString)""#)
        let parsed = try parse(#""records": [\#(child), \#(top)]"#)
        #expect(parsed.batch.samples.count == 1 && parsed.batch.samples[0].sample.parts.isEmpty)
        let alone = try parse(#""records": [\#(child)]"#)
        #expect(alone.batch.samples.count == 1 && !alone.batch.samples[0].sample.parts.isEmpty)
    }

    @Test("wrong records are refused one by one")
    func refusals() throws {
        let good = record("StepCount", "9", "count")
        let faults = [
            ("1", Refusal.Code.malformedField), (record("StepCount", #""9""#, "count"), .malformedNumber),
            (object(#""value": 1"#), .missingField), (object(#""type": "x""#), .malformedNumber),
            (object(#""type": "workout", "value": 1, "unit": "s""#), .wrongKind),
            (object(#""type": "stepCount", "value": 1, "unit": "count""#, id: "x"), .malformedUUID),
            (good.replacing("10:01:00Z", with: "09:00:00Z"), .endBeforeStart),
            (good.replacing("2024-05-01T10:00:00Z", with: "yesterday"), .malformedDate),
            (good.replacing("Apple Watch", with: #"a\u0000"#), .malformedField),
        ]
        let parsed = try parse(#""records": [\#((faults.map(\.0) + [good]).joined(separator: ", "))]"#)
        #expect(parsed.lists[0].rejected.map(\.refusal.code) == faults.map(\.1))
        #expect(parsed.batch.samples.count == 1)
        #expect(throws: APIError.self) { _ = try parse(#""records": {}"#) }
    }
}
