import Foundation

extension UUID {
    /// A uuid whose halves are these numbers. Such uuids are in the order of their numbers.
    public static func numbered(_ number: UInt64, high: UInt64 = 0) -> UUID {
        withUnsafeBytes(of: (high.bigEndian, number.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// The lower half.
    public var number: UInt64 {
        withUnsafeBytes(of: uuid) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
    }
    public var highNumber: UInt64 {
        withUnsafeBytes(of: uuid) { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
