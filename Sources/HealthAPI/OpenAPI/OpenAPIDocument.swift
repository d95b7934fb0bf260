import HTTPServer
import HealthDatabase
import JSON

/// The description of all endpoints as OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1
public struct OpenAPIDocument: Sendable {
    public init() {}

    /// The document on one line that ends with a line feed.
    public var text: String { String(decoding: json.bytes, as: UTF8.self) + "\n" }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 1 << 18)
        writer.object { writer in
            writer.member("openapi", "3.1.1")
            writer.object("info") { writer in
                writer.member("title", "healthstore")
                writer.member("version", HealthService.version)
                writer.member("summary", "A self-hosted store and analytics backend for HealthKit data.")
                writer.member("description", OpenAPIDocument.notes)
            }
            writer.array("servers") { $0.object { $0.member("url", "/") } }
            writer.array("tags") { writer in
                for tag in Endpoint.Tag.allCases { writer.object { $0.member("name", tag.rawValue) } }
            }
            writer.object("paths") { OpenAPIDocument.appendPaths(to: &$0) }
            writer.object("components") { OpenAPIDocument.appendComponents(to: &$0) }
        }
        return writer
    }

    private static let notes = """
        A token is about one person. A session is about its own person, or about the person whom the parameter `person` \
        names. Every answer to an error has the schema `Error`, whose codes keep their meaning, except errors of the \
        protocol of `/mcp`. An unknown query parameter is an error under `/v1`. GET endpoints answer HEAD, and every path answers OPTIONS.

        Limits: a body has at most \(HealthService.bodyBytesMax >> 20) MiB, and decompressed from gzip at most \
        \(HealthService.decodedBodyBytesMax >> 20) MiB, where an endpoint says nothing else. A page ends before the item with \
        which it would be longer than \(HealthService.pageBytesMax >> 20) MiB, and has one item at least. A token makes at most \
        \(RateLimit.requestsPerSecondDefault) requests a second (`rate_limited`), and a person has at most \
        \(HealthService.requestsPerPersonMax) in flight (`too_many_requests`); `Retry-After` says when to try again. Statements \
        end after 60 seconds (`timed_out`).

        Answers are gzip where `Accept-Encoding` allows it. Every answer has `X-Request-ID`, \
        and `Server-Timing` for a token that may read everything.
        """

    // MARK: Paths

    private static func appendPaths(to writer: inout JSONWriter) {
        var templates: [String] = []
        for endpoint in Endpoint.all where !templates.contains(endpoint.template) {
            templates.append(endpoint.template)
        }
        for template in templates {
            writer.object(template) { writer in
                for endpoint in Endpoint.all where endpoint.template == template {
                    writer.object(endpoint.method.rawValue.lowercased()) { append(endpoint, to: &$0) }
                }
            }
        }
    }

    private static func append(_ endpoint: Endpoint, to writer: inout JSONWriter) {
        writer.member("operationId", endpoint.operationID)
        writer.member("summary", endpoint.summary)
        if !endpoint.notes.isEmpty { writer.member("description", endpoint.notes) }
        writer.member("tags", [endpoint.tag.rawValue])
        writer.array("security") { writer in
            for scheme in endpoint.access.schemes { writer.object { $0.member(scheme, [] as [String]) } }
        }
        if !endpoint.parameters.isEmpty {
            writer.array("parameters") { writer in
                for parameter in endpoint.parameters { writer.object { append(parameter, to: &$0) } }
            }
        }
        if let body = endpoint.body {
            writer.object("requestBody") { append(body, to: &$0) }
        }
        writer.object("responses") { appendAnswers(of: endpoint, to: &$0) }
    }

    private static func append(_ parameter: EndpointParameter, to writer: inout JSONWriter) {
        writer.member("name", parameter.name)
        writer.member("in", parameter.location.rawValue)
        writer.member("description", parameter.meaning)
        writer.member("required", parameter.isRequired)
        writer.member("schema", parameter.schema, isClosed: true)
        guard !parameter.example.isEmpty else { return }
        writer.key("example")
        switch parameter.schema {
        case .integer: writer.raw(Array(parameter.example.utf8))
        case .array: writer.array { $0.value(parameter.example) }
        default: writer.value(parameter.example)
        }
    }

    private static func append(_ body: Endpoint.Body, to writer: inout JSONWriter) {
        if let bytesMax = body.bytesMax { writer.member("description", "At most \(bytesMax) bytes. It may be gzip.") }
        writer.member("required", true)
        append(body.contents, to: &writer, isClosed: true)
    }

    private static func append(_ contents: [Endpoint.Content], to writer: inout JSONWriter, isClosed: Bool) {
        writer.object("content") { writer in
            for content in contents {
                writer.object(content.mediaType) { writer in
                    // Generators of clients leave out endpoints whose body has no schema.
                    let isText = content.mediaType.hasPrefix("text/") || content.mediaType.hasSuffix("json")
                    let bytes = Schema.string(format: isText ? nil : "binary")
                    writer.member("schema", content.schema ?? bytes, isClosed: isClosed)
                    guard content.schema != nil, !content.example.isEmpty else { return }
                    writer.member("example", json: Array(content.example.replacing("\n", with: " ").utf8))
                }
            }
        }
    }

    // MARK: Answers

    private static func appendAnswers(of endpoint: Endpoint, to writer: inout JSONWriter) {
        for answer in endpoint.answers {
            writer.object(String(answer.status.rawValue)) { writer in
                writer.member("description", answer.meaning)
                append(answer.headers, to: &writer)
                if !answer.contents.isEmpty { append(answer.contents, to: &writer, isClosed: false) }
            }
        }
        let statuses = Set(endpoint.codes.flatMap(endpoint.statuses)).sorted { $0.rawValue < $1.rawValue }
        for status in statuses where !endpoint.answers.contains(where: { $0.status == status }) {
            writer.object(String(status.rawValue)) { appendError(status, of: endpoint, to: &$0) }
        }
    }

    private static func append(_ headers: [Endpoint.Header], to writer: inout JSONWriter) {
        guard !headers.isEmpty else { return }
        writer.object("headers") { writer in
            for header in headers {
                writer.object(header.rawValue) { writer in
                    writer.member("description", header.meaning)
                    writer.member("schema", .string, isClosed: false)
                }
            }
        }
    }

    private static func appendError(_ status: HTTPStatus, of endpoint: Endpoint, to writer: inout JSONWriter) {
        let codes = endpoint.codes.filter { endpoint.statuses(of: $0).contains(status) }
        writer.member("description", codes.map { "`\($0.rawValue)`: \($0.meaning)" }.joined(separator: "\n\n"))
        writer.object("content") { writer in
            writer.object("application/json") { writer in
                writer.object("schema") { writer in
                    writer.member("$ref", "#/components/schemas/Error")
                    writer.object("properties") { writer in
                        writer.object("code") { $0.member("enum", codes.map(\.rawValue)) }
                    }
                }
            }
        }
    }

    // MARK: Components

    private static func appendComponents(to writer: inout JSONWriter) {
        writer.object("schemas") { writer in
            for component in components {
                writer.member(component.name, component.schema, isClosed: component.isSent)
            }
        }
        writer.member("securitySchemes", securitySchemes)
    }

    private static let securitySchemes = [
        "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "A token of a person: `healthstore token create --person NAME`.",
        ],
        "session": [
            "type": "apiKey", "in": "cookie", "name": PageCookie.session.secureName,
            "description":
                "A session, for requests of pages of the service's own origin. Without TLS, on the machine of the service, "
                + "the name of the cookie is `\(PageCookie.session.name)`.",
        ],
        "apiKey": [
            "type": "apiKey", "in": "header", "name": "X-API-Key",
            "description": "The same token, for apps of other makers.",
        ],
        "operator": [
            "type": "http", "scheme": "bearer",
            "description": "An operator's token, which `healthstore token create --operator` makes.",
        ],
    ]

    /// All components, without repetition, sorted by name.
    private static var components: [Component] {
        let schemas = [APIError.schema] + Endpoint.all.flatMap(\.schemas)
        var byName: [String: Component] = [:]
        for component in schemas.flatMap(\.components) { byName[component.name] = component }
        return byName.values.sorted { $0.name < $1.name }
    }
}

extension Endpoint.Access {
    /// Names of the security schemes. A request must fulfil one of them.
    fileprivate var schemes: [String] {
        switch self {
        case .open: []
        case .bearer: ["bearer", "session"]
        case .bearerOrKey: ["bearer", "apiKey"]
        case .operators: ["operator"]
        }
    }
}

extension Endpoint {
    /// The schemas of the parameters, the body and the answers.
    fileprivate var schemas: [Schema] {
        let contents = (body?.contents ?? []) + answers.flatMap(\.contents)
        return parameters.map(\.schema) + contents.compactMap(\.schema)
    }

    /// The method and the path as words, such as `getStatisticsCollection`.
    var operationID: String {
        let words = template.split { !$0.isLetter && !$0.isNumber }.filter { !["v1", "api"].contains($0) }
        return method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
