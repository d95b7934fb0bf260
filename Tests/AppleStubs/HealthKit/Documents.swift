#if !os(watchOS)
    // Clinical records and documents, which watchOS does not have.

    /// https://developer.apple.com/documentation/healthkit/hkclinicalrecord
    public final class HKClinicalRecord: HKSample, @unchecked Sendable {
        public var displayName: String { signatureOnly() }
        public var fhirResource: HKFHIRResource? { signatureOnly() }
    }
    public final class HKFHIRResource: HealthKitObject, @unchecked Sendable {
        public var identifier: String { signatureOnly() }
        public var sourceURL: URL? { signatureOnly() }
        public var fhirVersion: HKFHIRVersion { signatureOnly() }
        public var data: Data { signatureOnly() }
    }
    public final class HKFHIRVersion: HealthKitObject, @unchecked Sendable {
        public var stringRepresentation: String { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkcdadocumentsample
    open class HKDocumentSample: HKSample, @unchecked Sendable {}
    public final class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
        public var document: HKCDADocument? { signatureOnly() }
    }
    public final class HKCDADocument: HealthKitObject, @unchecked Sendable {
        public var documentData: Data? { signatureOnly() }
        public var title: String { signatureOnly() }
        public var patientName: String { signatureOnly() }
        public var authorName: String { signatureOnly() }
        public var custodianName: String { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkdocumentquery
    open class HKDocumentQuery: HKQuery, @unchecked Sendable {
        public init(
            documentType: HKDocumentType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
            includeDocumentData: Bool,
            resultsHandler: @escaping @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void
        ) { signatureOnly() }
    }

    extension HKObjectType {
        public class func clinicalType(forIdentifier identifier: HKClinicalTypeIdentifier) -> HKClinicalType? {
            signatureOnly()
        }
        public class func documentType(forIdentifier identifier: HKDocumentTypeIdentifier) -> HKDocumentType? {
            signatureOnly()
        }
    }
    public final class HKClinicalType: HKSampleType, @unchecked Sendable {}
    public final class HKDocumentType: HKSampleType, @unchecked Sendable {}
    public struct HKClinicalTypeIdentifier: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
    public struct HKDocumentTypeIdentifier: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let CDA = HKDocumentTypeIdentifier(rawValue: "")
    }
#endif
