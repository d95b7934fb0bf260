import Foundation
import HealthCore
import Testing

@testable import HealthImport

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
        "the SDK's units are read as HealthKit's",
        arguments: [
            ("HeartRate", "72", "bpm", "HKQuantityTypeIdentifierHeartRate", 1.2),
            ("ActiveEnergyBurned", "12", "Cal", "HKQuantityTypeIdentifierActiveEnergyBurned", 12),
            ("RespiratoryRate", "15", "breaths/min", "HKQuantityTypeIdentifierRespiratoryRate", 0.25),
            ("BodyMassIndex", "22.5", "kg/m²", "HKQuantityTypeIdentifierBodyMassIndex", 22.5),
            ("VO2Max", "41", "mL/kg/min", "HKQuantityTypeIdentifierVO2Max", 41),
            ("OxygenSaturation", "97", "%", "HKQuantityTypeIdentifierOxygenSaturation", 0.97),
            ("OxygenSaturation", "0.97", "%", "HKQuantityTypeIdentifierOxygenSaturation", 0.97),
            ("OxygenSaturation", "1", "%", "HKQuantityTypeIdentifierOxygenSaturation", 1),
            ("RunningPower", "9", "count", "openwearables:HKQuantityTypeIdentifierRunningPower", 9),
            ("Novelty", "9", "count", "HKQuantityTypeIdentifierNovelty", 9),
        ])
    func units(type: String, value: String, unit: String, identifier: String, canonical: Double) throws {
        let parsed = try parse(#""records": [\#(record(type, value, unit))]"#)
        let sample = try #require(parsed.batch.samples.first?.sample)
        let quantity = try #require(sample.content.quantity)
        #expect(parsed.batch.references.types[Int(sample.type)].identifier == identifier)
        #expect(abs(quantity.value - canonical) < 1e-12 && quantity.sentValue == Double(value))
        #expect(parsed.batch.references.units[Int(quantity.sentUnit)] == unit)
        #expect(sample.metadata.isEmpty && sample.parts.isEmpty)
        let source = parsed.batch.references.sourceRevisions[Int(sample.sourceRevision)]
        #expect(source.name == "Apple Watch" && source.bundleIdentifier == "com.apple.health.1")
        #expect(source.productType == "Watch7,5" && source.operatingSystemVersion == "11.2.0")
    }

    @Test("Android's names of types mean types of HealthKit")
    func androidTypes() throws {
        for (name, type) in OpenWearablesTables.types {
            #expect(Catalogue.sampleType(named: type)?.kind == .quantity, "\(name)")
            #expect(Catalogue.sampleType(named: name) == nil, "\(name)")
        }
        #expect(OpenWearablesTables.types.count == 21)
        let weight = record("BodyMass", "70", "kg").replacing("HKQuantityTypeIdentifierBodyMass", with: "WEIGHT")
        let parsed = try parse(
            #""records": [\#(weight)], "deletions": [{"id": "1", "type": "WEIGHT"}]"#, provider: "google")
        #expect(parsed.batch.references.types.map(\.identifier) == ["HKQuantityTypeIdentifierBodyMass"])
    }

    @Test("a record that is stored and counts nowhere is listed with the field that is the reason")
    func uncounted() throws {
        let parsed = try parse(
            #"""
            "records": [\#(record("RunningPower", "9", "count")), \#(record("StepCount", "9", "count")),
                \#(record("StepCount", "9", "")), \#(record("Novelty", "9", "count"))],
            "sleep": [\#(object(#""stage": "light""#)), \#(object(#""stage": "dozing""#))]
            """#)
        #expect(parsed.lists[0].uncounted.map(\.index) == [0, 2, 3])
        #expect(parsed.lists[0].uncounted.map(\.refusal.field) == ["unit", "unit", "type"])
        #expect(parsed.lists[1].uncounted.map(\.refusal.field) == ["stage"])
        #expect(parsed.lists.allSatisfy { $0.rejected.isEmpty } && parsed.batch.samples.count == 6)
    }

    @Test("stages and workouts become HealthKit's, and an unknown one keeps its word")
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
        #expect(samples[1].content.isCategory(nil, "dozing"))
        let running = Workout(activityType: 37, duration: 1_800, totalEnergyBurned: 300, totalDistance: 5_000)
        #expect(samples[2].content.workout == running)
        #expect(samples[3].content.workout == Workout(activityType: nil, sentActivityType: "moon_walk"))
        #expect(String(decoding: samples[2].parts, as: UTF8.self).contains("averageHeartRate"))
        let android = try parse(#""workouts": [\#(object(run, id: "w-1"))]"#, provider: "google")
        let slow = try #require(android.batch.samples.first?.sample.content.workout)
        #expect(slow.duration == 1.8)
    }

    @Test(
        "a stage is known in camel and in snake case, in any case",
        arguments: [
            ("inBed", 0), ("in_bed", 0), ("INBED", 0), ("asleep_unspecified", 1), ("sleeping", 1), ("asleep", 1),
            ("awake", 2), ("core", 3), ("Light", 3), ("asleepDeep", 4), ("asleep_rem", 5), ("rem", 5),
            ("HKCategoryValueSleepAnalysisAsleepREM", 5),
        ])
    func stages(word: String, value: Int32) throws {
        let parsed = try parse(#""sleep": [\#(object(#""stage": "\#(word)""#))]"#)
        #expect(parsed.batch.samples.first?.sample.content.isCategory(value) == true)
        #expect(parsed.unknownStages == 0)
    }

    @Test("a child of a correlation that is also sent on its own is stored once, on its own")
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

    @Test("a malformed record is listed, and kept as an object that counts in no figure if it has a start")
    func refusals() throws {
        let good = record("StepCount", "9", "count")
        let faults: [(String, Refusal.Code, type: String?)] = [
            ("1", .malformedField, nil),
            (record("StepCount", #""9""#, "count"), .malformedNumber, "HKQuantityTypeIdentifierStepCount"),
            (object(#""value": 1"#), .missingField, "records"), (object(#""type": "x""#), .unknownValue, "x"),
            (
                record("StepCount", "9", "count").replacing("HKQuantityTypeIdentifierStepCount", with: "POWER"),
                .unknownValue, "POWER"
            ),
            (object(#""type": "workout", "value": 1, "unit": "s""#), .wrongKind, "workout"),
            (
                good.replacing("10:01:00Z", with: "09:00:00Z"), .endBeforeStart, "HKQuantityTypeIdentifierStepCount"
            ),
            (good.replacing("2024-05-01T10:00:00Z", with: "yesterday"), .malformedDate, nil),
            (good.replacing("Apple Watch", with: #"a\u0000"#), .malformedField, nil),
            (
                good.replacing("Apple Watch", with: String(repeating: "a", count: 1_001)), .fieldTooLong,
                "HKQuantityTypeIdentifierStepCount"
            ),
            (
                object(#""value": 1, "type": "\#(String(repeating: "t", count: 201))""#), .fieldTooLong, "records"
            ),
        ]
        let parsed = try parse(#""records": [\#((faults.map(\.0) + [good]).joined(separator: ", "))]"#)
        #expect(parsed.lists[0].rejected.map(\.refusal.code) == faults.map(\.1))
        #expect(parsed.lists[0].rejected.map(\.isKept) == faults.map { $0.type != nil })
        let types = parsed.batch.samples.map { parsed.batch.references.types[Int($0.sample.type)].identifier }
        #expect(
            types == faults.compactMap(\.type).map { "openwearables:\($0):object" }
                + ["HKQuantityTypeIdentifierStepCount"])
        for (_, sample) in parsed.batch.samples.dropLast() {
            #expect(sample.content.isOther)
            #expect(String(decoding: sample.parts, as: UTF8.self).hasPrefix(#"{"openWearables":{"id":"#))
        }
    }

    @Test("a list that is no array does not affect the other lists, and a stage without a word is kept")
    func lists() throws {
        let parsed = try parse(
            #""records": {}, "sleep": [\#(object(#""stage": "light""#)), \#(object(#""value": 1"#))]"#)
        #expect(parsed.lists[0].count == 1 && parsed.lists[0].rejected.map(\.isKept) == [false])
        #expect(parsed.lists[1].rejected.map(\.isKept) == [true] && parsed.batch.samples.count == 2)
        let deletions = try parse(#""deletions": [{"type": "stepCount", "startDate": "2024-05-01T10:00:00Z"}]"#)
        #expect(deletions.lists[3].rejected.map(\.isKept) == [false] && deletions.batch.samples.isEmpty)
    }

    @Test(
        "a record without an id, or with an id that is not a uuid, gets the same uuid again, and other records get others",
        arguments: ["apple", "google"])
    func ids(provider: String) throws {
        let person = UUID()
        func uuids(_ records: String...) throws -> [UUID] {
            try OpenWearablesParser.parse(
                Array(
                    #"{"provider": "\#(provider)", "data": {"records": [\#(records.joined(separator: ", "))]}}"#.utf8),
                personUUID: person
            ).batch.samples.map(\.sample.uuid)
        }
        let known = UUID()
        let named = record("StepCount", "9", "count")
        func identified(_ id: String) -> String {
            named.replacing(/"id": "[^"]*"/, with: id)
        }
        let plain = identified(#""x": 1"#)
        #expect(try uuids(identified(#""id": "\#(known.uuidString)""#)) == [known])
        #expect(try uuids(identified(#""uuid": "\#(known.uuidString)""#)) == [known])
        #expect(try uuids(identified(#""id": "metric-1""#)) == uuids(identified(#""id": "metric-1""#)))
        #expect(
            try uuids(plain) == uuids(plain) && uuids(plain, plain).count == 2 && Set(uuids(plain, plain)).count == 1)
        let others = [
            plain, plain.replacing(#""value": 9"#, with: #""value": 8"#), plain.replacing("10:01", with: "10:02"),
            plain.replacing("StepCount", with: "PushCount"), plain.replacing("Apple Watch", with: "iPhone"),
            identified(#""id": "metric-1""#), identified(#""id": "metric-2""#), identified(#""id": 7"#),
        ]
        #expect(Set(try others.flatMap { try uuids($0) }).count == others.count)
    }

    @Test("metadata are read from a list of keys and values, and kept unchanged in another form")
    func metadataLists() throws {
        func metadata(_ json: String) throws -> String {
            let record = record("StepCount", "9", "count").replacing(
                #""metadata": null"#, with: #""metadata": \#(json)"#)
            let sample = try #require(try parse(#""records": [\#(record)]"#).batch.samples.first?.sample)
            return String(decoding: sample.metadata, as: UTF8.self)
        }
        #expect(
            try metadata(
                #"[{"key": "HKTimeZone", "value": "Europe/Rome"}, {"key": "a", "value": 1}, {"key": "b", "value": null}]"#
            )
                == #"{"HKTimeZone":"Europe/Rome","a":1}"#)
        #expect(try metadata(#"{"a": 1, "b": null}"#) == #"{"a":1}"#)
        #expect(try metadata("[]").isEmpty && metadata("null").isEmpty && metadata("{}").isEmpty)
        #expect(try metadata(#"[{"key": "a", "value": 1}, 2]"#) == #"{"openWearables":[{"key":"a","value":1},2]}"#)
        let typed = record("StepCount", "9", "count").replacing(
            #""metadata": null"#, with: #""metadata": [{"key": "HKWasUserEntered", "value": "1"}]"#)
        let parsed = try parse(#""records": [\#(typed)]"#)
        #expect(parsed.batch.references.sourceRevisions.first?.wasUserEntered == true)
    }

    @Test("older and newer forms of a source give one source for each device, of its class, and no member is lost")
    func sources() throws {
        func source(_ json: String) throws -> (SourceRevision, Device?, SourceClass, parts: String) {
            let parsed = try parse(
                #""records": [{"type": "stepCount", "value": 1, "unit": "count", "startDate": "2024-05-01T10:00:00Z", "source": \#(json)}]"#
            )
            let sample = try #require(parsed.batch.samples.first?.sample)
            let revision = parsed.batch.references.sourceRevisions[Int(sample.sourceRevision)]
            let device = sample.device.map { parsed.batch.references.devices[Int($0)] }
            let facts = SourceFacts(revision, device: device, firstCreation: sample.start, count: 1)
            return (
                revision, device,
                SourceClass(name: revision.name, bundleIdentifier: revision.bundleIdentifier, facts),
                String(decoding: sample.parts, as: UTF8.self)
            )
        }
        let newer = try source(
            #"""
            {"appId": "com.apple.health.1", "deviceName": "Apple Watch", "deviceManufacturer": "Apple Inc.",
                "deviceModel": "Watch7,5", "deviceType": "watch", "deviceSoftwareVersion": "10.3.1",
                "operatingSystemVersion": {"majorVersion": 10, "minorVersion": 3, "patchVersion": 1}}
            """#)
        for form in [
            #"""
            {"name": "Apple Watch", "bundleIdentifier": "com.apple.health.1", "deviceManufacturer": "Apple Inc.",
                "deviceModel": "Watch", "productType": "Watch7,5", "deviceHardwareVersion": "Watch7,5",
                "deviceSoftwareVersion": "10.3.1", "operatingSystemVersion":
                    {"majorVersion": 10, "minorVersion": 3, "patchVersion": 1}}
            """#,
            #"""
            {"app_id": "com.apple.health.1", "device_name": "Apple Watch", "device_manufacturer": "Apple Inc.",
                "device_model": "Watch7,5", "device_type": "watch", "device_software_version": "10.3.1",
                "operating_system_version": "10.3.1"}
            """#,
            #"""
            {"bundleIdentifier": "com.apple.health.1", "productType": "Watch7,5", "deviceType": "watch",
                "operatingSystemVersion": "10.3.1"}
            """#,
        ] {
            let other = try source(form)
            #expect(other.0 == newer.0 && other.2 == .watch && other.parts.isEmpty, "\(form): \(other.parts)")
            #expect(other.1?.hardwareVersion == "Watch7,5")
        }
        let phone = try source(
            #"{"name": "iPhone", "bundleIdentifier": "com.apple.health.1", "productType": "iPhone15,2", "version": "17.6"}"#
        )
        #expect(phone.0.name == "iPhone" && phone.0.version == "17.6" && phone.2 == .phone)
        for (type, kind) in [("watch", SourceClass.watch), ("phone", .phone)] {
            let snake = try source(#"{"device_type": "\#(type)"}"#)
            #expect(snake.0.name == (type == "watch" ? "Apple Watch" : "iPhone") && snake.2 == kind)
            let named = try source(#"{"name": "Ada", "device_type": "\#(type)"}"#)
            #expect(named.0.name == "Ada" && named.2 == kind)
        }
        let app = try source(
            #"{"name": "Strava", "bundleIdentifier": "com.strava", "productType": "iPhone15,2", "x": [1]}"#)
        #expect(app.0.name == "Strava" && app.2 == .other)
        #expect(app.parts == #"{"openWearables":{"source":{"x":[1]}}}"#)
        for (form, name) in [
            (#"{"appId": "com.garmin", "name": "Connect", "deviceName": "Forerunner"}"#, "Connect"),
            (#"{"appId": "com.garmin", "deviceName": "Forerunner"}"#, "Forerunner"),
            (#"{"appId": "com.garmin", "deviceName": "iPhone", "deviceModel": "iPhone15,2"}"#, "com.garmin"),
            (#"{"appId": "com.garmin", "deviceName": "iPhone", "deviceManufacturer": "Apple Inc."}"#, "com.garmin"),
            (#"{"appId": "com.garmin", "deviceName": null}"#, "com.garmin"),
            (#"{"appId": "com.apple.health.1", "name": "Ada", "deviceName": "Apple Watch"}"#, "Ada"),
        ] {
            #expect(try source(form).0.name == name, "\(form)")
        }
        #expect(try source(#""Ada’s Apple Watch""#).0.name == "Ada’s Apple Watch")
        #expect(try source("null").0.name == "apple")
    }
}
