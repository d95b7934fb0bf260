import HealthCore
import Testing

@testable import HealthAPI

@Suite("Recorded statistics of workouts")
struct RecordedStatisticsTests {
    private let distance = RecordedStatistics(
        type: "HKQuantityTypeIdentifierDistanceWalkingRunning", unit: "mi", sum: 3.1, unread: Array(#"{"mood":1}"#.utf8)
    )

    @Test("figures are converted into the preferred unit or the one that the person chose")
    func converted() throws {
        let metric = distance.converted(to: PreferredUnits())
        #expect(metric.unit == "km")
        #expect(abs(try #require(metric.sum) - 4.9889664) < 1e-9)
        #expect(metric.type == distance.type && metric.average == nil && metric.unread == distance.unread)
        let chosen = PreferredUnits(chosen: [try #require(distance.type): try Unit(parsing: "ft")])
        #expect(distance.converted(to: chosen).sum == 16_368)
        let heartRate = RecordedStatistics(
            type: "HKQuantityTypeIdentifierHeartRate", unit: "count/s", average: 1.5, minimum: 1, maximum: 2)
        let perMinute = heartRate.converted(to: PreferredUnits())
        #expect(perMinute.unit == "count/min")
        #expect([perMinute.average, perMinute.minimum, perMinute.maximum] == [90, 60, 120])
    }

    @Test(
        "figures stay as recorded without a known type and a unit that measures it",
        arguments: [
            (nil, "mi"), ("HKQuantityTypeIdentifierOfTomorrow", "mi"),
            ("HKQuantityTypeIdentifierDistanceWalkingRunning", nil),
            ("HKQuantityTypeIdentifierDistanceWalkingRunning", "kcal"),
            ("HKQuantityTypeIdentifierDistanceWalkingRunning", "parsec"),
            ("HKCategoryTypeIdentifierSleepAnalysis", "min"),
        ] as [(String?, String?)])
    func unconvertible(type: String?, unit: String?) {
        let statistics = RecordedStatistics(type: type, unit: unit, sum: 3.1)
        #expect(statistics.converted(to: PreferredUnits()) == statistics)
        let group = WorkoutZoneGroup(type: type, unit: unit, zones: [.init(minimum: 1, maximum: 2, duration: 3)])
        #expect(group.converted(to: PreferredUnits()) == group)
    }

    @Test("the bounds of zones are converted, their durations are not")
    func zones() {
        let group = WorkoutZoneGroup(
            type: "HKQuantityTypeIdentifierHeartRate", source: "user", unit: "count/s",
            zones: [.init(maximum: 2, duration: 60), .init(minimum: 2, duration: 30)])
        let converted = group.converted(to: PreferredUnits())
        #expect(converted.unit == "count/min" && converted.source == "user")
        #expect(converted.zones.map(\.minimum) == [nil, 120] && converted.zones.map(\.maximum) == [120, nil])
        #expect(converted.zones.map(\.duration) == [60, 30])
    }
}
