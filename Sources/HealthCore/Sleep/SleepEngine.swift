/// Computes nights from sleepAnalysis samples.
///
/// The rules are this product's own, because Apple documents none. A plain sum of samples would
/// count an hour twice that two sources recorded, or one source twice.
///
/// 1. A sample is in bed, awake, or asleep: unspecified, core, deep or REM. A sample without length
///    is ignored.
/// 2. Sleep that a source wrote again later counts once: `SleepWritings`.
/// 3. At each instant the stage comes from the source with the highest priority among those with a
///    stage at that instant. If one source has two stages at once, `SleepSample.outranks` decides.
/// 4. Time in bed is the union of all in-bed samples; it is not a stage.
/// 5. A session is a stretch of records, in bed or stages, without a pause longer than the session
///    gap.
/// 6. A session belongs to the night in whose window it ends; an end on an edge belongs to the
///    night that ends there. A session longer than `longestSession` is cut: each night has the part
///    inside its window.
/// 7. The main sleep of a night is the session with the most sleep, the earlier of equal ones; the
///    others are naps. If no session has sleep, the longest time in bed is the main sleep.
/// 8. A session that begins at least 15 hours after the start of the night, on the wall clock, and
///    has less than 3 hours of sleep is a nap, even if it is the only session.
/// 9. A night without a session has the figures of the aggregate night that ends in its window, if
///    no sample overlaps that aggregate night. All figures count or none, because the part that
///    samples measured is not known. Of several, `AggregateNight.outranks` decides.
/// 10. What was not measured is nil: stages, sleep and efficiency without stage samples, time in
///     bed without in-bed samples. A stage without samples among other stages is 0.
///
/// A night depends only on the samples that overlap the time from `reach` before its window to
/// `reach` after it, and is the same for every range of nights. `reach` is long enough for each
/// session to count in exactly one night: it has room for a session of 24 hours, which may count
/// whole in the night, for the pause that ends it (12 hours), and for 12 hours in which earlier and
/// later writings are seen. One exception remains: sleep recorded without a pause for longer than
/// that, and partly rewritten outside the reach of a night. Two nights may then use different
/// writings of it.
///
/// The result does not depend on the order of the samples.
public enum SleepEngine {
    /// Samples up to this far from a night's window take part in the night: 48 hours, in
    /// microseconds.
    public static let reach: Int64 = 48 * 3_600 * Instant.microsecondsPerSecond
    /// The longest session that counts whole in one night: 24 hours, in microseconds.
    public static let longestSession: Int64 = 24 * 3_600 * Instant.microsecondsPerSecond

    /// Returns one night for each window.
    ///
    /// - Parameters:
    ///   - windows: in order and not overlapping.
    ///   - samples: in any order; fastest in order of start.
    ///   - aggregates: figures that apps sent for whole nights, in any order.
    ///   - longestGap: the longest pause inside a session, in microseconds; at most 12 hours.
    public static func nights(
        _ windows: [SleepWindow], samples: [SleepSample], aggregates: [AggregateNight] = [], longestGap: Int64
    ) -> [SleepNight] {
        let sorted = samples.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        var sessions = windows.map { _ in [SleepSession]() }
        // No rule joins samples across a longer pause.
        forEachIsland(of: sorted, pause: max(longestGap, SleepWritings.separation)) { island, time in
            let nights = overlapping(windows, time)
            if time.microseconds <= reach {
                // Every night that overlaps the island sees all of it.
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
            SleepNight(night.0, night.1, aggregate: counting[index])
        }
    }

    /// Returns the aggregate night that counts in each window, by the window's index. An aggregate
    /// night that a sample overlaps does not count.
    ///
    /// - Parameter samples: in order of start, without samples of no length.
    private static func counting(
        _ aggregates: [AggregateNight], _ windows: [SleepWindow], _ samples: [SleepSample]
    ) -> [Int: AggregateNight] {
        guard !aggregates.isEmpty else { return [:] }
        var latestEnd = Instant.earliest
        let latestEnds = samples.map { sample in
            latestEnd = max(latestEnd, sample.end)
            return latestEnd
        }
        var counting: [Int: AggregateNight] = [:]
        for aggregate in aggregates {
            let index = windows.partitionPoint { $0.end < aggregate.end }
            guard index < windows.count, windows[index].start < aggregate.end else { continue }
            let begun = samples.partitionPoint { $0.start < aggregate.end }
            guard begun == 0 || latestEnds[begun - 1] <= aggregate.start else { continue }
            if let other = counting[index], other.outranks(aggregate) { continue }
            counting[index] = aggregate
        }
        return counting
    }

    /// Calls `body` with the samples between pauses longer than `pause`, and the time from their
    /// first start to their last end.
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

/// The samples of an island that one night after another sees; the nights come in order.
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

extension Array {
    /// Returns the index of the first element that does not satisfy `isBefore`; all earlier
    /// elements must satisfy it.
    fileprivate func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
