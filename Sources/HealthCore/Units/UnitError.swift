/// Why a unit was not understood or a conversion not made.
public struct UnitError: Error, Hashable, Sendable {
    public var code: Code
    /// In PostgreSQL's style: lower case, no full stop. It may quote the unit, never a value.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Stable for ever: clients switch on them.
    public enum Code: String, CaseIterable, Sendable {
        /// The string does not follow the grammar, or nests or raises beyond the limits of `Unit`.
        case malformed = "malformed_unit"
        /// A symbol is not HealthKit's, or has a prefix it does not take.
        case unknownSymbol = "unknown_unit_symbol"
        /// The string is longer than `Unit.stringBytesMax`.
        case tooLong = "unit_too_long"
        /// The units measure different things.
        case incompatible = "incompatible_units"
        /// The factor between the units is no finite number.
        case outOfRange = "unit_out_of_range"
    }
}
