import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

/// A request whose credential, parameters, right and body were checked.
struct Call<Taken: Sendable>: Sendable {
    let service: HealthService
    let request: HTTPRequest
    let caller: Caller
    /// What the parameters and the body have.
    let taken: Taken

    var person: Person { caller.person }

    /// Reads with the caller's access.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Session) throws -> Value) async throws -> Value {
        try await service.read(caller, body)
    }

    /// Runs the body with a session, in which row-level security does not apply.
    func withSession<Value: Sendable>(_ body: @escaping @Sendable (Session) throws -> Value) async throws -> Value {
        try await service.pool.withSession(for: person, body)
    }

    /// Waits until a standby has what the next answers are made of (`Session.confirmVisible`).
    func confirmVisible() async throws { try await withSession { try $0.confirmVisible() } }
}

extension Call {
    /// Reads what a question asks, with the caller's access.
    func answer<Asked: Question, Value: Sendable>(
        _ question: Asked, _ body: @escaping @Sendable (Asked.Request, Session) throws -> Value
    ) async throws -> Value {
        try await read { try body(try question.request(of: person, $0), $0) }
    }
}

/// What an endpoint takes: the description of its body, and how parameters and body are read.
struct Taking<Value: Sendable>: Sendable {
    private(set) var body: Endpoint.Body?
    /// The codes of bodies that cannot be read.
    private(set) var errors: [ErrorCode] = []
    /// Reads the parameters, and returns the function that reads the body.
    let prepare: @Sendable (RequestParameters) throws -> @Sendable (HTTPRequest) async throws -> Value

    /// Parameters.
    static func parameters(_ read: @escaping @Sendable (RequestParameters) throws -> Value) -> Taking {
        Taking { parameters in
            let value = try read(parameters)
            return { _ in value }
        }
    }

    /// A body of JSON.
    ///
    /// - Parameter read: reads the value.
    static func json(
        _ schema: Schema, example: String, bytesMax: Int? = nil,
        _ read: @escaping @Sendable (JSONValue) throws -> Value
    ) -> Taking {
        body(schema, example, bytesMax) { _ in read }
    }

    /// Parameters, and a body of JSON.
    ///
    /// - Parameter read: reads the value of the body.
    static func json<Asked, Sent>(
        _ schema: Schema, example: String, bytesMax: Int? = nil,
        parameters: @escaping @Sendable (RequestParameters) throws -> Asked,
        _ read: @escaping @Sendable (Asked, JSONValue) throws -> Sent
    ) -> Taking where Value == (asked: Asked, sent: Sent) {
        body(schema, example, bytesMax) { names in
            let asked = try parameters(names)
            return { (asked, try read(asked, $0)) }
        }
    }

    private static func body(
        _ schema: Schema, _ example: String, _ bytesMax: Int?,
        _ read: @escaping @Sendable (RequestParameters) throws -> @Sendable (JSONValue) throws -> Value
    ) -> Taking {
        Taking(
            body: Endpoint.Body(
                contents: [.json(schema, example: example)], bytesMax: bytesMax ?? HealthService.bodyBytesMax),
            errors: [.malformedJSON, .malformedField]
        ) { parameters in
            let readBody = try read(parameters)
            return { request in
                try JSONParser(bytesMax: bytesMax ?? HealthService.decodedBodyBytesMax).parse(
                    try await request.decodedBody(), readBody)
            }
        }
    }

    /// Parameters, and a body that the endpoint reads itself.
    static func stream(
        _ contents: Endpoint.Content..., bytesMax: Int? = nil,
        parameters: @escaping @Sendable (RequestParameters) throws -> Value
    ) -> Taking {
        var taking = Taking.parameters(parameters)
        taking.body = Endpoint.Body(contents: contents, bytesMax: bytesMax)
        return taking
    }
}

extension Taking {
    /// Parameters, and the bytes of a body.
    static func bytes<Asked, Sent>(
        _ content: Endpoint.Content, bytesMax: Int = HealthService.bodyBytesMax,
        parameters: @escaping @Sendable (RequestParameters) throws -> Asked,
        _ read: @escaping @Sendable (Asked, [UInt8]) throws -> Sent
    ) -> Taking where Value == (asked: Asked, sent: Sent) {
        Taking(body: Endpoint.Body(contents: [content], bytesMax: bytesMax)) { names in
            let asked = try parameters(names)
            return { (asked, try read(asked, try await $0.decodedBody())) }
        }
    }
}

extension Taking<UUID?> {
    /// The uuid `id` of the path; nil if the text is not a uuid.
    static var id: Taking { .parameters { $0["id"].flatMap { UUID(text: $0) } } }
}

extension Taking<Void> {
    static var nothing: Taking { .parameters { _ in } }
}

/// The answer without an error: its description, and how a value becomes a response.
struct Giving<Value>: Sendable {
    private(set) var answers: [Endpoint.Answer]
    /// True if the answer has an entity tag.
    private(set) var isTagged = false
    /// Makes rows, and the cursor of the next page; nil if JSON is the only format.
    private var rows: (@Sendable (Value, AnswerFormat) throws -> (answer: HTTPResponse, cursor: String?))?
    /// The answer as JSON, or as the endpoint makes it.
    private let plain: @Sendable (Value) throws -> HTTPResponse

    init(
        answers: [Endpoint.Answer], isTagged: Bool = false, plain: @escaping @Sendable (Value) throws -> HTTPResponse
    ) {
        self.answers = answers
        self.isTagged = isTagged
        self.plain = plain
    }

    var errors: [ErrorCode] { rows == nil ? [] : [.notAcceptable] }

    /// Returns the format that the client prefers.
    ///
    /// - Throws: `APIError` (406).
    func format(for request: HTTPRequest) throws(APIError) -> AnswerFormat {
        rows == nil ? .json : try AnswerFormat(acceptedBy: request)
    }

    /// - Throws: the errors of the functions that make the answer.
    func response(_ value: Value, _ format: AnswerFormat, for request: HTTPRequest) throws -> HTTPResponse {
        guard let rows else { return try plain(value) }
        var response: HTTPResponse
        if format == .json {
            response = try plain(value)
        } else {
            let (answer, cursor) = try rows(value, format)
            response = answer
            response.link(cursor, for: request)
            if isTagged { response = response.tagged }
        }
        response.headers.vary("Accept")
        return response
    }

    /// Returns this answer, also as CSV and as lines with the elements of a list.
    func rows(_ list: String) -> Giving {
        guard let schema = answers[0].contents[0].schema else { return self }
        let (plain, rows) = (plain, AnswerRows(list, of: schema))
        var giving = also { value, format in
            let json = try plain(value)
            let (rows, cursor) = try rows.rows(of: json.body, format)
            var answer = HTTPResponse(rows, as: format)
            // The elements of some lists are no rows of data.
            answer.rowCount = json.rowCount
            return (answer, cursor)
        }
        if rows.hasPages { giving.answers[0].headers.append(.link) }
        return giving
    }

    /// Returns this answer, also as CSV and lines with rows of its own.
    func rows(_ rows: @escaping @Sendable (Value, AnswerFormat) throws -> RowWriter) -> Giving {
        also { (HTTPResponse(try rows($0, $1), as: $1), nil) }
    }

    private func also(
        _ rows: @escaping @Sendable (Value, AnswerFormat) throws -> (answer: HTTPResponse, cursor: String?)
    ) -> Giving {
        var giving = self
        giving.answers[0].contents += [.csv, .lines]
        giving.rows = rows
        return giving
    }

    /// An object with one member, which is a list.
    ///
    /// - Parameter countsRows: true if the elements are rows of data.
    static func list<Element: JSONWritable>(
        _ name: String, _ meaning: String, countsRows: Bool = false
    ) -> Giving where Value == [Element] {
        .shape(Shape([.member(name, \.self)]), meaning) { countsRows ? $0.count : nil }.rows(name)
    }

    /// An object.
    ///
    /// - Parameter rowCount: returns the number of rows of data; nil if the answer has none.
    private static func shape(
        _ shape: Shape<Value>, _ meaning: String, rowCount: @escaping @Sendable (Value) -> Int? = { _ in nil }
    ) -> Giving where Value: Sendable {
        Giving(answers: [.ok(meaning, .json(shape.schema))]) { value in
            var writer = JSONWriter(capacity: 1 << 12)
            writer.object { shape.write(value, to: &$0) }
            writer.rowCount = rowCount(value)
            return HTTPResponse(json: writer)
        }
    }

    /// A page of a list, and the cursor of the next page.
    static func page<Element: JSONWritable>(
        _ name: String, _ meaning: String
    ) -> Giving where Value == (elements: [Element], next: String?) {
        .shape(Shape([.member(name, \.elements), .member("cursor", \.next, as: .nextCursor)]), meaning).rows(name)
    }
}

extension Giving where Value: JSONWritable {
    /// A JSON text.
    static func json(
        _ meaning: String, status: HTTPStatus = .ok, isTagged: Bool = false
    ) -> Giving {
        let headers: [Endpoint.Header] = isTagged ? [.eTag] : []
        let answer = Endpoint.Answer(
            status: status, meaning: meaning, contents: [.json(Value.schema)], headers: headers)
        return Giving(answers: [answer], isTagged: isTagged) { value in
            var writer = value.json
            writer.rowCount = value.rowCount ?? writer.rowCount
            let response = HTTPResponse(json: writer, status: status)
            return isTagged ? response.tagged : response
        }
    }
}

extension Giving<Void> {
    static func nothing(_ meaning: String) -> Giving {
        Giving(answers: [.noContent(meaning)]) { HTTPResponse(status: .noContent) }
    }
}

extension Giving<HTTPResponse> {
    /// An answer that the endpoint makes itself.
    static func response(_ answers: Endpoint.Answer..., isTagged: Bool = false) -> Giving {
        Giving(answers: answers, isTagged: isTagged) { $0 }
    }
}
