import JSONReader

/// The form of the response to one request.
struct Response: Sendable {
    /// The id of the request as JSON.
    let id: [UInt8]
    /// True if the request names its revision of the protocol.
    let isStateless: Bool
    /// The version of the program.
    private let server: String

    /// The time for which a client may remember the list of tools, in milliseconds: an hour.
    private static let cacheMilliseconds = 3_600_000

    /// - Throws: `ResponseError` (`unsupportedVersion`).
    init(_ id: [UInt8], of parameters: JSONValue?, server: String) throws(ResponseError) {
        self.id = id
        self.server = server
        guard let version = parameters?["_meta"]?[ProtocolVersion.metaKey]?.string else {
            isStateless = false
            return
        }
        guard ProtocolVersion(rawValue: version)?.isStateless == true else {
            throw ResponseError(
                .unsupportedVersion, "unsupported protocol version", askedVersion: String(version.prefix(100)))
        }
        isStateless = true
    }

    /// - Parameters:
    ///   - isCacheable: true if the result is the same for every request.
    ///   - body: writes the members of the result.
    func json(isCacheable: Bool = false, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        Response.message(to: id, "result") { writer in
            if isStateless { appendMembers(isCacheable, to: &writer) }
            body(&writer)
        }
    }

    /// Returns the message of a result or an error.
    ///
    /// - Parameters:
    ///   - id: the id of the request as JSON; nil if it is unknown.
    ///   - member: the member that `body` writes.
    static func message(to id: [UInt8]?, _ member: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", json: id ?? Array("null".utf8))
            writer.object(member, body)
        }
        return writer.bytes
    }

    /// - Parameter answer: the answer of a tool, a JSON object.
    func json(answer: [UInt8]) -> [UInt8] {
        json { writer in
            Response.append(text: String(decoding: answer, as: UTF8.self), to: &writer)
            writer.member("structuredContent", json: answer)
            writer.member("isError", false)
        }
    }

    func json(failure: ToolFailure) -> [UInt8] {
        json { writer in
            Response.append(text: failure.message, to: &writer)
            writer.member("isError", true)
        }
    }

    /// Writes a member of an object: the name and version of the server.
    func appendServer(_ name: String, to writer: inout JSONWriter) {
        writer.object(name) { writer in
            writer.member("name", "healthstore")
            writer.member("version", server)
        }
    }

    private func appendMembers(_ isCacheable: Bool, to writer: inout JSONWriter) {
        writer.member("resultType", "complete")
        writer.object("_meta") { writer in
            appendServer("io.modelcontextprotocol/serverInfo", to: &writer)
        }
        guard isCacheable else { return }
        writer.member("ttlMs", Response.cacheMilliseconds)
        writer.member("cacheScope", "public")
    }

    private static func append(text: String, to writer: inout JSONWriter) {
        writer.array("content") { writer in
            writer.object { writer in
                writer.member("type", "text")
                writer.member("text", text)
            }
        }
    }
}
