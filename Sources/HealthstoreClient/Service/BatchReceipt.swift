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
