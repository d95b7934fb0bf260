/// Adds the figures of consecutive pieces of time up to the figures of a plan's buckets.
///
/// A value type without locks: use one on one thread at a time.
public struct BucketFold {
    private let edges: [Instant]
    private let style: AggregationStyle
    private var index = 0
    private var figures = SlotFigures()
    /// Every bucket of the plan, in order; complete after `finish`.
    public private(set) var buckets: [StatisticsBucket]

    public init(plan: BucketPlan, style: AggregationStyle) {
        edges = plan.edges
        self.style = style
        buckets = (0..<plan.bucketCount).map {
            StatisticsBucket(start: plan.edges[$0], end: plan.edges[$0 + 1], statistics: nil, bySource: [])
        }
    }

    /// Adds the figures of all sources in the next piece. The piece lies in one bucket of the plan
    /// and after the previous piece.
    public mutating func append(_ next: SlotFigures, at start: Int64) {
        if edges[index + 1].microseconds <= start {
            close()
            index = BucketFold.bucket(of: start, from: index, edges)
        }
        figures.append(next, style)
    }

    /// Completes the last bucket. Call it after the last piece.
    public mutating func finish() { close() }

    private mutating func close() {
        buckets[index].statistics = figures.statistics(style)
        figures = SlotFigures()
    }

    /// Adds all pieces of one source, in order of time. Call it once for each source, in order of
    /// rank.
    public mutating func append(rank: Int, _ pieces: [SlotPiece]) {
        var index = 0
        var figures = SlotFigures()
        func close() {
            guard let statistics = figures.statistics(style) else { return }
            buckets[index].bySource.append(.init(rank: rank, statistics: statistics))
        }
        for piece in pieces {
            if edges[index + 1].microseconds <= piece.start {
                close()
                figures = SlotFigures()
                index = BucketFold.bucket(of: piece.start, from: index, edges)
            }
            figures.append(piece.figures, style)
        }
        close()
    }

    /// Returns the index of the bucket that contains `time`, which lies after bucket `index`.
    private static func bucket(of time: Int64, from index: Int, _ edges: [Instant]) -> Int {
        // Most often it is the next bucket.
        guard edges[index + 2].microseconds <= time else { return index + 1 }
        var low = index + 2
        var high = edges.count - 2
        while low < high {
            let middle = (low + high + 1) / 2
            if edges[middle].microseconds <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

/// The figures of a piece of time. The piece lies in one bucket.
public struct SlotPiece: Hashable, Sendable {
    /// Microseconds since 1970.
    public var start: Int64
    public var figures: SlotFigures

    public init(start: Int64, figures: SlotFigures) {
        self.start = start
        self.figures = figures
    }

    /// Merges two lists of pieces that are in order of time into one such list.
    public static func merge(_ one: [SlotPiece], _ other: [SlotPiece]) -> [SlotPiece] {
        guard !one.isEmpty else { return other }
        guard !other.isEmpty else { return one }
        var merged: [SlotPiece] = []
        merged.reserveCapacity(one.count + other.count)
        var index = 0
        for piece in one {
            while index < other.count, other[index].start < piece.start {
                merged.append(other[index])
                index += 1
            }
            merged.append(piece)
        }
        return merged + other[index...]
    }
}
