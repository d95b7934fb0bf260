import Foundation

/// The outcome of a batch. The service sends it when the records are durable.
public struct BatchReceipt: Codable, Hashable, Sendable {
    public var inserted: Int
    /// The service had the uuid with other content.
    public var updated: Int
    public var unchanged: Int
    public var deleted: Int
    /// The sample was deleted before, or the service has a newer version of it.
    public var superseded: Int
    public var rejected: [Rejection]
    public var records: Records

    /// A record that the service refused.
    public struct Rejection: Codable, Hashable, Sendable {
        /// `samples` or `deleted`.
        public var collection: String
        /// The index in the collection as sent.
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
