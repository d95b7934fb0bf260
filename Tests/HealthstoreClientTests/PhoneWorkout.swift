import Foundation
import HealthstoreClient

/// A duathlon as `HealthKitStore` reads it on a phone, and as an export has it.
enum PhoneWorkout {
    /// The samples of the phone: the workout, its route and its effort score.
    static var samples: [SampleRecord] { [workout, route, effort] }

    private static let start = Date(timeIntervalSince1970: 1_714_550_400)
    private static func time(_ minutes: Double) -> Date { start.addingTimeInterval(minutes * 60) }

    private static let workoutUUID = UUID()

    private static func sample(_ type: String, uuid: UUID = UUID(), from first: Double, to end: Double) -> SampleRecord
    {
        var sample = SampleRecord(
            uuid: uuid, type: type, startDate: time(first), endDate: time(end),
            source: SampleRecord.Source(
                name: "Ada’s Watch", bundleIdentifier: "com.apple.health.1", version: "27.0", productType: "Watch7,5",
                operatingSystemVersion: "27.0.0"))
        var device = SampleRecord.Device()
        (device.name, device.manufacturer, device.model) = ("Apple Watch", "Apple Inc.", "Watch")
        (device.hardwareVersion, device.softwareVersion) = ("Watch7,5", "27.0")
        sample.device = device
        return sample
    }

    private static func statistics(_ type: String, _ unit: String, _ first: Double, _ end: Double) -> RecordedStatistics
    {
        RecordedStatistics(
            type: "HKQuantityTypeIdentifier" + type, unit: unit, startDate: time(first), endDate: time(end))
    }

    private static func heartRate(_ first: Double, _ end: Double, _ average: Double) -> RecordedStatistics {
        var heartRate = statistics("HeartRate", "count/min", first, end)
        (heartRate.average, heartRate.minimum, heartRate.maximum) = (average, 73, 176.5)
        return heartRate
    }

    private static func sum(_ type: String, _ unit: String, _ sum: Double, _ first: Double, _ end: Double)
        -> RecordedStatistics
    {
        var statistics = statistics(type, unit, first, end)
        statistics.sum = sum
        return statistics
    }

    private static let zones = WorkoutZoneGroup(
        type: "HKQuantityTypeIdentifierHeartRate", source: "system", unit: "count/min",
        zones: [
            WorkoutZoneGroup.Zone(minimum: nil, maximum: 132, duration: 1_500),
            WorkoutZoneGroup.Zone(minimum: 132, maximum: 146, duration: 1_200),
            WorkoutZoneGroup.Zone(minimum: 146, maximum: nil, duration: 600),
        ])

    private static var workout: SampleRecord {
        var workout = sample("HKWorkoutTypeIdentifier", uuid: workoutUUID, from: 0, to: 60)
        workout.workoutActivityType = .number(82)
        (workout.duration, workout.totalEnergyBurned, workout.totalDistance) = (3_300, 517.5, 18_250)
        workout.metadata = [
            "HKIndoorWorkout": .bool(false), "HKTimeZone": .string("Europe/Berlin"),
            "HKWeatherTemperature": .string("64.4 degF"), "HKElevationAscended": .string("3250 cm"),
        ]
        let pause = WorkoutEvent(type: .number(1), startDate: time(20), endDate: time(20))
        let resume = WorkoutEvent(type: .number(2), startDate: time(25), endDate: time(25))
        let lap = WorkoutEvent(
            type: .number(3), startDate: time(0), endDate: time(10), metadata: ["lap": .string("first")])
        workout.workoutEvents = [pause, resume, lap]
        workout.workoutStatistics = [
            sum("ActiveEnergyBurned", "kcal", 517.5, 0, 60), sum("DistanceCycling", "m", 13_250, 30, 60),
            sum("DistanceWalkingRunning", "m", 5_000, 0, 30), heartRate(0, 60, 141.25),
        ]
        workout.workoutZoneGroups = [zones]
        var running = WorkoutActivity(uuid: activityUUIDs[0], workoutActivityType: .number(37), startDate: time(0))
        (running.endDate, running.duration, running.workoutEvents) = (time(30), 1_500, [pause, resume, lap])
        running.workoutStatistics = [sum("DistanceWalkingRunning", "m", 5_000, 0, 30), heartRate(0, 30, 150)]
        running.metadata = ["HKIndoorWorkout": .bool(false)]
        running.workoutZoneGroups = [zones]
        var cycling = WorkoutActivity(uuid: activityUUIDs[1], workoutActivityType: .number(13), startDate: time(30))
        (cycling.endDate, cycling.duration, cycling.workoutEvents) = (time(60), 1_800, [])
        cycling.workoutStatistics = [sum("DistanceCycling", "m", 13_250, 30, 60)]
        workout.workoutActivities = [running, cycling]
        return workout
    }

    private static let activityUUIDs = [UUID(), UUID()]

    private static var route: SampleRecord {
        var route = sample("HKWorkoutRouteTypeIdentifier", from: 1, to: 59)
        route.workout = workoutUUID
        route.metadata = ["HKMetadataKeySyncVersion": .integer(2), "HKMetadataKeySyncIdentifier": .string("r")]
        route.locations = [1, 59].map { minute in
            var location = RouteLocation(timestamp: time(minute), latitude: 52.5 + minute / 64, longitude: 13.25)
            (location.altitude, location.horizontalAccuracy, location.verticalAccuracy) = (34.25, 4.5, 2)
            (location.speed, location.course) = (2.75, 271.5)
            return location
        }
        return route
    }

    private static var effort: SampleRecord {
        var effort = sample("HKQuantityTypeIdentifierEstimatedWorkoutEffortScore", from: 0, to: 60)
        (effort.value, effort.unit, effort.workout) = (.number(6), "appleEffortScore", workoutUUID)
        return effort
    }

    // MARK: Export

    static func writeExport(to directory: String) throws {
        let folder = URL(fileURLWithPath: directory)
        let routes = folder.appendingPathComponent("workout-routes")
        try FileManager.default.createDirectory(at: routes, withIntermediateDirectories: true)
        try Data(export.utf8).write(to: folder.appendingPathComponent("export.xml"))
        try Data(gpx.utf8).write(to: routes.appendingPathComponent("route_2024-05-01_10.59am.gpx"))
    }

    private static let attributes = """
        sourceName="Ada’s Watch" sourceVersion="27.0" device="&lt;&lt;HKDevice: 0x2&gt;, name:Apple Watch, \
        manufacturer:Apple Inc., model:Watch, hardware:Watch7,5, software:27.0&gt;" \
        creationDate="2024-05-01 11:00:05 +0200"
        """

    private static let pauses = """
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-01 10:20:00 +0200"/>
          <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-05-01 10:25:00 +0200"/>
          <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-01 10:00:00 +0200" duration="10" \
        durationUnit="min">
           <MetadataEntry key="lap" value="first"/>
          </WorkoutEvent>
        """

    private static let zoneGroup = """
        <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" source="system" unit="count/min">
           <WorkoutZone maximum="132" duration="25" durationUnit="min"/>
           <WorkoutZone minimum="132" maximum="146" duration="20" durationUnit="min"/>
           <WorkoutZone minimum="146" duration="10" durationUnit="min"/>
          </WorkoutZoneGroup>
        """

    private static func element(_ type: String, _ from: String, _ to: String, _ figures: String) -> String {
        """
        <WorkoutStatistics type="HKQuantityTypeIdentifier\(type)" startDate="2024-05-01 \(from):00 +0200" \
        endDate="2024-05-01 \(to):00 +0200" \(figures)/>
        """
    }

    private static var export: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        ]>
        <HealthData locale="de_DE">
         <ExportDate value="2024-05-02 08:00:00 +0200"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeSwimBikeRun" duration="55" durationUnit="min" \
        \(attributes) startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 11:00:00 +0200">
          <MetadataEntry key="HKIndoorWorkout" value="0"/>
          <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
          <MetadataEntry key="HKWeatherTemperature" value="64.4 degF"/>
          <MetadataEntry key="HKElevationAscended" value="3250 cm"/>
          \(pauses)
          <WorkoutActivity uuid="\(activityUUIDs[0].uuidString)" startDate="2024-05-01 10:00:00 +0200" \
        endDate="2024-05-01 10:30:00 +0200" duration="25" durationUnit="min">
          \(pauses)
          \(element("DistanceWalkingRunning", "10:00", "10:30", #"sum="5" unit="km""#))
          \(element("HeartRate", "10:00", "10:30", #"average="150" minimum="73" maximum="176.5" unit="count/min""#))
          \(zoneGroup)
           <MetadataEntry key="HKIndoorWorkout" value="0"/>
          </WorkoutActivity>
          <WorkoutActivity uuid="\(activityUUIDs[1].uuidString)" startDate="2024-05-01 10:30:00 +0200" \
        endDate="2024-05-01 11:00:00 +0200" duration="30" durationUnit="min">
          \(element("DistanceCycling", "10:30", "11:00", #"sum="13.25" unit="km""#))
          </WorkoutActivity>
          \(element("ActiveEnergyBurned", "10:00", "11:00", #"sum="517.5" unit="kcal""#))
          \(element("DistanceCycling", "10:30", "11:00", #"sum="13.25" unit="km""#))
          \(element("DistanceWalkingRunning", "10:00", "10:30", #"sum="5" unit="km""#))
          \(element("HeartRate", "10:00", "11:00", #"average="141.25" minimum="73" maximum="176.5" unit="count/min""#))
          \(zoneGroup)
          <WorkoutRoute \(attributes) startDate="2024-05-01 10:01:00 +0200" endDate="2024-05-01 10:59:00 +0200">
           <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
           <MetadataEntry key="HKMetadataKeySyncIdentifier" value="r"/>
           <FileReference path="/workout-routes/route_2024-05-01_10.59am.gpx"/>
          </WorkoutRoute>
          <Record type="HKQuantityTypeIdentifierEstimatedWorkoutEffortScore" unit="appleEffortScore" value="6" \
        \(attributes) startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 11:00:00 +0200"/>
         </Workout>
        </HealthData>
        """
    }

    private static var gpx: String {
        func point(_ minute: Double, _ time: String) -> String {
            """
            <trkpt lon="13.25" lat="\(52.5 + minute / 64)"><ele>34.25</ele><time>2024-05-01T08:\(time):00Z</time>\
            <extensions><speed>2.75</speed><course>271.5</course><hAcc>4.5</hAcc><vAcc>2</vAcc></extensions></trkpt>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
              <metadata><time>2024-05-02T06:00:00Z</time></metadata>
              <trk><name>Route 2024-05-01 10:59am</name><trkseg>
                \(point(1, "01"))
                \(point(59, "59"))
              </trkseg></trk>
            </gpx>
            """
    }
}
