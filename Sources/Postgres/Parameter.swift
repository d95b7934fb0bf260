import Foundation

/// A value for $1, $2, … of a statement. It is sent in binary with its type, so it needs no quoting
/// and PostgreSQL infers no type.
public enum Parameter: Sendable, Equatable {
    case bool(Bool?)
    case int32(Int32?)
    case int64(Int64?)
    case double(Double?)
    /// The server refuses U+0000, which PostgreSQL cannot store.
    case text(String?)
    case bytea([UInt8]?)
    case uuid(UUID?)
    /// Microseconds since 1970-01-01 00:00 UTC.
    case timestamptz(Int64?)
    /// Valid JSON text.
    case jsonb([UInt8]?)
    case int32Array([Int32])
    case optionalInt32Array([Int32?])
    case int64Array([Int64])
    case textArray([String])
    case optionalTextArray([String?])
    case uuidArray([UUID])
    /// Microseconds since 1970-01-01 00:00 UTC.
    case timestamptzArray([Int64?])
    case rows(RowArray)

    var typeOID: UInt32 {
        switch self {
        case .bool: TypeOID.bool
        case .int32: TypeOID.int4
        case .int64: TypeOID.int8
        case .double: TypeOID.float8
        case .text: TypeOID.text
        case .bytea: TypeOID.bytea
        case .uuid: TypeOID.uuid
        case .timestamptz: TypeOID.timestamptz
        case .jsonb: TypeOID.jsonb
        case .int32Array, .optionalInt32Array: TypeOID.int4Array
        case .int64Array: TypeOID.int8Array
        case .textArray, .optionalTextArray: TypeOID.textArray
        case .uuidArray: TypeOID.uuidArray
        case .timestamptzArray: TypeOID.timestamptzArray
        case .rows(let rows): rows.type.arrayOID
        }
    }

    /// Appends the value's bytes to `bytes`. Returns false for null.
    func encode(into bytes: inout [UInt8]) -> Bool {
        switch self {
        case .bool(let value): Parameter.encode(value, &bytes) { $1.append($0 ? 1 : 0) }
        case .int32(let value): Parameter.encode(value, &bytes) { $1.append(bigEndian: $0) }
        case .int64(let value): Parameter.encode(value, &bytes) { $1.append(bigEndian: $0) }
        case .double(let value): Parameter.encode(value, &bytes) { $1.append(bigEndian: $0.bitPattern) }
        case .text(let value): Parameter.encode(value, &bytes) { $1.append(contentsOf: $0.utf8) }
        case .bytea(let value): Parameter.encode(value, &bytes) { $1.append(contentsOf: $0) }
        case .uuid(let value): Parameter.encode(value, &bytes) { $1.append($0) }
        case .timestamptz(let value):
            Parameter.encode(value, &bytes) { $1.append(bigEndian: $0 &- Epoch.postgresMicroseconds) }
        case .jsonb(let value):
            Parameter.encode(value, &bytes) {
                $1.append(1)
                $1.append(contentsOf: $0)
            }
        case .int32Array(let values):
            Parameter.encode(array: values, of: TypeOID.int4, &bytes) { Parameter.int32($0) }
        case .optionalInt32Array(let values):
            Parameter.encode(array: values, of: TypeOID.int4, &bytes) { Parameter.int32($0) }
        case .int64Array(let values):
            Parameter.encode(array: values, of: TypeOID.int8, &bytes) { Parameter.int64($0) }
        case .textArray(let values):
            Parameter.encode(array: values, of: TypeOID.text, &bytes) { Parameter.text($0) }
        case .optionalTextArray(let values):
            Parameter.encode(array: values, of: TypeOID.text, &bytes) { Parameter.text($0) }
        case .uuidArray(let values):
            Parameter.encode(array: values, of: TypeOID.uuid, &bytes) { Parameter.uuid($0) }
        case .timestamptzArray(let values):
            Parameter.encode(array: values, of: TypeOID.timestamptz, &bytes) { Parameter.timestamptz($0) }
        case .rows(let rows): Parameter.encode(rows.bytes, &bytes) { $1.append(contentsOf: $0) }
        }
    }

    private static func encode<Value>(
        _ value: Value?, _ bytes: inout [UInt8], _ append: (Value, inout [UInt8]) -> Void
    ) -> Bool {
        guard let value else { return false }
        append(value, &bytes)
        return true
    }

    /// Writes the format of PostgreSQL's `array_recv`, in this order:
    ///
    /// - the number of dimensions, a flag for nulls, and the type of the elements
    /// - the length and the lower bound of the dimension
    /// - the length and the value of each element
    @discardableResult
    static func encode<Element>(
        array: [Element], of type: UInt32, _ bytes: inout [UInt8], _ parameter: (Element) -> Parameter
    ) -> Bool {
        bytes.append(bigEndian: Int32(array.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(1))
        bytes.append(bigEndian: type)
        guard !array.isEmpty else { return true }
        bytes.append(bigEndian: Int32(array.count))
        bytes.append(bigEndian: Int32(1))
        for element in array {
            let lengthAt = bytes.count
            bytes.append(bigEndian: Int32(-1))
            guard parameter(element).encode(into: &bytes) else { continue }
            let length = Int32(bytes.count - lengthAt - 4)
            for (index, byte) in Swift.withUnsafeBytes(of: length.bigEndian, Array.init).enumerated() {
                bytes[lengthAt + index] = byte
            }
        }
        return true
    }
}
