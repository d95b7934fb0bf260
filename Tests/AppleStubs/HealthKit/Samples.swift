/// https://developer.apple.com/documentation/healthkit/hkobject
open class HKObject: HealthKitObject, @unchecked Sendable {
    public var uuid: UUID { signatureOnly() }
    public var sourceRevision: HKSourceRevision { signatureOnly() }
    public var device: HKDevice? { signatureOnly() }
    public var metadata: [String: Any]? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hksample
open class HKSample: HKObject, @unchecked Sendable {
    public var sampleType: HKSampleType { signatureOnly() }
    public var startDate: Date { signatureOnly() }
    public var endDate: Date { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkquantitysample
open class HKQuantitySample: HKSample, @unchecked Sendable {
    public var quantityType: HKQuantityType { signatureOnly() }
    public var quantity: HKQuantity { signatureOnly() }
    public var count: Int { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkcategorysample
open class HKCategorySample: HKSample, @unchecked Sendable {
    public var value: Int { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkcorrelation
open class HKCorrelation: HKSample, @unchecked Sendable {
    public var objects: Set<HKSample> { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkout
open class HKWorkout: HKSample, @unchecked Sendable {
    public var workoutActivityType: HKWorkoutActivityType { signatureOnly() }
    public var workoutEvents: [HKWorkoutEvent]? { signatureOnly() }
    public var workoutActivities: [HKWorkoutActivity] { signatureOnly() }
    public var duration: TimeInterval { signatureOnly() }
    public var totalEnergyBurned: HKQuantity? { signatureOnly() }
    public var totalDistance: HKQuantity? { signatureOnly() }
    public var allStatistics: [HKQuantityType: HKStatistics] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutactivitytype
public enum HKWorkoutActivityType: UInt, Sendable {
    case other = 3_000
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutevent
open class HKWorkoutEvent: HealthKitObject, @unchecked Sendable {
    public var type: UnnamedCase { signatureOnly() }
    public var dateInterval: DateInterval { signatureOnly() }
    public var metadata: [String: Any]? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutactivity
open class HKWorkoutActivity: HealthKitObject, @unchecked Sendable {
    public var uuid: UUID { signatureOnly() }
    public var workoutConfiguration: HKWorkoutConfiguration { signatureOnly() }
    public var startDate: Date { signatureOnly() }
    public var endDate: Date? { signatureOnly() }
    public var duration: TimeInterval { signatureOnly() }
    public var workoutEvents: [HKWorkoutEvent] { signatureOnly() }
    public var metadata: [String: Any]? { signatureOnly() }
    public var allStatistics: [HKQuantityType: HKStatistics] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkstatistics
open class HKStatistics: HealthKitObject, @unchecked Sendable {
    public var quantityType: HKQuantityType { signatureOnly() }
    public var startDate: Date { signatureOnly() }
    public var endDate: Date { signatureOnly() }
    public func sumQuantity() -> HKQuantity? { signatureOnly() }
    public func averageQuantity() -> HKQuantity? { signatureOnly() }
    public func minimumQuantity() -> HKQuantity? { signatureOnly() }
    public func maximumQuantity() -> HKQuantity? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutconfiguration
open class HKWorkoutConfiguration: HealthKitObject, @unchecked Sendable {
    public var activityType: HKWorkoutActivityType {
        get { signatureOnly() }
        set { signatureOnly() }
    }
}

/// https://developer.apple.com/documentation/healthkit/hkseriessample
open class HKSeriesSample: HKSample, @unchecked Sendable {
    public var count: Int { signatureOnly() }
}
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {}
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {}

/// https://developer.apple.com/documentation/healthkit/hkelectrocardiogram
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
    public var numberOfVoltageMeasurements: Int { signatureOnly() }
    public var samplingFrequency: HKQuantity? { signatureOnly() }
    public var classification: UnnamedCase { signatureOnly() }
    public var averageHeartRate: HKQuantity? { signatureOnly() }
    public var symptomsStatus: UnnamedCase { signatureOnly() }

    public enum Lead: Int, Sendable {
        case appleWatchSimilarToLeadI = 1
    }

    /// https://developer.apple.com/documentation/healthkit/hkelectrocardiogram/voltagemeasurement
    public final class VoltageMeasurement: HealthKitObject, @unchecked Sendable {
        public var timeSinceSampleStart: TimeInterval { signatureOnly() }
        public func quantity(for lead: Lead) -> HKQuantity? { signatureOnly() }
    }
}

/// https://developer.apple.com/documentation/healthkit/hkaudiogramsample
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
    public var sensitivityPoints: [HKAudiogramSensitivityPoint] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkaudiogramsensitivitypoint
///
/// The properties of one ear are deprecated since iOS 18.1 in favour of `tests`.
public final class HKAudiogramSensitivityPoint: HealthKitObject, @unchecked Sendable {
    public var frequency: HKQuantity { signatureOnly() }
    public var leftEarSensitivity: HKQuantity? { signatureOnly() }
    public var rightEarSensitivity: HKQuantity? { signatureOnly() }
    @available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
    public var tests: [HKAudiogramSensitivityTest] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkaudiogramsensitivitytest
@available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
public final class HKAudiogramSensitivityTest: HealthKitObject, @unchecked Sendable {
    public var sensitivity: HKQuantity { signatureOnly() }
    public var type: HKAudiogramConductionType { signatureOnly() }
    public var masked: Bool { signatureOnly() }
    public var side: HKAudiogramSensitivityTestSide { signatureOnly() }
    public var clampingRange: HKAudiogramSensitivityPointClampingRange? { signatureOnly() }
}

@available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
public enum HKAudiogramConductionType: Int, Sendable {
    case air = 0
}
@available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
    case left = 0, right
}

/// https://developer.apple.com/documentation/healthkit/hkaudiogramsensitivitypointclampingrange
@available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
public final class HKAudiogramSensitivityPointClampingRange: HealthKitObject, @unchecked Sendable {
    public var lowerBound: HKQuantity? { signatureOnly() }
    public var upperBound: HKQuantity? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkstateofmind
@available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
public final class HKStateOfMind: HKSample, @unchecked Sendable {
    public var kind: UnnamedCase { signatureOnly() }
    public var valence: Double { signatureOnly() }
    public var valenceClassification: UnnamedCase { signatureOnly() }
    public var labels: [UnnamedCase] { signatureOnly() }
    public var associations: [UnnamedCase] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkactivitysummary
open class HKActivitySummary: HealthKitObject, @unchecked Sendable {
    public func dateComponents(for calendar: Calendar) -> DateComponents { signatureOnly() }
    public var activityMoveMode: HKActivityMoveMode { signatureOnly() }
    public var activeEnergyBurned: HKQuantity { signatureOnly() }
    public var activeEnergyBurnedGoal: HKQuantity { signatureOnly() }
    public var appleMoveTime: HKQuantity { signatureOnly() }
    public var appleMoveTimeGoal: HKQuantity { signatureOnly() }
    public var appleExerciseTime: HKQuantity { signatureOnly() }
    public var exerciseTimeGoal: HKQuantity? { signatureOnly() }
    public var appleStandHours: HKQuantity { signatureOnly() }
    public var standHoursGoal: HKQuantity? { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkactivitymovemode
public enum HKActivityMoveMode: Int, Sendable {
    case activeEnergy = 1, appleMoveTime
}

// MARK: Sources

/// https://developer.apple.com/documentation/healthkit/hksourcerevision
open class HKSourceRevision: HealthKitObject, @unchecked Sendable {
    public var source: HKSource { signatureOnly() }
    public var version: String? { signatureOnly() }
    public var productType: String? { signatureOnly() }
    public var operatingSystemVersion: OperatingSystemVersion { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hksource
open class HKSource: HealthKitObject, @unchecked Sendable {
    public var name: String { signatureOnly() }
    public var bundleIdentifier: String { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkdevice
open class HKDevice: HealthKitObject, @unchecked Sendable {
    public var name: String? { signatureOnly() }
    public var manufacturer: String? { signatureOnly() }
    public var model: String? { signatureOnly() }
    public var hardwareVersion: String? { signatureOnly() }
    public var firmwareVersion: String? { signatureOnly() }
    public var softwareVersion: String? { signatureOnly() }
    public var localIdentifier: String? { signatureOnly() }
    public var udiDeviceIdentifier: String? { signatureOnly() }
}
