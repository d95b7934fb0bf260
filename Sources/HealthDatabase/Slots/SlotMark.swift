import HealthCore

/// A row of `health.slot_mark`. It makes the slots of a span of time stale. Times are in
/// microseconds since 1970.
struct SlotMark: Hashable {
    /// The row's id; unused in a mark that is not stored yet.
    var id: Int64
    var from: Int64
    var to: Int64
    /// The time at which the mark was added. `.min` in a new mark, which gets the start time of the
    /// transaction that inserts it.
    var markedAt: Int64

    /// A new mark that covers every time that the store accepts.
    static let allTime = SlotMark(
        id: 0, from: Instant.earliest.microseconds, to: Instant.latest.microseconds + 1, markedAt: .min)
}
