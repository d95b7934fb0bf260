import HealthCore

/// A batch as a client sent it, and its refused records.
public struct ParsedBatch: Sendable {
    public var batch = SampleBatch()
    /// The index in the member `samples` of the request, by the sample's ordinal. Objects of
    /// correlations have no index.
    public internal(set) var indexOfOrdinal: [Int64: Int] = [:]
    public internal(set) var sampleCount = 0
    /// For each deletion of the batch, its index in the member `deleted` of the request.
    public internal(set) var indexOfDeletion: [Int] = []
    public internal(set) var deletionCount = 0
    public internal(set) var rejected: [RejectedRecord] = []

    /// Returns the records that were refused when the batch was written. They have the order of the
    /// request.
    ///
    /// - Parameters:
    ///   - refused: the refusals of samples, by ordinal.
    ///   - deletions: the refusals of deletions, by index in the deletions of the batch.
    public func rejected(_ refused: [Int64: Refusal], deletions: [Int: Refusal] = [:]) -> [RejectedRecord] {
        let samples = refused.compactMap { ordinal, refusal in
            indexOfOrdinal[ordinal].map { RejectedRecord(collection: .samples, index: $0, refusal: refusal) }
        }
        let deleted = deletions.map { ordinal, refusal in
            RejectedRecord(collection: .deleted, index: indexOfDeletion[ordinal], refusal: refusal)
        }
        return samples.sorted { $0.index < $1.index } + deleted.sorted { $0.index < $1.index }
    }
}

/// A record of a batch that is not stored.
public struct RejectedRecord: Sendable {
    public var collection: RecordCollection
    /// Index in the member of the request.
    public var index: Int
    public var refusal: Refusal
}

/// The member of a batch that holds a record. A line of a stream belongs to the same collection as
/// the equal record of a batch.
public enum RecordCollection: String, Sendable {
    case samples, deleted, anchor
}
