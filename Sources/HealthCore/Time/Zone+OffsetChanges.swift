import Foundation

extension Zone {
    /// The zone's clock is `offsetSeconds` ahead of UTC from `start` to the next change.
    public struct OffsetChange: Hashable, Sendable {
        public var start: Instant
        public var offsetSeconds: Int
    }

    /// Returns every change of the clock's offset before `end`, in order. The first change has the
    /// start `Instant.earliest`, and its offset also holds before that.
    ///
    /// Foundation names its transitions. If it leaves one out, the offsets before and after that
    /// transition reveal it. Only two changes between two transitions that cancel each other would
    /// stay hidden.
    public func offsetChanges(until end: Instant) -> [OffsetChange] {
        var second = Instant.earliest.wholeSeconds
        var changes = [OffsetChange(start: .earliest, offsetSeconds: offset(atSecond: second))]
        func note(_ start: Int64) {
            changes.append(OffsetChange(start: Instant(seconds: start), offsetSeconds: offset(atSecond: start)))
        }
        /// Records the changes after `second` up to `last`. If the offset changes last in this
        /// range, it does so at `last`.
        func advance(to last: Int64) {
            while let change = firstChange(from: second, to: last - 1) {
                note(change)
                second = change
            }
            if offset(atSecond: last) != changes[changes.count - 1].offsetSeconds { note(last) }
            second = last
        }
        while let next = nextTransition(after: second), next < end.wholeSeconds { advance(to: next) }
        if second < end.wholeSeconds - 1 { advance(to: end.wholeSeconds - 1) }
        return changes
    }

    /// Returns the first second after `start` whose offset differs from that at `start`; nil if the
    /// offset at `last` is the same.
    private func firstChange(from start: Int64, to last: Int64) -> Int64? {
        let offset = offset(atSecond: start)
        guard start < last, self.offset(atSecond: last) != offset else { return nil }
        var (low, high) = (start, last)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.offset(atSecond: middle) == offset { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the next second at which Foundation has a transition, whether or not the offset
    /// changes.
    private func nextTransition(after second: Int64) -> Int64? {
        let start = Date(timeIntervalSince1970: Double(second))
        guard let next = timeZone.nextDaylightSavingTimeTransition(after: start), next > start else { return nil }
        return Int64(next.timeIntervalSince1970.rounded(.up))
    }
}
