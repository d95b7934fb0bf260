import HealthCore

/// A row of `health.slot_mark`: the row that makes a span of slots stale. Times are microseconds
/// since 1970.
struct SlotMark: Hashable {
    /// Unused in a mark that is not stored yet.
    var id: Int64
    var from: Int64
    var to: Int64
    /// `.min` in a new mark: the start of the transaction that adds it.
    var markedAt: Int64

    /// A new mark that covers every time that can be written.
    static let allTime = SlotMark(
        id: 0, from: Instant.earliest.microseconds, to: Instant.latest.microseconds + 1, markedAt: .min)
}
