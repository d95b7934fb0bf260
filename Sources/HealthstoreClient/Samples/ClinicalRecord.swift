import Foundation

/// The content of an `HKClinicalRecord`. Its start is the time at which the phone received it.
public struct ClinicalRecord: Codable, Hashable, Sendable {
    /// The name that the Health app shows.
    public var displayName: String?
    /// The member `id` of the FHIR resource.
    public var identifier: String?
    /// The address from which the phone received the resource.
    public var sourceURL: String?
    /// The version of FHIR, such as `4.0.1`.
    public var fhirVersion: String?
    /// The FHIR resource, a JSON object. Nil if the phone has none, or if it cannot be sent.
    public var resource: AnyJSON?

    public init() {}

    /// The maximum depth of nested arrays and objects in a resource. The service reads bodies with
    /// a depth of at most 64, and refuses a whole batch with a deeper one.
    static let depthMax = 60

    /// Reads a FHIR resource.
    ///
    /// - Parameter json: `HKFHIRResource.data`.
    /// - Throws: `HealthstoreError` `refused` for data that the service would refuse together with
    ///   the other records of a batch.
    static func resource(_ json: Data) throws -> AnyJSON {
        let resource: AnyJSON
        do { resource = try JSONDecoder().decode(AnyJSON.self, from: json) } catch {
            throw HealthstoreError(.refused, "its FHIR resource is not JSON, or has a number that is no double")
        }
        guard case .object = resource else { throw HealthstoreError(.refused, "its FHIR resource is no JSON object") }
        guard !resource.isDeeper(than: depthMax) else {
            throw HealthstoreError(.refused, "its FHIR resource has more than \(depthMax) levels of arrays and objects")
        }
        return resource
    }
}

/// The content of an `HKCDADocumentSample`. HealthKit reads the names from the document.
public struct ClinicalDocument: Codable, Hashable, Sendable {
    public var title: String
    public var patientName: String
    public var authorName: String
    public var custodianName: String
    /// The XML of the document, which JSON contains as base64. Nil if the document cannot be sent.
    public var documentData: Data?

    public init(title: String, patientName: String, authorName: String, custodianName: String) {
        self.title = title
        self.patientName = patientName
        self.authorName = authorName
        self.custodianName = custodianName
    }
}

extension AnyJSON {
    fileprivate func isDeeper(than depth: Int) -> Bool {
        switch self {
        case .array(let elements): depth < 1 || elements.contains { $0.isDeeper(than: depth - 1) }
        case .object(let members): depth < 1 || members.values.contains { $0.isDeeper(than: depth - 1) }
        default: false
        }
    }
}
