import HealthCore
import HealthDatabase

/// A parameter of an endpoint.
struct Parameter: Sendable {
    enum Location: String, Sendable {
        case path, query, header
    }

    var name: String
    var location = Location.query
    var schema: Schema
    var isRequired = false
    /// True if the query may contain the parameter more than once.
    var isRepeatable = false
    /// The meaning, in Markdown.
    var meaning: String
    /// An example value, before it is percent-encoded.
    var example: String
    /// Codes of refused values, in addition to `malformed_parameter`.
    var errors: [ErrorCode] = []

    /// True if the endpoint's example requests contain the parameter although it is optional.
    var isInExamples = false

    var inExamples: Parameter {
        var parameter = self
        parameter.isInExamples = true
        return parameter
    }

    var required: Parameter {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }
}

extension Parameter {
    static let type = Parameter(
        name: "type", schema: .string(pattern: "^.+$"),
        meaning: "A sample type: HealthKit's identifier or its short name.",
        example: "stepCount", errors: [.unknownType])
    /// A quantity type.
    static let quantityType = Parameter(
        name: "type", schema: .string(pattern: "^.+$"),
        meaning: "A quantity type: HealthKit's identifier or its short name. `type` or `types` is required.",
        example: "stepCount", errors: [.missingParameter, .unknownType, .wrongKind])
    static let quantityTypes = Parameter(
        name: "types", schema: .string(pattern: "^.+$"),
        meaning: "At most \(StatisticsRequest.typesMax) quantity types, separated by commas.",
        example: "stepCount,heartRate",
        errors: [.missingParameter, .unknownType, .wrongKind, .repeatedParameter, .outOfRange])
    static let from = Parameter(
        name: "from", schema: .string,
        meaning:
            "The start of the range: a date, or a time (RFC 3339, or without an offset on the clock of `timeZone`).",
        example: "2024-05-01", errors: [.emptyRange, .rangeTooLong, .outOfRange])
    static let to = Parameter(
        name: "to", schema: .string, meaning: "The end of the range, which is not part of it; as `from`.",
        example: "2024-05-03",
        errors: [.emptyRange, .rangeTooLong, .outOfRange])
    static let timeZone = Parameter(
        name: "timeZone", schema: .string,
        meaning: "A name of the IANA time zone database, or `person` for the zones in which the person was.",
        example: "Europe/Berlin", errors: [.unknownTimeZone, .noTimeZoneHistory])
    static let unit = Parameter(
        name: "unit", schema: .string,
        meaning:
            "One unit of the answer (`mi`), or units of several types (`heartRate:count/min,bodyMass:lb`); else the person's unit. "
            + "`fraction` and `%` are HealthKit's `%`, in which 1 is the whole.",
        example: "stepCount:count",
        errors: [.unknownUnit, .incompatibleUnit, .unknownType, .wrongKind, .repeatedParameter, .outOfRange])
    static let strictStartDate = Parameter(
        name: "strictStartDate", schema: .flag,
        meaning: "Whether samples that start before `from` are left out.", example: "false")
    static let strictEndDate = Parameter(
        name: "strictEndDate", schema: .flag,
        meaning: "Whether samples that end after `to` are left out.", example: "false")
    static let dayStart = Parameter(
        name: "dayStart", schema: .string(pattern: "^[0-2][0-9]:[0-5][0-9]$"),
        meaning: "The time at which days begin, as `HH:MM`.",
        example: "00:00", errors: [.outOfRange])
    static let firstWeekday = Parameter(
        name: "firstWeekday", schema: .integer(1...7), meaning: "The first day of weeks, 1 (Monday) to 7 (Sunday).",
        example: "1", errors: [.incompatibleOption, .outOfRange, .repeatedParameter])
    static let cursor = Parameter(
        name: "cursor", schema: .string, meaning: "The `cursor` of the page before.", example: "",
        errors: [.malformedCursor])
    static let order = Parameter(
        name: "order", schema: .choice(["ascending", "descending"]), meaning: "The order of the answer, by start.",
        example: "ascending")

    static let person = Parameter(
        name: "person", schema: .uuid,
        meaning:
            "The uuid of the person whom the request is about. The person must have granted the caller something. Without this "
            + "parameter, the request is about the person of the token or session. A token takes only its own person.",
        example: "", errors: [.malformedParameter, .unknownPerson])

    /// The uuid `id` of the path.
    static func id(of noun: String) -> Parameter {
        Parameter(
            name: "id", location: .path, schema: .uuid, isRequired: true, meaning: "The `id` of a \(noun).",
            example: "00000000-0000-4000-8000-000000000001")
    }

    static func limit(_ max: Int, default byDefault: Int, of items: String) -> Parameter {
        Parameter(
            name: "limit", schema: .integer(1...Int64(max)),
            meaning: "The most \(items) of the answer; \(byDefault) by default.",
            example: "\(min(byDefault, 100))", errors: [.outOfRange])
    }

    static let idempotencyKey = Parameter(
        name: IdempotencyKey.header, location: .header,
        schema: .string(pattern: "^[!-~]{1,\(IdempotencyKey.charactersMax)}$"),
        meaning:
            "A text of the client's choice, remembered for 7 days. The same request with the same key gets the same answer "
            + "and changes nothing.",
        example: "2024-05-01-phone-1", errors: [.malformedIdempotencyKey, .idempotencyKeyReused])
    static let readAfter = Parameter(
        name: ReadAfter.header, location: .header, schema: .string,
        meaning:
            "An anchor of the person's feed, or a position such as `changePosition`, for a token that may read everything. The "
            + "answer has every change up to it. A standby waits for it for at most 5 seconds.",
        example: "", errors: [.malformedHeader, .notReplicated])
    static let ifNoneMatch = Parameter(
        name: "If-None-Match", location: .header, schema: .string,
        meaning: "The `ETag` of an earlier answer; the answer is 304 if it is still the same.", example: "\"0\"")
}
