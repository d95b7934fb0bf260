import JSONReader

/// An error of the protocol. Errors of a tool are results with `isError`, so that the assistant can
/// read them.
///
/// https://www.jsonrpc.org/specification#error_object
struct ResponseError: Error {
    enum Code: Int {
        case malformedJSON = -32700
        case malformedRequest = -32600
        case unknownMethod = -32601
        case malformedParameters = -32602
        /// https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
        case unsupportedVersion = -32022
    }

    var code: Code
    var message: String
    /// The revision that the client asked for, with `unsupportedVersion`.
    var askedVersion: String?

    init(_ code: Code, _ message: String, askedVersion: String? = nil) {
        self.code = code
        self.message = message
        self.askedVersion = askedVersion
    }

    /// Returns the response to a request.
    ///
    /// - Parameter id: the id of the request as JSON; nil if it is unknown.
    func response(to id: [UInt8]?) -> [UInt8] {
        Response.message(to: id, "error") { writer in
            writer.member("code", code.rawValue)
            writer.member("message", message)
            guard let askedVersion else { return }
            writer.object("data") { writer in
                writer.texts("supported", ProtocolVersion.names)
                writer.member("requested", askedVersion)
            }
        }
    }
}
