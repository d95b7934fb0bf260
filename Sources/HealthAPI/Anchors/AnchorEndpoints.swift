import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/anchors/{device}/{types}`: the bytes that the client stored.
    @Sendable func getAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let scope = try AnchorRequest.scope(request)
        let person = try await person(of: token)
        let bytes = try await pool.withSession(for: person) { session in
            let store = ClientAnchorStore(person: person, session: session)
            guard let bytes = try store.find(scope) else { throw try AnchorRequest.unknown(scope, store) }
            return bytes
        }
        let response = HTTPResponse(status: .ok, contentType: "application/octet-stream", body: bytes)
        return response.tagged
    }

    /// `PUT /v1/anchors/{device}/{types}`: stores the body in place of the anchor before.
    @Sendable func putAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let scope = try AnchorRequest.scope(request)
        let person = try await person(of: token)
        let body = try await request.decodedBody()
        guard !body.isEmpty else {
            throw APIError(.emptyAnchor, "the body holds no anchor", hint: "DELETE forgets one")
        }
        guard let anchor = ClientAnchor(scope: scope, bytes: body) else {
            throw APIError(
                .contentTooLarge, "an anchor has at most \(ClientAnchor.bytesMax) bytes")
        }
        try await pool.withSession(for: person) { try ClientAnchorStore(person: person, session: $0).write(anchor) }
        return HTTPResponse(status: .noContent)
    }

    /// `DELETE /v1/anchors/{device}/{types}`
    @Sendable func deleteAnchor(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let scope = try AnchorRequest.scope(request)
        let person = try await person(of: token)
        try await pool.withSession(for: person) { session in
            let store = ClientAnchorStore(person: person, session: session)
            guard try store.delete(scope) else { throw try AnchorRequest.unknown(scope, store) }
        }
        return HTTPResponse(status: .noContent)
    }
}

/// What a client says of an anchor.
enum AnchorRequest {
    /// The device and types of the path; the types have commas between.
    static func scope(_ request: HTTPRequest) throws -> ClientAnchor.Scope {
        _ = try QueryParameters(request, of: .getAnchor)
        let types = (request.pathParameters["types"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        do {
            return try ClientAnchor.Scope(device: request.pathParameters["device"] ?? "", types: types.map(String.init))
        } catch {
            throw APIError(ErrorCode(error.code), error.message, key: "parameter", error.field)
        }
    }

    /// The member `anchor` of a batch: `{"device", "types": […], "data": base64}`.
    static func anchor(_ value: JSONValue?) throws -> ClientAnchor? {
        guard let value = value.present else { return nil }
        guard value.kind == .object, value.count == 3, let device = value["device"]?.string,
            let types = value["types"], types.kind == .array, let data = value["data"]?.string
        else {
            throw malformed("anchor", "anchor must be {\"device\": text, \"types\": [names], \"data\": base64}")
        }
        guard types.count <= ClientAnchor.Scope.typesMax else {
            throw malformed("anchor.types", "types must be 1 to \(ClientAnchor.Scope.typesMax) names of types")
        }
        var names: [String] = []
        try types.forEachElement { _, value in
            guard let name = value.string else { throw malformed("anchor.types", "the name of a type must be a text") }
            names.append(name)
        }
        let scope: ClientAnchor.Scope
        do { scope = try ClientAnchor.Scope(device: device, types: names) } catch {
            throw malformed("anchor." + error.field, error.message)
        }
        guard let bytes = Data(base64Encoded: data), let anchor = ClientAnchor(scope: scope, bytes: Array(bytes)) else {
            throw malformed("anchor.data", "data must be base64 of 1 to \(ClientAnchor.bytesMax) bytes")
        }
        return anchor
    }

    private static func malformed(_ field: String, _ message: String) -> APIError {
        APIError(.malformedField, message, key: "field", field)
    }

    /// Says for which types the device has anchors, since another set is another anchor.
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
            hint: "an anchor is for exactly the types it was stored with; without one, query from the beginning")
    }
}
