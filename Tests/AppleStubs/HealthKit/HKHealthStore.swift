/// https://developer.apple.com/documentation/healthkit/hkhealthstore
open class HKHealthStore: NSObject, @unchecked Sendable {
    override public init() { signatureOnly() }
    public class func isHealthDataAvailable() -> Bool { signatureOnly() }
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws { signatureOnly() }
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus { signatureOnly() }
    #if compiler(>=6.4)
        /// https://developer.apple.com/documentation/healthkit/hkhealthstore/earliestauthorizedsampledate(for:)
        @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
        public func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
            signatureOnly()
        }
    #endif
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        signatureOnly()
    }
    #if !os(watchOS)
        public func supportsHealthRecords() -> Bool { signatureOnly() }
    #endif
    public func execute(_ query: HKQuery) { signatureOnly() }
    public func stop(_ query: HKQuery) { signatureOnly() }
    public func enableBackgroundDelivery(
        for type: HKObjectType, frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { signatureOnly() }

    public func disableBackgroundDelivery(
        for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { signatureOnly() }

    public func dateOfBirthComponents() throws -> DateComponents { signatureOnly() }
    public func biologicalSex() throws -> HKBiologicalSexObject { signatureOnly() }
    public func bloodType() throws -> HKBloodTypeObject { signatureOnly() }
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject { signatureOnly() }
    public func wheelchairUse() throws -> HKWheelchairUseObject { signatureOnly() }
    public func activityMoveMode() throws -> HKActivityMoveModeObject { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkauthorizationrequeststatus
public enum HKAuthorizationRequestStatus: Int, Sendable {
    case unknown, shouldRequest, unnecessary
}

/// https://developer.apple.com/documentation/healthkit/hkupdatefrequency
public enum HKUpdateFrequency: Int, Sendable {
    case immediate = 1, hourly, daily, weekly
}

/// https://developer.apple.com/documentation/healthkit/hkerror
public struct HKError: CustomNSError {
    public init(_ code: Code, userInfo: [String: Any] = [:]) { signatureOnly() }
    public var code: Code { signatureOnly() }
    public enum Code: Int, Sendable {
        case errorInvalidArgument, errorAuthorizationDenied, errorAuthorizationNotDetermined
        case errorDatabaseInaccessible, errorUserCanceled, errorNoData
    }
}

// MARK: Characteristics

/// https://developer.apple.com/documentation/healthkit/hkbiologicalsexobject
open class HKBiologicalSexObject: HealthKitObject, @unchecked Sendable {
    public var biologicalSex: UnnamedCase { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkbloodtypeobject
open class HKBloodTypeObject: HealthKitObject, @unchecked Sendable {
    public var bloodType: UnnamedCase { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkfitzpatrickskintypeobject
open class HKFitzpatrickSkinTypeObject: HealthKitObject, @unchecked Sendable {
    public var skinType: UnnamedCase { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkwheelchairuseobject
open class HKWheelchairUseObject: HealthKitObject, @unchecked Sendable {
    public var wheelchairUse: UnnamedCase { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkactivitymovemodeobject
open class HKActivityMoveModeObject: HealthKitObject, @unchecked Sendable {
    public var activityMoveMode: HKActivityMoveMode { signatureOnly() }
}
