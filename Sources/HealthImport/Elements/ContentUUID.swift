import Digests
import Foundation
import HealthCore

/// Makes the uuids of records that have none. A record gets the same uuid in every import.
///
/// The uuid of a sample is a version 8 uuid in the name space of the person's uuid (see
/// `NameBasedUUID`). Its name consists of the fields below, each preceded by its length in four
/// bytes, big-endian. Its prefix is the start in whole seconds since 1970, modulo 2³². A file has
/// the records of a type in the order of their start, so an import writes neighbours in the index
/// of uuids one after the other. With random uuids, PostgreSQL takes nearly twice as long to copy
/// the rows.
///
/// This rule must not change: with another rule, an import would store known records again. Records
/// that are equal in all fields differ by their occurrence number, which is determined after the
/// whole file was read.
///
/// The fields of every record begin with the type's identifier, the source's name in normalised
/// form, and the start and end in microseconds. The remaining fields depend on the kind:
/// - a quantity: the value as sent and the unit as sent. For a figure of several records, the text
///   `recordCount` follows. If such a figure has no value, the value is an empty text, and the
///   minimum and maximum as sent follow, each empty if it is missing.
/// - a category: the raw value, or the text if no catalogue has it.
/// - a workout: the activity type (its raw value, or the text if no catalogue has it) and the
///   duration as sent.
/// - a correlation: the two halves of the `UUIDSum` of its contents.
/// - a clinical record: its identifier.
/// - a vision prescription: its type as sent.
/// - any other kind: the value as sent, which may be empty.
///
/// Texts are UTF-8. Numbers are eight bytes, big-endian.
struct ContentUUID {
    private let names: NameBasedUUID
    private var bytes: [UInt8] = []
    private var prefix: UInt32 = 0

    init(personUUID: UUID) {
        names = NameBasedUUID(namespace: personUUID)
    }

    mutating func begin(type: [UInt8], source: [UInt8], start: Instant, end: Instant) {
        bytes.removeAll(keepingCapacity: true)
        prefix = UInt32(truncatingIfNeeded: start.wholeSeconds)
        append(type)
        append(source)
        append(UInt64(bitPattern: start.microseconds))
        append(UInt64(bitPattern: end.microseconds))
    }

    mutating func append(_ field: some Collection<UInt8>) {
        append(length: field.count)
        bytes.append(contentsOf: field)
    }

    mutating func append(_ field: Double) { append(field.bitPattern) }

    /// Appends eight bytes. They differ from every text, because XML does not allow the character
    /// of the first byte.
    mutating func append(_ field: Int32) { append(UInt64(bitPattern: Int64(field))) }

    mutating func append(_ field: UUIDSum) {
        append(field.high)
        append(field.low)
    }

    private mutating func append(_ field: UInt64) {
        append(length: 8)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: field >> UInt64(shift)))
        }
    }

    private mutating func append(length: Int) {
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }

    func uuid() -> UUID { names.uuid(name: bytes, prefix: prefix) }

    /// Returns the uuid of an element that is not a sample. It is a version 5 uuid.
    ///
    /// - Parameter content: the element's key; its JSON text if it has no key.
    mutating func uuid(elementNamed name: String, content: [UInt8]) -> UUID {
        bytes.removeAll(keepingCapacity: true)
        append(name.utf8)
        append(content)
        return names.uuid(name: bytes)
    }
}

/// A sum of uuids that does not depend on their order. One half is the sum of their first eight
/// bytes, the other of their last eight bytes, big-endian, modulo 2⁶⁴.
struct UUIDSum {
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0

    mutating func add(_ uuid: UUID) {
        let b = uuid.uuid
        high &+= UUIDSum.number([b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7])
        low &+= UUIDSum.number([b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15])
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
