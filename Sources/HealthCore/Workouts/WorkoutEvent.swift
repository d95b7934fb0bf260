/// An event of a workout: HealthKit's `HKWorkoutEvent`.
///
/// https://developer.apple.com/documentation/healthkit/hkworkoutevent
public struct WorkoutEvent: Hashable, Sendable {
    /// The raw value of `HKWorkoutEventType`, even if the value is not in the catalogue. Nil if the
    /// event was sent as a text that is not in the catalogue.
    public var type: Int32?
    /// The type as sent, if `type` is nil.
    public var sentType: String?
    public var start: Instant
    /// Not before `start`. For an event without length it is equal to `start`.
    public var end: Instant
    /// `HKMetadata` as the text of one JSON object; nil if there is none.
    public var metadata: [UInt8]?

    public init(
        type: Int32?, sentType: String? = nil, start: Instant, end: Instant? = nil, metadata: [UInt8]? = nil
    ) {
        self.type = type
        self.sentType = sentType
        self.start = start
        self.end = end ?? start
        self.metadata = metadata
    }

    /// The events that begin or end a pause.
    ///
    /// `pauseOrResumeRequest` is not such an event. With it the person requests a change, and the
    /// app then records one of these events.
    enum Switch: Int32 {
        case pause = 1
        case resume = 2
        case motionPaused = 5
        case motionResumed = 6
    }

    var `switch`: Switch? { type.flatMap(Switch.init(rawValue:)) }
}

/// A part of a workout with its own activity, such as the swim of a triathlon: HealthKit's
