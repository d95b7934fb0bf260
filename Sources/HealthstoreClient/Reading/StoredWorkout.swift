import Foundation

/// A workout in the store, with figures of the types that were measured during it.
public struct StoredWorkout: Decodable, Hashable, Sendable {
    public var uuid: UUID
    /// The raw value of `HKWorkoutActivityType`.
    public var workoutActivityType: Int
    /// The name of the activity's constant, such as `running`; nil if the service does not know it.
    public var workoutActivityTypeName: String?
    public var startDate: Date
    public var endDate: Date
    /// The seconds without pauses.
    public var duration: Double?
    /// The seconds from the start to the end.
    public var elapsedTime: Double?
    public var pauses: [Interval]?
    /// The energy in kilocalories that was sent with the workout.
    public var totalEnergyBurned: Double?
    /// The distance in metres that was sent with the workout.
    public var totalDistance: Double?
    /// `running`, `paused` or `ended` while the workout is recorded. Nil for a finished workout.
    public var recordingState: String?
    /// The uuids of the workout's routes, in order of start. Nil in `workouts(in:)`.
    public var workoutRoutes: [UUID]?
    public var source: SampleRecord.Source?
    public var metadata: [String: AnyJSON]?
    /// The figures over the workout.
    public var statistics: [TypeFigures]?

    public struct Interval: Decodable, Hashable, Sendable {
        public var startDate: Date
        public var endDate: Date
    }

    /// The figures of one type over the workout.
    public struct TypeFigures: Decodable, Hashable, Sendable {
        /// HealthKit's identifier.
        public var type: String
        /// As `Statistics.unit`.
        public var unit: String
        /// Nil without samples.
        public var statistics: Figures?
    }
}
