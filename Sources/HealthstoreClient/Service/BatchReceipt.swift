import Foundation

/// What became of the records of a batch. It comes when they are durable.
public struct BatchReceipt: Codable, Hashable, Sendable {
    public var inserted: Int
    /// The uuid was there with other content.
    public var updated: Int
    public var unchanged: Int
    public var deleted: Int
    /// The sample was deleted before, or there is a newer version of it.
    public var superseded: Int
    public var rejected: [Rejection]
    public var records: Records

    /// A record that the service did not take.
    public struct Rejection: Codable, Hashable, Sendable {
        /// `samples` or `deleted`.
        public var collection: String
        /// Place in the collection as sent.
        public var index: Int
        /// The service's code such as `unknown_unit`.
        public var code: String
        public var field: String
        public var message: String
    }

    /// What became of each record, in the order as sent.
    public struct Records: Codable, Hashable, Sendable {
        public var samples: [String]
        public var deleted: [String]
    }
}
