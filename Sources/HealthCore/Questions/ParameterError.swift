/// The reason why a question's parameter is wrong. Messages are in PostgreSQL's style and contain
/// no health value.
public struct ParameterError: Error, Hashable, Sendable {
    public var code: Code
    /// Name of the parameter, as in the query string.
    public var parameter: String
    public var message: String
    /// An action that the reader can take; nil if there is none.
    public var hint: String?

    public init(_ code: Code, _ parameter: String, _ message: String, hint: String? = nil) {
        self.code = code
        self.parameter = parameter
        self.message = message
        self.hint = hint
    }

    /// The error of a name that no sample type has.
    public init(unknownType name: String, _ parameter: String) {
        self.init(
            .unknownType, parameter, "there is no sample type \"\(name.prefix(ParameterError.shownCharactersMax))\"",
            hint: "GET /v1/types lists them")
    }

    private static let shownCharactersMax = 64

    /// Codes are permanent, because clients depend on them.
    public enum Code: String, CaseIterable, Sendable {
        case missing = "missing_parameter"
        case malformed = "malformed_parameter"
        case unknown = "unknown_parameter"
        case repeated = "repeated_parameter"
        case unknownType = "unknown_type"
        case wrongKind = "wrong_kind"
        case unknownTimeZone = "unknown_time_zone"
        case unknownUnit = "unknown_unit"
        case incompatibleUnit = "incompatible_unit"
        case incompatibleOption = "incompatible_option"
        case noTimeZoneHistory = "no_time_zone_history"
        case tooManyTimeZones = "too_many_time_zones"
        case emptyRange = "empty_range"
        case rangeTooLong = "range_too_long"
        case tooManyBuckets = "too_many_buckets"
        case outOfRange = "out_of_range"
    }
}
