import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let postAssistantMessage = Endpoint(
        .post, "/mcp", "A message of the Model Context Protocol, for assistants",
        notes: """
            Streamable HTTP without streams and sessions: an answer is one JSON text, and a notification has none. Tools are \
            questions to other endpoints, with the same credential. An answer of a tool has at most \
            \(ToolAnswer.charactersMax) characters. A message has at most \(AssistantMessage.bytesMax >> 20) MiB. Revisions: \
            \(ProtocolVersion.names.joined(separator: ", ")).
            """,
        tag: .assistants,
        parameters: [
            EndpointParameter(
                name: "timeZone", schema: .string,
                meaning: "The time zone of calls that name none; `person` by default.",
                example: "Europe/Berlin", errors: [.unknownTimeZone])
        ],
        takes: .bytes(
            .json(sent, example: #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#),
            bytesMax: AssistantMessage.bytesMax,
            parameters: { parameters in
                let timeZone = parameters["timeZone"]
                if let timeZone { _ = try QuestionClock(timeZone) }
                return timeZone
            }
        ) { $1 },
        gives: .response(
            .ok("The answer to a request.", .json(answered)),
            Answer(status: .accepted, meaning: "A notification. The answer is empty."),
            Answer(
                status: .badRequest, meaning: "The message, a parameter or a header field is wrong.",
                contents: [.json(.anyOf([answered, APIError.schema]))]),
            Answer(
                status: .notFound, meaning: "There is no such method or person.",
                contents: [.json(.anyOf([answered, APIError.schema]))])),
        errors: [.crossSiteRequest, .malformedParameter], writes: false
    ) { call in
        try SameSite.check(call.request, call.service)
        let answer = AssistantAnswer(call: call)
        do {
            return try await answer.response(to: call.taken.sent)
        } catch let error as AssistantError {
            return answer.response(to: nil, error, status: error.status)
        }
    }

    private static let sent = Schema.object(
        required: ["jsonrpc": .choice(["2.0"]), "method": .string],
        optional: ["id": .anyOf([.string, .integer(.min ... .max)]), "params": .map(.any).orNull], rest: .any)

    private static let answered = Schema.object(
        required: ["jsonrpc": .choice(["2.0"]), "id": .any],
        optional: [
            "result": .map(.any),
            "error": .object(
                required: ["code": .integer(-32_768...0), "message": .string], optional: ["data": .map(.any)]),
        ]
    ).named("AssistantAnswer")
}

extension SameSite {
    /// Refuses requests of pages of other origins than the service's own and those that the
    /// operator allows. Programs send no `Origin`.
    ///
    /// - Throws: `APIError` (403).
    fileprivate static func check(_ request: HTTPRequest, _ service: HealthService) throws(APIError) {
        guard let page = try request.single("Origin"), !service.crossOrigin.allows(page),
            page.lowercased() != RequestOrigin(request, service.proxy).own
        else { return }
        throw APIError(
            .crossSiteRequest, "a page of another origin sent the request",
            hint: "healthstore serve --cors-origin names the origins that may")
    }
}

/// Answers a message with the tools, prompts and resources of assistants.
struct AssistantAnswer: Sendable {
    let call: Call<(asked: String?, sent: [UInt8])>

    /// The time for which a client may remember the lists, in milliseconds: an hour.
    private static let cacheMilliseconds = 3_600_000

    /// Text for the assistant, which the client may add to its prompt.
    static let instructions = """
        Figures of Apple Health data of one person, from a healthstore service. Ask access for what may be read, and types \
        for the types that have samples; each answer has the present time. Ask statistics for any figure of a quantity: it \
        merges phone and watch as Apple Health does, so never add up figures of several sources. Name the unit and the time \
        zone with each figure. null means that no sample was recorded or that this token may not read it; it never means \
        zero. partial means that a period has not ended or that the answer is cut, so its figures may still grow. Read notes.
        """

    /// - Throws: `AssistantError` for a message that is no request; the errors of
    ///   `AssistantMessage.check`.
    func response(to body: [UInt8]) async throws -> HTTPResponse {
        guard body.count <= AssistantMessage.bytesMax else {
            throw APIError(.contentTooLarge, "a message has at most \(AssistantMessage.bytesMax) bytes")
        }
        let message: AssistantMessage
        do {
            message = try JSONParser(bytesMax: AssistantMessage.bytesMax).parse(body) { try AssistantMessage($0) }
        } catch let error as JSONError { throw AssistantError(.malformedJSON, error.message) }
        guard message.id != nil else { return HTTPResponse(status: .accepted) }
        do {
            try message.check(call.request)
            return try await answer(message)
        } catch let error as AssistantError {
            let isOld = message.version == nil && error.code != .unsupportedVersion
            return response(to: message, error, status: isOld ? .ok : error.status)
        }
    }

    private func answer(_ message: AssistantMessage) async throws -> HTTPResponse {
        switch message.method {
        case "initialize" where message.version == nil:
            guard let asked = message.texts["protocolVersion"] else {
                throw AssistantError(.malformedParameters, "protocolVersion must be a text such as 2025-11-25")
            }
            return result(message) { writer in
                writer.member("protocolVersion", ProtocolVersion.initial(asked: asked).rawValue)
                writer.member("serverInfo", AssistantAnswer.program)
                AssistantAnswer.introduce(to: &writer)
            }
        case "ping": return result(message) { _ in }
        case "server/discover" where message.version != nil:
            return result(message, isCacheable: true) { writer in
                writer.member("supportedVersions", ProtocolVersion.names)
                AssistantAnswer.introduce(to: &writer)
            }
        case "tools/list": return try list(message, "tools", AssistantTool.all) { $0.append(to: &$1) }
        case "prompts/list": return try list(message, "prompts", AssistantPrompt.all) { $0.append(to: &$1) }
        case "resources/list": return try list(message, "resources", AssistantResource.allCases) { $0.append(to: &$1) }
        case "resources/templates/list": return try list(message, "resourceTemplates", [String]()) { $1.value($0) }
        case "tools/call": return try await called(message)
        case "prompts/get": return try result(message, with: AssistantPrompt.messages(message))
        case "resources/read":
            return try result(message, isCacheable: true, with: AssistantResource.contents(message))
        default: throw AssistantError(.unknownMethod, "the service has no method \(message.method.prefix(100))")
        }
    }

    private static let program = ["name": "healthstore", "version": HealthService.version]

    private static func introduce(to writer: inout JSONWriter) {
        writer.object("capabilities") { writer in
            for name in ["tools", "prompts", "resources"] { writer.object(name) { _ in } }
        }
        writer.member("instructions", instructions)
    }

    private func list<Element>(
        _ message: AssistantMessage, _ name: String, _ elements: [Element],
        _ append: (Element, inout JSONWriter) -> Void
    ) throws(AssistantError) -> HTTPResponse {
        guard message.texts["cursor"] == nil else {
            throw AssistantError(.malformedParameters, "cursor must be that of a former answer, and none has one")
        }
        return result(message, isCacheable: true) { writer in
            writer.array(name) { writer in for element in elements { append(element, &writer) } }
        }
    }

    // MARK: Tools

    private func called(_ message: AssistantMessage) async throws -> HTTPResponse {
        let name = message.texts["name"] ?? ""
        guard let tool = AssistantTool.all.first(where: { $0.tool.name == name }) else {
            throw AssistantError(.malformedParameters, "unknown tool: \(name.prefix(100))")
        }
        do {
            var toolCall = try ToolCall(tool, message.arguments, timeZone: call.taken.asked, call)
            let (json, rowCount) = try await toolCall.answer()
            var response = result(message) { writer in
                AssistantAnswer.append(text: String(decoding: json, as: UTF8.self), to: &writer)
                writer.member("structuredContent", json: json)
                writer.member("isError", false)
            }
            response.rowCount = rowCount
            return response
        } catch let failure as ToolFailure {
            return result(message) { writer in
                AssistantAnswer.append(text: failure.message, to: &writer)
                writer.member("isError", true)
            }
        }
    }

    private static func append(text: String, to writer: inout JSONWriter) {
        writer.array("content") { $0.value(["type": "text", "text": text]) }
    }

    // MARK: Messages

    /// - Parameters:
    ///   - isCacheable: true if the result is the same for every caller.
    ///   - write: writes the members of the result.
    private func result(
        _ message: AssistantMessage, isCacheable: Bool = false, with write: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        response(to: message.id, "result") { writer in
            if message.version != nil {
                writer.member("resultType", "complete")
                writer.object("_meta") { $0.member("io.modelcontextprotocol/serverInfo", AssistantAnswer.program) }
                if isCacheable {
                    writer.member("ttlMs", AssistantAnswer.cacheMilliseconds)
                    writer.member("cacheScope", "public")
                }
            }
            write(&writer)
        }
    }

    /// - Parameter message: nil for a message that is no request.
    func response(to message: AssistantMessage?, _ error: AssistantError, status: HTTPStatus) -> HTTPResponse {
        response(to: message?.id, "error", status: status) { writer in
            writer.member("code", error.code.rawValue)
            writer.member("message", error.message)
            guard error.code == .unsupportedVersion else { return }
            writer.object("data") { writer in
                writer.member("supported", ProtocolVersion.names)
                writer.member("requested", message?.version ?? "")
            }
        }
    }

    private func response(
        to id: [UInt8]?, _ member: String, status: HTTPStatus = .ok, _ write: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", json: id ?? Array("null".utf8))
            writer.object(member, write)
        }
        return HTTPResponse(json: writer, status: status)
    }
}
