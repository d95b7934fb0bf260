import HTTPServer

/// Where apps find out how to get a token for `/mcp`: the metadata of the protected resource (RFC
/// 9728) and of the authorization server (RFC 8414), which are one service.
enum OAuthMetadata {
    /// The protected resource.
    static let resourcePath = "/mcp"
    static let resourceMetadataPath = "/.well-known/oauth-protected-resource" + resourcePath
    /// The path of the page on which the person decides.
    static let authorizationPath = "/authorize"
    /// The only scope. The person chooses on the page what may be read.
    static let scope = "read"

    /// The origin to which a request was sent, such as `https://health.example`.
    ///
    /// - Throws: `APIError` (400) for a request that does not name its host.
    static func origin(_ request: HTTPRequest, _ service: HealthService) throws(APIError) -> String {
        guard let origin = RequestOrigin(request, service.proxy).own else {
            throw APIError(.malformedHeader, "the header Host is missing", key: "header", "Host")
        }
        return origin
    }

    /// Returns an answer that tells an app without a token where it gets one.
    static func challenge(_ response: HTTPResponse, _ request: HTTPRequest, _ service: HealthService) -> HTTPResponse {
        guard response.status == .unauthorized, request.path == resourcePath,
            let origin = RequestOrigin(request, service.proxy).own
        else { return response }
        var response = response
        response.headers["WWW-Authenticate"] =
            "Bearer resource_metadata=\"\(origin)\(resourceMetadataPath)\", scope=\"\(scope)\""
        return response
    }
}

extension Endpoint {
    static let getOAuthResource = Endpoint(
        .get, OAuthMetadata.resourceMetadataPath, "Who gives tokens for `/mcp`",
        notes: "Metadata of a protected resource (RFC 9728).", tag: .assistants, access: .open,
        answers: [.ok("The metadata.", .json(ResourceMetadata.schema))], errors: [.malformedHeader]
    ) { service in
        { HTTPResponse(json: ResourceMetadata(origin: try OAuthMetadata.origin($0, service)).json) }
    }

    static let getOAuthServer = Endpoint(
        .get, "/.well-known/oauth-authorization-server", "How an app gets a token",
        notes: """
            Metadata of an authorization server (RFC 8414). Clients are public and use PKCE with `S256`, as OAuth 2.1 asks.
            """, tag: .assistants, access: .open,
        answers: [.ok("The metadata.", .json(ServerMetadata.schema))], errors: [.malformedHeader]
    ) { service in
        { HTTPResponse(json: ServerMetadata(origin: try OAuthMetadata.origin($0, service)).json) }
    }
}

private struct ResourceMetadata: Shaped {
    let origin: String

    static let shape = Shape<Self>([
        .member("resource") { $0.origin + OAuthMetadata.resourcePath },
        .member("authorization_servers") { [$0.origin] },
        .member("bearer_methods_supported") { _ in ["header"] },
        .member("scopes_supported") { _ in [OAuthMetadata.scope] },
    ]).named("OAuthResourceMetadata")
}

private struct ServerMetadata: Shaped {
    let origin: String

    static let shape = Shape<Self>([
        .member("issuer", \.origin),
        .member("authorization_endpoint") { $0.origin + OAuthMetadata.authorizationPath },
        .member("token_endpoint") { $0.origin + Endpoint.postOAuthToken.template },
        .member("registration_endpoint") { $0.origin + Endpoint.postOAuthClient.template },
        .member("response_types_supported") { _ in ["code"] },
        .member("grant_types_supported") { _ in ["authorization_code", "refresh_token"] },
        .member("code_challenge_methods_supported") { _ in ["S256"] },
        .member("token_endpoint_auth_methods_supported") { _ in ["none"] },
        .member("scopes_supported") { _ in [OAuthMetadata.scope] },
        .member("authorization_response_iss_parameter_supported") { _ in true },
    ]).named("OAuthServerMetadata")
}
