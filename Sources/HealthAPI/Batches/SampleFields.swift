import HealthCore
import JSONReader

/// The members of a sample's object, found in one walk. Null is the same as nothing.
struct SampleFields {
    private(set) var uuid: JSONValue?
    private(set) var type: JSONValue?
    private(set) var startDate: JSONValue?
    private(set) var endDate: JSONValue?
    private(set) var creationDate: JSONValue?
    private(set) var value: JSONValue?
    private(set) var unit: JSONValue?
    private(set) var source: JSONValue?
    private(set) var device: JSONValue?
    private(set) var metadata: JSONValue?
    private(set) var objects: JSONValue?
    private(set) var workoutActivityType: JSONValue?
    private(set) var duration: JSONValue?
    private(set) var totalEnergyBurned: JSONValue?
    private(set) var totalDistance: JSONValue?
    private var others: [(name: String, value: JSONValue)] = []

    init(_ object: JSONValue) {
        // The walk throws only what its body throws, which is nothing.
        try? object.forEachMember { name, value in
            guard !value.isNull else { return }
            if !note(name, value) { others.append((name, value)) }
        }
    }

    private mutating func note(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case "uuid": uuid = uuid ?? value
        case "type": type = type ?? value
        case "startDate": startDate = startDate ?? value
        case "endDate": endDate = endDate ?? value
        case "creationDate": creationDate = creationDate ?? value
        case "value": self.value = self.value ?? value
        case "unit": unit = unit ?? value
        case "source": source = source ?? value
        case "device": device = device ?? value
        case "metadata": metadata = metadata ?? value
        case "objects": objects = objects ?? value
        case "workoutActivityType": workoutActivityType = workoutActivityType ?? value
        case "duration": duration = duration ?? value
        case "totalEnergyBurned": totalEnergyBurned = totalEnergyBurned ?? value
        case "totalDistance": totalDistance = totalDistance ?? value
        default: return false
        }
        return true
    }

    /// What a sample of this kind has no column for, in the order of the alphabet, so that it is equal if it is sent again in
    /// another order.
    func membersWithoutColumn(of kind: SampleType.Kind) -> [(name: String, value: JSONValue)] {
        var members = others
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append((name, value)) }
        }
        if kind != .quantity, kind != .category { add("value", value) }
        if kind != .quantity { add("unit", unit) }
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

extension JSONValue? {
    /// Nil also for null.
    var present: JSONValue? { flatMap { $0.isNull ? nil : $0 } }
}
