import Foundation
import TestSupport
import Testing

/// Sends messages to `POST /mcp`.
struct AssistantClient: Sendable {
    let service: RunningService
    let token: String
    var query = [("timeZone", "Europe/Berlin")]

    func send(_ message: String, headers: [String] = []) async throws -> RunningService.Answer {
        try await service.send("POST", "/mcp", query: query, token: token, body: message, headers: headers)
    }

    static func request(_ method: String, _ parameters: [String: Any] = [:]) -> String {
        let message: [String: Any] = ["jsonrpc": "2.0", "id": 1, "method": method, "params": parameters]
        let data = try? JSONSerialization.data(withJSONObject: message)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Returns the result of a request.
    func result(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        let answer = try await send(Self.request(method, parameters))
        answer.expect(200)
        return try #require(try answer.object["result"] as? [String: Any], "\(answer.body.prefix(300))")
    }

    /// Calls a tool.
    func call(_ tool: String, _ arguments: [String: Any] = [:]) async throws -> [String: Any] {
        try await result("tools/call", ["name": tool, "arguments": arguments])
    }

    /// Returns the answer of a tool.
    func answer(_ tool: String, _ arguments: [String: Any] = [:]) async throws -> [String: Any] {
        let result = try await call(tool, arguments)
        return try #require(result["structuredContent"] as? [String: Any], "\(tool) \(arguments): \(result)")
    }

    /// Returns the sentence of a tool without an answer.
    func failure(_ tool: String, _ arguments: [String: Any] = [:]) async throws -> String {
        let result = try await call(tool, arguments)
        #expect(result["isError"] as? Bool == true && result["structuredContent"] == nil, "\(tool) \(result)")
        return (result["content"] as? [[String: String]])?.first?["text"] ?? ""
    }
}
