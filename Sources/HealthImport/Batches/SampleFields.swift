import HealthCore
import JSON

/// The members of a sample's JSON object. Null counts as missing. If a member is repeated, the
/// first counts.
struct SampleFields {
    /// The members that a column or the reader of samples knows.
    enum Name: Int, CaseIterable {
        case uuid, type, startDate, endDate, value, unit, quantities, source, device, metadata, objects
        case workoutActivityType, duration, totalEnergyBurned, totalDistance

        static let texts = allCases.map { String(describing: $0) }

        /// Whether a sample of the kind has a column for the member.
        func hasColumn(in kind: SampleType.Kind) -> Bool {
            switch self {
            case .value: kind == .quantity || kind == .category
            case .unit, .quantities: kind == .quantity
            case .objects: kind == .correlation
            case .workoutActivityType, .duration, .totalEnergyBurned, .totalDistance: kind == .workout
            case .uuid, .type, .startDate, .endDate, .source, .device, .metadata: true
            }
        }
    }

    /// The member of each name.
    private let values: [JSONValue?]
    private var others: [(name: String, value: JSONValue)] = []

    subscript(name: Name) -> JSONValue? { values[name.rawValue] }

    /// The workout that the sample names. It has no column, because it stays with other members.
    var workout: JSONValue? { others.first { $0.name == "workout" }?.value }

    init(_ object: JSONValue) {
        let sent = Name.texts.map { object[$0] }
        values = sent.map(\.present)
        let known = sent.count { $0 != nil } + SampleMembers.all.count { object[$0.name] != nil }
        // A walk over all members creates a String for each name. It is necessary only if the
        // object has unknown members.
        guard known < object.count else { return }
        object.forEachMember { name, value in
            if !value.isNull, !SampleFields.names.contains(name) { others.append((name, value)) }
        }
    }

    private static let names = Set(SampleMembers.all.map(\.name) + Name.texts)

    /// Returns the members for which a sample of this kind has no column, in alphabetical order.
    /// Because of the order, a sample is unchanged if it is sent again with its members in another
    /// order.
    func membersWithoutColumn(of kind: SampleType.Kind) -> [(name: String, value: JSONValue)] {
        var members = others
        for name in Name.allCases where !name.hasColumn(in: kind) {
            if let value = self[name] { members.append((Name.texts[name.rawValue], value)) }
        }
        return members.sorted { $0.name < $1.name }
    }
}
