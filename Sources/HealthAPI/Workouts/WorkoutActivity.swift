import HealthCore

/// `HKWorkoutActivity`.
///
/// https://developer.apple.com/documentation/healthkit/hkworkoutactivity
struct WorkoutActivity: Hashable, Sendable {
    /// The uuid as sent. It is not the uuid of a sample.
    var uuid: String?
    /// The raw value of `HKWorkoutActivityType`; nil if none was sent or the text is not in the
    /// catalogue.
    var activityType: Int32?
    /// The activity as sent, if it is not in the catalogue.
    var sentActivityType: String?
    var start: Instant
    var end: Instant
    /// Seconds without pauses, as sent.
    var duration: Double?
    var events: [WorkoutEvent] = []
    /// The number of events that cannot be read.
    var unreadEvents = 0
    /// `HKMetadata` as the text of one JSON object; nil if there is none.
    var metadata: [UInt8]?
}
