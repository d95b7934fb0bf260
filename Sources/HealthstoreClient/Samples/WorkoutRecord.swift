import Foundation

/// `HKWorkoutEvent` as JSON.
public struct WorkoutEvent: Codable, Hashable, Sendable {
    /// The raw value or name of the event's type, such as `pause`.
    public var type: SampleRecord.Value
    public var startDate: Date
    public var endDate: Date?
    public var metadata: [String: AnyJSON]?

    public init(
        type: SampleRecord.Value, startDate: Date, endDate: Date? = nil, metadata: [String: AnyJSON]? = nil
    ) {
        self.type = type
        self.startDate = startDate
        self.endDate = endDate
        self.metadata = metadata
    }
}

/// `HKWorkoutActivity` as JSON. It is a part of a workout and has its own activity type.
public struct WorkoutActivity: Codable, Hashable, Sendable {
    public var uuid: UUID
    /// The raw value or name of the activity's type, such as `swimming`.
    public var workoutActivityType: SampleRecord.Value
    public var startDate: Date
    public var endDate: Date?
    /// The duration in seconds, without pauses.
    public var duration: Double?
    public var workoutEvents: [WorkoutEvent]?
    /// The figures of the activity, by type.
    public var workoutStatistics: [RecordedStatistics]?
    /// The time in each zone, by type.
    public var workoutZoneGroups: [WorkoutZoneGroup]?
    public var metadata: [String: AnyJSON]?

    public init(uuid: UUID, workoutActivityType: SampleRecord.Value, startDate: Date) {
        self.uuid = uuid
        self.workoutActivityType = workoutActivityType
        self.startDate = startDate
    }
}
