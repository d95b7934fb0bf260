import Digests
import Foundation
import HealthCore
import JSON

/// A record from an app of another maker that was refused, or that counts in no figure.
public struct RejectedClientRecord: Sendable {
    /// Index in the list of the request.
    public var index: Int
    public var refusal: Refusal
    /// True if the record is stored. A refused record is stored as an object.
    public var isKept = false
}

/// The records of one list of a request, or of one metric: accepted samples and refused records.
public struct ClientList: Sendable {
    /// The name as sent, such as `step_count`, `workouts` or `records`.
    public let name: String
    /// The number of elements that the open-wearables SDK sent.
    public internal(set) var count = 0
    /// Indices of the types of the samples.
    public private(set) var types: Set<Int32> = []
    /// Ordinals of the list's samples. Samples inside a correlation are left out.
    public private(set) var ordinals: [Int64] = []
    /// For each of `ordinals`, the record's index in the list.
    private(set) var indices: [Int] = []
    public private(set) var rejected: [RejectedClientRecord] = []
    /// Accepted records that count in no figure, with the reason.
    public private(set) var uncounted: [RejectedClientRecord] = []

    init(name: String) {
        self.name = name
    }

    mutating func append(_ ordinal: Int64, type: Int32, index: Int) {
        ordinals.append(ordinal)
        types.insert(type)
        indices.append(index)
    }

    mutating func removeLast(_ count: Int) {
        ordinals.removeLast(count)
        indices.removeLast(count)
    }

    mutating func reject(_ index: Int, _ refusal: Refusal, isKept: Bool = false) {
        rejected.append(RejectedClientRecord(index: index, refusal: refusal, isKept: isKept))
    }

    mutating func noteUncounted(_ index: Int, _ reason: Refusal) {
        uncounted.append(RejectedClientRecord(index: index, refusal: reason, isKept: true))
    }

    /// Returns the records of the list that were refused when the samples were written.
    ///
    /// - Parameter refused: refusals by ordinal.
    public func rejected(_ refused: [Int64: Refusal]) -> [RejectedClientRecord] {
        refused.isEmpty
            ? []
            : zip(ordinals, indices).compactMap { ordinal, index in
                refused[ordinal].map { RejectedClientRecord(index: index, refusal: $0) }
            }
    }
}

/// Makes uuids for records that have none.
struct ClientIdentity {
    private let names: NameBasedUUID
    private var occurrences: [UUID: Int] = [:]

    init(personUUID: UUID) {
        names = NameBasedUUID(namespace: personUUID)
    }

    /// Returns a version 5 uuid in the namespace of the person's uuid. Its name contains, for each
    /// field, the length in bytes, a colon and the field.
    func uuid(_ fields: [String]) -> UUID {
        var bytes: [UInt8] = []
        for field in fields {
            bytes += Array("\(field.utf8.count):".utf8)
            bytes += Array(field.utf8)
        }
        return names.uuid(name: bytes)
    }

    /// Returns a uuid made from `fields`. Each further call with the same fields returns a
    /// different uuid.
    mutating func nextUUID(_ fields: [String]) -> UUID {
        let first = uuid(fields)
        let occurrence = occurrences[first, default: 0]
        occurrences[first] = occurrence + 1
        return occurrence == 0 ? first : uuid(fields + ["\(occurrence)"])
    }
}

extension JSONValue {
    /// Returns a member that is not null.
    func present(_ name: StaticString) -> JSONValue? { self[name].present }

    /// Returns a member that is a text and not empty.
    func text(_ name: StaticString) -> String? {
        self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the object's members that are not null and not in `names`, as one JSON object.
    /// Returns nil if there are none.
    func members(except names: Set<String>) -> [UInt8]? {
        var writer = JSONWriter()
        var isEmpty = true
        writer.object { writer in
            forEachMember { name, value in
                guard !value.isNull, !names.contains(name) else { return }
                isEmpty = false
                writer.key(name)
                writer.value(value)
            }
        }
        return isEmpty ? nil : writer.bytes
    }
}

extension SampleReferences {
    /// Returns `value` in the unit as sent and in the canonical unit of `type`.
    ///
    /// - Parameters:
    ///   - unit: `sentUnit` in HealthKit's grammar.
    ///   - scale: the divisor of the value as sent.
    mutating func quantity(
        type: Int32, unit: String, sentUnit: String, value: Double, scale: Double = 1
    ) throws(Refusal) -> Quantity {
        let parsed = try self.unit(unit)
        var quantity = try quantity(type: type, unit: parsed, value: value / scale)
        quantity.sentValue = value
        if sentUnit != unit { quantity.sentUnit = try self.unit(sentUnit) }
        return quantity
    }
}
