import Foundation

/// The outcome of a batch. The service sends it when the records are durable.
public struct BatchReceipt: Codable, Hashable, Sendable {
    public var inserted: Int
    /// Samples whose uuid the service had with other content.
    public var updated: Int
    public var unchanged: Int
    public var deleted: Int
    /// Samples that were deleted before, and samples that the service has in a newer version.
    public var superseded: Int
    public var rejected: [Rejection]
    public var records: Records
    /// The outcome of each complete range, in the order as sent. Nil if the batch has none.
    public var complete: [RangeOutcome]?

    /// What the service has done with older samples, from exports, that the phone does not have.
    public struct RangeOutcome: Codable, Hashable, Sendable {
        public var type: String
        /// Samples that were deleted, because the phone has condensed, corrected or deleted them.
        public var replaced: Int
        /// Samples that were kept, because they may come from another Health store.
        public var missing: Int
    }

    /// A record that the service refused.
    public struct Rejection: Codable, Hashable, Sendable {
        /// `samples` or `deleted`.
        public var collection: String
        /// The index of the record in its collection, as sent.
        public var index: Int
        /// The service's error code, such as `unknown_unit`.
        public var code: String
        public var field: String
        public var message: String
    }

    /// The outcome of each record, in the order as sent.
    public struct Records: Codable, Hashable, Sendable {
        public var samples: [String]
        public var deleted: [String]
    }
}
