#if compiler(>=6.4)
    // The types of workout zones, which came with the SDKs of Xcode 27.

    extension HKWorkout {
        /// https://developer.apple.com/documentation/healthkit/hkworkout/zonegroupsbytype
        @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
        public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { signatureOnly() }
    }

    extension HKWorkoutActivity {
        /// https://developer.apple.com/documentation/healthkit/hkworkoutactivity/zonegroupsbytype
        @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
        public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkworkoutzonegroup
    @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
    public struct HKWorkoutZoneGroup: Sendable {
        public let configuration: HKWorkoutZoneConfiguration
        public let zoneDurations: [HKWorkoutZoneDuration]
    }

    /// https://developer.apple.com/documentation/healthkit/hkworkoutzoneconfiguration
    @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
    public struct HKWorkoutZoneConfiguration: Sendable {
        public var quantityType: HKQuantityType { signatureOnly() }
        public let zones: [HKWorkoutZone]
        public let source: Source

        /// https://developer.apple.com/documentation/healthkit/hkworkoutzoneconfiguration/source-swift.enum
        public enum Source: Hashable, Sendable {
            case system, user, app
        }
    }

    /// https://developer.apple.com/documentation/healthkit/hkworkoutzone
    @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
    public struct HKWorkoutZone: Sendable {
        public let index: Int
        public var minimum: HKQuantity? { signatureOnly() }
        public var maximum: HKQuantity? { signatureOnly() }
    }

    /// https://developer.apple.com/documentation/healthkit/hkworkoutzoneduration
    @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
    public struct HKWorkoutZoneDuration: Sendable {
        public let zone: HKWorkoutZone
        public let duration: TimeInterval
    }
#endif
