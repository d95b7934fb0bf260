import Foundation

/// The figures of one quantity type that HealthKit computed for a workout or for one of its
/// activities, `HKStatistics` as JSON. An export has them as `WorkoutStatistics`.
public struct RecordedStatistics: Codable, Hashable, Sendable {
    /// HealthKit's identifier of the quantity type.
    public var type: String
    /// The unit of the figures, as in `HKUnit.unitString`.
    public var unit: String
    public var startDate: Date?
    public var endDate: Date?
    /// Of cumulative types only.
    public var sum: Double?
    /// `average`, `minimum` and `maximum` are of discrete types only.
    public var average: Double?
    public var minimum: Double?
    public var maximum: Double?

    public init(type: String, unit: String, startDate: Date? = nil, endDate: Date? = nil) {
        self.type = type
        self.unit = unit
        self.startDate = startDate
        self.endDate = endDate
    }
}

/// The time that a workout or an activity spent in each zone of a quantity type,
/// `HKWorkoutZoneGroup` as JSON.
public struct WorkoutZoneGroup: Codable, Hashable, Sendable {
    /// HealthKit's identifier of the quantity type: heart rate or cycling power.
    public var type: String
    /// The author of the zones: `system`, `user` or `app`. Nil if this library does not know it.
    public var source: String?
    /// The unit of the bounds.
    public var unit: String
    /// From the lowest to the highest.
    public var zones: [Zone]

    public init(type: String, source: String?, unit: String, zones: [Zone]) {
        self.type = type
        self.source = source
        self.unit = unit
        self.zones = zones
    }

    public struct Zone: Codable, Hashable, Sendable {
        /// Nil for the lowest zone, which has no lower bound.
        public var minimum: Double?
        /// Nil for the highest zone, which has no upper bound.
        public var maximum: Double?
        /// The time in the zone in seconds.
        public var duration: Double

        public init(minimum: Double?, maximum: Double?, duration: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.duration = duration
        }
    }
}

extension SampleRecord {
    /// Sets the energy and the distance of a workout to the sums of its statistics where HealthKit
    /// has no total, as the service does with an export. A triathlon has three distances.
    mutating func completeTotals() {
        func sum(_ unit: String, _ isIncluded: (String) -> Bool) -> Double? {
            let sums = (self.workoutStatistics ?? []).filter { isIncluded($0.type) && $0.unit == unit }
                .compactMap(\.sum)
            return sums.isEmpty ? nil : sums.reduce(0, +)
        }
        self.totalEnergyBurned =
            self.totalEnergyBurned ?? sum("kcal") { $0 == "HKQuantityTypeIdentifierActiveEnergyBurned" }
        self.totalDistance = self.totalDistance ?? sum("m") { $0.hasPrefix("HKQuantityTypeIdentifierDistance") }
    }
}
