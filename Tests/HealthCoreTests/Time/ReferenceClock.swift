import Foundation
import HealthCore

/// A slow wall clock that follows the definition. It examines one offset after the other.
struct ReferenceClock {
    /// The instant, in microseconds, from which the clock follows each zone. Before the first
    /// instant, the clock follows the first zone.
    var segments: [(start: Int64, zone: TimeZone)]

    init(_ zone: TimeZone) { segments = [(.min, zone)] }

    init(_ segments: [(start: Int64, zone: TimeZone)]) {
        self.segments = segments
        self.segments[0].start = .min
    }

    /// A time during which the clock's offset does not change.
    struct Stretch {
        var start: Int64
        var end: Int64
        /// The offset in microseconds ahead of UTC.
        var offset: Int64
    }

    /// Returns the stretches of the clock in `window`, in order. They cover it.
    func stretches(in window: Range<Int64>) -> [Stretch] {
        var stretches: [Stretch] = []
        for (index, segment) in segments.enumerated() {
            let end = index + 1 < segments.count ? segments[index + 1].start : .max
            let part = window.clamped(to: segment.start..<end)
            if !part.isEmpty { stretches += ReferenceClock.stretches(of: segment.zone, in: part) }
        }
        return stretches
    }

    /// Examines every quarter of an hour (no zone changes twice in one), and each second of one in
    /// which the offset changed.
    private static func stretches(of zone: TimeZone, in part: Range<Int64>) -> [Stretch] {
        let last = (part.upperBound - 1).flooredSeconds
        var second = part.lowerBound.flooredSeconds
        var current = Stretch(start: part.lowerBound, end: part.upperBound, offset: offset(zone, second))
        var stretches: [Stretch] = []
        while second < last {
            let next = min(second + 900, last)
            if offset(zone, next) != current.offset {
                var change = second + 1
                while offset(zone, change) == current.offset { change += 1 }
                current.end = change * 1_000_000
                stretches.append(current)
                current = Stretch(start: change * 1_000_000, end: part.upperBound, offset: offset(zone, change))
            }
            second = next
        }
        return stretches + [current]
    }

    private static func offset(_ zone: TimeZone, _ second: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))) * 1_000_000
    }

    /// Returns the first instant at which the clock shows `wanted` microseconds since 1970 or
    /// later.
    func instant(showing wanted: Int64) -> Int64? {
        let day: Int64 = 27 * 3_600_000_000
        for stretch in stretches(in: wanted - day..<wanted + day) {
            let instant = max(stretch.start, wanted - stretch.offset)
            if instant < stretch.end { return instant }
        }
        return nil
    }

    /// Returns the microseconds since 1970 that the clock shows.
    func shown(at instant: Int64) -> Int64 {
        let index = segments.lastIndex { $0.start <= instant } ?? 0
        return instant + ReferenceClock.offset(segments[index].zone, instant.flooredSeconds)
    }

    // MARK: Edges

    /// Returns the edges of the buckets that overlap `range`. They are anchor + k · interval. Equal
    /// edges occur once.
    func edges(anchor: LocalDateTime, unit: BucketInterval.Unit, count: Int, meeting range: Range<Int64>) -> [Int64] {
        guard let anchorInstant = instant(showing: anchor.referenceMicroseconds) else { return [] }
        let step = ReferenceClock.averageLength(of: unit) * Int64(count)
        // Far enough on both sides for every calendar; edges too far away are dropped.
        let first = (range.lowerBound - anchorInstant) / step - 4
        let last = (range.upperBound - anchorInstant) / step + 4
        var edges: [Int64] = []
        for index in first...last {
            let edge: Int64? =
                switch unit {
                case .minute, .hour: anchorInstant + index * step
                default: instant(showing: anchor.referenceMicroseconds(Int(index) * count, unit))
                }
            if let edge, edge > edges.last ?? .min { edges.append(edge) }
        }
        guard let start = edges.lastIndex(where: { $0 <= range.lowerBound }),
            let end = edges.firstIndex(where: { $0 >= range.upperBound })
        else { return [] }
        return Array(edges[start...end])
    }

    static func averageLength(of unit: BucketInterval.Unit) -> Int64 {
        switch unit {
        case .minute: 60_000_000
        case .hour: 3_600_000_000
        case .day: 86_400_000_000
        case .week: 7 * 86_400_000_000
        case .month: 2_629_746_000_000
        case .quarter: 3 * 2_629_746_000_000
        case .year: 12 * 2_629_746_000_000
        }
    }
}

extension Int64 {
    fileprivate var flooredSeconds: Int64 { self >= 0 ? self / 1_000_000 : -((999_999 - self) / 1_000_000) }
}

extension CivilDate {
    private static func isLong(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }

    fileprivate static func length(ofMonth month: Int, in year: Int) -> Int {
        [31, isLong(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the days since 1970-01-01, counted year by year.
    var referenceDayNumber: Int {
        var days = day - 1
        for month in 1..<month { days += CivilDate.length(ofMonth: month, in: year) }
        for year in min(year, 1970)..<max(year, 1970) {
            days += (self.year >= 1970 ? 1 : -1) * (CivilDate.isLong(year) ? 366 : 365)
        }
        return days
    }
}

extension LocalDateTime {
    fileprivate var referenceMicroseconds: Int64 {
        Int64(date.referenceDayNumber) * 86_400_000_000 + microsecondOfDay
    }

    /// Returns the wall clock some calendar steps later.
    fileprivate func referenceMicroseconds(_ steps: Int, _ unit: BucketInterval.Unit) -> Int64 {
        switch unit {
        case .minute, .hour, .day: referenceMicroseconds + Int64(steps) * 86_400_000_000
        case .week: referenceMicroseconds + Int64(steps) * 7 * 86_400_000_000
        case .month: referenceMicroseconds(monthsLater: steps)
        case .quarter: referenceMicroseconds(monthsLater: 3 * steps)
        case .year: referenceMicroseconds(monthsLater: 12 * steps)
        }
    }

    /// Returns the same day of another month, or its last day.
    fileprivate func referenceMicroseconds(monthsLater steps: Int) -> Int64 {
        var moved = date
        for _ in 0..<abs(steps) {
            moved.month += steps > 0 ? 1 : -1
            if moved.month == 13 { (moved.year, moved.month) = (moved.year + 1, 1) }
            if moved.month == 0 { (moved.year, moved.month) = (moved.year - 1, 12) }
        }
        moved.day = min(date.day, CivilDate.length(ofMonth: moved.month, in: moved.year))
        return LocalDateTime(date: moved, microsecondOfDay: microsecondOfDay).referenceMicroseconds
    }
}
