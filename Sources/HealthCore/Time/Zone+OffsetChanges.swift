import Foundation

extension Zone {
    /// From when on the zone's clock is `offsetSeconds` ahead of UTC.
    public struct OffsetChange: Hashable, Sendable {
        public var start: Instant
        public var offsetSeconds: Int
    }

    /// Every change of the clock's distance from UTC before `end`, in order. The first one stands at `Instant.earliest` and holds
    /// before it as well.
    ///
    /// Foundation is asked for its transitions. Should it leave one out, the offsets before and after it tell; only two that cancel
    /// each other between two others could hide.
    public func offsetChanges(until end: Instant) -> [OffsetChange] {
        var second = Instant.earliest.wholeSeconds
        var changes = [OffsetChange(start: .earliest, offsetSeconds: offset(atSecond: second))]
        func note(_ start: Int64) {
            changes.append(OffsetChange(start: Instant(seconds: start), offsetSeconds: offset(atSecond: start)))
        }
        /// Notes the changes after `second` up to `last`, of which the last one is known to lie at `last` or not at all.
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

    /// The first second up to `last` at which the offset is another than at `start`, if it is at `last`; nil if it is the same there.
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

    /// The next second at which Foundation has a transition, whether or not it changes the offset.
    private func nextTransition(after second: Int64) -> Int64? {
        let start = Date(timeIntervalSince1970: Double(second))
        guard let next = timeZone.nextDaylightSavingTimeTransition(after: start), next > start else { return nil }
        return Int64(next.timeIntervalSince1970.rounded(.up))
    }
}
