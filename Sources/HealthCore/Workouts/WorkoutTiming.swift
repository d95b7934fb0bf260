/// A pause of a workout, which does not count in its duration; never empty.
public struct WorkoutPause: Hashable, Sendable {
    public var start: Instant
    public var end: Instant
}

/// The length and the pauses of a workout, or of an activity of a workout.
public struct WorkoutTiming: Hashable, Sendable {
    /// In order of start; they neither overlap nor touch.
    public let pauses: [WorkoutPause]
    /// Seconds from start to end.
    public let elapsedTime: Double
    /// Seconds without pauses. If the sender sent a duration that is not negative, it is that
    /// value.
    public let duration: Double

    /// Computes the pauses.
    ///
    /// - Parameters:
    ///   - end: not before `start`.
    ///   - events: in any order. Events at the same time happened in the order of the list.
    ///   - duration: the duration in seconds as sent; nil if it was not sent. Some apps send a
    ///     negative one, which counts as not sent.
    public init(start: Instant, end: Instant, events: [WorkoutEvent], duration sent: Double?) {
        pauses = WorkoutTiming.pauses(of: events, from: start, to: end)
        let elapsed = end.microseconds - start.microseconds
        let paused = pauses.reduce(0) { $0 + $1.end.microseconds - $1.start.microseconds }
        elapsedTime = WorkoutTiming.seconds(elapsed)
        duration = sent.flatMap { $0 >= 0 ? $0 : nil } ?? WorkoutTiming.seconds(elapsed - paused)
    }

    private static func seconds(_ microseconds: Int64) -> Double {
        Double(microseconds) / Double(Instant.microsecondsPerSecond)
    }

    /// Returns the pauses between two times.
    ///
    /// A pause lasts from its event to the next `resume`, or to `end` if there is none. A second
    /// `pause` event before the `resume` has no effect. `motionResumed` ends only a pause that
    /// motion detection began. A pause event with a length is a complete pause.
    static func pauses(of events: [WorkoutEvent], from start: Instant, to end: Instant) -> [WorkoutPause] {
        var pauses: [WorkoutPause] = []
        var paused: Instant?
        var motionPaused: Instant?
        func close(_ open: inout Instant?, at instant: Instant) {
            if let begin = open { pauses.append(WorkoutPause(start: begin, end: instant)) }
            open = nil
        }
        for event in events.sorted(by: { $0.start < $1.start }) {
            switch event.switch {
            case .pause where event.start < event.end, .motionPaused where event.start < event.end:
                pauses.append(WorkoutPause(start: event.start, end: event.end))
            case .pause: paused = paused ?? event.start
            case .motionPaused: motionPaused = motionPaused ?? event.start
            case .resume:
                close(&paused, at: event.start)
                close(&motionPaused, at: event.start)
            case .motionResumed: close(&motionPaused, at: event.start)
            case nil: break
            }
        }
        close(&paused, at: end)
        close(&motionPaused, at: end)
        return union(pauses, from: start, to: end)
    }

    private static func union(_ pauses: [WorkoutPause], from start: Instant, to end: Instant) -> [WorkoutPause] {
        let inside = pauses.map { WorkoutPause(start: max($0.start, start), end: min($0.end, end)) }
            .filter { $0.start < $0.end }
        var union: [WorkoutPause] = []
        for pause in inside.sorted(by: { $0.start < $1.start }) {
            if let last = union.indices.last, pause.start <= union[last].end {
                union[last].end = max(union[last].end, pause.end)
            } else {
                union.append(pause)
            }
        }
        return union
    }
}
