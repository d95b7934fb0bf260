import Foundation
import HealthCore
import JSON

/// Reads single fields of a record.
extension RecordParser {
    /// Longest metadata of one sample, and longest other members of one sample, in bytes of JSON.
    private static let jsonBytesMax = 4 << 20
    /// Longest other members of a sample that is not a quantity, category, correlation or workout.
    /// For comparison, a route of twelve hours with one point per second has 10 MiB.
    private static let partsBytesMax = 15 << 20

    /// Returns the value of a field that must not be missing.
    func required<Value>(_ value: Value?, _ field: String) throws(Refusal) -> Value {
        guard let value else { throw Refusal(.missingField, field: field, "\(field) is missing") }
        return value
    }

    func uuid(_ value: JSONValue?, _ field: String) throws(Refusal) -> UUID {
        guard let text = try required(value, field).string, let uuid = UUID(text: text) else {
            throw Refusal(
                .malformedUUID, field: field, "\(field) must be a uuid such as 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return uuid
    }

    func instant(_ value: JSONValue?, _ field: String) throws(Refusal) -> Instant {
        guard let text = try required(value, field).string, let instant = Instant(rfc3339: text) else {
            throw Refusal(
                .malformedDate, field: field, "\(field) must be a time of RFC 3339 such as 2024-05-01T10:00:00.123Z")
        }
        return instant
    }

    /// Returns nil if the value is missing or null.
    func text(_ value: JSONValue?, _ field: String) throws(Refusal) -> String? {
        guard let value = value.present else { return nil }
        guard let text = value.string else { throw Refusal(.malformedField, field: field, "\(field) must be a text") }
        guard text.utf8.count <= Device.descriptionBytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(Device.descriptionBytesMax) bytes")
        }
        return text
    }

    func number(_ value: JSONValue?, _ field: String) throws(Refusal) -> Double? {
        guard let value else { return nil }
        guard let number = value.double, number.isFinite else {
            throw Refusal(.malformedNumber, field: field, "\(field) must be a number")
        }
        return number
    }

    /// Returns an object as JSON text; empty if it is missing or has no members.
    func json(_ value: JSONValue?, _ field: String) throws(Refusal) -> [UInt8] {
        guard let value, value.count > 0 || value.kind != .object else { return [] }
        guard value.kind == .object else { throw Refusal(.malformedField, field: field, "\(field) must be an object") }
        guard !value.hasRepeatedKey else { throw Refusal(.malformedField, field: field, "\(field) holds a key twice") }
        return try checked(value.minified, field, bytesMax: RecordParser.jsonBytesMax)
    }

    /// Returns the members that have no column as one JSON object. Returns an empty array if there
    /// are none.
    ///
    /// - Throws: `Refusal` if they are too long, or if an object in them lacks a member that its
    ///   class in HealthKit always has.
    func parts(_ fields: SampleFields, _ kind: SampleType.Kind, type: Int32) throws(Refusal) -> [UInt8] {
        let members = fields.membersWithoutColumn(of: kind)
        guard !members.isEmpty else { return [] }
        if let list = RecordParser.lists[references.types[Int(type)].identifier],
            let value = members.first(where: { $0.name == list.name })?.value
        {
            try check(list: value, list)
        }
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in members {
                writer.key(name)
                writer.value(value)
            }
        }
        return try checked(
            writer.bytes, members[0].name,
            bytesMax: kind == .other ? RecordParser.partsBytesMax : RecordParser.jsonBytesMax)
    }

    /// Lists of objects, by the type of the samples that have them.
    private static let lists = [
        "HKWorkoutRouteTypeIdentifier": RequiredList(
            name: "locations", time: "timestamp", numbers: [("latitude", 90), ("longitude", 180)]),
        "HKDataTypeIdentifierHeartbeatSeries": RequiredList(
            name: "heartbeats", numbers: [("timeSinceSeriesStart", nil)]),
        "HKDataTypeIdentifierAudiogram": RequiredList(name: "sensitivityPoints", numbers: [("frequency", nil)]),
    ]

    /// A member that is a list of objects, and the members that each object has.
    private struct RequiredList {
        var name: String
        /// The name of a time.
        var time: StaticString?
        /// The names of numbers, with their greatest magnitude.
        var numbers: [(name: StaticString, magnitudeMax: Int?)]
    }

    private func check(list value: JSONValue, _ list: RequiredList) throws(Refusal) {
        guard value.kind == .array else {
            throw Refusal(.malformedField, field: list.name, "\(list.name) must be an array of objects")
        }
        try value.forEachElement { index, element throws(Refusal) in
            do throws(Refusal) {
                try check(object: element, list)
            } catch {
                throw error.inside("\(list.name)[\(index)]")
            }
        }
    }

    private func check(object: JSONValue, _ list: RequiredList) throws(Refusal) {
        guard object.kind == .object else {
            throw Refusal(.malformedField, field: "", "an element of \(list.name) must be an object")
        }
        if let time = list.time { _ = try instant(object[time].present, "\(time)") }
        for (name, magnitudeMax) in list.numbers {
            let number = try required(number(object[name].present, "\(name)"), "\(name)")
            if let magnitudeMax, abs(number) > Double(magnitudeMax) {
                throw Refusal(
                    .malformedNumber, field: "\(name)",
                    "\(name) must be a number from -\(magnitudeMax) to \(magnitudeMax)")
            }
        }
    }

    private func checked(_ json: [UInt8], _ field: String, bytesMax: Int) throws(Refusal) -> [UInt8] {
        guard json.count <= bytesMax else {
            throw Refusal(.fieldTooLong, field: field, "\(field) is longer than \(bytesMax) bytes of JSON")
        }
        return json
    }
}
