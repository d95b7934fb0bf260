/// Makes nights of sleepAnalysis samples. The rules are this product's: Apple documents none, and adding up samples counts
/// hours twice that two sources, or one source twice, wrote down.
///
/// 1. A sample says in bed, awake, or asleep: unspecified, core, deep or REM. A sample without length carries nothing.
/// 2. Sleep that a source wrote again later counts once: `SleepWritings`.
/// 3. At each instant the source decides that is highest in the person's order among those with a stage there; lower
///    sources fill where higher ones say nothing. Where one source says two things at once, `SleepSample.outranks` tells
///    which it is.
/// 4. Time in bed is the union of what all sources say; it is no stage.
/// 5. A session is what was recorded, in bed or stages, without a pause longer than the session gap.
/// 6. A session belongs whole to the night in whose window it ends; an end on an edge belongs to the night that ends there.
///    One longer than `longestSession` is no sleep of one night: each night has the part in its window.
/// 7. The main sleep of a night is the session with the most sleep, of equal ones the earlier; the others are naps. One
///    without stages can be the main sleep if none with sleep is there, the longest time in bed first.
/// 8. A session that begins 15 hours or more after the night did, on the wall clock, and sleeps less than 3 hours is a nap
///    even where it is alone.
/// 9. A night without a session has the figures of the aggregate night that ends in its window, if no sample overlaps that, whole
///    or not at all: what part of it samples measured cannot be known. Of several the one counts that
///    `AggregateNight.outranks` tells.
/// 10. What was not measured is nil: no stages, no sleep and no efficiency without stage samples, no time in bed without
///    in-bed samples. A stage that did not occur among others is 0.
///
/// A night depends only on the samples that overlap the time from `reach` before its window to `reach` behind it, and is the
/// same whatever other nights are asked for. `reach` is so long that each session counts in exactly one night: around a
/// session that can count whole in the night (24 hours) lie the pause that ends it (12 hours) and 12 hours in which earlier and
/// later writings are seen. The exception is sleep that was recorded for longer than that without a pause, and rewritten in
/// part outside the reach of a night: two nights may then see different writings of it.
///
/// The order in which samples come does not matter.
public enum SleepEngine {
    /// How far around a night's window samples take part in it, in microseconds: 48 hours.
    public static let reach: Int64 = 48 * 3_600 * Instant.microsecondsPerSecond
    /// The longest session that counts whole in one night, in microseconds: 24 hours.
    public static let longestSession: Int64 = 24 * 3_600 * Instant.microsecondsPerSecond

    /// - Parameters:
    ///   - windows: in order, each beginning where the one before it ends or later.
    ///   - samples: in any order; fastest in order of start.
    ///   - aggregates: what apps sent of whole nights, in any order.
    ///   - longestGap: microseconds of nothing that a session may have inside; at most 12 hours.
    /// - Returns: one night of each window.
    public static func nights(
        _ windows: [SleepWindow], samples: [SleepSample], aggregates: [AggregateNight] = [], longestGap: Int64
    ) -> [SleepNight] {
        let sorted = samples.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        var sessions = windows.map { _ in [SleepSession]() }
        // No rule joins samples over a longer pause.
        forEachIsland(of: sorted, pause: max(longestGap, SleepWritings.separation)) { island, time in
            let nights = overlapping(windows, time)
            if time.microseconds <= reach {
                // Every night that it overlaps sees all of it.
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

    /// The aggregate of each window, by the window's index, of those that no sample overlaps.
    ///
    /// - Parameter samples: in order of start; no points.
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

    /// Hands out the samples between pauses longer than `pause`, and the time from the first start to the last end.
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

    /// The indices of the windows that overlap `time`.
    private static func overlapping(_ windows: [SleepWindow], _ time: SleepInterval) -> Range<Int> {
        let first = windows.partitionPoint { $0.end <= time.start }
        let end = windows.partitionPoint { $0.start < time.end }
        return first..<max(first, end)
    }
}

/// The samples of an island that each of several nights sees, night by night in order.
private struct VisibleSamples {
    private let island: ArraySlice<SleepSample>
    private var next: Int
    private var visible: [SleepSample] = []

    init(_ island: ArraySlice<SleepSample>) {
        self.island = island
        next = island.startIndex
    }

    /// - Returns: in order of start.
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
    /// The index of the first element that does not satisfy `isBefore`, which those before it do.
    fileprivate func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
