import Foundation

/// The functions of HealthKit's store that a client needs. They are changes since an anchor,
/// notifications, and queries for a comparison with the service.
///
/// `HealthKitStore` implements the protocol on a phone. The client calls the methods from any
/// thread. Except for `updates`, it calls one method at a time.
public protocol HealthSampleStore: Sendable {
    /// Returns the samples and deletions of a type that were saved after `anchor`. The oldest
    /// change comes first, as in `HKAnchoredObjectQuery`. An anchor is a position in the store's
    /// changes.
    ///
    /// - Parameters:
    ///   - anchor: the anchor of an earlier page of the same type, or nil for the beginning.
    ///   - limit: the approximate number of samples and deletions in the page.
    /// - Throws: `UnusableAnchorError` if the store does not accept the anchor any more. The engine
    ///   then compares the type with the service. Any other error means that the store cannot be
    ///   read now, for example because the phone is locked.
    func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges

    /// Returns the deletions that the store remembers, and an anchor. The anchor is after every
    /// change of the type that was saved before the call.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func latestAnchor(of type: String) async throws -> LatestAnchor

    /// Returns uuids and starts of the samples of a type that start at or after `start` and before
    /// `end`, sorted by start.
    ///
    /// - Parameters:
    ///   - start: the earliest start, or nil to begin with the first sample.
    ///   - end: the time before which samples start, or nil for no limit.
    ///   - limit: the maximum number. If more samples exist, exactly this number is returned.
    /// - Throws: Any error if the store cannot be read now.
    func identities(of type: String, from start: Date?, to end: Date?, limit: Int) async throws -> [SampleIdentity]

    /// Returns the samples of a type with these uuids. Leaves out uuids that the store does not
    /// have.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord]

    /// Returns a stream that gets an element each time samples of a type may have changed, like
    /// `HKObserverQuery`.
    ///
    /// An element may come without a change, or announce several changes. Cancelling the iteration
    /// ends the stream.
    func updates(_ types: [String]) -> AsyncStream<StoreUpdate>
}

/// A page of changes.
public struct SampleChanges: Sendable {
    public var added: [SampleRecord]
    public var deleted: [UUID]
    /// The anchor at which the next page begins. Only the store interprets its bytes.
    public var anchor: Data
    /// True if another page may exist now.
    public var hasMore: Bool

    public init(added: [SampleRecord], deleted: [UUID], anchor: Data, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}

/// An anchor after all changes of a type that were saved before the query.
public struct LatestAnchor: Sendable {
    public var anchor: Data
    /// Deletions that the store still remembers. HealthKit drops them after some time.
    public var deleted: [UUID]

    public init(anchor: Data, deleted: [UUID]) {
        self.anchor = anchor
        self.deleted = deleted
    }
}

/// The uuid and start of a sample.
public struct SampleIdentity: Hashable, Sendable {
    public var uuid: UUID
    public var startDate: Date

    public init(uuid: UUID, startDate: Date) {
        self.uuid = uuid
        self.startDate = startDate
    }
}

/// A notification that samples of a type may have changed.
public struct StoreUpdate: Sendable {
    public var type: String
    /// Called when the changes were read or could not be read. It is the completion handler of
    /// `HKObserverQuery`. If it is not called, HealthKit stops waking the app.
    public var completion: @Sendable () -> Void

    public init(_ type: String, completion: @escaping @Sendable () -> Void = {}) {
        self.type = type
        self.completion = completion
    }
}

/// The store does not accept an anchor, because its bytes are unreadable or it belongs to another
/// store.
public struct UnusableAnchorError: Error {
    public init() {}
}
