import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/anchors/{device}/{types}`: returns the bytes that the client stored.
    @Sendable func getAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let scope = try AnchorRequest.scope(request)
        let caller = try await caller(of: presented)
        let person = caller.person
        let bytes = try await pool.withSession(for: person) { session in
            let store = ClientAnchorStore(person: person, session: session, holderID: caller.access.holderID)
            guard let bytes = try store.find(scope) else { throw try AnchorRequest.unknown(scope, store) }
            return bytes
        }
        let response = HTTPResponse(status: .ok, contentType: "application/octet-stream", body: bytes)
        return response.tagged
    }

    /// `PUT /v1/anchors/{device}/{types}`: stores the body as the anchor and replaces the previous
    /// one.
    @Sendable func putAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let scope = try AnchorRequest.scope(request)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let body = try await request.decodedBody()
        guard !body.isEmpty else {
            throw APIError(
                .emptyAnchor, "the body is empty; expected the bytes of an anchor",
                hint: "delete an anchor with DELETE")
        }
        guard let anchor = ClientAnchor(scope: scope, bytes: body) else {
            throw APIError(
                .contentTooLarge,
                "the anchor is too long; it may have at most \(ClientAnchor.bytesMax) bytes")
        }
        try await pool.withSession(for: person) { session in
            try ClientAnchorStore(person: person, session: session, holderID: caller.access.holderID).write(anchor)
        }
        return HTTPResponse(status: .noContent)
    }

    /// `DELETE /v1/anchors/{device}/{types}`: deletes the anchor.
    @Sendable func deleteAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let scope = try AnchorRequest.scope(request)
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        try await pool.withSession(for: person) { session in
            let store = ClientAnchorStore(person: person, session: session, holderID: caller.access.holderID)
            guard try store.delete(scope) else { throw try AnchorRequest.unknown(scope, store) }
        }
        return HTTPResponse(status: .noContent)
    }
}

/// The scope of a request for an anchor.
enum AnchorRequest {
    /// Reads the device and the types from the path. Commas separate the types.
    ///
    /// - Throws: `APIError`, `ParameterError`.
    static func scope(_ request: HTTPRequest) throws -> ClientAnchor.Scope {
        _ = try RequestParameters(request, of: .getAnchor)
        let types = (request.pathParameters["types"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        do {
            return try ClientAnchor.Scope(device: request.pathParameters["device"] ?? "", types: types.map(String.init))
        } catch {
            throw APIError(ErrorCode(error.code), error.message, key: "parameter", error.field)
        }
    }

    /// Returns an error that lists the sets of types for which the device has anchors. Each set of
    /// types has a separate anchor.
    ///
    /// - Throws: `PostgresError`.
    static func unknown(_ scope: ClientAnchor.Scope, _ store: ClientAnchorStore) throws -> APIError {
        let sets = try store.typeSets(ofDevice: scope.device)
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("typeSets")
            writer.array { writer in
                for types in sets {
                    writer.array { writer in for type in types { writer.value(type) } }
                }
            }
        }
        return APIError(
            .unknownAnchor, "the device has no anchor for this set of types", details: writer.bytes,
            hint:
                "an anchor belongs to exactly the types with which it was stored; without an anchor, query from the beginning"
        )
    }
}
