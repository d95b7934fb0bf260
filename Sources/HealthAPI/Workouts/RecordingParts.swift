import Foundation
import HealthCore
import HealthImport
import JSON

/// Events, activities and locations that one request adds to a recording.
///
/// All three are sets, so that they may arrive twice, late and in any order:
/// - An event or location with the same content as another is the same one.
/// - Of two activities with the same uuid, the one that ends later counts. One without an end
///   counts as ending first. Of two that end together, the one whose JSON is greater counts.
///
/// They are stored in order of time; those of the same time in order of their JSON.
struct RecordingParts {
    var events: [Part] = []
    var activities: [Part] = []
    var route: (uuid: UUID, locations: [Part])?
    /// The latest time in events and activities; nil if there are none.
    private(set) var latest: Instant?

    /// One element of an array.
    struct Part {
        var start: Instant
        /// The end of an activity, for comparison; nil for other parts.
        var end: Instant?
        /// The lower-case uuid of an activity; nil for other parts, which are equal only if their
        /// JSON is.
        var key: String?
        var json: [UInt8]
    }

    private static let members: Set<String> = ["workoutEvents", "workoutActivities", "workoutRoute"]

    /// Reads the body of `POST /v1/workouts/{uuid}/recording`.
    ///
    /// - Throws: `Refusal`, which names the first field that is wrong; `JSONError`.
    init(body: [UInt8]) throws {
        try JSONParser(bytesMax: BatchParser.decodedBytesMax).parse(body) { root in
            try RecordingFields.check(root, members: RecordingParts.members)
            try root["workoutEvents"].present.forEachPart("workoutEvents") { value, field throws(Refusal) in
                let event = try event(value, field)
                events.append(event)
            }
            try root["workoutActivities"].present.forEachPart("workoutActivities") { value, field throws(Refusal) in
                let activity = try activity(value, field)
                activities.append(activity)
            }
            if let value = root["workoutRoute"].present { route = try RecordingParts.route(value) }
            let count = events.count + activities.count + (route?.locations.count ?? 0)
            guard count > 0 else {
                throw Refusal(
                    .missingField, field: "", "the body has no events, activities or locations",
                    hint: "it has workoutEvents, workoutActivities or workoutRoute")
            }
            guard count <= BatchParser.recordsMax else {
                throw Refusal(
                    .tooManyRecords, field: "",
                    "a request may hold at most \(BatchParser.recordsMax) events, activities and locations",
                    hint: "send several smaller requests")
            }
        }
    }

    private mutating func event(_ value: JSONValue, _ field: String) throws(Refusal) -> Part {
        let (start, end) = try RecordingFields.event(value, field)
        latest = max(latest ?? end, end)
        return Part(start: start, json: value.canonical)
    }

    private mutating func activity(_ value: JSONValue, _ field: String) throws(Refusal) -> Part {
        try RecordingFields.object(value, field)
        guard let text = value["uuid"]?.string, let uuid = UUID(text: text) else {
            throw Refusal(
                .malformedUUID, field: "\(field).uuid", "an activity needs a uuid, by which it is known when it ends")
        }
        guard let type = value["workoutActivityType"], type.int64 != nil || type.string?.isEmpty == false else {
            throw Refusal(
                .missingField, field: "\(field).workoutActivityType",
                "workoutActivityType must be the name or the raw value of an HKWorkoutActivityType")
        }
        let start = try RecordingFields.instant(value["startDate"], "\(field).startDate")
        let end = try value["endDate"].present.map { end throws(Refusal) in
            try RecordingFields.instant(end, "\(field).endDate")
        }
        try RecordingFields.checkOrder(start, end, "\(field).endDate")
        try RecordingFields.checkDuration(value, field)
        try RecordingFields.checkMetadata(value, field)
        try value["workoutEvents"].present.forEachPart("\(field).workoutEvents") { event, field throws(Refusal) in
            _ = try RecordingFields.event(event, field)
        }
        latest = max(latest ?? start, end ?? start)
        return Part(start: start, end: end ?? .earliest, key: uuid.uuidString.lowercased(), json: value.canonical)
    }

    private static func route(_ value: JSONValue) throws(Refusal) -> (uuid: UUID, locations: [Part]) {
        try RecordingFields.object(value, "workoutRoute")
        try RecordingFields.checkNames(value, members: ["uuid", "locations"], "workoutRoute.")
        guard let text = value["uuid"]?.string, let uuid = UUID(text: text) else {
            throw Refusal(.malformedUUID, field: "workoutRoute.uuid", "a route needs a uuid")
        }
        guard let list = value["locations"].present else {
            throw Refusal(.missingField, field: "workoutRoute.locations", "locations is missing")
        }
        var locations: [Part] = []
        try Optional(list).forEachPart("workoutRoute.locations") { value, field throws(Refusal) in
            try RecordingFields.object(value, field)
            let time = try RecordingFields.instant(value["timestamp"], "\(field).timestamp")
            for (name, limit) in [("latitude", 90.0), ("longitude", 180.0)] {
                guard let number = value[name]?.double, abs(number) <= limit else {
                    throw Refusal(
                        .malformedNumber, field: "\(field).\(name)",
                        "\(name) must be a number from -\(limit) to \(limit)")
                }
            }
            locations.append(Part(start: time, json: value.canonical))
        }
        guard !locations.isEmpty else {
            throw Refusal(.missingField, field: "workoutRoute.locations", "locations is empty")
        }
        return (uuid, locations)
    }

    // MARK: Merging

    /// Returns the JSON array of the stored parts and the new ones.
    ///
    /// - Parameters:
    ///   - stored: the stored JSON array; nil if there is none. Elements that cannot be read
    ///     stay.
    ///   - time: the member with the time of an element.
    /// - Throws: `JSONError`.
    static func merged(_ stored: [UInt8]?, _ new: [Part], time: StaticString) throws -> [UInt8] {
        var parts: [String: Part] = [:]
        func add(_ part: Part) {
            let key = part.key ?? String(decoding: part.json, as: UTF8.self)
            if let known = parts[key] {
                let isLater =
                    known.end == part.end
                    ? known.json.lexicographicallyPrecedes(part.json)
                    : known.end ?? .earliest < part.end ?? .earliest
                if !isLater { return }
            }
            parts[key] = part
        }
        // Only activities have keys.
        let hasKeys = new.contains { $0.key != nil }
        if let stored {
            try JSONParser(bytesMax: PostedSample.bytesMax).parse(stored) { root in
                root.forEachElement { _, value in
                    func instant(_ name: StaticString) -> Instant? {
                        value[name]?.string.flatMap { Instant(rfc3339: $0) }
                    }
                    let start = instant(time) ?? instant("date") ?? .earliest
                    let key = hasKeys ? value["uuid"]?.string.map { $0.lowercased() } : nil
                    let end = key == nil ? nil : instant("endDate") ?? .earliest
                    add(Part(start: start, end: end, key: key, json: value.canonical))
                }
            }
        }
        new.forEach(add)
        return JSONWriter.array { writer in
            for part in parts.values.sorted(by: {
                $0.start == $1.start ? $0.json.lexicographicallyPrecedes($1.json) : $0.start < $1.start
            }) { writer.raw(part.json) }
        }
    }
}

extension JSONValue? {
    /// Calls `body` for each element of an array, with the name of its field.
    ///
    /// - Throws: `Refusal` for a value that is no array; the error of `body`.
    fileprivate func forEachPart(
        _ name: String, _ body: (JSONValue, String) throws(Refusal) -> Void
    ) throws(Refusal) {
        guard let self else { return }
        guard self.kind == .array else {
            throw Refusal(.malformedField, field: name, "\(name) must be an array")
        }
        try self.forEachElement { index, value throws(Refusal) in try body(value, "\(name)[\(index)]") }
    }
}
