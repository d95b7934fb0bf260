import Foundation

/// The functions of HealthKit's store that a client needs: changes since an anchor, notifications,
/// and queries for a comparison with the service.
///
/// `HealthKitStore` implements it on a phone. Methods are called from any thread, one at a time
/// except `updates`.
public protocol HealthSampleStore: Sendable {
    /// Returns the samples and deletions of a type that were saved after `anchor`, the oldest
    /// change first, like `HKAnchoredObjectQuery`.
    ///
    /// - Parameters:
    ///   - anchor: from an earlier page of the same type; nil for the beginning.
    ///   - limit: the approximate number of samples and deletions in the page.
    /// - Throws: `UnusableAnchorError` if the store does not accept the anchor any more; the type
    ///   is then compared with the service. Any other error means that the store cannot be read
    ///   now, for example because the phone is locked.
    func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges

    /// Returns an anchor after every change of a type that was saved before the call, and the
    /// deletions that the store remembers.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func latestAnchor(of type: String) async throws -> LatestAnchor

    /// Returns uuids and starts of the samples of a type that start at or after `start` and before
    /// `end`, sorted by start.
    ///
    /// - Parameters:
    ///   - start: nil for the first sample.
    ///   - end: nil for after the last sample.
    ///   - limit: the maximum number. Exactly this many are returned if more exist.
    /// - Throws: Any error if the store cannot be read now.
    func identities(of type: String, from start: Date?, to end: Date?, limit: Int) async throws -> [SampleIdentity]

    /// Returns those of the samples of a type that the store has.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord]

    /// Returns a stream with an element each time samples of a type may have changed, like
    /// `HKObserverQuery`.
    ///
    /// An element may have no reason, or may stand for several changes. Cancelling the iteration
    /// ends the stream.
    func updates(_ types: [String]) -> AsyncStream<StoreUpdate>
}

/// A page of changes.
public struct SampleChanges: Sendable {
    public var added: [SampleRecord]
    public var deleted: [UUID]
    /// The start of the next page. Only the store interprets its bytes.
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

/// The end of the changes of a type.
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
    /// Called when the change was read or could not be read. It is the completion handler of
    /// `HKObserverQuery`; if it is not called, HealthKit stops waking the app.
    public var completion: @Sendable () -> Void

    public init(_ type: String, completion: @escaping @Sendable () -> Void = {}) {
        self.type = type
        self.completion = completion
    }
}

/// The store does not accept an anchor: its bytes are unreadable, or it belongs to another store.
public struct UnusableAnchorError: Error {
    public init() {}
}
