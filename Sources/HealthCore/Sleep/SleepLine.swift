/// The merged stages of samples, their time in bed, and the sessions that follow from them.
struct SleepLine {
    private let segments: [SleepSegment]
    /// In-bed samples in order of start.
    private let inBed: [SleepSample]
    /// A longer pause ends a session. In microseconds.
    private let longestGap: Int64
    /// In order, not overlapping.
    let sessions: [SleepSession]

    /// - Parameter samples: in order of start. Each has a positive length.
    init(_ samples: ArraySlice<SleepSample>, longestGap: Int64) {
        let standing = SleepWritings.standing(Array(samples))
        segments = SleepMerge.segments(standing.filter(\.value.isStage))
        inBed = standing.filter { !$0.value.isStage }
        self.longestGap = longestGap
        sessions = SleepSession.sessions(segments: segments, inBed: inBed, longestGap: longestGap)
    }

    /// Returns the part of a session that counts in a night; nil if no part counts. A session
    /// counts as a whole in the night in which it ends. A session longer than
    /// `SleepEngine.longestSession` counts in each night with the part inside the window.
    func part(of session: SleepSession, in window: SleepWindow) -> SleepSession? {
        guard session.interval.microseconds > SleepEngine.longestSession else {
            return window.start < session.end && session.end <= window.end ? session : nil
        }
        let start = max(session.start, window.start)
        let end = min(session.end, window.end)
        guard start < end else { return nil }
        return SleepSession.sessions(
            segments: session.segments.compactMap { segment in
                var part = segment
                (part.start, part.end) = (max(segment.start, start), min(segment.end, end))
                return part.start < part.end ? part : nil
            },
            inBed: inBed.compactMap { sample in
                var part = sample
                (part.start, part.end) = (max(sample.start, start), min(sample.end, end))
                return part.start < part.end ? part : nil
            }, longestGap: longestGap
        ).first
    }
}
