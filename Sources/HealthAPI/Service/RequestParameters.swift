import Foundation
import HTTPServer
import HealthCore

/// The parameters of a request's path and query string. An unknown parameter is an error. Otherwise
/// a misspelt filter would be ignored silently.
struct RequestParameters {
    let request: HTTPRequest
    private let values: [String: [String]]

    /// - Parameter known: the parameters of the endpoint.
    /// - Throws: `ParameterError` for a parameter that the endpoint does not have, and for a
    ///   repeated parameter that may occur only once.
    init(_ request: HTTPRequest, _ known: [EndpointParameter]) throws(ParameterError) {
        var values: [String: [String]] = [:]
        for (name, value) in request.query {
            guard let parameter = known.first(where: { $0.location == .query && $0.name == name }) else {
                let names = known.filter { $0.location == .query }.map(\.name).sorted().joined(separator: ", ")
                throw ParameterError(
                    .unknown, String(name.prefix(64)), "this endpoint has no such parameter",
                    hint: names.isEmpty ? "it has none" : "it has \(names)")
            }
            if values[name] != nil, !parameter.isRepeatable {
                throw ParameterError(.repeated, name, "\(name) is given more than once")
            }
            values[name, default: []].append(value ?? "")
        }
        for (name, value) in request.pathParameters { values[name] = [value] }
        self.request = request
        self.values = values
    }

    subscript(name: String) -> String? { values[name]?.first }

    /// The name of a phone in the parameter `device`; nil without it.
    ///
    /// - Throws: `APIError`
    var device: String? {
        get throws {
            guard let name = self["device"] else { return nil }
            do { return try ClientAnchor.Scope.device(name) } catch {
                throw APIError(ErrorCode(error.code), error.message, key: "parameter", error.field)
            }
        }
    }

    /// The parameters of a question.
    var question: QuestionParameters { QuestionParameters(values.compactMapValues(\.first)) }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The parameter `limit`, a number from 1 to `max`.
    func limit(_ max: Int, default byDefault: Int) throws(ParameterError) -> Int {
        try ParameterText.integer(self["limit"], "limit", in: 1...max) ?? byDefault
    }

    /// - Throws: `ParameterError` if the parameter is no uuid.
    func uuid(_ name: String) throws(ParameterError) -> UUID {
        guard let uuid = self[name].flatMap({ UUID(text: $0) }) else {
            throw ParameterError(.malformed, name, "\(name) must look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427")
        }
        return uuid
    }
}
