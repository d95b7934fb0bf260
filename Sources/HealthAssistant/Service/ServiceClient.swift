import Foundation
import HTTPClient
import JSONReader

/// Asks a running service, with one token. Any thread may use it.
public struct ServiceClient: Sendable {
    /// The address without `/v1` and without a slash at its end.
    private let address: String
    private let token: String
    private let client: HTTPClient

    /// The longest time of a request, in seconds. It is longer than that of a statement of the
    /// service.
    static let secondsMax = 75
    /// The longest answer of the service, in bytes: 16 MiB.
    static let answerBytesMax = 16 << 20

    /// - Parameters:
    ///   - address: an address of `http` or `https`, such as `https://health.example`.
    ///   - token: a token without control characters.
    ///   - authorityFile: a file with the certificates of trusted authorities, or nil for those of
    ///     the system.
    ///   - usesProxy: true to use the proxy that the environment names.
    public init(address: String, token: String, authorityFile: String?, usesProxy: Bool) {
        self.address = address
        self.token = token
        client = HTTPClient(
            authorityFile: authorityFile, usesProxy: usesProxy, seconds: ServiceClient.secondsMax,
            bytesMax: ServiceClient.answerBytesMax)
    }

    /// Sends `GET` and calls `body` with the answer. It blocks its thread.
    ///
    /// - Parameters:
    ///   - query: names and values. A parameter without a value is left out.
    ///   - accept: the media type of the answer.
    /// - Throws: `ToolFailure` if the service does not answer or refuses the request, or the error
    ///   of `body`.
    func get<Value>(
        _ path: String, _ query: [(String, String?)], accept: String = "application/json",
        isCancelled: @escaping @Sendable () -> Bool, _ body: (JSONValue) throws -> Value
    ) throws -> Value {
        let parts = query.compactMap { name, value in value.map { name + "=" + ServiceClient.encoded($0) } }
        let url = address + path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        let response: HTTPClient.Response
        do throws(HTTPClientError) {
            response = try client.get(
                url, headers: ["Authorization: Bearer " + token, "Accept: " + accept], isCancelled: isCancelled)
        } catch {
            throw ToolFailure(unanswered(error))
        }
        let parser = JSONParser(bytesMax: ServiceClient.answerBytesMax)
        guard response.status == 200 else { throw refusal(response, parser) }
        do { return try parser.parse(response.body, body) } catch is JSONError {
            throw ToolFailure("the server at \(address) is no healthstore service: its answer is not JSON")
        }
    }

    private func unanswered(_ error: HTTPClientError) -> String {
        switch error.code {
        case .notReachable:
            "the service at \(address) cannot be reached (\(error.message)); check that it runs and that the address is right"
        case .notTrusted:
            "the certificate of the service at \(address) is not trusted (\(error.message)); --ca-file names another authority"
        case .timedOut:
            "the service at \(address) did not answer in time (\(error.message)); ask for a shorter range, or try again later"
        case .tooLarge: "the answer is too large: \(error.message); ask for a shorter range"
        case .cancelled: "the question was cancelled"
        case .failed, .notPublic: "the service at \(address) could not be asked: \(error.message)"
        }
    }

    /// Returns the failure of an answer with another status than 200.
    private func refusal(_ response: HTTPClient.Response, _ parser: JSONParser) -> ToolFailure {
        let error = try? parser.parse(response.body) { body in
            (code: body["code"]?.string, message: body["message"]?.string, hint: body["hint"]?.string)
        }
        guard let code = error?.code, let message = error?.message else {
            return ToolFailure(
                "the server at \(address) is no healthstore service: it answered with the status \(response.status)")
        }
        // The service's hints name its endpoints, which the assistant does not know.
        let hint = code == "unknown_type" ? "list_types lists the types" : error?.hint
        let reason = message + " (\(code))" + (hint.map { "; " + $0 } ?? "")
        return switch response.status {
        case 401:
            ToolFailure(
                "the service does not accept the token: \(reason). It may be revoked or have expired; the person can create another with healthstore token create"
            )
        case 403: ToolFailure("the token may not do this: \(reason)")
        case 429, 503: ToolFailure("the service has no time at present: \(reason). Ask again in some seconds")
        case 500...: ToolFailure("the service failed with the status \(response.status): \(reason)")
        default: ToolFailure("the service refuses the question: \(reason)")
        }
    }

    /// Returns a value for a query string.
    ///
    /// https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
