import Foundation
import HealthCore
import JSON

extension ClientAnchor {
    /// Reads the member `anchor` of a batch: `{"device", "types": […], "data": base64}`. Returns
    /// nil if it is missing or null.
    ///
    /// - Throws: `Refusal`. Its field is `anchor` or a member of it.
    init?(json: JSONValue?) throws(Refusal) {
        guard let json = json.present else { return nil }
        guard json.kind == .object, json.count == 3, let device = json["device"]?.string,
            let types = json["types"], types.kind == .array, let data = json["data"]?.string
        else {
            throw ClientAnchor.malformed(
                "", "anchor must be {\"device\": text, \"types\": [names], \"data\": base64}")
        }
        guard types.count <= Scope.typesMax else {
            throw ClientAnchor.malformed(".types", "types must be 1 to \(Scope.typesMax) names of types")
        }
        var names: [String] = []
        try types.forEachElement { _, value throws(Refusal) in
            guard let name = value.string else {
                throw ClientAnchor.malformed(".types", "the name of a type must be a text")
            }
            names.append(name)
        }
        let scope: Scope
        do { scope = try Scope(device: device, types: names) } catch {
            throw ClientAnchor.malformed("." + error.field, error.message)
        }
        guard let bytes = Data(base64Encoded: data), let anchor = ClientAnchor(scope: scope, bytes: Array(bytes)) else {
            throw ClientAnchor.malformed(".data", "data must be base64 of 1 to \(ClientAnchor.bytesMax) bytes")
        }
        self = anchor
    }

    private static func malformed(_ member: String, _ message: String) -> Refusal {
        Refusal(.malformedField, field: "anchor" + member, message)
    }
}
