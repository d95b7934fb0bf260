import HealthCore

/// The hours that marks make stale, and the pieces in which they are recomputed.
struct StaleHours {
    private let marks: [Mark]
    /// The stale hours: whole hours of UTC, in order, with gaps between the runs.
    let runs: [Range<Int64>]

    /// The length of an hour, in microseconds.
    static let hour: Int64 = 3_600 * Instant.microsecondsPerSecond
    static let day = 24 * hour
    /// The widest gap between two runs of one piece. 3 days. A piece reads all samples between its
    /// first and last hour, so it ends before a wider gap.
    static let gapMax = 3 * day

    init(_ marks: [Mark]) {
        // The store accepts only samples between the earliest and the latest instant.
        self.marks = marks.map { mark in
            var mark = mark
            mark.from = min(max(mark.from, Mark.allTime.lowerBound), Mark.allTime.upperBound - 1)
            mark.to = min(max(mark.to, mark.from + 1), Mark.allTime.upperBound)
            return mark
        }
        runs = FigurePlan.union(
            self.marks.map { StaleHours.floorHour($0.from)..<StaleHours.ceilHour($0.to) })
    }

    static func floorHour(_ time: Int64) -> Int64 {
        let rest = time % hour
        return rest < 0 ? time - rest - hour : time - rest
    }

    static func ceilHour(_ time: Int64) -> Int64 { -floorHour(-time) }

    // MARK: Pieces

    /// The hours that one transaction recomputes.
    struct Piece: Hashable {
        /// Whole hours of UTC, in order, with gaps between the runs. Empty if the stale hours have
        /// neither samples nor rows.
        var hours: [Range<Int64>]
        /// The ids of the marks to delete.
        var finished: [Int64]
        /// A mark for the remainders of deleted marks that extend past the piece. Nil if no mark
        /// extends past it.
        var rest: Mark?
    }

    /// Returns the first piece of the stale hours.
    ///
    /// - Parameters:
    ///   - first: the start of the first sample or row in the stale hours; nil if there is none.
    ///   - lengthMax: the greatest length of the piece, in microseconds. At least one hour.
    func piece(first: Int64?, lengthMax: Int64) -> Piece {
        let all = Piece(hours: [], finished: marks.map(\.id))
        guard let first else { return all }
        let firstHour = StaleHours.floorHour(first)
        var left = runs.drop { $0.upperBound <= firstHour }
        guard let begin = left.first else { return all }
        let start = max(begin.lowerBound, firstHour)
        let limit = StaleHours.floorHour(start + max(lengthMax, StaleHours.hour))
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
        for mark in marks where mark.from < end {
            piece.finished.append(mark.id)
            guard mark.to > end else { continue }
            // One mark covers all times after the end of the piece that the deleted marks make
            // stale.
            piece.rest = Mark(
                from: end, to: max(mark.to, piece.rest?.to ?? mark.to),
                markedAt: min(mark.markedAt, piece.rest?.markedAt ?? mark.markedAt))
        }
        return piece
    }
}
