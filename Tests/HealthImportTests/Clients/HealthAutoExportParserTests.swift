import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite struct HealthAutoExportParserTests {
    private static let person = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func parse(
        _ data: String, automation: HealthAutoExportAutomation = automation("A", period: "Default"),
        clock: WallClock = .utc
    ) throws -> ParsedHealthAutoExport {
        try HealthAutoExportParser.parse(
            Array(#"{"data": {\#(data)}}"#.utf8), automation: automation, personUUID: Self.person, clock: clock)
    }

    private static func automation(
        _ id: String = "", period: String = "", grouping: String? = nil
    ) -> HealthAutoExportAutomation {
        HealthAutoExportAutomation(id: id, period: period, aggregation: grouping, session: "")
    }

    private func metric(_ name: String, _ units: String, _ points: String...) -> String {
        #""metrics": [{"name": "\#(name)", "units": "\#(units)", "data": [\#(points.joined(separator: ", "))]}]"#
    }

    private func first(_ parsed: ParsedHealthAutoExport, _ index: Int = 0) -> (type: String, Quantity)? {
        let sample = parsed.statement.batch.samples[index].sample
        return sample.content.quantity.map {
            (parsed.statement.batch.references.types[Int(sample.type)].identifier, $0)
        }
    }

    private func metadata(_ parsed: ParsedHealthAutoExport, _ index: Int = 0) -> String {
        String(decoding: parsed.statement.batch.samples[index].sample.metadata, as: UTF8.self)
    }

    @Test(
        "a date is read in each format of the app",
        arguments: [
            "2026-09-03 21:03:57 +0800", "2026-09-03 9:03:57 pm +0800", "2026-09-03T13:03:57Z",
            "2026-09-03T21:03:57+08:00", "2026-09-03 午後9:03:57 +0800", "2026-09-03 9:03:57\u{202f}午後 +0800",
            "2026-09-03 9:03:57\u{a0}p.\u{a0}m. +0800", "2026-09-03\u{202f}9:03:57\u{202f}PM\u{a0}+0800",
            "2026-09-03\u{a0}21:03:57 +0800", "2026-09-03 9:03:57 μ.μ. +0800",
        ])
    func dates(text: String) throws {
        let parsed = try parse(metric("step_count", "count", #"{"date": "\#(text)", "qty": 1}"#))
        #expect(parsed.statement.batch.samples.first?.sample.start == Instant(rfc3339: "2026-09-03T13:03:57Z"))
    }

    @Test("noon and midnight of twelve-hour clocks are distinguished, and hours beyond twelve are refused")
    func halves() {
        let dates = HealthAutoExportDate(clock: .utc)
        #expect(dates.instant("2026-09-03 12:00:00 AM +0000") == Instant(rfc3339: "2026-09-03T00:00:00Z"))
        #expect(dates.instant("2026-09-03 12:00:00 PM +0000") == Instant(rfc3339: "2026-09-03T12:00:00Z"))
        for (text, hour) in [
            ("午前", 0), ("下午", 12), ("오전", 0), ("a. m.", 0), ("p. m.", 12), ("vorm.", 0), ("ÖÖ", 0),
        ] {
            let expected = Instant(rfc3339: "2026-09-03T\(hour < 10 ? "0" : "")\(hour):00:00Z")
            #expect(dates.instant("2026-09-03 12:00:00 \(text) +0000") == expected, "\(text)")
            #expect(dates.instant("2026-09-03 \(text)12:00:00 +0000") == expected, "\(text)")
        }
        for text in [
            "2026-09-03 13:00:00 PM +0000", "2026-09-03 0:00:00 AM +0000", "2026-09-03 10:00:00", "...", "",
            "2026-09-03 9:00:00 xm +0000", "2026-09-03 9:00 PM +0000", "2026-09-03 PM +0000",
            "2026-09-03 9:0:0:0 PM +0000",
        ] {
            #expect(dates.instant(text) == nil, "\(text)")
        }
    }

    @Test(
        "a number counts from 1970 or from 2001, whichever is closer to the start; without a start, from the one that gives a date after 2001"
    )
    func epochs() throws {
        let parsed = try parse(
            #"""
            "heartRateNotifications": [{"heartNotification": "low_heart_rate_notification", "threshold": 40,
                "start": 1725368637.5, "end": 747061500, "source": {"name": "Watch"}}],
            "ecg": [{"start": 747061200, "end": 1725368700, "classification": "Sinus Rhythm", "voltageMeasurements": []}]
            """#)
        let samples = parsed.statement.batch.samples.map(\.sample)
        #expect(Set(samples.map(\.start.rfc3339)) == ["2024-09-03T13:00:00Z", "2024-09-03T13:03:57.5Z"])
        #expect(Set(samples.map(\.end.rfc3339)) == ["2024-09-03T13:05:00Z"])
    }

    @Test(
        "values are stored in HealthKit's unit and as sent",
        arguments: [
            ("active_energy", "kJ", 4.184, "HKQuantityTypeIdentifierActiveEnergyBurned", 1.0),
            ("blood_oxygen_saturation", "%", 97, "HKQuantityTypeIdentifierOxygenSaturation", 0.97),
            ("vo2_max", "ml/(kg·min)", 41.5, "HKQuantityTypeIdentifierVO2Max", 41.5),
            ("resting_heart_rate", "bpm", 58, "HKQuantityTypeIdentifierRestingHeartRate", 58),
            ("Weight & Body Mass", "kg", 70, "HKQuantityTypeIdentifierBodyMass", 70),
            ("Walking + Running Distance", "km", 2, "HKQuantityTypeIdentifierDistanceWalkingRunning", 2_000),
            ("respiratory_rate", "count/min", 60, "HKQuantityTypeIdentifierRespiratoryRate", 1),
            ("physical_effort", "kcal/hr·kg", 3, "HKQuantityTypeIdentifierPhysicalEffort", 3),
            ("workout_effort_score", "", 5, "HKQuantityTypeIdentifierWorkoutEffortScore", 5),
            ("uv_exposure", "", 3, "HKQuantityTypeIdentifierUVExposure", 3),
            ("something_new", "furlong", 3, "hae:something_new", 3),
            ("step_count", "furlong", 3, "hae:step_count", 3),
            ("apple_stand_hour", "count", 1, "hae:apple_stand_hour", 1),
        ])
    func units(name: String, unit: String, value: Double, type: String, canonical: Double) throws {
        let parsed = try parse(metric(name, unit, #"{"date": "2026-09-03 21:03:00 +0800", "qty": \#(value)}"#))
        let (identifier, quantity) = try #require(first(parsed))
        #expect(identifier == type)
        #expect(abs(quantity.value - canonical) < 1e-9 && quantity.sentValue == value)
        #expect(parsed.statement.batch.references.units[Int(quantity.sentUnit)] == unit)
    }

    @Test("the tables name only types and units of HealthKit")
    func tables() throws {
        for type in Catalogue.sampleTypes where type.kind == .quantity {
            let words = type.shortName.replacing(/[A-Z]+/) { "_" + $0.output.lowercased() }
            #expect(HealthAutoExportTables.quantityType(ofMetric: words) == type.shortName, "\(words)")
        }
        for (name, type) in HealthAutoExportTables.metrics {
            #expect(HealthAutoExportTables.quantityType(ofMetric: name) == type, "\(name)")
        }
        for type in HealthAutoExportTables.metrics.values {
            #expect(Catalogue.sampleType(named: type)?.kind == .quantity, "\(type)")
        }
        for unit in HealthAutoExportTables.units.values {
            #expect(throws: Never.self, "\(unit)") { _ = try Unit(parsing: unit) }
        }
        for name in HealthAutoExportTables.activityNames.values {
            #expect(Catalogue.workoutActivityType(named: name) != nil, "\(name)")
        }
        for name in HealthAutoExportTables.categories.values {
            #expect(HealthAutoExportTables.categoryType(name) != nil, "\(name)")
        }
        for (name, raw) in [
            ("HIIT", 63), ("Outdoor Run", 37), ("Mind & Body", 29), ("Mind and Body", 29), ("Pool Swim", 46),
            ("Kayaking", 31), ("Cooldown", 80), ("Other", 3_000),
        ] {
            #expect(HealthAutoExportTables.activity(name) == Int32(raw), "\(name)")
        }
        #expect(HealthAutoExportTables.activity("Laufen") == nil)
    }

    @Test("a workout of version 1 has its energy in an object, and a made uuid if it has no id")
    func firstVersion() throws {
        let workout = #"""
            {"name": "Laufen", "start": "2026-09-03 21:03:00 +0800", "end": "2026-09-03 21:33:00 +0800",
                "activeEnergy": {"qty": 418.4, "units": "kJ"}, "distance": {"qty": 1, "units": "mi"},
                "route": [{"lat": 1, "lon": 2, "altitude": 3, "timestamp": "2026-09-03 21:03:00 +0800"}]}
            """#
        let parsed = try parse(#""workouts": [\#(workout), \#(workout)]"#)
        let read = try #require(parsed.statement.batch.samples.first?.sample.content.workout)
        #expect(read.activityType == nil && read.sentActivityType == "Laufen" && read.duration == nil)
        #expect(abs((read.totalEnergyBurned ?? 0) - 100) < 1e-9 && read.totalDistance == 1_609.344)
        let again = try parse(#""workouts": [\#(workout), \#(workout)]"#)
        let uuids = parsed.statement.batch.samples.map(\.sample.uuid)
        #expect(Set(uuids).count == 2 && uuids == again.statement.batch.samples.map(\.sample.uuid))
        let parts = String(decoding: parsed.statement.batch.samples[0].sample.parts, as: UTF8.self)
        #expect(parts.hasPrefix(#"{"HealthAutoExport":{"name":"Laufen""#) && parts.contains(#""lon":2"#))
    }

    @Test("the other members of a point are kept: extremes, context, meal times, reasons")
    func details() throws {
        let beats = try parse(
            metric(
                "heart_rate", "bpm",
                #"{"date": "2026-09-03 21:03:00 +0800", "Min": 60, "Avg": 72, "Max": 85, "context": "Sedentary"}"#))
        #expect(abs((first(beats)?.1.value ?? 0) - 1.2) < 1e-12)
        #expect(metadata(beats) == #"{"HealthAutoExport":{"Min":60,"Max":85,"context":"Sedentary"}}"#)
        let glucose = try parse(
            metric(
                "blood_glucose", "mg/dL", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 90, "mealTime": "After Meal"}"#
            ))
        #expect(metadata(glucose) == #"{"HKBloodGlucoseMealTime":2}"#)
        let insulin = try parse(
            metric("insulin_delivery", "IU", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 2, "reason": "Bolus"}"#))
        #expect(metadata(insulin) == #"{"HKInsulinDeliveryReason":2}"#)
        let plain = try parse(
            metric("step_count", "count", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 18.862874}"#))
        #expect(metadata(plain) == "")
    }

    @Test("a point without a number, or with a minimum above its maximum, is kept and listed as uncounted")
    func uncountedPoints() throws {
        let time = #""date": "2024-05-01 10:00:00 +0000""#
        let parsed = try parse(
            metric("heart_rate", "bpm", "{\(time)}", "{\(time), \"Min\": 90, \"Max\": 50}", "{\(time), \"Avg\": 60}"))
        #expect(parsed.statement.batch.samples.count == 3)
        #expect(
            parsed.lists[0].uncounted.map(\.index) == [0, 1] && parsed.lists[0].rejected.isEmpty)
        #expect(parsed.lists[0].uncounted.allSatisfy { $0.refusal.field == "qty" })
    }

    @Test("symptoms, entries of the cycle diary, moods and medications become samples that keep their object")
    func objects() throws {
        let parsed = try parse(
            #"""
            "symptoms": [
                {"start": "2026-09-03 21:03:00 +0800", "end": "2026-09-03 22:03:00 +0800", "name": "Headache",
                    "severity": "Moderate", "userEntered": true, "source": "Ada"},
                {"start": "2026-09-03 21:03:00 +0800", "name": "Headache", "severity": "Mittel"},
                {"start": "2026-09-03 21:03:00 +0800", "name": "Kopfschmerzen", "severity": "Mittel"}],
            "cycleTracking": [{"start": "2026-09-03 21:03:00 +0800", "end": "2026-09-03 21:03:00 +0800",
                "name": "Menstrual Flow", "value": "Heavy", "isCycleStart": true}],
            "stateOfMind": [{"id": "6F2C7C64-3D2B-4B5B-9E58-0A1B2C3D4E5F", "start": "2026-09-03T13:32:10Z",
                "end": "2026-09-03T13:32:10Z", "kind": "daily_mood", "valence": 0.4, "valenceClassification": "pleasant"}],
            "medications": [{"displayText": "Aspirin", "start": "2026-09-03 21:03:00 +0800", "status": "Taken",
                "isArchived": false}],
            "novelties": [{"start": "2026-09-03 21:03:00 +0800", "what": 1}]
            """#)
        let types = parsed.statement.batch.samples.map {
            parsed.statement.batch.references.types[Int($0.sample.type)].identifier
        }
        #expect(
            types == [
                "HKCategoryTypeIdentifierHeadache", "HKCategoryTypeIdentifierHeadache", "hae:symptoms",
                "HKCategoryTypeIdentifierMenstrualFlow", "HKDataTypeStateOfMind",
                "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", "hae:novelties",
            ])
        let values: [Int32?] = parsed.statement.batch.samples.map {
            guard case .category(let value, _) = $0.sample.content else { return nil }
            return value
        }
        #expect(values == [3, 0, nil, 4, nil, nil, nil])
        #expect(metadata(parsed, 0) == #"{"HKWasUserEntered":true}"#)
        #expect(metadata(parsed, 1) == #"{"HealthAutoExport":{"value":"Mittel"}}"#)
        #expect(metadata(parsed, 3) == #"{"HKMenstrualCycleStart":true}"#)
        #expect(parsed.statement.batch.samples[4].sample.uuid == UUID(text: "6F2C7C64-3D2B-4B5B-9E58-0A1B2C3D4E5F"))
        #expect(parsed.statement.batch.samples.allSatisfy { !$0.sample.parts.isEmpty })
    }

    @Test("only requests for whole periods of a named automation have windows; a metric with a refused point has none")
    func windows() throws {
        let good = metric("step_count", "count", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 1}"#)
        for (period, states) in [
            ("Default", true), ("Previous 7 Days", true), ("Since Last Sync", false), ("sinceLastSync", false),
            ("None", false), ("Realtime", false), ("", false),
        ] {
            let parsed = try parse(good, automation: Self.automation("A", period: period))
            #expect(parsed.statement.windows.isEmpty != states, "\(period)")
        }
        #expect(try parse(good, automation: Self.automation(period: "Default")).statement.windows.isEmpty)
        let bad = metric("step_count", "count", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 1}"#, #"{"qty": 2}"#)
        #expect(try parse(bad).statement.windows.isEmpty)
    }

    @Test("the prefix of one automation's sources is not a prefix of another's")
    func prefixes() throws {
        let prefixes = ["A", "A:B", "A%3AB", "AB", ""].map { Self.automation($0).prefix }
        for (index, prefix) in prefixes.enumerated() {
            #expect(prefixes.enumerated().allSatisfy { $0 == index || !$1.hasPrefix(prefix) })
            #expect(!HealthAutoExportParser.objectBundle.hasPrefix(prefix))
        }
    }

    @Test("malformed records are refused one by one with their reason")
    func refusals() throws {
        let parsed = try parse(
            metric(
                "step_count", "count", "1", #"{"qty": 1}"#, #"{"date": "tomorrow", "qty": 1}"#,
                #"{"date": "2026-09-03 21:03:00 +0800", "qty": "1"}"#,
                #"{"date": "2026-09-03 21:03:00 +0800", "end": "2026-09-03 20:03:00 +0800", "qty": 1}"#,
                #"{"date": "2026-09-03 21:03:00 +0800", "qty": 1, "source": "a\u0000b"}"#,
                #"{"date": "2026-09-03 21:03:00 +0800", "qty": 1}"#))
        #expect(
            parsed.lists.first?.rejected.map(\.refusal.code) == [
                .malformedField, .missingField, .malformedDate, .malformedNumber, .endBeforeStart, .malformedField,
            ])
        #expect(parsed.statement.batch.samples.count == 1)
        let pressure = try parse(
            metric("blood_pressure", "mmHg", #"{"date": "2026-09-03 21:03:00 +0800", "systolic": 120}"#))
        #expect(pressure.statement.batch.samples.isEmpty && pressure.lists.first?.ordinals.isEmpty == true)
    }

    @Test(
        "a body that is not from the app is refused",
        arguments: [
            "[]", "{}", #"{"data": []}"#, #"{"samples": []}"#, #"{"data": {"metrics": {}}}"#, #"{"data": {}}"#,
            #"{"metrics": null}"#, #"{"data": {"novelties": []}}"#, #"{"data": {"a": {"b": {"metrics": []}}}}"#,
            #"{"a": {"metrics": []}}"#, "1",
        ])
    func bodies(text: String) throws {
        let error = #expect(throws: Refusal.self) {
            _ = try HealthAutoExportParser.parse(
                Array(text.utf8), automation: Self.automation(), personUUID: Self.person, clock: .utc)
        }
        #expect(error?.code == .malformedBatch && error?.hint?.contains("metrics, workouts") == true)
    }

    @Test(
        "the lists are found at the top, in data and one level deeper, also if several objects have lists",
        arguments: [
            #"{"data": {METRICS, WORKOUTS}}"#, #"{METRICS, WORKOUTS}"#, #"{"version": 2, METRICS, "data": {WORKOUTS}}"#,
            #"{"data": {"healthMetrics": {METRICS}, "workouts": {WORKOUTS}}}"#,

            #"{"data": {WORKOUTS, "healthMetrics": {METRICS}}}"#,
        ])
    func envelopes(text: String) throws {
        let body = text.replacing(
            "METRICS", with: metric("step_count", "count", #"{"date": "2026-09-03 21:03:00 +0800", "qty": 1}"#)
        ).replacing("WORKOUTS", with: #""workouts": [{"name": "Walk", "start": "2026-09-03 21:03:00 +0800"}]"#)
        let parsed = try HealthAutoExportParser.parse(
            Array(body.utf8), automation: Self.automation(), personUUID: Self.person, clock: .utc)
        let types = parsed.statement.batch.samples.map {
            parsed.statement.batch.references.types[Int($0.sample.type)].identifier
        }
        #expect(types == ["HKQuantityTypeIdentifierStepCount", "HKWorkoutTypeIdentifier"])
        #expect(parsed.statement.points == 0..<1 && parsed.lists.map(\.name) == ["step_count", "workouts"])
        #expect(parsed.lists.allSatisfy { $0.rejected.isEmpty })
    }

    @Test(
        "a metric, a unit, a list or a name that is not known counts nowhere, and the reason names its field",
        arguments: [
            (#""metrics": [{"name": "novelty", "units": "kg", "data": [POINT]}]"#, "name"),
            (#""metrics": [{"name": "step_count", "units": "kg", "data": [POINT]}]"#, "units"),
            (#""metrics": [{"name": "weight", "units": "", "data": [POINT]}]"#, "units"),
            (#""symptoms": [POINT]"#, "name"), (#""heartRateNotifications": [POINT]"#, "heartNotification"),
            (#""novelties": [POINT], "metrics": []"#, ""),
        ])
    func uncounted(list: String, field: String) throws {
        let parsed = try parse(
            list.replacing("POINT", with: #"{"date": "2026-03-02 08:00:00 +0100", "qty": 1, "name": "x"}"#))
        let uncounted = parsed.lists.flatMap(\.uncounted)
        #expect(uncounted.map(\.refusal.field) == [field] && parsed.statement.batch.samples.count == 1)
    }

    @Test("a request with an empty list is accepted and has no samples")
    func emptyLists() throws {
        for name in HealthAutoExportParser.listNames {
            #expect(try parse(#""\#(name)": []"#).statement.batch.samples.isEmpty, "\(name)")
        }
    }
}
