import HealthCore

/// The hours of slots that marks make stale, and the pieces in which they are made again.
struct StaleHours {
    private let marks: [SlotMark]
    private let reach: ChangeReach
    /// Whole hours, in order, with gaps between the runs.
    let runs: [Range<Int64>]

    static let hour = HourSlotRow.length
    /// A piece ends before a gap that is longer than this, because it reads all samples between its
    /// hours. 3 days.
    static let gapMax = 72 * hour

    init(_ marks: [SlotMark], reach: ChangeReach) {
        self.reach = reach
        // Every sample lies between the earliest and the latest time that can be written.
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

    /// Whether a part of `range` is stale.
    func overlap(_ range: Range<Int64>) -> Bool {
        // The first run that ends after the start of the range.
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
        }
        return low < runs.count && runs[low].lowerBound < range.upperBound
    }

    // MARK: Pieces

    /// The hours that one transaction makes again.
    struct Piece: Hashable {
        /// Whole hours, in order, with gaps. Empty if the stale hours have neither samples nor
        /// slots.
        var hours: [Range<Int64>]
        /// The ids of the marks to delete.
        var finished: [Int64]
        /// A mark for the remainders of finished marks that extend past the piece.
        var rest: SlotMark?
    }

    /// The first of the stale hours.
    ///
    /// - Parameters:
    ///   - first: the first sample or slot from the first stale hour on; nil if there is none.
    ///   - lengthMax: the longest piece, in microseconds; a piece is longer if changes reach
    ///     further.
    func piece(first: Int64?, lengthMax: Int64) -> Piece {
        let all = Piece(hours: [], finished: marks.map(\.id))
        guard let first else { return all }
        let firstHour = StaleHours.floorHour(first)
        var left = runs.drop { $0.upperBound <= firstHour }
        guard let begin = left.first else { return all }
        let start = max(begin.lowerBound, firstHour)
        // The rest of a mark has the same reach to both sides. A shorter piece would leave the same
        // rest again and again.
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
            // One mark covers what all marks make stale after the end. Its reach ends at the end of
            // the piece.
            let from = end + reach.before
            let to = max(mark.to, from + 1)
            piece.rest = SlotMark(
                id: 0, from: from, to: max(to, piece.rest?.to ?? to),
                markedAt: min(mark.markedAt, piece.rest?.markedAt ?? mark.markedAt))
        }
        return piece
    }
}
