#if compiler(>=6.2)
    // The types of medications, which came with the SDKs of Xcode 26.

    /// https://developer.apple.com/documentation/healthkit/hkmedicationdoseevent
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKMedicationDoseEvent: HKSample, @unchecked Sendable {
        public var logStatus: UnnamedCase { signatureOnly() }
        public var scheduleType: UnnamedCase { signatureOnly() }
        public var scheduledDate: Date? { signatureOnly() }
        public var scheduledDoseQuantity: Double? { signatureOnly() }
        public var doseQuantity: Double? { signatureOnly() }
        public var unit: HKUnit { signatureOnly() }
        public var medicationConceptIdentifier: HKHealthConceptIdentifier { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkhealthconceptidentifier
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKHealthConceptIdentifier: HealthKitObject, NSSecureCoding, @unchecked Sendable {
        public required init?(coder: NSCoder) { signatureOnly() }
        public func encode(with coder: NSCoder) { signatureOnly() }
        public static var supportsSecureCoding: Bool { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkuserannotatedmedication
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKUserAnnotatedMedication: HealthKitObject, @unchecked Sendable {
        public var nickname: String? { signatureOnly() }
        public var medication: HKMedicationConcept { signatureOnly() }
    }
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKMedicationConcept: HealthKitObject, @unchecked Sendable {
        public var identifier: HKHealthConceptIdentifier { signatureOnly() }
        public var displayText: String { signatureOnly() }
        public var generalForm: HKMedicationGeneralForm { signatureOnly() }
        public var relatedCodings: Set<HKClinicalCoding> { signatureOnly() }
    }
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public struct HKMedicationGeneralForm: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKClinicalCoding: HealthKitObject, @unchecked Sendable {
        public var system: String { signatureOnly() }
        public var version: String? { signatureOnly() }
        public var code: String { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkuserannotatedmedicationquerydescriptor
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public struct HKUserAnnotatedMedicationQueryDescriptor {
        public init(predicate: NSPredicate? = nil, limit: Int? = nil) { signatureOnly() }
        public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
            signatureOnly()
        }
    }

    extension HKObjectType {
        @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
        public class func medicationDoseEventType() -> HKMedicationDoseEventType { signatureOnly() }
        @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
        public class func userAnnotatedMedicationType() -> HKUserAnnotatedMedicationType { signatureOnly() }
    }
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKMedicationDoseEventType: HKSampleType, @unchecked Sendable {}
    @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
    public final class HKUserAnnotatedMedicationType: HKObjectType, @unchecked Sendable {}
#endif
