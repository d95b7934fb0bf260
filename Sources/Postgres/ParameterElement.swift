import Foundation

/// A type whose arrays are parameters.
public protocol ParameterElement {
    static func parameters(of elements: [Self]) -> [Parameter]
}

/// A type whose arrays may have nulls.
public protocol NullableElement: ParameterElement {
    static func parameters(of elements: [Self?]) -> [Parameter]
}

extension Array: ParameterValue where Element: ParameterElement {
    public var parameters: [Parameter] { Element.parameters(of: self) }
}
extension Optional: ParameterElement where Wrapped: NullableElement {
    public static func parameters(of elements: [Wrapped?]) -> [Parameter] { Wrapped.parameters(of: elements) }
}

/// One parameter, whose type in PostgreSQL the caller names.
extension Parameter: ParameterValue {
    public var parameters: [Parameter] { [self] }
}
/// Several parameters, one after the other.
extension Parameter: ParameterElement {
    public static func parameters(of elements: [Parameter]) -> [Parameter] { elements }
}
/// bytea
extension UInt8: ParameterElement {
    public static func parameters(of elements: [UInt8]) -> [Parameter] { [.bytea(elements)] }
}
extension Int32: NullableElement {
    public static func parameters(of elements: [Int32]) -> [Parameter] { [.int32Array(elements)] }
    public static func parameters(of elements: [Int32?]) -> [Parameter] { [.optionalInt32Array(elements)] }
}
extension Int64: ParameterElement {
    public static func parameters(of elements: [Int64]) -> [Parameter] { [.int64Array(elements)] }
}
extension String: NullableElement {
    public static func parameters(of elements: [String]) -> [Parameter] { [.textArray(elements)] }
    public static func parameters(of elements: [String?]) -> [Parameter] { [.optionalTextArray(elements)] }
}
extension UUID: ParameterElement {
    public static func parameters(of elements: [UUID]) -> [Parameter] { [.uuidArray(elements)] }
}
