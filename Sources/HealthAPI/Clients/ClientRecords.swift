import Digests
import Foundation
import HealthCore
import JSONReader

/// A record of another maker's client that is not taken as what it says it is.
struct RejectedClientRecord: Sendable {
    /// Place in its list.
    var index: Int
    var refusal: Refusal
    /// Whether it is stored all the same, as an object that counts nowhere.
    var isKept = false
}

extension [Int64: Refusal] {
    /// The records of a list that were refused when they were written, by the ordinals and places of all its records.
    func rejected(_ ordinals: [Int64], _ indices: [Int]) -> [RejectedClientRecord] {
        isEmpty
            ? []
            : zip(ordinals, indices).compactMap { ordinal, index in
                self[ordinal].map { RejectedClientRecord(index: index, refusal: $0) }
            }
    }
}

/// Makes the uuids of records that have none.
struct ClientIdentity {
    private let names: NameBasedUUID
    private var occurrences: [UUID: Int] = [:]

    init(personUUID: UUID) {
        names = NameBasedUUID(namespace: personUUID)
    }

    /// A version 5 uuid in the name space of the person's uuid: of each field, its length in bytes, a colon and the field.
    func uuid(_ fields: [String]) -> UUID {
        var bytes: [UInt8] = []
        for field in fields {
            bytes += Array("\(field.utf8.count):".utf8)
            bytes += Array(field.utf8)
        }
        return names.uuid(name: bytes)
    }

    /// Another one each time that the fields come again.
    mutating func nextUUID(_ fields: [String]) -> UUID {
        let first = uuid(fields)
        let occurrence = occurrences[first, default: 0]
        occurrences[first] = occurrence + 1
        return occurrence == 0 ? first : uuid(fields + ["\(occurrence)"])
    }
}

extension JSONValue {
    /// A member that is not null.
    func present(_ name: StaticString) -> JSONValue? { self[name].present }

    /// A text that is not empty.
    func text(_ name: StaticString) -> String? {
        self[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Those of an object's members that are neither null nor named in `names`, as one JSON object; nil for none.
    func members(except names: Set<String>) -> [UInt8]? {
        var writer = JSONWriter()
        var isEmpty = true
        writer.object { writer in
            // The walk throws only what its body throws, which is nothing.
            try? forEachMember { name, value in
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
    /// `value` in the unit as sent, and in the canonical unit of `type`.
    ///
    /// - Parameters:
    ///   - unit: what `sentUnit` means in HealthKit's grammar.
    ///   - scale: what a value as sent is to be divided by.
    mutating func quantity(
        type: Int32, unit: String, sentUnit: String, value: Double, scale: Double = 1
    ) throws(Refusal) -> Quantity {
        let meant = try self.unit(unit)
        var quantity = try quantity(type: type, unit: meant, value: value / scale)
        quantity.sentValue = value
        if sentUnit != unit { quantity.sentUnit = try self.unit(sentUnit) }
        return quantity
    }
}
