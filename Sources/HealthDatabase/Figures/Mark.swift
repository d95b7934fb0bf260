import HealthCore

/// A row of `health.mark`: a span of time in which the figures of a type are stale. Times are in
/// microseconds since 1970.
struct Mark: Hashable {
    /// The row's id; unused in a mark that is not stored yet.
    var id: Int64 = 0
    var from: Int64
    var to: Int64
    /// The time at which the mark was added. `.min` in a new mark, which gets the start time of the
    /// transaction that inserts it. `.max` in a mark of a type whose figures are not kept.
    var markedAt: Int64 = .min

    /// Every time that the store accepts.
    static let allTime = Instant.earliest.microseconds..<Instant.latest.microseconds + 1
}
