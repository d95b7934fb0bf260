/// The reason why a unit could not be parsed or a conversion is not possible.
public struct UnitError: Error, Hashable, Sendable {
    public var code: Code
    /// In PostgreSQL's style: lower case, no full stop. It may quote the unit, but it never
    /// contains a health value.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Codes are permanent, because clients depend on them.
    public enum Code: String, CaseIterable, Sendable {
        /// The string does not follow the grammar, or its nesting or an exponent exceeds the limits
        /// of `Unit`.
        case malformed = "malformed_unit"
        /// A symbol is not in HealthKit, or has a prefix that the symbol does not allow.
        case unknownSymbol = "unknown_unit_symbol"
        /// The string is longer than `Unit.stringBytesMax`.
        case tooLong = "unit_too_long"
        /// The units measure different quantities.
        case incompatible = "incompatible_units"
        /// The factor between the units is not a finite number.
        case outOfRange = "unit_out_of_range"
    }
}
