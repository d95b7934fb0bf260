import HealthCore

/// The hours whose slots are stale because of marks, and the pieces in which they are recomputed.
struct StaleHours {
    private let marks: [SlotMark]
    private let reach: ChangeReach
    /// The stale hours: whole hours of UTC, in order, with gaps between the runs.
    let runs: [Range<Int64>]

    static let hour = HourSlotRow.length
    /// The widest gap between two runs of one piece. 3 days. A piece reads all samples between its
    /// first and last hour, so it ends before a wider gap.
    static let gapMax = 72 * hour

    init(_ marks: [SlotMark], reach: ChangeReach) {
        self.reach = reach
        // The store accepts only samples between the earliest and the latest instant.
        self.marks = marks.map { mark in
            var mark = mark
            mark.from = min(max(mark.from, Instant.earliest.microseconds), Instant.latest.microseconds)
            mark.to = min(max(mark.to, mark.from + 1), Instant.latest.microseconds + 1)
            return mark
        }
        var runs: [Range<Int64>] = []
        for range in self.marks.map({ StaleHours.hours($0, reach) }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = runs.last, range.lowerBound <= last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                runs.append(range)
            }
        }
        self.runs = runs
    }

    private static func hours(_ mark: SlotMark, _ reach: ChangeReach) -> Range<Int64> {
        floorHour(mark.from - reach.before)..<ceilHour(mark.to + reach.after)
    }

    static func floorHour(_ time: Int64) -> Int64 {
        let rest = time % hour
        return rest < 0 ? time - rest - hour : time - rest
    }

    static func ceilHour(_ time: Int64) -> Int64 { -floorHour(-time) }

    /// True if a part of `range` is stale.
    func overlap(_ range: Range<Int64>) -> Bool {
        // A binary search for the first run that ends after the start of the range.
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
        }
        return low < runs.count && runs[low].lowerBound < range.upperBound
    }

    // MARK: Pieces

    /// The hours that one transaction recomputes.
    struct Piece: Hashable {
        /// Whole hours of UTC, in order, with gaps between the runs. Empty if the stale hours have
        /// neither samples nor slots.
        var hours: [Range<Int64>]
        /// The ids of the marks to delete.
        var finished: [Int64]
        /// A mark for the remainders of deleted marks that extend past the piece. Nil if no mark
        /// extends past it.
        var rest: SlotMark?
    }

    /// Returns the first piece of the stale hours.
    ///
    /// - Parameters:
    ///   - first: the start of the first sample or slot in the stale hours; nil if there is none.
    ///   - lengthMax: the greatest length of the piece, in microseconds. The piece is longer if a
    ///     change affects figures over a longer time (`ChangeReach`).
    func piece(first: Int64?, lengthMax: Int64) -> Piece {
        let all = Piece(hours: [], finished: marks.map(\.id))
        guard let first else { return all }
        let firstHour = StaleHours.floorHour(first)
        var left = runs.drop { $0.upperBound <= firstHour }
        guard let begin = left.first else { return all }
        let start = max(begin.lowerBound, firstHour)
        // The mark for the remainder makes slots stale before and after its span, like any mark. If
        // the piece were shorter, the remainder would never become smaller.
        let length = max(
            lengthMax / StaleHours.hour * StaleHours.hour, 2 * (reach.before + reach.after) + 4 * StaleHours.hour)
        let limit = StaleHours.ceilHour(start + length)
        var hours: [Range<Int64>] = []
        while let run = left.popFirst(), run.lowerBound < limit {
            if let last = hours.last, run.lowerBound - last.upperBound > StaleHours.gapMax { break }
            hours.append(max(run.lowerBound, start)..<min(run.upperBound, limit))
        }
        guard let end = hours.last?.upperBound else { return all }
        return piece(hours, end: end)
    }

    private func piece(_ hours: [Range<Int64>], end: Int64) -> Piece {
        var piece = Piece(hours: hours, finished: [])
        for mark in marks {
            let range = StaleHours.hours(mark, reach)
            guard range.lowerBound < end else { continue }
            piece.finished.append(mark.id)
            guard range.upperBound > end else { continue }
            // One mark covers all times after the end of the piece that the deleted marks make
            // stale. It begins so late that it makes no slot of the piece stale.
            let from = end + reach.before
            let to = max(mark.to, from + 1)
            piece.rest = SlotMark(
                id: 0, from: from, to: max(to, piece.rest?.to ?? to),
                markedAt: min(mark.markedAt, piece.rest?.markedAt ?? mark.markedAt))
        }
        return piece
    }
}
