import Foundation

/// The samples that a client posts, and the uuids of samples that it deleted.
public struct SampleBatch: Sendable {
    public var references = SampleReferences()
    /// In the order as sent. Ordinals count the records of the batch from 0.
    public var samples: [(ordinal: Int64, sample: Sample)] = []
    public var deletions: [Deletion] = []
    /// Whether samples of the batch that were deleted earlier are stored again and lose their
    /// tombstones. Deletions of the batch come first: a sample that the batch both deletes and
    /// contains is stored afterwards.
    public var isResurrecting = false
    /// Whether one refused sample prevents the whole batch from being stored.
    public var isAtomic = false
    /// How far the client has sent its data with this batch. It is stored if the batch is stored.
    public var anchor: ClientAnchor?

    public init() {}

    public struct Deletion: Sendable, Hashable {
        public var uuid: UUID
        /// Index in `references.types`; nil if the client does not name the type.
        public var type: Int32?

        public init(uuid: UUID, type: Int32? = nil) {
            self.uuid = uuid
            self.type = type
        }
    }
}
