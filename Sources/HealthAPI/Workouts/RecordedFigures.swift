import HealthCore
import JSONReader

/// The statistics and zones that a sender recorded for a workout or for one of its activities.
///
/// A client sends them as members of an object:
///
///     "workoutStatistics": [{"type", "unit", "startDate", "endDate", "sum"?, "average"?,
///                            "minimum"?, "maximum"?}]
///     "workoutZoneGroups": [{"type", "source", "unit",
///                            "zones": [{"minimum"?, "maximum"?, "duration"}]}]
///
/// An export has them as elements: `WorkoutStatistics`, and `WorkoutZoneGroup` with children
/// `WorkoutZone`.
public struct RecordedFigures: Hashable, Sendable {
    public private(set) var statistics: [RecordedStatistics] = []
    public private(set) var zoneGroups: [WorkoutZoneGroup] = []

    init() {}

    /// - Parameter object: the parts of a workout, or one activity as its sender wrote it.
    init(in object: JSONValue) throws {
        statistics = try WorkoutPart.parts(in: object, member: "workoutStatistics", element: "WorkoutStatistics").map {
            try RecordedFigures.statistics($0)
        }
        zoneGroups = try WorkoutPart.parts(in: object, member: "workoutZoneGroups", element: "WorkoutZoneGroup").map {
            try RecordedFigures.zoneGroup($0)
        }
    }

    /// Adds the figures of types that these figures lack. `other` comes from the same workout in an
    /// export.
    mutating func add(_ other: RecordedFigures) {
        let types = Set(statistics.map(\.type))
        statistics += other.statistics.filter { !types.contains($0.type) }
        let zoned = Set(zoneGroups.map(\.type))
        zoneGroups += other.zoneGroups.filter { !zoned.contains($0.type) }
    }

    private static func statistics(_ part: WorkoutPart) throws -> RecordedStatistics {
        var fields = FieldReader(part)
        return RecordedStatistics(
            type: fields.text("type"), unit: fields.text("unit"), start: fields.instant("startDate"),
            end: fields.instant("endDate"), sum: fields.number("sum"), average: fields.number("average"),
            minimum: fields.number("minimum"), maximum: fields.number("maximum"), unread: try fields.unread())
    }

    private static func zoneGroup(_ part: WorkoutPart) throws -> WorkoutZoneGroup {
        var fields = FieldReader(part)
        return WorkoutZoneGroup(
            type: fields.text("type"), source: fields.text("source"), unit: fields.text("unit"),
            zones: try fields.parts(member: "zones", element: "WorkoutZone").map { part in
                var fields = FieldReader(part)
                return WorkoutZoneGroup.Zone(
                    minimum: fields.number("minimum"), maximum: fields.number("maximum"), duration: fields.seconds(),
                    unread: try fields.unread())
            }, unread: try fields.unread())
    }
}

/// Reads the fields of one part. It remembers the fields that it has read, so that the rest is
/// kept.
private struct FieldReader {
    private let part: WorkoutPart
    private var read: Set<String> = []
    private var readElement: String?

    init(_ part: WorkoutPart) {
        self.part = part
    }

    mutating func text(_ name: String) -> String? { note(name, part.fields?[name]?.string) }

    mutating func number(_ name: String) -> Double? { note(name, part.number(name)) }

    mutating func instant(_ name: String) -> Instant? { note(name, try? part.instant(name)) }

    /// Reads the duration in seconds. In an export, its unit is a separate field.
    mutating func seconds() -> Double? {
        guard let seconds = try? part.seconds() else { return nil }
        if part.isElement { read.insert("durationUnit") }
        return note("duration", seconds)
    }

    /// Remembers a field as read, unless its value is nil.
    private mutating func note<Value>(_ name: String, _ value: Value?) -> Value? {
        if value != nil { read.insert(name) }
        return value
    }

    mutating func parts(member: String, element: String) throws -> [WorkoutPart] {
        readElement = element
        var parts: [WorkoutPart] = []
        if part.isElement {
            part.value["children"]?.forEachElement { _, child in
                if child["name"]?.string == element { parts.append(WorkoutPart(element: child)) }
            }
        } else if let list = part.value[member], list.kind == .array {
            read.insert(member)
            list.forEachElement { parts.append(WorkoutPart(member: $1)) }
        }
        return parts
    }

    /// Returns the data that were not read, as one JSON value. Returns nil if everything was read.
    /// For an element of an export, the value is an object of the unread `attributes`, `children`
    /// and `text`. For a client's object, it has the unread members.
    func unread() throws -> [UInt8]? {
        guard part.isElement else {
            guard part.value.kind == .object else { return part.value.minified }
            return try rest(of: part.value)
        }
        let attributes = try part.fields.flatMap { try rest(of: $0) }
        var children = JSONWriter()
        var hasChildren = false
        children.array { children in
            part.value["children"]?.forEachElement { _, child in
                guard readElement == nil || child["name"]?.string != readElement else { return }
                hasChildren = true
                children.value(child)
            }
        }
        let text = part.value["text"]
        guard attributes != nil || hasChildren || text != nil else { return nil }
        return .jsonObject { writer in
            if let attributes { writer.member("attributes", json: attributes) }
            if hasChildren { writer.member("children", json: children.bytes) }
            if let text { writer.member("text", text) }
        }
    }

    private func rest(of object: JSONValue) throws -> [UInt8]? {
        var writer = JSONWriter()
        var isEmpty = true
        writer.object { writer in
            object.forEachMember { name, value in
                guard !read.contains(name) else { return }
                isEmpty = false
                writer.member(name, value)
            }
        }
        return isEmpty ? nil : writer.bytes
    }
}
