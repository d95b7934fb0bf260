// The relations of effort scores to workouts.

/// https://developer.apple.com/documentation/healthkit/hkworkouteffortrelationship
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
open class HKWorkoutEffortRelationship: HealthKitObject, @unchecked Sendable {
    public var workout: HKWorkout { signatureOnly() }
    public var activity: HKWorkoutActivity? { signatureOnly() }
    public var samples: [HKSample]? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkouteffortrelationshipqueryoptions
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Sendable {
    case `default`, mostRelevant
}

/// https://developer.apple.com/documentation/healthkit/hkworkouteffortrelationshipquerydescriptor
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public struct HKWorkoutEffortRelationshipQueryDescriptor {
    public struct Result: Sendable {
        public let relationships: [HKWorkoutEffortRelationship]
        public let newAnchor: HKQueryAnchor
    }
    public init(
        predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions
    ) { signatureOnly() }
    public func result(for healthStore: HKHealthStore) async throws -> Result { signatureOnly() }
}
