import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getAnchor = Endpoint(
        .get, "/v1/anchors/{device}/{types}", "The anchor that a client stored",
        notes: """
            A client's own anchor (`HKQueryAnchor`) for exactly this set of types, as bytes. An anchor with a type that the \
            token may neither read nor write is unknown.
            """,
        tag: .anchors, parameters: [device, types], takes: .parameters(AnchorRequest.scope),
        gives: .response(
            .ok("The anchor.", Content(mediaType: "application/octet-stream"), headers: [.eTag]), isTagged: true),
        errors: [.malformedField, .unknownAnchor]
    ) { call in
        let bytes = try await call.withSession { session in
            let (store, access) = (call.anchors(session), try WriteAccess(call.caller, session))
            guard call.taken.types.allSatisfy(access.covers), let bytes = try store.find(call.taken) else {
                throw try AnchorRequest.unknown(call.taken, store, access)
            }
            return bytes
        }
        return HTTPResponse(status: .ok, contentType: "application/octet-stream", body: bytes).tagged
    }

    static let putAnchor = Endpoint(
        .put, "/v1/anchors/{device}/{types}", "Stores the anchor of a client",
        notes: "Replaces the anchor of the same device and set of types. A person has at most 1,000 anchors.",
        tag: .anchors, parameters: [device, types],
        takes: .bytes(
            Content(mediaType: "application/octet-stream", example: "an anchor"), bytesMax: ClientAnchor.bytesMax,
            parameters: AnchorRequest.scope, AnchorRequest.anchor),
        right: .write, gives: .nothing("The anchor is stored."),
        errors: [.malformedField, .emptyAnchor, .tooManyAnchors]
    ) { call in
        try await call.withSession { session in
            let (anchor, access) = (call.taken.sent, try WriteAccess(call.caller, session))
            if let refusal = access.refusal(of: anchor.scope) { throw Caller.writeNotGranted(refusal.message) }
            try call.anchors(session).write(anchor)
        }
    }

    static let deleteAnchor = Endpoint(
        .delete, "/v1/anchors/{device}/{types}", "Forgets the anchor of a client",
        tag: .anchors, parameters: [device, types], takes: .parameters(AnchorRequest.scope), right: .write,
        gives: .nothing("The anchor is gone."), errors: [.malformedField, .unknownAnchor]
    ) { call in
        try await call.withSession { session in
            let (store, access) = (call.anchors(session), try WriteAccess(call.caller, session))
            guard call.taken.types.allSatisfy(access.covers), try store.delete(call.taken) else {
                throw try AnchorRequest.unknown(call.taken, store, access)
            }
        }
    }

    private static let device = EndpointParameter(
        name: "device", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "The client's name for the device.", example: "phone")
    private static let types = EndpointParameter(
        name: "types", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "Names of types, separated by commas, in any order.", example: "stepCount,heartRate")
}

extension Call {
    fileprivate func anchors(_ session: Session) -> ClientAnchorStore {
        ClientAnchorStore(person: person, session: session, holderID: caller.access.holderID)
    }
}

/// The scope of a request for an anchor.
enum AnchorRequest {
    /// Reads the device and the types from the path. Commas separate the types.
    ///
    /// - Throws: `APIError`, `ParameterError`.
    @Sendable static func scope(_ parameters: RequestParameters) throws -> ClientAnchor.Scope {
        let types = (parameters["types"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        do {
            return try ClientAnchor.Scope(device: parameters["device"] ?? "", types: types.map(String.init))
        } catch {
            throw APIError(ErrorCode(error.code), error.message, key: "parameter", error.field)
        }
    }

    /// Returns the anchor of a body.
    ///
    /// - Throws: `APIError`.
    @Sendable static func anchor(_ scope: ClientAnchor.Scope, _ body: [UInt8]) throws -> ClientAnchor {
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
        return anchor
    }

    /// Returns an error that lists the sets of types for which the device has anchors. Each set of
    /// types has a separate anchor. Sets with a type that `access` does not cover are left out.
    ///
    /// - Throws: `PostgresError`.
    static func unknown(
        _ scope: ClientAnchor.Scope, _ store: ClientAnchorStore, _ access: WriteAccess
    ) throws -> APIError {
        let typeSets = try store.typeSets(ofDevice: scope.device).filter { $0.allSatisfy(access.covers) }
        return APIError(
            .unknownAnchor, "the device has no anchor for this set of types", details: ["typeSets": typeSets],
            hint:
                "an anchor belongs to exactly the types with which it was stored; without an anchor, query from the beginning"
        )
    }
}
