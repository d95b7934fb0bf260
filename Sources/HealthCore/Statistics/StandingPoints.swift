/// The points of a temporally weighted type whose values still apply.
///
/// The value of a point applies until the next sample of its source begins, but at most for
/// `SampleRange.pointStandMicroseconds`. This time is called the point's *stand*.
struct StandingPoints {
    /// The latest instant at which a source has points. Their weight is added up to `weighedUntil`.
    private struct Stand {
        var point: StatisticsSample
        /// Further points of the same instant. Their stands have the same length.
        var others: [StatisticsSample] = []
        var weighedUntil: Int64

        var end: Int64 { point.start + SampleRange.pointStandMicroseconds }

        mutating func weigh(until time: Int64, into figures: inout BucketFigures) {
            let stop = min(time, end)
            guard stop > weighedUntil else { return }
            figures.stand(point, microseconds: stop - weighedUntil)
            for other in others { figures.stand(other, microseconds: stop - weighedUntil) }
            weighedUntil = stop
        }
    }

    private var stands: [Int: Stand] = [:]

    var isEmpty: Bool { stands.isEmpty }

    /// Ends the stands of earlier points of the sample's source, because the sample begins.
    ///
    /// - Parameter clipStart: time before it has no weight.
    mutating func begin(_ sample: StatisticsSample, clipStart: Int64, figures: inout BucketFigures) {
        if var stand = stands[sample.sourceRank] {
            if stand.point.start < sample.start {
                stand.weigh(until: sample.start, into: &figures)
                stands[sample.sourceRank] = nil
            } else if sample.isPoint, sample.hasValue {
                stand.others.append(sample)
                stands[sample.sourceRank] = stand
                return
            }
        }
        guard sample.isPoint, sample.hasValue else { return }
        stands[sample.sourceRank] = Stand(point: sample, weighedUntil: max(sample.start, clipStart))
    }

    /// Adds the weight of every stand up to the end of the bucket at `edge`. Removes points whose
    /// stand has ended.
    mutating func reach(_ edge: Int64, figures: inout BucketFigures) {
        for rank in stands.keys.sorted() {
            guard var stand = stands[rank] else { continue }
            stand.weigh(until: edge, into: &figures)
            stands[rank] = stand.end > edge ? stand : nil
        }
    }
}
