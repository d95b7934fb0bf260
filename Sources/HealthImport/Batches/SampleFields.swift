import HealthCore
import JSON

/// The members of a sample's JSON object. Null counts as missing. If a member is repeated, the
/// first counts.
struct SampleFields {
    private(set) var uuid: JSONValue?
    private(set) var type: JSONValue?
    private(set) var startDate: JSONValue?
    private(set) var endDate: JSONValue?
    private(set) var value: JSONValue?
    private(set) var unit: JSONValue?
    private(set) var quantities: JSONValue?
    private(set) var source: JSONValue?
    private(set) var device: JSONValue?
    private(set) var metadata: JSONValue?
    private(set) var objects: JSONValue?
    private(set) var workoutActivityType: JSONValue?
    private(set) var duration: JSONValue?
    private(set) var totalEnergyBurned: JSONValue?
    private(set) var totalDistance: JSONValue?
    private var others: [(name: String, value: JSONValue)] = []

    /// The workout that the sample names. It has no column, because it stays with other members.
    var workout: JSONValue? { others.first { $0.name == "workout" }?.value }

    init(_ object: JSONValue) {
        var known = 0
        func member(_ name: StaticString) -> JSONValue? {
            guard let value = object[name] else { return nil }
            known += 1
            return value.isNull ? nil : value
        }
        uuid = member("uuid")
        type = member("type")
        startDate = member("startDate")
        endDate = member("endDate")
        value = member("value")
        unit = member("unit")
        quantities = member("quantities")
        source = member("source")
        device = member("device")
        metadata = member("metadata")
        objects = member("objects")
        workoutActivityType = member("workoutActivityType")
        duration = member("duration")
        totalEnergyBurned = member("totalEnergyBurned")
        totalDistance = member("totalDistance")
        for member in SampleMembers.all where object[member.name] != nil { known += 1 }
        // A walk over all members creates a String for each name. It is necessary only if the
        // object has unknown members.
        guard known < object.count else { return }
        object.forEachMember { name, value in
            if !value.isNull, !SampleFields.names.contains(name) { others.append((name, value)) }
        }
    }

    private static let names = Set(SampleMembers.all.map(\.name)).union([
        "uuid", "type", "startDate", "endDate", "value", "unit", "source", "device", "metadata",
        "objects", "quantities",
        "workoutActivityType", "duration", "totalEnergyBurned", "totalDistance",
    ])

    /// Returns the members for which a sample of this kind has no column, in alphabetical order.
    /// Because of the order, a sample is unchanged if it is sent again with its members in another
    /// order.
    func membersWithoutColumn(of kind: SampleType.Kind) -> [(name: String, value: JSONValue)] {
        var members = others
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append((name, value)) }
        }
        if kind != .quantity, kind != .category { add("value", value) }
        if kind != .quantity {
            add("unit", unit)
            add("quantities", quantities)
        }
        if kind != .correlation { add("objects", objects) }
        if kind != .workout {
            add("workoutActivityType", workoutActivityType)
            add("duration", duration)
            add("totalEnergyBurned", totalEnergyBurned)
            add("totalDistance", totalDistance)
        }
        return members.sorted { $0.name < $1.name }
    }
}
