/// Computes nights from sleepAnalysis samples.
///
/// The rules are this product's own, because Apple documents none. A plain sum of samples would
/// count sleep twice if two sources recorded it, or if one source wrote it twice.
///
/// 1. A sample is in bed, awake, or asleep: unspecified, core, deep or REM. A sample without length
///    is ignored.
/// 2. Sleep that a source wrote several times counts once (`SleepWritings`).
/// 3. At each instant, the stage comes from the source with the highest priority among those with a
///    stage at that instant. If this source has two stages at once, `SleepSample.outranks` decides.
/// 4. Time in bed is the union of all in-bed samples. It is not a stage.
/// 5. A session is a series of in-bed and stage samples without a pause longer than the session
///    gap.
/// 6. A session belongs to the night in whose window it ends. A session that ends on the edge of
///    two windows belongs to the earlier night. A session longer than `longestSession` is divided:
///    each night has the part inside its window.
/// 7. The main sleep of a night is the session with the most sleep. Of equal sessions it is the
///    earlier one. The other sessions are naps. If no session has sleep, the session with the
///    longest time in bed is the main sleep.
/// 8. A session is a nap, even if it is the only one, if it has less than 3 hours of sleep and
///    begins at least 15 hours after the start of the night on the wall clock.
/// 9. A night without a session has the figures of the aggregate nights that end in its window and
///    that no sample overlaps. Figures that a sample overlaps do not count, because it is unknown
///    which part of them the sample measured. Of aggregate nights that overlap each other,
///    `AggregateNight.outranks` decides. Main sleep and naps follow from rules 7 and 8.
/// 10. A figure that was not measured is nil. Stages, sleep and efficiency are nil without stage
///     samples, and time in bed is nil without in-bed samples. If there are stage samples, a stage
///     without samples is 0.
///
/// A night depends only on the samples that overlap the time from `reach` before its window to
/// `reach` after it. So a night is the same in every range of nights. `reach` is long enough for
/// each session to count in exactly one night. It is the sum of 24 hours for the longest undivided
/// session, 12 hours for the longest pause, and 12 hours for earlier and later writings. There is
/// one exception: a source recorded sleep without a pause for longer than `reach`, and rewrote a
/// part of it outside the reach of a night. Two nights may then use different writings of this
/// sleep.
///
/// The result does not depend on the order of the samples.
public enum SleepEngine {
    /// The greatest distance from a night's window at which samples affect the night: 48 hours, in
    /// microseconds.
    public static let reach: Int64 = 48 * 3_600 * Instant.microsecondsPerSecond
    /// The longest session that is not divided between nights: 24 hours, in microseconds.
    public static let longestSession: Int64 = 24 * 3_600 * Instant.microsecondsPerSecond

    /// Returns one night for each window.
    ///
    /// - Parameters:
    ///   - windows: in order and not overlapping.
    ///   - samples: in any order. The function is fastest if they are in order of start.
    ///   - aggregates: the figures that apps sent for whole nights, in any order.
    ///   - longestGap: the longest pause inside a session, in microseconds; at most 12 hours.
    public static func nights(
        _ windows: [SleepWindow], samples: [SleepSample], aggregates: [AggregateNight] = [], longestGap: Int64
    ) -> [SleepNight] {
        let sorted = samples.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        var sessions = windows.map { _ in [SleepSession]() }
        // Samples on different sides of a longer pause never affect each other.
        forEachIsland(of: sorted, pause: max(longestGap, SleepWritings.separation)) { island, time in
            let nights = overlapping(windows, time)
            if time.microseconds <= reach {
                // Each sample of the island lies within reach of every window that overlaps the
                // island.
                let line = SleepLine(island, longestGap: longestGap)
                for session in line.sessions {
                    for index in overlapping(windows, session.interval) {
                        if let part = line.part(of: session, in: windows[index]) { sessions[index].append(part) }
                    }
                }
            } else {
                var visible = VisibleSamples(island)
                for index in nights {
                    let line = SleepLine(visible.around(windows[index])[...], longestGap: longestGap)
                    sessions[index] += line.sessions.compactMap { line.part(of: $0, in: windows[index]) }
                }
            }
        }
        let counting = counting(aggregates, windows, sorted)
        return zip(windows, sessions).enumerated().map { index, night in
            SleepNight(night.0, night.1, aggregates: counting[index] ?? [])
        }
    }

    /// Returns the aggregate nights that count in each window, in order of start, by the window's
    /// index. An aggregate night that a sample overlaps does not count.
    ///
    /// - Parameter samples: in order of start. Each has a positive length.
    private static func counting(
        _ aggregates: [AggregateNight], _ windows: [SleepWindow], _ samples: [SleepSample]
    ) -> [Int: [AggregateNight]] {
        guard !aggregates.isEmpty else { return [:] }
        var latestEnd = Instant.earliest
        let latestEnds = samples.map { sample in
            latestEnd = max(latestEnd, sample.end)
            return latestEnd
        }
        var ending: [Int: [AggregateNight]] = [:]
        for aggregate in aggregates {
            let index = windows.partitionPoint { $0.end < aggregate.end }
            guard index < windows.count, windows[index].start < aggregate.end else { continue }
            let begun = samples.partitionPoint { $0.start < aggregate.end }
            guard begun == 0 || latestEnds[begun - 1] <= aggregate.start else { continue }
            ending[index, default: []].append(aggregate)
        }
        return ending.mapValues { nights in
            var counting: [AggregateNight] = []
            for night in nights.sorted(by: { $0.outranks($1) })
            where !counting.contains(where: { $0.overlaps(night) }) {
                counting.append(night)
            }
            return counting.sorted { $0.start < $1.start }
        }
    }

    /// Splits the samples at pauses longer than `pause`. Calls `body` with each group and the time
    /// from its first start to its last end.
    private static func forEachIsland(
        of samples: [SleepSample], pause: Int64, _ body: (ArraySlice<SleepSample>, SleepInterval) -> Void
    ) {
        guard let earliest = samples.first else { return }
        var first = 0
        var time = SleepInterval(start: earliest.start, end: earliest.end)
        for (index, sample) in samples.enumerated() {
            if sample.start.microseconds - time.end.microseconds > pause {
                body(samples[first..<index], time)
                first = index
                time = SleepInterval(start: sample.start, end: sample.end)
            }
            time.end = max(time.end, sample.end)
        }
        body(samples[first...], time)
    }

    /// Returns the indices of the windows that overlap `time`.
    private static func overlapping(_ windows: [SleepWindow], _ time: SleepInterval) -> Range<Int> {
        let first = windows.partitionPoint { $0.end <= time.start }
        let end = windows.partitionPoint { $0.start < time.end }
        return first..<max(first, end)
    }
}

/// The samples of an island that affect a night. The nights must be read in order.
private struct VisibleSamples {
    private let island: ArraySlice<SleepSample>
    private var next: Int
    private var visible: [SleepSample] = []

    init(_ island: ArraySlice<SleepSample>) {
        self.island = island
        next = island.startIndex
    }

    /// - Returns: the samples within `reach` of the window, in order of start.
    mutating func around(_ window: SleepWindow) -> [SleepSample] {
        let start = window.start.microseconds - SleepEngine.reach
        let end = window.end.microseconds + SleepEngine.reach
        visible.removeAll { $0.end.microseconds <= start }
        while next < island.endIndex, island[next].start.microseconds < end {
            if island[next].end.microseconds > start { visible.append(island[next]) }
            next += 1
        }
        return visible
    }
}
