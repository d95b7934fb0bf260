/// The state of a workout that is recorded live and not finished yet.
///
/// It follows from the workout's data and the time at which it is asked for. So it does not depend
/// on the order in which data arrived, and no job has to change it.
public enum RecordingState: String, CaseIterable, Sendable {
    /// Data arrive, and the workout is not paused.
    case running
    /// The last event that begins or ends a pause began one.
    case paused
    /// The newest data are further than `silenceMax` from the present, for example because the
    /// phone has no power. The workout continues if newer data arrive, and can be finished.
    case ended

    /// How far the newest data may be from the present, in microseconds. 4 hours.
    public static let silenceMax = 4 * 3_600 * Instant.microsecondsPerSecond
    /// The most recordings of a person that are running or paused at once.
    public static let openMax = 8
    /// The member of a stored workout or route that says that its recording is not finished.
    public static let member = "isRecording"

    /// - Parameters:
    ///   - end: the time of the newest data.
    ///   - events: in any order.
    public init(start: Instant, end: Instant, events: [WorkoutEvent], now: Instant) {
        let distance = now.microseconds.subtractingReportingOverflow(end.microseconds)
        guard !distance.overflow, distance.partialValue.magnitude <= RecordingState.silenceMax.magnitude else {
            self = .ended
            return
        }
        // A pause that begins at `end` has no length up to `end`.
        let after = Instant(microseconds: end.microseconds + 1)
        self = WorkoutTiming.pauses(of: events, from: start, to: after).last?.end == after ? .paused : .running
    }
}
