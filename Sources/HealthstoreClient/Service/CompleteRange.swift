import Foundation

/// A range of time in which the phone's store has no other samples of a type than those that were
/// sent. Samples belong to the range in which they start.
///
/// The service then replaces samples that older exports of Health brought into the range, if the
/// phone has condensed, corrected or deleted them.
public struct CompleteRange: Encodable, Hashable, Sendable {
    public var type: String
    public var startDate: Date
    /// The end of the range. It is the time until which the phone's store was read.
    public var endDate: Date

    public init(type: String, startDate: Date, endDate: Date) {
        self.type = type
        self.startDate = startDate
        self.endDate = endDate
    }
}
