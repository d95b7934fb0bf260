import HTTPServer
import HealthCore

/// The query string of a request. An unknown parameter is an error. Otherwise a misspelt filter
/// would be ignored silently.
struct QueryParameters {
    private let values: [String: [String]]

    /// Reads the parameters that the endpoint's description lists.
    ///
    /// - Throws: `ParameterError` for a parameter that the endpoint does not have, and for a
    ///   repeated parameter that may occur only once.
    init(_ request: HTTPRequest, of endpoint: Endpoint) throws(ParameterError) {
        try self.init(request, once: endpoint.queryNames, repeatable: endpoint.repeatableQueryNames)
    }

    /// Reads the parameters of an endpoint about a person.
    ///
    /// - Parameter known: the parameters, without `person`, that the request may have once.
    /// - Throws: `ParameterError` for an unknown or repeated parameter.
    init(_ request: HTTPRequest, known: Set<String>) throws(ParameterError) {
        try self.init(request, once: known.union([Parameter.person.name]), repeatable: [])
    }

    /// - Parameters:
    ///   - known: parameters that may occur once.
    ///   - repeatable: parameters that may occur more than once.
    /// - Throws: `ParameterError` for an unknown or repeated parameter.
    private init(
        _ request: HTTPRequest, once known: Set<String>, repeatable: Set<String>
    ) throws(ParameterError) {
        var values: [String: [String]] = [:]
        for (name, value) in request.query {
            guard known.contains(name) || repeatable.contains(name) else {
                let names = known.union(repeatable).sorted().joined(separator: ", ")
                throw ParameterError(
                    .unknown, String(name.prefix(64)), "this endpoint has no such parameter",
                    hint: names.isEmpty ? "it has none" : "it has \(names)")
            }
            if values[name] != nil, !repeatable.contains(name) {
                throw ParameterError(.repeated, name, "\(name) is given more than once")
            }
            values[name, default: []].append(value ?? "")
        }
        self.values = values
    }

    subscript(name: String) -> String? { values[name]?.first }

    func all(_ name: String) -> [String] { values[name] ?? [] }
}
