import HealthCore
import HealthDatabase

extension Endpoint {
    static let getAnchor = Endpoint(
        .get, "/v1/anchors/{device}/{types}", "The anchor that a client stored",
        notes: "A client's own anchor (`HKQueryAnchor`) for exactly this set of types, as bytes.",
        tag: .anchors, parameters: [device, types, .ifNoneMatch],
        answers: [
            .ok("The anchor.", Content(mediaType: "application/octet-stream"), headers: [.eTag]), .notModified,
        ], errors: anchorErrors + [.unknownAnchor], handler: HealthService.getAnchor)

    static let putAnchor = Endpoint(
        .put, "/v1/anchors/{device}/{types}", "Stores the anchor of a client",
        notes: "Replaces the anchor of the same device and set of types. A person has at most 1,000 anchors.",
        tag: .anchors, parameters: [device, types],
        body: Body(
            contents: [Content(mediaType: "application/octet-stream", example: "an anchor")],
            bytesMax: ClientAnchor.bytesMax), answers: [.noContent("The anchor is stored.")],
        errors: anchorErrors + [.emptyAnchor, .tooManyAnchors, .writeNotGranted], handler: HealthService.putAnchor)

    static let deleteAnchor = Endpoint(
        .delete, "/v1/anchors/{device}/{types}", "Forgets the anchor of a client",
        tag: .anchors, parameters: [device, types], answers: [.noContent("The anchor is gone.")],
        errors: anchorErrors + [.unknownAnchor, .writeNotGranted], handler: HealthService.deleteAnchor)

    private static let anchorErrors: [ErrorCode] = [.malformedField]

    private static let device = Parameter(
        name: "device", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "The client's name for the device.", example: "phone")
    private static let types = Parameter(
        name: "types", location: .path, schema: .string(pattern: "^[^/]+$"), isRequired: true,
        meaning: "Names of types, separated by commas, in any order.", example: "stepCount,heartRate")
}
