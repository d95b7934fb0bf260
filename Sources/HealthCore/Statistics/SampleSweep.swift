/// Computes the figures of every bucket in one pass over samples in order of start.
///
/// Memory is proportional to the number of buckets and of samples open at once, not to the number
/// of samples.
struct SampleSweep {
    private let edges: [Instant]
    /// Time outside `clipStart ..< clipEnd` does not count.
    private let clipStart: Int64
    private let clipEnd: Int64
    private let style: AggregationStyle

    private var bucket = 0
    private var now: Int64
    private var open = Heap<OpenSample>()
    private var merge: SourceMerge
    private var stands = StandingPoints()
    /// Samples that are decided at the instant `now`, after every sample that starts at `now` has
    /// been added. They are points of a cumulative type. Of a category type, they are all samples
    /// that start at `now`, and those that are open where a bucket starts.
    private var undecided: [StatisticsSample] = []
    private var openValues = OpenValues()
    private var figures: BucketFigures
    /// The figures of each bucket that is not empty, with the bucket's index.
    private(set) var results: [(bucket: Int, figures: AdditiveFigures)] = []
    /// What sources counted for in the buckets, in order of the buckets.
    private(set) var credits: [(bucket: Int, credit: SourceCredit)] = []
    private let hasCredits: Bool
    /// The explanation of the first bucket, after `finish`; nil unless the question asks for it.
    private(set) var explanation: BucketExplanation?

    /// - Parameters:
    ///   - sourceCount: ranks are `0 ..< sourceCount`.
    ///   - hasCredits: true to compute `credits`, for a cumulative type.
    ///   - explained: the page of samples to list for the first bucket; nil for no explanation.
    ///   - totals: the totals of the explanation; nil to compute them from the samples.
    init(
        edges: [Instant], range: SampleRange, style: AggregationStyle, sourceCount: Int, hasCredits: Bool = false,
        explained: BucketExplanation.Page? = nil, totals: BucketExplanation.Totals? = nil
    ) {
        self.edges = edges
        let first = edges.first?.microseconds ?? 0
        let last = edges.last?.microseconds ?? 0
        clipStart = range.isStrict ? first : max(first, range.from.microseconds)
        clipEnd = range.isStrict ? last : min(last, range.to.microseconds)
        self.style = style
        self.hasCredits = hasCredits
        now = clipStart
        merge = SourceMerge(sourceCount: sourceCount)
        figures = BucketFigures(style: style, start: clipStart, hasCredits: hasCredits)
        figures.explanation = explained.map { [clipStart] in
            BucketExplanation(style: style, page: $0, known: totals, windowStart: clipStart)
        }
    }

    private var partStart: Int64 { max(edges[bucket].microseconds, clipStart) }
    private var partEnd: Int64 { min(edges[bucket + 1].microseconds, clipEnd) }
    private var isPastLastBucket: Bool { bucket >= edges.count - 1 }

    /// Adds the next sample. `isMember` is false for a sample that is not selected. Such a sample
    /// ends the time for which earlier points apply. If it is a point, its value may have a weight
    /// in the average.
    mutating func add(_ sample: StatisticsSample, isMember: Bool) {
        advance(to: min(max(sample.start, clipStart), clipEnd))
        guard !isPastLastBucket else { return }
        if style == .discreteTemporallyWeighted, sample.isMember {
            stands.begin(sample, clipStart: clipStart, figures: &figures)
        }
        guard isMember else { return }
        if sample.isPoint {
            guard sample.start >= clipStart, sample.start < clipEnd else { return }
            figures.join(sample, partStart: sample.start, partEnd: sample.start)
            if !style.isDiscrete { undecided.append(sample) }
        } else {
            guard sample.end > clipStart else { return }
            if style == .category {
                undecided.append(sample)
                openValues.open(sample)
            }
            figures.join(sample, partStart: max(sample.start, partStart), partEnd: min(sample.end, partEnd))
            merge.open(sample.sourceRank)
            open.insert(OpenSample(sample: sample, winMark: merge.winClock(of: sample.sourceRank)))
        }
    }

    /// Adds a sample that is not selected to the explanation.
    mutating func leaveOut(_ sample: StatisticsSample, _ reason: BucketExplanation.Reason) {
        let start = max(sample.start, edges[0].microseconds)
        let end = min(sample.end, edges[1].microseconds)
        guard sample.isPoint ? start == sample.start && start < edges[1].microseconds : start < end else { return }
        figures.explanation?.noteExtreme(sample)
        guard sample.isMember else { return }
        figures.explanation?.leaveOut(sample, partStart: start, partEnd: end, reason)
    }

    /// Ends the pass and completes the figures.
    mutating func finish() {
        advance(to: clipEnd)
    }

    private mutating func advance(to time: Int64) {
        while !isPastLastBucket {
            if time > now { decide() }
            let stop = min(time, min(open.first?.sample.end ?? Int64.max, partEnd))
            if stop > now {
                if let winner = merge.winner {
                    figures.explanation?.win(winner, until: stop)
                    for value in openValues.values(of: winner) {
                        figures.cover(value, rank: winner, microseconds: stop - now)
                    }
                }
                merge.advance(by: stop - now)
                now = stop
            }
            closeSamples()
            if now == partEnd {
                closeBucket()
                skipIdleBuckets(until: time)
            } else if now >= time {
                return
            }
        }
    }

    /// Moves to the bucket that contains `time` if no bucket before it can have figures. So empty
    /// buckets take no time.
    ///
    /// Call it only at the start of a bucket.
    private mutating func skipIdleBuckets(until time: Int64) {
        guard !isPastLastBucket, open.elements.isEmpty, stands.isEmpty else { return }
        let next = edges[(bucket + 1)..<(edges.count - 1)].partitionPoint { $0.microseconds <= time } - 1
        guard next > bucket else { return }
        bucket = next
        now = edges[next].microseconds
        figures = BucketFigures(style: style, start: now, hasCredits: hasCredits)
    }

    /// Decides which undecided samples count: those of the highest source of all that have a sample
    /// at the instant or open at it.
    private mutating func decide() {
        guard !undecided.isEmpty else { return }
        let winner = undecided.reduce(merge.winner ?? Int.max) { min($0, $1.sourceRank) }
        for sample in undecided {
            switch style {
            case _ where sample.sourceRank != winner: figures.explanation?.close(sample, winner: winner)
            case .category: figures.count(sample)
            default: figures.credit(sample)
            }
        }
        undecided.removeAll(keepingCapacity: true)
    }

    private mutating func closeSamples() {
        while let closed = open.first, closed.sample.end <= now {
            open.removeFirst()
            credit(closed)
            merge.close(closed.sample.sourceRank)
            if style == .category { openValues.close(closed.sample) }
        }
    }

    private mutating func credit(_ open: OpenSample) {
        guard !style.isDiscrete else { return }
        let won = merge.winClock(of: open.sample.sourceRank) - open.winMark
        figures.credit(open.sample, won: won)
        figures.explanation?.close(open.sample)
    }

    private mutating func closeBucket() {
        for element in open.elements { credit(element) }
        stands.reach(now, figures: &figures)
        let finished = figures.additiveFigures
        if !finished.isEmpty { results.append((bucket, finished)) }
        for credit in figures.credits { credits.append((bucket, credit)) }
        if bucket == 0 { explanation = figures.finishedExplanation() }
        bucket += 1
        figures = BucketFigures(style: style, start: now, hasCredits: hasCredits)
        guard !isPastLastBucket, now < clipEnd else {
            bucket = edges.count - 1
            return
        }
        let merge = merge
        open.update { $0.winMark = merge.winClock(of: $0.sample.sourceRank) }
        for element in open.elements {
            figures.join(element.sample, partStart: partStart, partEnd: min(element.sample.end, partEnd))
            if style == .category { undecided.append(element.sample) }
        }
    }
}

/// A sample with a duration whose end the sweep has not reached yet. The earliest end is first.
private struct OpenSample: HeapElement {
    var sample: StatisticsSample
    /// The reading of the source's win clock (`SourceMerge`) at the start of the part that is not
    /// credited yet. It does not affect the order.
    var winMark: Int64

    func precedes(_ other: OpenSample) -> Bool { sample.end < other.sample.end }
}

/// The values of the open samples of a category type, with the number of samples of each.
private struct OpenValues {
    private var counts: [Int: [Int32: Int]] = [:]

    func values(of rank: Int) -> some Sequence<Int32> { (counts[rank] ?? [:]).keys }

    mutating func open(_ sample: StatisticsSample) {
        counts[sample.sourceRank, default: [:]][sample.categoryValue, default: 0] += 1
    }

    mutating func close(_ sample: StatisticsSample) {
        let rest = (counts[sample.sourceRank]?[sample.categoryValue] ?? 0) - 1
        counts[sample.sourceRank]?[sample.categoryValue] = rest > 0 ? rest : nil
    }
}
