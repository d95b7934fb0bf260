import Foundation
import Synchronization

extension Zone {
    /// A change of the zone's offset from UTC. The offset applies from `start` to the next change.
    public struct OffsetChange: Hashable, Sendable {
        public var start: Instant
        public var offsetSeconds: Int
    }
}

/// The offsets of a time zone from UTC. Foundation takes about 300 ns for an offset, and this list
/// takes about 20 ns.
final class ZoneOffsets: Sendable {
    /// 2100-01-01, the time up to which changes are listed. Foundation knows later offsets.
    static let knownUntil = Instant(seconds: 4_102_444_800)

    /// The changes before `knownUntil`, in order. The first starts at `Instant.earliest`.
    let changes: [Zone.OffsetChange]
    private let timeZone: TimeZone
    private let starts: [Int64]
    private let listed: Range<Int64>

    /// The lists of the zones that were asked for. There are as many as names in the IANA database.
    private static let known = Mutex<[String: ZoneOffsets]>([:])

    /// Returns the offsets of a zone. Listing them takes about 2 ms, once for each zone.
    ///
    /// - Parameter find: returns the zone of the name; nil for a name that is not in the IANA
    ///   database, so that the number of names is limited.
    static func of(_ identifier: String, _ find: (String) -> TimeZone?) -> ZoneOffsets? {
        if let offsets = known.withLock({ $0[identifier] }) { return offsets }
        guard let timeZone = find(identifier) else { return nil }
        let offsets = ZoneOffsets(timeZone)
        known.withLock { $0[identifier] = offsets }
        return offsets
    }

    init(_ timeZone: TimeZone) {
        self.timeZone = timeZone
        changes = ZoneOffsets.changes(of: timeZone)
        starts = changes.map(\.start.wholeSeconds)
        listed = Instant.earliest.wholeSeconds..<ZoneOffsets.knownUntil.wholeSeconds
    }

    /// Returns the seconds by which the wall clock is ahead of UTC.
    ///
    /// - Parameter second: seconds since 1970.
    func offset(atSecond second: Int64) -> Int {
        guard listed.contains(second) else { return ZoneOffsets.offset(atSecond: second, timeZone) }
        return changes[starts.partitionPoint { $0 <= second } - 1].offsetSeconds
    }

    private static func offset(atSecond second: Int64, _ timeZone: TimeZone) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Foundation lists its transitions. If it omits a transition, the function finds the change by
    /// comparing offsets. It misses changes only if two changes between two listed transitions
    /// cancel each other.
    private static func changes(of timeZone: TimeZone) -> [Zone.OffsetChange] {
        let end = knownUntil.wholeSeconds
        var second = Instant.earliest.wholeSeconds
        func offset(_ second: Int64) -> Int { self.offset(atSecond: second, timeZone) }
        var changes = [Zone.OffsetChange(start: .earliest, offsetSeconds: offset(second))]
        func note(_ start: Int64) {
            changes.append(Zone.OffsetChange(start: Instant(seconds: start), offsetSeconds: offset(start)))
        }
        /// Returns the first second after `second` whose offset differs from the offset then.
        /// Returns nil if the offset at `last` is the same.
        func firstChange(to last: Int64) -> Int64? {
            let old = offset(second)
            guard second < last, offset(last) != old else { return nil }
            return (second + 1..<last).partitionPoint { offset($0) == old }
        }
        /// Records the changes after `second` up to and including `last`.
        func advance(to last: Int64) {
            while let change = firstChange(to: last - 1) {
                note(change)
                second = change
            }
            if offset(last) != changes[changes.count - 1].offsetSeconds { note(last) }
            second = last
        }
        /// Returns the next second at which Foundation lists a transition. The offset need not
        /// change then.
        func nextTransition() -> Int64? {
            let start = Date(timeIntervalSince1970: Double(second))
            guard let next = timeZone.nextDaylightSavingTimeTransition(after: start), next > start else { return nil }
            return Int64(next.timeIntervalSince1970.rounded(.up))
        }
        while let next = nextTransition(), next < end { advance(to: next) }
        if second < end - 1 { advance(to: end - 1) }
        return changes
    }
}
