import Foundation

/// What HealthKit's store does for a client: it tells what is new since an anchor, and when something is.
///
/// `HealthKitStore` is the one for a phone. Methods are called from any thread, one `changes` at a time.
public protocol HealthSampleStore: Sendable {
    /// The samples and deletions of a type that were saved after `anchor`, oldest change first: what
    /// `HKAnchoredObjectQuery` delivers.
    ///
    /// - Parameters:
    ///   - anchor: from an earlier page of the same type; nil: from the beginning.
    ///   - limit: most samples and deletions of the page, counted together.
    func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges

    /// Delivers the name of a type each time that something of it may have changed: what `HKObserverQuery` does.
    ///
    /// The stream may name a type without reason, and once for several changes. Whoever stops listening ends it.
    func updates(_ types: [String]) -> AsyncStream<String>
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
