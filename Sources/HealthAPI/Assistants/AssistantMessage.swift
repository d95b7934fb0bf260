import HTTPServer
import JSON

/// A revision of the [Model Context Protocol](https://modelcontextprotocol.io/specification).
///
/// Until 2025-11-25 a client begins with `initialize`. Since 2026-07-28 each request names its
/// revision in `_meta`. The service answers both kinds of clients, and remembers nothing about
/// them.
enum ProtocolVersion: String, CaseIterable {
    // 2025-03-26 is not among them, because it requires servers to read several messages at once.
    case v2024_11_05 = "2024-11-05"
    case v2025_06_18 = "2025-06-18"
    case v2025_11_25 = "2025-11-25"
    case v2026_07_28 = "2026-07-28"

    /// The member of `_meta` that names the revision of a request.
    static let metaKey = "io.modelcontextprotocol/protocolVersion"

    /// Returns the revision of a client that begins with `initialize`: the newest that is not newer
    /// than the client's, or else the oldest.
    static func initial(asked: String) -> ProtocolVersion {
        allCases.dropLast().last { $0.rawValue <= asked } ?? .v2024_11_05
    }

    /// All revisions, the newest first.
    static var names: [String] { allCases.reversed().map(\.rawValue) }
}

/// An error of the protocol. Errors of tools are results with `isError`, which the assistant reads.
///
/// https://www.jsonrpc.org/specification#error_object
struct AssistantError: Error {
    enum Code: Int {
        case malformedJSON = -32700
        case malformedRequest = -32600
        case unknownMethod = -32601
        case malformedParameters = -32602
        case headerMismatch = -32020
        case unsupportedVersion = -32022
    }

    var code: Code
    var message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The status of an answer by the protocol since 2026-07-28. Before, the status of an answer to
    /// a request was 200.
    var status: HTTPStatus { code == .unknownMethod ? .notFound : .badRequest }
}

/// A message of a client: a request, or a notification, which has no id.
struct AssistantMessage: Sendable {
    /// The id as JSON; nil for a notification, and for a response, which the service does not
    /// expect.
    private(set) var id: [UInt8]?
    private(set) var method = ""
    /// The revision that `_meta` names; nil for a client that began with `initialize`.
    private(set) var version: String?
    /// The members of `params` that are texts.
    private(set) var texts: [String: String] = [:]
    /// The member `arguments`. A list has several texts.
    private(set) var arguments: [String: [String]] = [:]

    /// The longest message, in bytes: 1 MiB.
    static let bytesMax = 1 << 20

    private static let versionHeader = "MCP-Protocol-Version"
    private static let methodHeader = "Mcp-Method"
    private static let nameHeader = "Mcp-Name"
    static let headers = [versionHeader, methodHeader, nameHeader]

    /// - Throws: `AssistantError`.
    init(_ message: JSONValue) throws(AssistantError) {
        guard message.kind == .object else {
            throw AssistantError(.malformedRequest, "a message must be one JSON object")
        }
        if message["method"] == nil, message["result"] != nil || message["error"] != nil { return }
        guard message["jsonrpc"]?.string == "2.0", let method = message["method"]?.string else {
            throw AssistantError(.malformedRequest, "a request needs \"jsonrpc\": \"2.0\" and a method")
        }
        self.method = method
        if let id = message["id"] {
            guard id.string != nil || id.int64 != nil else {
                throw AssistantError(.malformedRequest, "id must be a text or a whole number")
            }
            self.id = id.minified
        }
        let parameters = message["params"].flatMap { $0.isNull ? nil : $0 }
        guard parameters.map({ $0.kind == .object }) ?? true else {
            throw AssistantError(.malformedRequest, "params must be an object")
        }
        version = parameters?["_meta"]?[ProtocolVersion.metaKey]?.string
        parameters?.forEachMember { texts[$0] = $1.string }
        parameters?["arguments"]?.forEachMember { arguments[$0] = $1.isNull ? nil : AssistantMessage.texts($1) }
    }

    /// Returns the texts of a list, and one text of any other value.
    private static func texts(_ value: JSONValue) -> [String] {
        guard value.kind == .array else { return [value.string ?? String(decoding: value.minified, as: UTF8.self)] }
        var texts: [String] = []
        value.forEachElement { texts += AssistantMessage.texts($1) }
        return texts
    }

    /// Checks the revision of a request, and that its header fields repeat what its body has.
    ///
    /// - Throws: `AssistantError`; `APIError` (400) for a repeated field.
    func check(_ request: HTTPRequest) throws {
        let header = try request.single(AssistantMessage.versionHeader)
        for version in [header, version].compactMap(\.self) where ProtocolVersion(rawValue: version) == nil {
            throw AssistantError(.unsupportedVersion, "the revision \(version.prefix(100)) is not supported")
        }
        guard let version else { return }
        guard version == ProtocolVersion.v2026_07_28.rawValue else {
            throw AssistantError(.unsupportedVersion, "the revision \(version) begins with initialize")
        }
        let name =
            ["tools/call", "prompts/get", "resources/read"].contains(method) ? texts["name"] ?? texts["uri"] : nil
        let expected = [version, method] + (name.map { [$0] } ?? [])
        for (field, expected) in zip(AssistantMessage.headers, expected)
        where try request.single(field) != expected {
            throw AssistantError(.headerMismatch, "\(field) must be that of the message, \(expected.prefix(100))")
        }
    }
}
