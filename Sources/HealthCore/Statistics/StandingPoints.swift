/// Points of a temporally weighted type stand until the next sample of their source begins, at most
/// `SampleRange.pointStandMicroseconds`.
struct StandingPoints {
    /// The latest instant at which a source has points, and how far their stand is already weighed.
    private struct Stand {
        var point: Int64
        var weighedUntil: Int64
        /// Σ value over the points of that instant; they stand equally long.
        var value: Double
        var count: Int

        var end: Int64 { point + SampleRange.pointStandMicroseconds }

        mutating func weigh(until time: Int64, into figures: inout BucketFigures) {
            let stop = min(time, end)
            guard stop > weighedUntil else { return }
            figures.stand(value: value, count: count, microseconds: stop - weighedUntil)
            weighedUntil = stop
        }
    }

    private var stands: [Int: Stand] = [:]

    /// A sample of `rank` begins at `sample.start`: earlier points of the source stand no longer.
    ///
    /// - Parameter clipStart: nothing before it weighs.
    mutating func begin(_ sample: StatisticsSample, clipStart: Int64, figures: inout BucketFigures) {
        if var stand = stands[sample.sourceRank] {
            if stand.point < sample.start {
                stand.weigh(until: sample.start, into: &figures)
                stands[sample.sourceRank] = nil
            } else if sample.isPoint {
                stand.value += sample.value
                stand.count += 1
                stands[sample.sourceRank] = stand
                return
            }
        }
        guard sample.isPoint else { return }
        stands[sample.sourceRank] = Stand(
            point: sample.start, weighedUntil: max(sample.start, clipStart), value: sample.value, count: 1)
    }

    /// The bucket ends at `edge`: weighs every stand up to it and forgets those that are over.
    mutating func reach(_ edge: Int64, figures: inout BucketFigures) {
        for rank in stands.keys.sorted() {
            guard var stand = stands[rank] else { continue }
            stand.weigh(until: edge, into: &figures)
            stands[rank] = stand.end > edge ? stand : nil
        }
    }
}
