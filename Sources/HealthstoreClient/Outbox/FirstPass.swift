import Foundation

/// The reading of all samples of a type from the beginning, until the service has them.
struct FirstPass: Codable, Hashable, Sendable {
    /// The time when it began. Samples that are saved later may be missing in it.
    var startDate: Date
    /// True if the last page was read.
    var isRead = false
}
