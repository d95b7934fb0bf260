/// A period of sleep or of time in bed, without a long pause between its records.
public struct SleepSession: Hashable, Sendable {
    public private(set) var start: Instant
    /// After `start`.
    public private(set) var end: Instant
    /// The merged stages in order, not overlapping; empty if only time in bed was recorded.
    public private(set) var segments: [SleepSegment] = []
    /// The time in bed that any source recorded, in order, not overlapping.
    public private(set) var inBed: [SleepInterval] = []
    /// The pauses without any record, in order.
    public private(set) var gaps: [SleepInterval] = []
    /// The ranks of the sources whose stage counted at an instant or that recorded time in bed,
    /// ascending.
    public private(set) var sourceRanks: [Int32] = []

    /// The time from the session's start to its end.
    public var interval: SleepInterval { SleepInterval(start: start, end: end) }

    /// Microseconds asleep; nil if no stage was recorded.
    public var asleep: Int64? {
        segments.isEmpty ? nil : segments.reduce(0) { $0 + ($1.value.isAsleep ? $1.microseconds : 0) }
    }

    /// Returns the duration of a stage in microseconds. A stage that was not recorded is 0. Returns
    /// nil if no stage was recorded at all.
    public func duration(of stage: SleepValue) -> Int64? {
        segments.isEmpty ? nil : segments.reduce(0) { $0 + ($1.value == stage ? $1.microseconds : 0) }
    }

    /// Microseconds in bed; nil if no time in bed was recorded.
    public var timeInBed: Int64? { inBed.isEmpty ? nil : inBed.reduce(0) { $0 + $1.microseconds } }

    /// Microseconds with a record: in bed, asleep or awake.
    public var recorded: Int64 {
        end.microseconds - start.microseconds - gaps.reduce(0) { $0 + $1.microseconds }
    }

    /// Time asleep divided by the recorded time, 0…1; nil if no stage was recorded.
    ///
    /// The recorded time includes sleep outside every in-bed sample, so the result never exceeds 1.
    public var efficiency: Double? { asleep.map { Double($0) / Double(recorded) } }

    /// Returns sessions in order that do not overlap.
    ///
    /// - Parameters:
    ///   - segments: the result of `SleepMerge.segments`.
    ///   - inBed: in-bed samples in order of start.
    ///   - longestGap: a longer pause ends the session. In microseconds.
    static func sessions(segments: [SleepSegment], inBed: [SleepSample], longestGap: Int64) -> [SleepSession] {
        var sessions: [SleepSession] = []
        func open(_ start: Instant, _ end: Instant) -> Int {
            let isSame = sessions.last.map { start.microseconds - $0.end.microseconds <= longestGap } ?? false
            if !isSame { sessions.append(SleepSession(start: start, end: end)) }
            sessions[sessions.count - 1].reach(start, end)
            return sessions.count - 1
        }
        var (segment, bed) = (0, 0)
        while segment < segments.count || bed < inBed.count {
            if bed == inBed.count || segment < segments.count && segments[segment].start <= inBed[bed].start {
                let next = segments[segment]
                sessions[open(next.start, next.end)].add(next)
                segment += 1
            } else {
                let next = inBed[bed]
                sessions[open(next.start, next.end)].add(inBed: next)
                bed += 1
            }
        }
        return sessions
    }

    private mutating func reach(_ start: Instant, _ end: Instant) {
        if start > self.end { gaps.append(SleepInterval(start: self.end, end: start)) }
        self.end = max(self.end, end)
    }

    private mutating func add(_ segment: SleepSegment) {
        segments.append(segment)
        add(rank: segment.sourceRank)
    }

    private mutating func add(inBed sample: SleepSample) {
        if let last = inBed.last, sample.start <= last.end {
            inBed[inBed.count - 1].end = max(last.end, sample.end)
        } else {
            inBed.append(SleepInterval(start: sample.start, end: sample.end))
        }
        add(rank: sample.sourceRank)
    }

    private mutating func add(rank: Int32) {
        let index = sourceRanks.firstIndex { $0 >= rank } ?? sourceRanks.count
        if index == sourceRanks.count || sourceRanks[index] != rank { sourceRanks.insert(rank, at: index) }
    }
}
