import HealthCore
import Testing

@testable import HealthAPI

@Suite struct WorkoutPartsTests {
    private func instant(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: "2024-05-01T\(text)Z"))
    }

    private func parts(_ json: String) throws -> WorkoutParts {
        try WorkoutParts(Array(json.utf8), workoutEnd: try instant("11:00:00"))
    }

    private func text(_ json: [UInt8]?) -> String? { json.map { String(decoding: $0, as: UTF8.self) } }

    @Test("a workout without parts, or with others, has no events and no activities")
    func none() throws {
        let none = try WorkoutParts(nil, workoutEnd: try instant("11:00:00"))
        #expect(none.events.isEmpty && none.activities.isEmpty)
        for json in [
            "{}", #"{"workoutEvents": null, "workoutActivities": []}"#,
            #"{"children": [{"name": "WorkoutRoute"}, 7, {"name": 8}], "mood": "good"}"#,
        ] {
            let parts = try parts(json)
            #expect(parts.events.isEmpty && parts.unreadEvents == 0, "\(json)")
            #expect(parts.activities.isEmpty && parts.unreadActivities == 0, "\(json)")
        }
    }

    @Test("an event has a type and a start, and an end, a duration or neither")
    func shapes() throws {
        let client = try parts(
            """
            {"workoutEvents": [
                {"type": "pause", "startDate": "2024-05-01T10:00:00Z"},
                {"type": 2, "date": "2024-05-01T12:10:00+02:00"},
                {"type": "HKWorkoutEventTypeLap", "startDate": "2024-05-01T10:20:00Z", "duration": 90.5,
                 "metadata": {"a": "b"}},
                {"type": "segment", "startDate": "2024-05-01T10:30:00Z", "endDate": "2024-05-01T10:40:00Z", "duration": 1}
            ]}
            """)
        #expect(client.unreadEvents == 0)
        #expect(client.events.map(\.type) == [1, 2, 3, 7])
        #expect(client.events.map(\.start) == (try ["10:00:00", "10:10:00", "10:20:00", "10:30:00"].map(instant)))
        #expect(client.events.map(\.end) == (try ["10:00:00", "10:10:00", "10:21:30.5", "10:40:00"].map(instant)))
        #expect(client.events.map { text($0.metadata) } == [nil, nil, #"{"a":"b"}"#, nil])
    }

    @Test("statistics and zones are those of the workout or of an activity")
    func figures() throws {
        let clientFigures = """
            "workoutStatistics": [
                {"type": "heartRate", "unit": "count/min", "startDate": "2024-05-01T10:00:00Z",
                 "endDate": "2024-05-01T10:30:00Z", "average": 100.5, "minimum": 73, "maximum": 135},
                {"type": "activeEnergyBurned", "unit": "kcal", "sum": 117.119}],
            "workoutZoneGroups": [{"type": "heartRate", "source": "system", "unit": "count/min", "zones": [
                {"maximum": 132, "duration": 1320}, {"minimum": 132, "maximum": 146, "duration": 6},
                {"minimum": 146, "duration": 0}]}]
            """
        let client = try parts("{\(clientFigures)}").figures
        #expect(client.statistics.map(\.type) == ["heartRate", "activeEnergyBurned"])
        #expect(client.statistics.map(\.sum) == [nil, 117.119] && client.statistics[0].maximum == 135)
        #expect(client.statistics[0].start == (try instant("10:00:00")))
        #expect(client.zoneGroups.map(\.zones.count) == [3])
        #expect(client.zoneGroups[0].zones.map(\.duration) == [1320, 6, 0])
        #expect(client.zoneGroups[0].zones.map(\.minimum) == [nil, 132, 146])
        let inActivity = try parts(
            #"{"workoutActivities": [{"startDate": "2024-05-01T10:00:00Z", \#(clientFigures)}]}"#)
        #expect(inActivity.activityFigures == [client] && inActivity.figures.statistics.isEmpty)
    }

    @Test("unknown and unreadable fields of statistics and zones are kept")
    func unreadFigures() throws {
        let figures = try parts(
            """
            {"workoutStatistics": [{"type": "a", "sum": "many", "mood": "good", "metadata": {"k": "v"}}],
             "workoutZoneGroups": [{"type": "a", "new": 1, "zones": [{"name": "easy", "sent": {"duration": "1 km"}}]}]}
            """
        ).figures
        #expect(figures.statistics.count == 1 && figures.statistics[0].sum == nil)
        #expect(text(figures.statistics[0].unread) == #"{"sum":"many","mood":"good","metadata":{"k":"v"}}"#)
        let group = try #require(figures.zoneGroups.first)
        #expect(text(group.unread) == #"{"new":1}"#)
        #expect(group.zones.map { text($0.unread) } == [#"{"name":"easy","sent":{"duration":"1 km"}}"#])
        let client = try parts(
            #"{"workoutStatistics": [7, {"sum": "1", "x": null}], "workoutZoneGroups": "all"}"#
        ).figures
        #expect(client.statistics.map { text($0.unread) } == ["7", #"{"sum":"1","x":null}"#])
        #expect(client.zoneGroups.map { text($0.unread) } == [#""all""#])
    }

    @Test("types that nobody knows yet stay as sent")
    func unknownTypes() throws {
        let parts = try parts(
            """
            {"workoutEvents": [{"type": 99, "date": "2024-05-01T10:00:00Z"}, {"type": "fly", "date": "2024-05-01T10:00:00Z"}]}
            """)
        #expect(parts.events.map(\.type) == [99, nil])
        #expect(parts.events.map(\.sentType) == [nil, "fly"])
    }

    @Test(
        "what cannot be read is counted",
        arguments: [
            "7", "null", "{}", #"{"type": "pause"}"#, #"{"date": "2024-05-01T10:00:00Z"}"#,
            #"{"type": "", "date": "2024-05-01T10:00:00Z"}"#, #"{"type": 1.5, "date": "2024-05-01T10:00:00Z"}"#,
            #"{"type": 1, "date": 1714557600}"#,
            #"{"type": 1, "date": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T09:59:59Z"}"#,
            #"{"type": 1, "date": "2024-05-01T10:00:00Z", "duration": -1}"#,
            #"{"type": 1, "date": "2024-05-01T10:00:00Z", "duration": 1e300}"#,
            #"{"type": 1, "date": "2024-05-01T10:00:00Z", "duration": "1"}"#, #"{"type": 1, "date": "2024-05-01"}"#,
            #"{"type": 1, "date": "2024-05-01T10:00:00Z", "metadata": 5}"#,
        ])
    func unread(event: String) throws {
        let good = #"{"type": 1, "date": "2024-05-01T10:00:00Z"}"#
        let parts = try parts(#"{"workoutEvents": [\#(event), \#(good)]}"#)
        #expect(parts.unreadEvents == 1)
        #expect(parts.events.count == 1)
    }

    @Test("events that are no array are one that cannot be read")
    func noArray() throws {
        let parts = try parts(#"{"workoutEvents": {"type": 1}, "workoutActivities": "run"}"#)
        #expect(parts.unreadEvents == 1 && parts.unreadActivities == 1)
    }

    @Test("activities have events of their own, and the end of the workout if they have none")
    func activities() throws {
        let client = try parts(
            """
            {"workoutActivities": [
                {"uuid": "A-1", "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:30:00Z", "duration": 1500,
                 "metadata": {"k": "v"}, "statistics": [1],
                 "workoutEvents": [{"type": "pause", "date": "2024-05-01T10:10:00Z"}, {"type": 1}]},
                {"startDate": "2024-05-01T10:30:00Z"},
                {"startDate": "2024-05-01T11:00:01Z"}, {"endDate": "2024-05-01T10:30:00Z"}
            ]}
            """)
        #expect(client.unreadActivities == 2 && client.events.isEmpty)
        let first = try #require(client.activities.first)
        #expect(first.uuid == "A-1" && first.duration == 1_500 && text(first.metadata) == #"{"k":"v"}"#)
        #expect(first.events.map(\.type) == [1] && first.unreadEvents == 1)
        #expect(client.activities.last?.end == (try instant("11:00:00")))
    }

    @Test("an activity's type has two names and may be in no catalogue")
    func activityTypes() throws {
        let dates = #""startDate": "2024-05-01T10:00:00Z""#
        let parts = try parts(
            """
            {"workoutActivities": [
                {"workoutActivityType": "swimming", \(dates)}, {"activityType": 13, \(dates)},
                {"activityType": "flying", \(dates)}, {"workoutActivityType": {}, \(dates)}
            ]}
            """)
        #expect(parts.activities.map(\.activityType) == [46, 13, nil])
        #expect(parts.activities.map(\.sentActivityType) == [nil, nil, "flying"])
        #expect(parts.unreadActivities == 1)
    }
}
