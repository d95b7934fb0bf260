import HealthCore
import JSON

/// Checks of the fields that requests about a recording have.
enum RecordingFields {
    /// - Throws: `Refusal` if the body is not an object of these members, or if it has a text that
    ///   PostgreSQL cannot store.
    static func check(_ root: JSONValue, members: Set<String>) throws(Refusal) {
        guard root.kind == .object else {
            throw Refusal(.malformedBatch, field: "", "the body must be an object")
        }
        try checkNames(root, members: members, "")
        guard !root.hasNullCharacter else {
            throw Refusal(.malformedField, field: "", "a text holds the character U+0000, which cannot be stored")
        }
    }

    static func checkNames(_ value: JSONValue, members: Set<String>, _ prefix: String) throws(Refusal) {
        try value.forEachMember { name, _ throws(Refusal) in
            guard members.contains(name) else {
                throw Refusal(
                    .unknownField, field: prefix + name.prefix(64), "there is no such field here",
                    hint: "there are " + members.sorted().joined(separator: ", "))
            }
        }
        guard !value.hasRepeatedKey else {
            throw Refusal(.malformedField, field: String(prefix.dropLast()), "a field is given twice")
        }
    }

    static func object(_ value: JSONValue, _ field: String) throws(Refusal) {
        guard value.kind == .object, !value.hasRepeatedKey else {
            throw Refusal(.malformedField, field: field, "\(field) must be an object without repeated members")
        }
    }

    static func instant(_ value: JSONValue?, _ field: String) throws(Refusal) -> Instant {
        guard let value = value.present else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        guard let text = value.string, let instant = Instant(rfc3339: text) else {
            throw Refusal(
                .malformedDate, field: field, "\(field) must be a time of RFC 3339 such as 2024-05-01T10:00:00.123Z")
        }
        return instant
    }

    /// Checks an event and returns its start and end.
    static func event(_ value: JSONValue, _ field: String) throws(Refusal) -> (start: Instant, end: Instant) {
        try object(value, field)
        guard let type = value["type"],
            type.int64.flatMap({ Int32(exactly: $0) }) != nil || type.string?.isEmpty == false
        else {
            throw Refusal(
                .missingField, field: "\(field).type", "type must be the name or the raw value of an HKWorkoutEventType"
            )
        }
        let name = value["startDate"].present == nil && value["date"].present != nil ? "date" : "startDate"
        let start = try instant(value[name], "\(field).\(name)")
        let end = try value["endDate"].present.map { end throws(Refusal) in try instant(end, "\(field).endDate") }
        try checkOrder(start, end, "\(field).endDate")
        let seconds = try checkDuration(value, field) ?? 0
        try checkMetadata(value, field)
        return (start, end ?? Instant(microseconds: start.microseconds + Int64(seconds * 1_000_000)))
    }

    static func checkOrder(_ start: Instant, _ end: Instant?, _ field: String) throws(Refusal) {
        if let end, end < start { throw Refusal(.endBeforeStart, field: field, "endDate is before startDate") }
    }

    /// The greatest duration of an event or activity in seconds. A year.
    private static let durationMax = 366.0 * 86_400

    @discardableResult
    static func checkDuration(_ value: JSONValue, _ field: String) throws(Refusal) -> Double? {
        guard let duration = value["duration"].present else { return nil }
        guard let seconds = duration.double, (0...durationMax).contains(seconds) else {
            throw Refusal(
                .malformedNumber, field: "\(field).duration",
                "duration must be a number of seconds from 0 to \(Int64(durationMax))")
        }
        return seconds
    }

    static func checkMetadata(_ value: JSONValue, _ field: String) throws(Refusal) {
        guard let metadata = value["metadata"].present else { return }
        try object(metadata, "\(field).metadata")
    }
}
