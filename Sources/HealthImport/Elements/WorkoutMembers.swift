import JSON

/// The children of a Workout element that HealthKit defines. They become members of the workout's
/// parts, with the names that an app uses when it posts them:
///
/// - WorkoutEvent: `workoutEvents`; WorkoutActivity: `workoutActivities`; WorkoutStatistics:
///   `workoutStatistics`; WorkoutZoneGroup: `workoutZoneGroups`, each with its `zones`. An activity
///   has events, statistics and zones, too.
/// - MetadataEntry: a member of `metadata`.
/// - An attribute keeps its name. Times are RFC 3339, figures are numbers, and durations are in
///   seconds; `sent` has a duration in another unit as the export wrote it.
///
/// Other children stay elements, in the list `children`.
enum WorkoutMembers {
    private static let lists = [
        "WorkoutEvent": "workoutEvents", "WorkoutActivity": "workoutActivities",
        "WorkoutStatistics": "workoutStatistics", "WorkoutZoneGroup": "workoutZoneGroups", "WorkoutZone": "zones",
    ]
    private static let times: Set<String> = ["date", "startDate", "endDate"]
    private static let numbers: Set<String> = ["sum", "average", "minimum", "maximum"]
    /// Names of members that are made of children, so an attribute must not have them.
    private static let reserved = Set(lists.values).union(["metadata", "children", "text", "sent"])
    /// Elements of an export have up to 64 levels, each with an object and an array.
    private static let depthMax = 256

    /// Writes members.
    ///
    /// - Parameter children: elements as `ElementCapture` captures them.
    /// - Returns: the children that have no member, without the brackets around them; nil if the
    ///   JSON cannot be read.
    static func write(_ children: [UInt8], to members: inout MemberWriter) -> [UInt8]? {
        let json = Array("[".utf8) + children + Array("]".utf8)
        let parser = JSONParser(bytesMax: json.count, depthMax: depthMax)
        return try? parser.parse(json) { root in
            var metadata = MetadataObject()
            return write(root, to: &members, metadata: &metadata, isNested: false)
        }
    }

    /// - Parameter isNested: false for the workout's own children, whose metadata have a column.
    private static func write(
        _ children: JSONValue?, to members: inout MemberWriter, metadata: inout MetadataObject, isNested: Bool
    ) -> [UInt8] {
        var parts: [String: [[UInt8]]] = [:]
        var rest: [[UInt8]] = []
        children?.forEachElement { _, child in
            let name = child["name"]?.string ?? ""
            if isNested, let (key, value) = entry(child) {
                metadata.append(key: key, value: value)
            } else if let list = lists[name], let object = object(child) {
                parts[list, default: []].append(object)
            } else {
                rest.append(child.minified)
            }
        }
        let entries = metadata.json
        if !entries.isEmpty { members.raw("metadata", entries) }
        for (list, objects) in parts.sorted(by: { $0.key < $1.key }) {
            members.raw(list, Array("[".utf8) + objects.joined(separator: [UInt8(ascii: ",")]) + Array("]".utf8))
        }
        return Array(rest.joined(separator: [UInt8(ascii: ",")]))
    }

    /// Returns the key and the value of an element that has nothing else.
    private static func entry(_ element: JSONValue) -> (key: String, value: String)? {
        guard element["name"]?.string == "MetadataEntry", element["children"] == nil, element["text"] == nil,
            let attributes = element["attributes"], let key = attributes["key"]?.string,
            let value = attributes["value"]?.string
        else { return nil }
        var count = 0
        attributes.forEachMember { _, _ in count += 1 }
        return count == 2 ? (key, value) : nil
    }

    /// Returns nil for an element with an attribute that has the name of another member, or with
    /// too many entries of metadata. It stays an element.
    private static func object(_ element: JSONValue) -> [UInt8]? {
        var members = MemberWriter()
        var isAmbiguous = false
        let attributes = element["attributes"]
        let unit = attributes?["durationUnit"]?.string
        attributes?.forEachMember { name, value in
            let text = Array((value.string ?? "").utf8)[...]
            switch name {
            case "durationUnit" where attributes?["duration"] != nil: break
            case "duration" where unit != nil: members.quantity(name, text, sentUnit: unit, unit: "s")
            case _ where times.contains(name): members.time(name, text)
            case _ where numbers.contains(name): members.number(name, text)
            case _ where reserved.contains(name): isAmbiguous = true
            default: members.string(name, text)
            }
        }
        var metadata = MetadataObject()
        let rest = write(element["children"], to: &members, metadata: &metadata, isNested: true)
        if !rest.isEmpty { members.raw("children", Array("[".utf8) + rest + Array("]".utf8)) }
        if let text = element["text"] { members.raw("text", text.minified) }
        return isAmbiguous || metadata.isTooLarge ? nil : members.object
    }
}
