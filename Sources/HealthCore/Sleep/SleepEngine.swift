/// Makes nights of sleepAnalysis samples. The rules are this product's: Apple documents none, and adding up samples counts
/// hours twice that two sources, or one source twice, wrote down.
///
/// 1. A sample says in bed, awake, or asleep: unspecified, core, deep or REM. A sample without length carries nothing.
/// 2. A night that a source wrote again, later and not shorter, counts once: `SleepWritings`.
/// 3. At each instant the source decides that is highest in the person's order among those with a stage there; lower
///    sources fill where higher ones say nothing. Where one source says two things at once, `SleepSample.outranks` tells
///    which it is.
/// 4. Time in bed is the union of what all sources say; it is no stage.
/// 5. A session is what was recorded, in bed or stages, without a pause longer than the session gap.
/// 6. A session belongs whole to the night in whose window it ends; an end on an edge belongs to the night that ends there.
/// 7. The main sleep of a night is the session with the most sleep, of equal ones the earlier; the others are naps. One
///    without stages can be the main sleep if none with sleep is there, the longest time in bed first.
/// 8. A session that begins 15 hours or more after the night did, on the wall clock, and sleeps less than 3 hours is a nap
///    even where it is alone.
/// 9. What was not measured is nil: no stages, no sleep and no efficiency without stage samples, no time in bed without
///    in-bed samples. A stage that did not occur among others is 0.
///
/// The order in which samples come does not matter.
public enum SleepEngine {
    /// - Parameters:
    ///   - windows: in order, not overlapping.
    ///   - samples: in any order; fastest in order of start.
    ///   - longestGap: microseconds of nothing that a session may have inside.
    /// - Returns: one night of each window.
    public static func nights(
        _ windows: [SleepWindow], samples: [SleepSample], longestGap: Int64
    ) -> [SleepNight] {
        let sorted = samples.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        let standing = SleepWritings.standing(sorted)
        let sessions = SleepSession.sessions(
            segments: SleepMerge.segments(standing.filter(\.value.isStage)),
            inBed: standing.filter { !$0.value.isStage }, longestGap: longestGap)
        var rest = sessions[...]
        return windows.map { window in
            rest = rest.drop { $0.end <= window.start }
            let ended = rest.prefix { $0.end <= window.end }
            rest = rest.dropFirst(ended.count)
            return SleepNight(window, Array(ended))
        }
    }
}
