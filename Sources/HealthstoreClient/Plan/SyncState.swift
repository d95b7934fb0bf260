import Foundation

/// What an engine remembers between two processes, besides anchors and batches.
struct SyncState: Codable, Hashable, Sendable {
    /// The plan that the phone obeys. Nil until the service has returned one.
    var plan: SyncPlan?
    /// The tag of the plan.
    var tag: String?
    /// The types with more to send than before, although they have an anchor.
    var widened: [String: Widened] = [:]
    /// The types whose samples the person shares only from a time on.
    var sharedSince: [String: Date] = [:]
    /// `sharedSince` as it was reported last.
    var reportedSharedSince: [String: Date] = [:]
    /// The time at which a run had sent everything.
    var finishedAt: Date?
    /// The time from which on all types are compared with the service.
    var nextComparison: Date?

    /// The samples that were not sent before.
    struct Widened: Codable, Hashable, Sendable {
        /// They start earlier; nil if they may start at any time.
        var end: Date?

        /// Adds samples before another end.
        func union(_ other: Widened) -> Widened {
            guard let end, let otherEnd = other.end else { return Widened(end: nil) }
            return Widened(end: max(end, otherEnd))
        }
    }

    /// Notes that there is more to send of a type.
    mutating func widen(_ type: String, before end: Date?) {
        let new = Widened(end: end)
        widened[type] = widened[type]?.union(new) ?? new
    }
}

/// The reason why an engine sends nothing for now.
public enum SyncPause: Hashable, Sendable {
    /// The plan is off.
    case off
    /// The least interval of the plan has not passed. The time at which it has.
    case until(Date)
}
