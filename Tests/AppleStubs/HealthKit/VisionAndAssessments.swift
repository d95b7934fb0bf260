// MARK: Vision prescriptions

/// https://developer.apple.com/documentation/healthkit/hkvisionprescription
open class HKVisionPrescription: HKSample, @unchecked Sendable {
    public var prescriptionType: HKVisionPrescriptionType { signatureOnly() }
    public var dateIssued: Date { signatureOnly() }
    public var expirationDate: Date? { signatureOnly() }
}
public enum HKVisionPrescriptionType: UInt, Sendable {
    case glasses = 1, contacts
}
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
    public var rightEye: HKGlassesLensSpecification? { signatureOnly() }
    public var leftEye: HKGlassesLensSpecification? { signatureOnly() }
}
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
    public var rightEye: HKContactsLensSpecification? { signatureOnly() }
    public var leftEye: HKContactsLensSpecification? { signatureOnly() }
    public var brand: String { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hklensspecification
open class HKLensSpecification: HealthKitObject, @unchecked Sendable {
    public var sphere: HKQuantity { signatureOnly() }
    public var cylinder: HKQuantity? { signatureOnly() }
    public var axis: HKQuantity? { signatureOnly() }
    public var addPower: HKQuantity? { signatureOnly() }
}
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
    public var vertexDistance: HKQuantity? { signatureOnly() }
    public var prism: HKVisionPrism? { signatureOnly() }
    public var farPupillaryDistance: HKQuantity? { signatureOnly() }
    public var nearPupillaryDistance: HKQuantity? { signatureOnly() }
}
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
    public var baseCurve: HKQuantity? { signatureOnly() }
    public var diameter: HKQuantity? { signatureOnly() }
}
public final class HKVisionPrism: HealthKitObject, @unchecked Sendable {
    public var amount: HKQuantity { signatureOnly() }
    public var angle: HKQuantity { signatureOnly() }
}

// MARK: Scored assessments

/// https://developer.apple.com/documentation/healthkit/hkscoredassessment
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
open class HKScoredAssessment: HKSample, @unchecked Sendable {
    public var score: Int { signatureOnly() }
}
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
    public var answers: [UnnamedCase] { signatureOnly() }
    public var risk: UnnamedCase { signatureOnly() }
}
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    public var answers: [UnnamedCase] { signatureOnly() }
    public var risk: UnnamedCase { signatureOnly() }
}
