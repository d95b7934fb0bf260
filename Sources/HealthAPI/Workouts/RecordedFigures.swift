import HealthCore
import JSON

/// The statistics and zones that a sender recorded for a workout or for one of its activities.
///
/// They are members of an object:
///
///     "workoutStatistics": [{"type", "unit", "startDate", "endDate", "sum"?, "average"?,
///                            "minimum"?, "maximum"?}]
///     "workoutZoneGroups": [{"type", "source", "unit",
///                            "zones": [{"minimum"?, "maximum"?, "duration"}]}]
struct RecordedFigures: Hashable, Sendable {
    private(set) var statistics: [RecordedStatistics] = []
    private(set) var zoneGroups: [WorkoutZoneGroup] = []

    init() {}

    /// - Parameter object: the parts of a workout, or one activity as its sender wrote it.
    init(in object: JSONValue) {
        statistics = WorkoutPart.parts(in: object, "workoutStatistics").map(RecordedFigures.statistics)
        zoneGroups = WorkoutPart.parts(in: object, "workoutZoneGroups").map(RecordedFigures.zoneGroup)
    }

    /// Adds the figures of types that these figures lack. `other` comes from the same workout in an
    /// export.
    mutating func add(_ other: RecordedFigures) {
        let types = Set(statistics.map(\.type))
        statistics += other.statistics.filter { !types.contains($0.type) }
        let zoned = Set(zoneGroups.map(\.type))
        zoneGroups += other.zoneGroups.filter { !zoned.contains($0.type) }
    }

    private static func statistics(_ part: WorkoutPart) -> RecordedStatistics {
        var fields = FieldReader(part)
        return RecordedStatistics(
            type: fields.text("type"), unit: fields.text("unit"), start: fields.instant("startDate"),
            end: fields.instant("endDate"), sum: fields.number("sum"), average: fields.number("average"),
            minimum: fields.number("minimum"), maximum: fields.number("maximum"), unread: fields.unread())
    }

    private static func zoneGroup(_ part: WorkoutPart) -> WorkoutZoneGroup {
        var fields = FieldReader(part)
        return WorkoutZoneGroup(
            type: fields.text("type"), source: fields.text("source"), unit: fields.text("unit"),
            zones: fields.parts("zones").map { part in
                var fields = FieldReader(part)
                return WorkoutZoneGroup.Zone(
                    minimum: fields.number("minimum"), maximum: fields.number("maximum"), duration: fields.seconds(),
                    unread: fields.unread())
            }, unread: fields.unread())
    }
}

/// Reads the fields of one part. It remembers the fields that it has read, so that the rest is
/// kept.
private struct FieldReader {
    private let part: WorkoutPart
    private var read: Set<String> = []

    init(_ part: WorkoutPart) {
        self.part = part
    }

    mutating func text(_ name: String) -> String? { note(name, part.value[name]?.string) }

    mutating func number(_ name: String) -> Double? { note(name, part.number(name)) }

    mutating func instant(_ name: String) -> Instant? { note(name, try? part.instant(name)) }

    /// Reads the duration in seconds.
    mutating func seconds() -> Double? { note("duration", try? part.seconds()) }

    /// Remembers a field as read, unless its value is nil.
    private mutating func note<Value>(_ name: String, _ value: Value?) -> Value? {
        if value != nil { read.insert(name) }
        return value
    }

    mutating func parts(_ name: String) -> [WorkoutPart] {
        guard part.value[name]?.kind == .array else { return [] }
        read.insert(name)
        return WorkoutPart.parts(in: part.value, name)
    }

    /// Returns the members that were not read, as one JSON object; nil if everything was read. A
    /// value that is not an object is returned whole.
    func unread() -> [UInt8]? {
        guard part.value.kind == .object else { return part.value.minified }
        var writer = JSONWriter()
        var isEmpty = true
        writer.object { writer in
            part.value.forEachMember { name, value in
                guard !read.contains(name) else { return }
                isEmpty = false
                writer.member(name, value)
            }
        }
        return isEmpty ? nil : writer.bytes
    }
}
