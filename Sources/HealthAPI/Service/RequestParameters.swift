import Foundation
import HTTPServer
import HealthCore

/// The names of the parameters that a query string may have.
struct QueryNames: Sendable {
    /// The parameters that may occur once.
    var once: Set<String>
    /// The parameters that may occur more than once.
    var repeatable: Set<String> = []
}

extension QueryNames {
    init(_ parameters: [Parameter]) {
        let inQuery = parameters.filter { $0.location == .query }
        once = Set(inQuery.filter { !$0.isRepeatable }.map(\.name))
        repeatable = Set(inQuery.filter(\.isRepeatable).map(\.name))
    }
}

/// The parameters of a request's path and query string. An unknown parameter is an error. Otherwise
/// a misspelt filter would be ignored silently.
struct RequestParameters {
    let request: HTTPRequest
    private let values: [String: [String]]

    /// Reads the parameters that the endpoint's description lists.
    ///
    /// - Throws: `ParameterError` for a parameter that the endpoint does not have, and for a
    ///   repeated parameter that may occur only once.
    init(_ request: HTTPRequest, of endpoint: Endpoint) throws(ParameterError) {
        try self.init(request, endpoint.queryNames)
    }

    /// - Throws: `ParameterError` for an unknown or repeated parameter.
    init(_ request: HTTPRequest, _ names: QueryNames) throws(ParameterError) {
        var values: [String: [String]] = [:]
        for (name, value) in request.query {
            guard names.once.contains(name) || names.repeatable.contains(name) else {
                let names = names.once.union(names.repeatable).sorted().joined(separator: ", ")
                throw ParameterError(
                    .unknown, String(name.prefix(64)), "this endpoint has no such parameter",
                    hint: names.isEmpty ? "it has none" : "it has \(names)")
            }
            if values[name] != nil, !names.repeatable.contains(name) {
                throw ParameterError(.repeated, name, "\(name) is given more than once")
            }
            values[name, default: []].append(value ?? "")
        }
        for (name, value) in request.pathParameters { values[name] = [value] }
        self.request = request
        self.values = values
    }

    subscript(name: String) -> String? { values[name]?.first }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// - Throws: `ParameterError` if the parameter is no uuid.
    func uuid(_ name: String) throws(ParameterError) -> UUID {
        guard let uuid = self[name].flatMap({ UUID(text: $0) }) else {
            throw ParameterError(.malformed, name, "\(name) must look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return uuid
    }
}
