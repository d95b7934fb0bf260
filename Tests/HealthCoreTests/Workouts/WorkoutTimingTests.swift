import HealthCore
import Testing

@Suite struct WorkoutTimingTests {
    private static let pause: Int32 = 1
    private static let resume: Int32 = 2
    private static let motionPaused: Int32 = 5
    private static let motionResumed: Int32 = 6

    private static func event(_ type: Int32?, _ second: Int64, lasting: Int64 = 0) -> WorkoutEvent {
        WorkoutEvent(type: type, start: Instant(seconds: second), end: Instant(seconds: second + lasting))
    }

    /// Returns the timing of a workout from 100 to 200.
    private func timing(
        _ events: [WorkoutEvent], start: Int64 = 100, end: Int64 = 200, sent: Double? = nil
    ) -> WorkoutTiming {
        WorkoutTiming(start: Instant(seconds: start), end: Instant(seconds: end), events: events, duration: sent)
    }

    private func pauses(_ timing: WorkoutTiming) -> [ClosedRange<Int64>] {
        timing.pauses.map { $0.start.wholeSeconds...$0.end.wholeSeconds }
    }

    private struct Case: Sendable, CustomStringConvertible {
        var description: String
        var events: [WorkoutEvent]
        var pauses: [ClosedRange<Int64>]

        init(_ description: String, _ events: [WorkoutEvent], _ pauses: [ClosedRange<Int64>]) {
            self.description = description
            self.events = events
            self.pauses = pauses
        }
    }

    private static let cases = [
        Case("no events", [], []),
        Case("to the next resume", [event(pause, 110), event(resume, 120)], [110...120]),
        Case("to the end of the workout", [event(pause, 190)], [190...200]),
        Case(
            "a second pause changes nothing", [event(pause, 110), event(pause, 115), event(resume, 120)], [110...120]),
        Case(
            "a second resume changes nothing", [event(pause, 110), event(resume, 120), event(resume, 130)], [110...120]),
        Case("a resume alone", [event(resume, 120)], []),
        Case("events in any order", [event(resume, 120), event(pause, 110)], [110...120]),
        Case("paused and resumed at one moment", [event(pause, 110), event(resume, 110)], []),
        Case("resumed and paused at one moment", [event(resume, 110), event(pause, 110)], [110...200]),
        Case("paused before the start", [event(pause, 90), event(resume, 110)], [100...110]),
        Case("over before the start", [event(pause, 90), event(resume, 100)], []),
        Case("paused at the end", [event(pause, 200)], []),
        Case("paused after the end", [event(pause, 250), event(resume, 260)], []),
        Case("resumed after the end", [event(pause, 150), event(resume, 250)], [150...200]),
        Case("the whole workout", [event(pause, 100), event(resume, 200)], [100...200]),
        Case("a pause with a length", [event(pause, 110, lasting: 5)], [110...115]),
        Case(
            "a pause with a length needs no resume", [event(pause, 110, lasting: 5), event(resume, 130)], [110...115]),
        Case("a pause with a length beyond the end", [event(motionPaused, 190, lasting: 50)], [190...200]),
        Case("motion", [event(motionPaused, 110), event(motionResumed, 120)], [110...120]),
        Case("what motion paused, the person resumes", [event(motionPaused, 110), event(resume, 120)], [110...120]),
        Case(
            "what the person paused, motion does not resume",
            [event(pause, 110), event(motionPaused, 111), event(motionResumed, 120), event(resume, 130)], [110...130]),
        Case(
            "a union",
            [
                event(pause, 110, lasting: 20), event(motionPaused, 120, lasting: 20), event(pause, 125, lasting: 1),
                event(pause, 160, lasting: 10),
            ],
            [110...140, 160...170]),
        Case("pauses that touch are one", [event(pause, 110, lasting: 5), event(pause, 115, lasting: 5)], [110...120]),
        Case(
            "laps, markers, segments, requests, and what nobody knows are none",
            [
                event(3, 110, lasting: 5), event(4, 120), event(7, 130, lasting: 5), event(8, 140), event(9, 150),
                event(nil, 160),
            ],
            []),
    ]

    @Test("a pause lasts from its event to the next event that ends it, inside the workout", arguments: cases)
    private func pauses(_ example: Case) {
        let timing = timing(example.events)
        #expect(pauses(timing) == example.pauses)
        let paused = example.pauses.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        #expect(timing.duration == Double(100 - paused))
        #expect(timing.elapsedTime == 100)
    }

    @Test("the duration is the one sent, even if the events give another")
    func sent() {
        let events = [WorkoutTimingTests.event(1, 110), WorkoutTimingTests.event(2, 120)]
        let timing = timing(events, sent: 77.5)
        #expect(timing.duration == 77.5 && timing.elapsedTime == 100 && pauses(timing) == [110...120])
        #expect(self.timing(events, sent: 0).duration == 0)
    }

    @Test("a workout of no length has no pauses, and fractions of seconds count")
    func fractions() {
        let empty = timing([WorkoutTimingTests.event(1, 100)], end: 100)
        #expect(empty.duration == 0 && empty.elapsedTime == 0 && empty.pauses.isEmpty)
        let pause = WorkoutEvent(
            type: 1, start: Instant(microseconds: 110_250_000), end: Instant(microseconds: 110_750_001))
        #expect(timing([pause]).duration == 99.499_999)
    }
}
