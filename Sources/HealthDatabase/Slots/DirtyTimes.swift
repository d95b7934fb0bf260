import HealthCore

/// A row of `health.slot_mark`. Times are microseconds since 1970.
struct StaleMark: Hashable {
    var id: Int64
    var from: Int64
    var to: Int64
    var markedAt: Int64
}

/// How far beyond the samples that changed figures may have changed, in microseconds.
struct ChangeReach: Hashable {
    var before: Int64 = 0
    var after: Int64 = 0

    /// - Parameter aggregateLength: the length of the longest sample, where the person has aggregates: one is left out as soon as
    ///   a better sample touches it or its margin. Nil where there are none.
    init(style: AggregationStyle, aggregateLength: Int64?) {
        // A point stands until the next sample begins: where one came or went, that of the one before it changed.
        if style == .discreteTemporallyWeighted { after = SampleRange.pointStandMicroseconds }
        guard let aggregateLength else { return }
        before = aggregateLength + AggregateFilter.marginMax
        after += aggregateLength + AggregateFilter.marginMax
    }
}

/// The hours that marks make stale, and which of them to make again at once.
struct DirtyTimes {
    private let marks: [StaleMark]
    private let reach: ChangeReach
    /// Whole hours, in order, with gaps between them.
    let runs: [Range<Int64>]

    static let hour = HourSlotRow.length
    /// Hours that lie further apart than this are not made again at once, since all samples between them would be read. 3 days.
    static let gapMax = 72 * hour

    init(_ marks: [StaleMark], reach: ChangeReach) {
        self.reach = reach
        // No sample lies outside of what can be written.
        self.marks = marks.map { mark in
            var mark = mark
            mark.from = min(max(mark.from, Instant.earliest.microseconds), Instant.latest.microseconds)
            mark.to = min(max(mark.to, mark.from + 1), Instant.latest.microseconds + 1)
            return mark
        }
        var runs: [Range<Int64>] = []
        for range in self.marks.map({ DirtyTimes.hours($0, reach) }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = runs.last, range.lowerBound <= last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                runs.append(range)
            }
        }
        self.runs = runs
    }

    private static func hours(_ mark: StaleMark, _ reach: ChangeReach) -> Range<Int64> {
        floorHour(mark.from - reach.before)..<ceilHour(mark.to + reach.after)
    }

    static func floorHour(_ time: Int64) -> Int64 {
        let rest = time % hour
        return rest < 0 ? time - rest - hour : time - rest
    }

    static func ceilHour(_ time: Int64) -> Int64 { -floorHour(-time) }

    /// Whether any of `range` is stale.
    func touch(_ range: Range<Int64>) -> Bool {
        // The first run that ends behind its beginning.
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
        }
        return low < runs.count && runs[low].lowerBound < range.upperBound
    }

    // MARK: A piece of them

    /// What one transaction makes again.
    struct Piece: Hashable {
        /// Whole hours, in order, with gaps; none where nothing ever was or is in what was stale.
        var hours: [Range<Int64>]
        /// The marks to forget.
        var finished: [Int64]
        /// What has to stay of those of them that reach further; its id is of no meaning.
        var rest: StaleMark?
    }

    /// The first stale hours.
    ///
    /// - Parameters:
    ///   - first: neither a sample nor a slot is from the first stale hour on until then; nil if none is behind it at all.
    ///   - lengthMax: how much time to take at most, in microseconds; more where changes reach far.
    func piece(first: Int64?, lengthMax: Int64) -> Piece {
        let all = Piece(hours: [], finished: marks.map(\.id))
        guard let first else { return all }
        let firstHour = DirtyTimes.floorHour(first)
        var left = runs.drop { $0.upperBound <= firstHour }
        guard let begin = left.first else { return all }
        let start = max(begin.lowerBound, firstHour)
        // The rest of a mark reaches so far to both sides again: it has to fit into a piece, or there would be no end.
        let length = max(
            lengthMax / DirtyTimes.hour * DirtyTimes.hour, 2 * (reach.before + reach.after) + 4 * DirtyTimes.hour)
        let limit = DirtyTimes.ceilHour(start + length)
        var hours: [Range<Int64>] = []
        while let run = left.popFirst(), run.lowerBound < limit {
            if let last = hours.last, run.lowerBound - last.upperBound > DirtyTimes.gapMax { break }
            hours.append(max(run.lowerBound, start)..<min(run.upperBound, limit))
        }
        guard let end = hours.last?.upperBound else { return all }
        return piece(hours, end: end)
    }

    private func piece(_ hours: [Range<Int64>], end: Int64) -> Piece {
        var piece = Piece(hours: hours, finished: [])
        for mark in marks {
            let range = DirtyTimes.hours(mark, reach)
            guard range.lowerBound < end else { continue }
            piece.finished.append(mark.id)
            guard range.upperBound > end else { continue }
            // All that reach over the end are stale from there on: one mark says so, which reaches back to the end and no further.
            let from = end + reach.before
            let to = max(mark.to, from + 1)
            piece.rest = StaleMark(
                id: 0, from: from, to: max(to, piece.rest?.to ?? to),
                markedAt: min(mark.markedAt, piece.rest?.markedAt ?? mark.markedAt))
        }
        return piece
    }
}
