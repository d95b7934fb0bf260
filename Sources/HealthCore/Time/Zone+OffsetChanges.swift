import Foundation

extension Zone {
    /// A change of the zone's offset from UTC. The offset applies from `start` to the next change.
    public struct OffsetChange: Hashable, Sendable {
        public var start: Instant
        public var offsetSeconds: Int
    }

    /// Returns every change of the clock's offset before `end`, in order. The first change starts
    /// at `Instant.earliest`. Its offset also applies before that.
    ///
    /// Foundation lists its transitions. If it omits a transition, the function finds the change by
    /// comparing offsets. It misses changes only if two changes between two listed transitions
    /// cancel each other.
    public func offsetChanges(until end: Instant) -> [OffsetChange] {
        var second = Instant.earliest.wholeSeconds
        var changes = [OffsetChange(start: .earliest, offsetSeconds: offset(atSecond: second))]
        func note(_ start: Int64) {
            changes.append(OffsetChange(start: Instant(seconds: start), offsetSeconds: offset(atSecond: start)))
        }
        /// Records the changes after `second` up to and including `last`.
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

    /// Returns the first second after `start` whose offset differs from the offset at `start`.
    /// Returns nil if the offset at `last` is the same.
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

    /// Returns the next second at which Foundation lists a transition. The offset need not change
    /// then.
    private func nextTransition(after second: Int64) -> Int64? {
        let start = Date(timeIntervalSince1970: Double(second))
        guard let next = timeZone.nextDaylightSavingTimeTransition(after: start), next > start else { return nil }
        return Int64(next.timeIntervalSince1970.rounded(.up))
    }
}
