import Foundation
import TestSupport
import Testing

@testable import HealthstoreClient

@Suite struct SampleRecordTests {
    @Test(
        "times are written in UTC to the nearest microsecond and read back",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (0.123456, "1970-01-01T00:00:00.123456Z"), (-0.5, "1969-12-31T23:59:59.5Z"),
            (1_714_557_600.1234562, "2024-05-01T10:00:00.123456Z"), (1_714_557_600.9999996, "2024-05-01T10:00:01Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] as [(TimeInterval, String)])
    func times(seconds: TimeInterval, text: String) throws {
        #expect(TimeText.text(of: Date(timeIntervalSince1970: seconds)) == text)
        let date = try #require(TimeText.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
        #expect(TimeText.text(of: date) == text)
    }

    @Test("times agree with Foundation's on random days")
    func randomTimes() {
        var generator = SeededGenerator(7)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2_000 {
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...90_000_000_000, using: &generator)))
            // Before 1582 Foundation's calendar is Julian.
            #expect(TimeText.text(of: date) == formatter.string(from: date))
            #expect(TimeText.date(formatter.string(from: date)) == date)
        }
    }

    @Test("times outside RFC 3339 are not written, and other texts are not read")
    func wrongTimes() {
        for seconds in [-62_135_596_801, 253_402_300_800, 1e300, .infinity, .nan] as [TimeInterval] {
            #expect(TimeText.text(of: Date(timeIntervalSince1970: seconds)) == nil)
        }
        for text in [
            "", "2024-05-01", "2024-05-01T10:00:00", "2024-13-01T10:00:00Z", "2024-05-01T24:00:00Z",
            "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00+2:00", "2024-05-01T10:00:00Zx", "20240501T100000Z12345",
        ] {
            #expect(TimeText.date(text) == nil, "\(text)")
        }
        #expect(TimeText.date("2024-05-01T12:00:00.5+02:00") == TimeText.date("2024-05-01T10:00:00.5Z"))
    }

    @Test("a sample with all members is unchanged after encoding and decoding")
    func everything() throws {
        let record = SampleRecordTests.workout
        let line = try BatchBody.line(record)
        #expect(try JSONDecoder().decode(SampleRecord.self, from: line) == record)
        #expect(!line.contains(UInt8(ascii: "\n")))
        let small = SampleRecord(
            uuid: UUID(), type: "stepCount", startDate: Date(timeIntervalSince1970: 0),
            endDate: Date(timeIntervalSince1970: 1), source: .init(name: "Phone"))
        let members = try JSONDecoder().decode([String: AnyJSON].self, from: try BatchBody.line(small))
        #expect(Set(members.keys) == ["uuid", "type", "startDate", "endDate", "source"])
    }

    @Test("the service accepts samples of every kind and returns them unchanged")
    func everyKind() async throws {
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            var generator = SeededGenerator(5)
            var pressure = SampleRecordTests.plain("HKCorrelationTypeIdentifierBloodPressure")
            pressure.objects = [("Systolic", 120.5), ("Diastolic", 80)].map { name, value in
                var object = SampleRecordTests.plain("HKQuantityTypeIdentifierBloodPressure\(name)")
                (object.value, object.unit) = (.number(value), "mmHg")
                return object
            }
            var sleep = SampleRecordTests.plain("HKCategoryTypeIdentifierSleepAnalysis")
            sleep.value = .name("HKCategoryValueSleepAnalysisAsleepREM")
            let steps = SimulatedPhone.sample(slot: 3, &generator)
            var beats = SampleRecordTests.plain("HKQuantityTypeIdentifierHeartRate")
            (beats.value, beats.unit) = (.number(70), "count/min")
            beats.quantities = [
                SeriesQuantity(startDate: beats.startDate, value: 60),
                SeriesQuantity(
                    startDate: beats.startDate.addingTimeInterval(5.5), endDate: beats.endDate, value: 80.25),
            ]
            let samples = [pressure, sleep, SampleRecordTests.workout, steps, beats]
            let receipt = try await client.post(samples, deleted: [UUID()])
            #expect(receipt.rejected == [] && receipt.inserted == 7 && receipt.deleted == 1)
            #expect(try await client.post(samples).unchanged == 7)
            let quantities = try await service.samples(beats.type, withQuantities: true).first?.quantities
            // The service responds in the type's preferred unit, count/min.
            #expect(quantities?.map(\.value) == [60, 80.25])
            #expect(quantities?.map(\.startDate) == beats.quantities?.map(\.startDate))
            let stored = try #require(try await service.samples(steps.type).first)
            #expect(stored.value == steps.value && stored.startDate == steps.startDate)
            #expect(stored.source == steps.source)
            let workout = try #require(try await service.samples("HKWorkoutTypeIdentifier").first)
            #expect(workout.metadata == SampleRecordTests.workout.metadata)
            #expect(workout.device == SampleRecordTests.workout.device)
            #expect(workout.totalDistance == 5_000.25)
        }
    }

    @Test("the service keeps routes, heartbeats, voltages, audiograms and states of mind, and returns them")
    func details() async throws {
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            var route = SampleRecordTests.plain("HKWorkoutRouteTypeIdentifier")
            var location = RouteLocation(timestamp: route.startDate, latitude: 52.5200066, longitude: -13.404954)
            (location.altitude, location.horizontalAccuracy, location.verticalAccuracy) = (34.25, 4.5, -1)
            (location.speed, location.course) = (2.75, 271.5)
            route.locations = [location, RouteLocation(timestamp: route.endDate, latitude: -90, longitude: 180)]
            var beats = SampleRecordTests.plain("HKDataTypeIdentifierHeartbeatSeries")
            beats.heartbeats = [
                Heartbeat(timeSinceSeriesStart: 0, precededByGap: false),
                Heartbeat(timeSinceSeriesStart: 0.8125, precededByGap: true),
            ]
            var cardiogram = SampleRecordTests.plain("HKDataTypeIdentifierElectrocardiogram")
            var measurements = Electrocardiogram()
            (measurements.classification, measurements.classificationValue) = ("sinusRhythm", 1)
            (measurements.symptoms, measurements.averageHeartRate) = ("none", 61)
            (measurements.samplingFrequency, measurements.lead) = (512, "appleWatchSimilarToLeadI")
            measurements.voltages = [12.5, nil, -103.75]
            (cardiogram.electrocardiogram, cardiogram.unit) = (measurements, "mcV")
            var audiogram = SampleRecordTests.plain("HKDataTypeIdentifierAudiogram")
            var point = SensitivityPoint(frequency: 1_000)
            (point.leftEarSensitivity, point.leftEarMasked) = (20.5, true)
            point.leftEarClampingRange = SensitivityPoint.ClampingRange(lowerBound: nil, upperBound: 90)
            point.furtherTests = [
                SensitivityPoint.FurtherTest(side: 0, conductionType: 0, sensitivity: 21, isMasked: false)
            ]
            audiogram.sensitivityPoints = [point, SensitivityPoint(frequency: 2_000)]
            var mind = SampleRecordTests.plain("HKDataTypeStateOfMind")
            mind.stateOfMind = StateOfMind(
                kind: 2, valence: -0.25, valenceClassification: 3, labels: [7, 29], associations: [17])
            let samples = [route, beats, cardiogram, audiogram, mind]
            for sample in samples {
                let line = try BatchBody.line(sample)
                #expect(try JSONDecoder().decode(SampleRecord.self, from: line) == sample)
            }
            let receipt = try await client.post(samples)
            #expect(receipt.rejected == [] && receipt.inserted == samples.count)
            #expect(try await client.post(samples).unchanged == samples.count)
            for sample in samples {
                let stored = try #require(try await service.samples(sample.type).first)
                #expect(stored.locations == sample.locations && stored.heartbeats == sample.heartbeats)
                #expect(stored.electrocardiogram == sample.electrocardiogram && stored.unit == sample.unit)
                #expect(stored.sensitivityPoints == sample.sensitivityPoints)
                #expect(stored.stateOfMind == sample.stateOfMind)
            }
        }
    }

    @Test("the content of a sample is its quantity or its category, and other kinds have none")
    func content() {
        func content(_ type: String, _ value: SampleRecord.Value?, _ unit: String? = nil) -> SampleRecord.Content? {
            var sample = SampleRecordTests.plain(type)
            (sample.value, sample.unit) = (value, unit)
            return sample.content
        }
        let (quantity, category) = ("HKQuantityTypeIdentifierHeartRate", "HKCategoryTypeIdentifierSleepAnalysis")
        #expect(content(quantity, .number(61.5), "count/min") == .quantity(61.5, unit: "count/min"))
        #expect(content(category, .number(4)) == .category(4))
        #expect(content("sleepAnalysis", .number(0)) == .category(0))
        #expect(content(category, .name("asleepREM")) == .categoryName("asleepREM"))
        #expect(content(category, .number(4.5)) == nil)
        #expect(content(quantity, .number(61)) == nil)
        #expect(content(quantity, .name("61"), "count/min") == nil)
        #expect(content(quantity, nil, "count/min") == nil)
        #expect(content("HKDataTypeIdentifierElectrocardiogram", nil, "mcV") == nil)
        #expect(SampleRecordTests.workout.content == nil)
    }

    @Test("a workout without totals gets the sums of its statistics, and other totals stay")
    func totals() {
        func sum(_ type: String, _ unit: String, _ sum: Double) -> RecordedStatistics {
            var statistics = RecordedStatistics(type: "HKQuantityTypeIdentifier" + type, unit: unit)
            statistics.sum = sum
            return statistics
        }
        var workout = SampleRecordTests.plain("HKWorkoutTypeIdentifier")
        workout.completeTotals()
        #expect(workout.totalEnergyBurned == nil && workout.totalDistance == nil)
        workout.workoutStatistics = [
            sum("ActiveEnergyBurned", "kcal", 300), sum("BasalEnergyBurned", "kcal", 50),
            sum("DistanceSwimming", "m", 750), sum("DistanceCycling", "m", 20_000), sum("StepCount", "count", 4_000),
        ]
        workout.completeTotals()
        #expect(workout.totalEnergyBurned == 300 && workout.totalDistance == 20_750)
        (workout.totalEnergyBurned, workout.totalDistance) = (301, 1)
        workout.completeTotals()
        #expect(workout.totalEnergyBurned == 301 && workout.totalDistance == 1)
    }

    @Test("a state of mind or an electrocardiogram with a missing member is not read")
    func incompleteDetails() {
        let start =
            #"{"uuid": "1B4E28BA-2FA1-41D2-883F-0016D3CCA427", "type": "x", "startDate": "2024-05-01T10:00:00Z","#
            + #" "endDate": "2024-05-01T10:00:00Z", "#
        for rest in [
            #""valence": 1}"#, #""voltages": ["a"]}"#, #""locations": [{"latitude": 1}]}"#, #""heartbeats": 1}"#,
        ] {
            #expect(throws: DecodingError.self, "\(rest)") {
                try JSONDecoder().decode(SampleRecord.self, from: Data((start + rest).utf8))
            }
        }
    }

    static func plain(_ type: String) -> SampleRecord {
        SampleRecord(
            uuid: UUID(), type: type, startDate: Date(timeIntervalSince1970: 1_714_557_600.25),
            endDate: Date(timeIntervalSince1970: 1_714_559_100.5), source: .init(name: "Ada’s Watch", version: "10.4"))
    }

    private static let workout: SampleRecord = {
        var workout = plain("HKWorkoutTypeIdentifier")
        workout.creationDate = Date(timeIntervalSince1970: 1_714_559_101)
        workout.workoutActivityType = .number(37)
        (workout.duration, workout.totalEnergyBurned, workout.totalDistance) = (1_500.125, 300, 5_000.25)
        workout.metadata = [
            "HKIndoorWorkout": .bool(false), "note": .string("hügelig\n\"sehr\""), "weather": .number(21.5),
            "laps": .integer(9_007_199_254_740_993), "nested": .object(["a": .array([.null, .integer(1)])]),
        ]
        var device = SampleRecord.Device()
        (device.name, device.hardwareVersion) = ("Apple Watch", "Watch6,1")
        workout.device = device
        workout.workoutEvents = [
            WorkoutEvent(type: .name("pause"), startDate: workout.startDate.addingTimeInterval(60)),
            WorkoutEvent(
                type: .number(2), startDate: workout.startDate.addingTimeInterval(90), endDate: workout.endDate,
                metadata: ["a": .integer(1)]),
        ]
        var activity = WorkoutActivity(
            uuid: UUID(), workoutActivityType: .name("running"), startDate: workout.startDate)
        (activity.endDate, activity.duration) = (workout.endDate, 1_500)
        var heartRate = RecordedStatistics(
            type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", startDate: workout.startDate,
            endDate: workout.endDate)
        (heartRate.average, heartRate.minimum, heartRate.maximum) = (140.5, 60, 180)
        activity.workoutStatistics = [heartRate]
        activity.workoutZoneGroups = [
            WorkoutZoneGroup(
                type: "HKQuantityTypeIdentifierHeartRate", source: "user", unit: "count/min",
                zones: [WorkoutZoneGroup.Zone(minimum: nil, maximum: 132.5, duration: 1_500)])
        ]
        workout.workoutActivities = [activity]
        workout.workoutStatistics = activity.workoutStatistics
        workout.workoutZoneGroups = activity.workoutZoneGroups
        return workout
    }()
}
