import Foundation
import HealthCore
import JSON

/// The events, activities and recorded figures of a workout. They are parsed from `parts`, which
/// keeps the members as a client sent them or as `WorkoutMembers` made them of an export:
///
///     "workoutEvents": [{"type": "pause" | 1, "startDate" | "date", "endDate"?, "duration"?,
///                        "metadata"?}]
///     "workoutActivities": [{"uuid"?, "workoutActivityType" | "activityType"?, "startDate",
///                            "endDate"?, "duration"?, "workoutEvents"?, "metadata"?}]
///
/// `isRecording` is true for a workout whose recording is not finished. `RecordedFigures` describes
/// statistics and zones. Durations are in seconds. Events and activities that cannot be read are
/// counted. They stay in `parts`.
struct WorkoutParts: Sendable {
    private(set) var events: [WorkoutEvent] = []
    private(set) var unreadEvents = 0
    private(set) var activities: [WorkoutActivity] = []
    private(set) var unreadActivities = 0
    /// True if the workout is recorded live and not finished.
    private(set) var isRecording = false
    var figures = RecordedFigures()
    /// The recorded figures of each of `activities`, in the same order.
    private(set) var activityFigures: [RecordedFigures] = []

    /// Longest JSON text, in bytes. PostgreSQL writes every digit of a number such as `1e308`, so
    /// its text may be longer than the text as sent. PostgreSQL returns the 64 MiB of an export's
    /// element in less than twice as many bytes. It returns the 4 MiB of a client's members in less
    /// than `bytesMax`.
    private static let bytesMax = 256 << 20
    /// Deepest nesting. An export's elements have up to 64 levels, each with an object and an
    /// array.
    private static let depthMax = 256

    /// - Parameters:
    ///   - json: one JSON object; nil for an empty one.
    ///   - end: the end of the workout. It also ends an activity without an end.
    /// - Throws: `JSONError` if the text is not JSON.
    init(_ json: [UInt8]?, workoutEnd end: Instant) throws {
        guard let json else { return }
        try JSONParser(bytesMax: WorkoutParts.bytesMax, depthMax: WorkoutParts.depthMax).parse(json) { root in
            (events, unreadEvents) = try WorkoutPart.read(WorkoutPart.parts(in: root, "workoutEvents")) {
                try $0.event()
            }
            let activities = try WorkoutPart.read(WorkoutPart.parts(in: root, "workoutActivities")) {
                ($0, try $0.activity(workoutEnd: end))
            }
            self.activities = activities.values.map(\.1)
            unreadActivities = activities.unread
            activityFigures = activities.values.map { RecordedFigures(in: $0.0.value) }
            figures = RecordedFigures(in: root)
            isRecording = root[RecordingState.member]?.bool ?? false
        }
    }
}

/// One event, activity or figure as its sender wrote it. It is valid only while the text is parsed.
struct WorkoutPart {
    let value: JSONValue

    private struct Unreadable: Error {}

    /// Returns the elements of a list. A value that is not a list is one part that cannot be read.
    static func parts(in object: JSONValue, _ member: String) -> [WorkoutPart] {
        guard let list = object[member].present else { return [] }
        guard list.kind == .array else { return [WorkoutPart(value: list)] }
        var parts: [WorkoutPart] = []
        list.forEachElement { parts.append(WorkoutPart(value: $1)) }
        return parts
    }

    /// Calls `read` for each part. Returns its results, and the number of parts for which it
    /// returned nil.
    static func read<Value>(
        _ parts: [WorkoutPart], _ read: (WorkoutPart) throws -> Value
    ) throws -> (values: [Value], unread: Int) {
        var values: [Value] = []
        for part in parts {
            do { values.append(try read(part)) } catch is Unreadable { continue }
        }
        return (values, parts.count - values.count)
    }

    func event() throws -> WorkoutEvent {
        guard let type = try constant("type", Catalogue.workoutEventType(named:)),
            let start = try instant("startDate") ?? instant("date")
        else { throw Unreadable() }
        return WorkoutEvent(
            type: type.rawValue, sentType: type.sent, start: start,
            end: try checked(try instant("endDate") ?? start.adding(seconds: try seconds() ?? 0), after: start),
            metadata: try metadata())
    }

    func activity(workoutEnd: Instant) throws -> WorkoutActivity {
        guard let start = try instant("startDate") else { throw Unreadable() }
        let end = try checked(try instant("endDate") ?? workoutEnd, after: start)
        let type =
            try constant("workoutActivityType", Catalogue.workoutActivityType(named:))
            ?? constant("activityType", Catalogue.workoutActivityType(named:))
        let events = try WorkoutPart.read(WorkoutPart.parts(in: value, "workoutEvents")) { try $0.event() }
        return WorkoutActivity(
            uuid: try uuid(), activityType: type?.rawValue, sentActivityType: type?.sent, start: start, end: end,
            duration: try seconds(), events: events.values, unreadEvents: events.unread, metadata: try metadata())
    }

    // MARK: Fields

    private func text(_ name: String) throws -> String? {
        guard let field = value[name].present else { return nil }
        guard let text = field.string else { throw Unreadable() }
        return text
    }

    /// Reads the uuid. An export writes it in upper case, and answers have uuids in lower case. A
    /// text that is not a uuid is returned as sent.
    private func uuid() throws -> String? {
        try text("uuid").map { UUID(uuidString: $0)?.uuidString.lowercased() ?? $0 }
    }

    /// Reads a raw value or the name of a constant. A name that no catalogue has is returned as
    /// sent.
    private func constant(
        _ name: String, _ rawValue: (String) -> Int32?
    ) throws -> (rawValue: Int32?, sent: String?)? {
        if let number = value[name]?.int64 {
            guard let number = Int32(exactly: number) else { throw Unreadable() }
            return (number, nil)
        }
        guard let text = try text(name) else { return nil }
        guard !text.isEmpty else { throw Unreadable() }
        let number = rawValue(text)
        return (number, number == nil ? text : nil)
    }

    /// Reads a time as RFC 3339, or in the date format of an export.
    func instant(_ name: String) throws -> Instant? {
        guard let text = try text(name) else { return nil }
        let bytes = Array(text.utf8)
        guard let instant = Instant(exportText: bytes[...]) else { throw Unreadable() }
        return instant
    }

    /// Reads a finite number. Returns nil for any other value.
    func number(_ name: String) -> Double? { value[name]?.double.flatMap { $0.isFinite ? $0 : nil } }

    private func checked(_ end: Instant?, after start: Instant) throws -> Instant {
        guard let end, end >= start else { throw Unreadable() }
        return end
    }

    /// Reads the duration in seconds. Throws `Unreadable` if it is negative or not finite.
    func seconds() throws -> Double? {
        guard value["duration"].present != nil else { return nil }
        guard let seconds = number("duration"), seconds >= 0 else { throw Unreadable() }
        return seconds
    }

    private func metadata() throws -> [UInt8]? {
        guard let metadata = value["metadata"].present else { return nil }
        guard metadata.kind == .object else { throw Unreadable() }
        return metadata.minified
    }
}

extension Instant {
    /// Returns nil if the result is outside of the range of times that can be written.
    fileprivate func adding(seconds: Double) -> Instant? {
        let length = (seconds * Double(Instant.microsecondsPerSecond)).rounded()
        guard length <= Double(Instant.latest.microseconds - microseconds) else { return nil }
        let instant = Instant(microseconds: microseconds + Int64(length))
        return instant <= .latest ? instant : nil
    }
}
