import Foundation
import HTTPServer
import HealthDatabase
import JSON

/// An app that registered itself. Its id says all of this, so the store keeps nothing of it.
struct OAuthClient: Codable, Sendable {
    let name: String
    let redirectURIs: [String]

    static let redirectURIsMax = 5
    static let redirectURIBytesMax = 500
    private static let nameBytesMax = 100
    private static let unnamed = "An app without a name"

    /// Reads the metadata of a registration. Other members are ignored, as RFC 7591 asks.
    ///
    /// - Throws: `OAuthError`.
    init(_ metadata: JSONValue) throws {
        var sent: [String: JSONValue] = [:]
        guard metadata.kind == .object else {
            throw OAuthError(.invalidClientMetadata, "the body must be an object")
        }
        metadata.forEachMember { sent[$0] = $1 }
        var uris: [String] = []
        guard let list = sent["redirect_uris"], list.kind == .array,
            (1...OAuthClient.redirectURIsMax).contains(list.count)
        else {
            throw OAuthError(
                .invalidRedirectURI, "redirect_uris must be a list of 1 to \(OAuthClient.redirectURIsMax) addresses")
        }
        try list.forEachElement { _, uri in
            guard let text = uri.string, OAuthClient.isRedirectURI(text) else {
                throw OAuthError(
                    .invalidRedirectURI,
                    "a redirect URI is an https address, or an http address of localhost, without a fragment and of at most "
                        + "\(OAuthClient.redirectURIBytesMax) bytes")
            }
            uris.append(text)
        }
        let sentName = sent["client_name"].present
        guard let name = sentName.map(\.string) ?? OAuthClient.unnamed, PersonStore.isLabel(name), !name.isEmpty,
            name.utf8.count <= OAuthClient.nameBytesMax
        else {
            throw OAuthError(
                .invalidClientMetadata,
                "client_name must be a text of 1 to \(OAuthClient.nameBytesMax) bytes without control characters")
        }
        self.name = name
        redirectURIs = uris
    }

    /// The specification of MCP allows HTTPS and localhost only.
    private static func isRedirectURI(_ text: String) -> Bool {
        guard text.utf8.count <= redirectURIBytesMax, let parts = URLComponents(string: text), parts.fragment == nil,
            parts.user == nil, parts.host?.isEmpty == false
        else { return false }
        return parts.scheme == "https" || isLoopback(parts)
    }

    private static func isLoopback(_ parts: URLComponents) -> Bool {
        parts.scheme == "http" && ["localhost", "127.0.0.1", "[::1]", "::1"].contains(parts.host)
    }

    /// Returns true if the app registered the address. An app on the person's machine may choose
    /// another port each time (RFC 8252, section 7.3).
    func hasRedirectURI(_ text: String) -> Bool {
        redirectURIs.contains(text)
            || OAuthClient.withoutPort(text).map { redirectURIs.map(OAuthClient.withoutPort).contains($0) } ?? false
    }

    /// Returns an address of the loopback interface without its port; nil for any other address.
    private static func withoutPort(_ text: String) -> String? {
        guard var parts = URLComponents(string: text), isRedirectURI(text), isLoopback(parts) else { return nil }
        parts.port = nil
        return parts.string
    }
}

extension Endpoint {
    static let postOAuthClient = Endpoint(
        .post, "/oauth/register", "Registers an app",
        notes: """
            Dynamic client registration (RFC 7591) of public clients. Members besides `redirect_uris` and `client_name` are \
            ignored. There are at most \(OAuthClient.redirectURIsMax) addresses of \(OAuthClient.redirectURIBytesMax) bytes. The \
            id of the client contains the registration, and does not expire.
            """,
        tag: .assistants, access: .open,
        body: Body(contents: [
            .json(
                .object(
                    required: ["redirect_uris": .array(of: .string, maxItems: OAuthClient.redirectURIsMax)],
                    optional: ["client_name": .string], rest: .any
                ).sent("OAuthClientMetadata"),
                example: #"{"client_name": "Assistant", "redirect_uris": ["https://assistant.example/callback"]}"#)
        ]),
        answers: [.created("The app is registered.", .json(RegisteredClient.schema)), OAuthError.answer],
        errors: [.databaseUnavailable, .timedOut], writes: false
    ) { service in
        { request in
            try await .oauth {
                let client: OAuthClient
                do {
                    client = try JSONParser(bytesMax: HealthService.bodyBytesMax)
                        .parse(try await request.decodedBody()) { try OAuthClient($0) }
                } catch let error as JSONError { throw OAuthError(.invalidClientMetadata, error.message) }
                let id = try await service.pool.withSession { try TextSeal($0).seal(client, .client) }
                return HTTPResponse(json: RegisteredClient(id: id, client: client).json, status: .created)
            }
        }
    }
}

private struct RegisteredClient: Shaped {
    let id: String
    let client: OAuthClient

    static let shape = Shape<Self>([
        .member("client_id", \.id), .member("client_name", \.client.name),
        .member("redirect_uris", \.client.redirectURIs),
        .member("token_endpoint_auth_method") { _ in "none" },
        .member("grant_types") { _ in ["authorization_code", "refresh_token"] },
        .member("response_types") { _ in ["code"] },
    ]).named("OAuthClient")
}
