import Foundation

/// The samples that a client posts, and the uuids of samples that it deleted.
public struct SampleBatch: Sendable {
    public var references = SampleReferences()
    /// The samples in the order as sent. Ordinals count the records of the batch from 0.
    public var samples: [(ordinal: Int64, sample: Sample)] = []
    public var deletions: [Deletion] = []
    /// The offsets from UTC in the times of the records.
    public var clockOffsets = SentOffsets()
    /// True to store samples of the batch again even if they were deleted earlier, and to remove
    /// their tombstones. A tombstone is the row that remembers the uuid of a deleted sample.
    /// Deletions of the batch are applied first. So a sample that the batch both deletes and
    /// contains is stored.
    public var isResurrecting = false
    /// True if one refused sample prevents the whole batch from being stored.
    public var isAtomic = false
    /// The position up to which the client has sent its data with this batch. It is stored only if
    /// the batch is stored.
    public var anchor: ClientAnchor?
    /// The phone that sends, whose sync plan applies. If nil, it is the device of `anchor`.
    public var device: String?
    /// What the sender states about its whole Health store. Each type is named once.
    public var complete: [CompleteRange] = []

    public init() {}

    /// A range of time and a type. The sender has sent all its samples of the type that start in
    /// the range, with this batch at the latest.
    public struct CompleteRange: Sendable, Hashable {
        /// The index in `references.types`.
        public var type: Int32
        public var start: Instant
        /// The end of the range. It is the time until which the sender has read its Health store.
        public var end: Instant

        public init(type: Int32, start: Instant, end: Instant) {
            self.type = type
            self.start = start
            self.end = end
        }
    }

    public struct Deletion: Sendable, Hashable {
        public var uuid: UUID
        /// The index in `references.types`; nil if the client does not name the type.
        public var type: Int32?

        public init(uuid: UUID, type: Int32? = nil) {
            self.uuid = uuid
            self.type = type
        }
    }
}
