/// https://developer.apple.com/documentation/healthkit/hkobjecttype
open class HKObjectType: HealthKitObject, @unchecked Sendable {
    public var identifier: String { signatureOnly() }
    public func requiresPerObjectAuthorization() -> Bool { signatureOnly() }

    public class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        signatureOnly()
    }
    public class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        signatureOnly()
    }
    public class func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? { signatureOnly() }
    public class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
        signatureOnly()
    }
    public class func workoutType() -> HKWorkoutType { signatureOnly() }
    public class func activitySummaryType() -> HKActivitySummaryType { signatureOnly() }
    public class func audiogramSampleType() -> HKAudiogramSampleType { signatureOnly() }
    public class func electrocardiogramType() -> HKElectrocardiogramType { signatureOnly() }
    @available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
    public class func stateOfMindType() -> HKStateOfMindType { signatureOnly() }
    public class func visionPrescriptionType() -> HKPrescriptionType { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hksampletype
open class HKSampleType: HKObjectType, @unchecked Sendable {}
/// https://developer.apple.com/documentation/healthkit/hkquantitytype
open class HKQuantityType: HKSampleType, @unchecked Sendable {
    public func `is`(compatibleWith unit: HKUnit) -> Bool { signatureOnly() }
}
public final class HKCategoryType: HKSampleType, @unchecked Sendable {}
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {}
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {}
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {}
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {}
/// https://developer.apple.com/documentation/healthkit/hkscoredassessmenttype
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
    public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) { signatureOnly() }
}
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {}
public final class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

/// https://developer.apple.com/documentation/healthkit/hkseriestype
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
    public class func workoutRoute() -> Self { signatureOnly() }
    public class func heartbeat() -> Self { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitytypeidentifier
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let bloodPressureSystolic = HKQuantityTypeIdentifier(rawValue: "")
    public static let bloodPressureDiastolic = HKQuantityTypeIdentifier(rawValue: "")
}
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let bloodPressure = HKCorrelationTypeIdentifier(rawValue: "")
}
public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/healthkit/hkworkouttypeidentifier
public let HKWorkoutTypeIdentifier = ""
public let HKWorkoutRouteTypeIdentifier = ""
public let HKDataTypeIdentifierHeartbeatSeries = ""

/// https://developer.apple.com/documentation/healthkit/hkunit
open class HKUnit: HealthKitObject, @unchecked Sendable {
    public convenience init(from string: String) { signatureOnly() }
    public class func meter() -> Self { signatureOnly() }
    public class func kilocalorie() -> Self { signatureOnly() }
    public class func minute() -> Self { signatureOnly() }
    public class func count() -> Self { signatureOnly() }
    public class func hertz() -> Self { signatureOnly() }
    public class func decibelHearingLevel() -> Self { signatureOnly() }
    public class func diopter() -> Self { signatureOnly() }
    public class func prismDiopter() -> Self { signatureOnly() }
    public class func degreeAngle() -> Self { signatureOnly() }
    public class func meterUnit(with prefix: HKMetricPrefix) -> Self { signatureOnly() }
    public var unitString: String { signatureOnly() }
    public class func voltUnit(with prefix: HKMetricPrefix) -> Self { signatureOnly() }
    public func unitDivided(by unit: HKUnit) -> HKUnit { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkmetricprefix
public enum HKMetricPrefix: Int, Sendable {
    case none, pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto
}

/// https://developer.apple.com/documentation/healthkit/hkquantity
open class HKQuantity: HealthKitObject, @unchecked Sendable {
    public func doubleValue(for unit: HKUnit) -> Double { signatureOnly() }
    public func `is`(compatibleWith unit: HKUnit) -> Bool { signatureOnly() }
}
