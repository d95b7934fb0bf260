import HealthCore
import HealthDatabase

/// A parameter of an endpoint.
struct EndpointParameter: Sendable {
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

    var inExamples: EndpointParameter {
        var parameter = self
        parameter.isInExamples = true
        return parameter
    }

    var required: EndpointParameter {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }
}

extension EndpointParameter {
    init(_ asked: QuestionParameter) {
        self.init(
            name: asked.name, schema: Schema(asked.form), isRequired: asked.isRequired, meaning: asked.meaning,
            example: asked.example, errors: asked.errors.map(ErrorCode.init), isInExamples: asked.isInExamples)
    }

    static let type = EndpointParameter(.type)
    static let unit = EndpointParameter(.unit)
    static let timeZone = EndpointParameter(.timeZone)
    static let cursor = EndpointParameter(
        name: "cursor", schema: .string, meaning: "The `cursor` of the page before.", example: "",
        errors: [.malformedCursor])
    static let order = EndpointParameter(.order)

    static let person = EndpointParameter(
        name: "person", schema: .uuid,
        meaning:
            "The uuid of the person whom the request is about. The person must have granted the caller something. Without this "
            + "parameter, the request is about the person of the token or session. A token takes only its own person.",
        example: "", errors: [.malformedParameter, .unknownPerson])

    /// The uuid `id` of the path.
    static func id(of noun: String) -> EndpointParameter {
        EndpointParameter(
            name: "id", location: .path, schema: .uuid, isRequired: true, meaning: "The `id` of a \(noun).",
            example: "00000000-0000-4000-8000-000000000001")
    }

    static func limit(_ max: Int, default byDefault: Int, of items: String) -> EndpointParameter {
        EndpointParameter(.limit.upTo(max, default: byDefault, of: items))
    }

    static let idempotencyKey = EndpointParameter(
        name: IdempotencyKey.header, location: .header,
        schema: .string(pattern: "^[!-~]{1,\(IdempotencyKey.charactersMax)}$"),
        meaning:
            "A text of the client's choice, remembered for \(IdempotencyStore.daysKept) days. The same request with the "
            + "same key gets the same answer and changes nothing.",
        example: "2024-05-01-phone-1", errors: [.malformedIdempotencyKey, .idempotencyKeyReused])
    /// The phone that sends a batch. `RequestParameters.device` reads it.
    static let device = EndpointParameter(
        name: "device", schema: .string,
        meaning:
            "The phone that sends, whose sync plan applies. By default, the device of the anchor, or else `default`.",
        example: "phone")
    static let readAfter = EndpointParameter(
        name: ReadAfter.header, location: .header, schema: .string,
        meaning:
            "An anchor of the person's feed, or a position such as `changePosition`, for a token that may read everything. The "
            + "answer has every change up to it. A standby waits for it for at most 5 seconds.",
        example: "", errors: [.malformedHeader, .notReplicated])
    static let ifNoneMatch = EndpointParameter(
        name: "If-None-Match", location: .header, schema: .string,
        meaning: "The `ETag` of an earlier answer; the answer is 304 if it is still the same.", example: "\"0\"")
}

extension Schema {
    fileprivate init(_ form: QuestionParameter.Form) {
        switch form {
        case .text(let pattern): self = .string(pattern: pattern)
        case .choice(let texts): self = .choice(texts)
        case .number(let range): self = .integer(Int64(range.lowerBound)...Int64(range.upperBound))
        case .flag: self = .flag
        }
    }
}
