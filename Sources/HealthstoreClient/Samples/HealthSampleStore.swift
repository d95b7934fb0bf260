import Foundation

/// What HealthKit's store does for a client: it tells what is new since an anchor, and when something is, and it can be
/// compared with what the service has.
///
/// `HealthKitStore` is the one for a phone. Methods are called from any thread, one at a time but for `updates`.
public protocol HealthSampleStore: Sendable {
    /// The samples and deletions of a type that were saved after `anchor`, oldest change first: what
    /// `HKAnchoredObjectQuery` delivers.
    ///
    /// - Parameters:
    ///   - anchor: from an earlier page of the same type; nil: from the beginning.
    ///   - limit: about how many samples and deletions the page may have, counted together.
    /// - Throws: `UnusableAnchorError` if the anchor means nothing to the store any more; the type is then compared with
    ///   what the service has. Anything else is taken for a store that cannot be read now, as while a phone is locked.
    func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges

    /// An anchor behind every change of a type that was saved before the call, and the deletions that the store remembers.
    func latestAnchor(of type: String) async throws -> LatestAnchor

    /// Uuids and starts of the samples of a type that start from `start` on and before `end`, ordered by their starts.
    ///
    /// - Parameters:
    ///   - start: nil: from the first sample on; as is `end`: to the last one.
    ///   - limit: most that are delivered; exactly so many, if there are more.
    func identities(of type: String, from start: Date?, to end: Date?, limit: Int) async throws -> [SampleIdentity]

    /// Those samples of a type that the store has.
    func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord]

    /// Tells each time that something of a type may have changed: what `HKObserverQuery` does.
    ///
    /// The stream may name a type without reason, and once for several changes. Whoever stops listening ends it.
    func updates(_ types: [String]) -> AsyncStream<StoreUpdate>
}

/// A page of changes.
public struct SampleChanges: Sendable {
    public var added: [SampleRecord]
    public var deleted: [UUID]
    /// Where the next page begins. Its bytes mean something to the store alone.
    public var anchor: Data
    /// Whether there may be another page now.
    public var hasMore: Bool

    public init(added: [SampleRecord], deleted: [UUID], anchor: Data, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}

/// Where the changes of a type end now.
public struct LatestAnchor: Sendable {
    public var anchor: Data
    /// Deletions that the store still knows of; HealthKit forgets them after a while.
    public var deleted: [UUID]

    public init(anchor: Data, deleted: [UUID]) {
        self.anchor = anchor
        self.deleted = deleted
    }
}

/// A sample in short.
public struct SampleIdentity: Hashable, Sendable {
    public var uuid: UUID
    public var startDate: Date

    public init(uuid: UUID, startDate: Date) {
        self.uuid = uuid
        self.startDate = startDate
    }
}

/// Something of a type may have changed.
public struct StoreUpdate: Sendable {
    public var type: String
    /// Is called once the change was read or could not be: the completion handler of `HKObserverQuery`, without which
    /// HealthKit stops waking the app.
    public var completion: @Sendable () -> Void

    public init(_ type: String, completion: @escaping @Sendable () -> Void = {}) {
        self.type = type
        self.completion = completion
    }
}

/// An anchor means nothing to the store: its bytes cannot be read, or it is another store's.
public struct UnusableAnchorError: Error {
    public init() {}
}
