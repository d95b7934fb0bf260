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

    /// Returns a page of the deletions that the store remembers, and the anchor after the page. The
    /// anchor of the last page is after every change of the type that was saved before the call.
    ///
    /// - Parameters:
    ///   - anchor: the anchor of the previous page, or nil for the first page.
    ///   - limit: the approximate number of changes in the page, samples and deletions together.
    /// - Throws: Any error if the store cannot be read now.
    func deletions(of type: String, after anchor: Data?, limit: Int) async throws -> DeletionPage

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

    /// Tells HealthKit how often it wakes the app for new samples of types. `SyncEngine` calls it
    /// with the types of the plan. A store that wakes no app does nothing.
    ///
    /// - Parameter frequency: nil to wake the app no more.
    /// - Returns: the types for which HealthKit does not wake the app, and the reasons.
    func setBackgroundDelivery(of types: [String], _ frequency: SyncPlan.Frequency?) async -> [String: String]

    /// Returns the activity summaries of the days from `first` to before `end`. A store without
    /// summaries returns none.
    ///
    /// - Parameters:
    ///   - first: a day of the Gregorian calendar, such as `2024-05-01`.
    ///   - end: the day after the last one.
    /// - Throws: Any error if the store cannot be read now.
    func activitySummaries(from first: String, to end: String) async throws -> [ActivitySummaryRecord]

    /// Returns a characteristic of the person. Returns nil if the store cannot show it, for example
    /// because the app has not requested authorisation. A store without characteristics returns
    /// nil.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func characteristic(_ type: String) async throws -> CharacteristicRecord?

    /// Returns the start of the window of samples that the person shares. Returns nil if the person
    /// shares all samples of the type, or none.
    ///
    /// The store shows no samples of the type that end before the date, so what is missing before
    /// it is unknown, not deleted. The date moves when the person changes the choice, and may move
    /// with time.
    ///
    /// - Throws: Any error if the store cannot be read now.
    func earliestAuthorizedSampleDate(of type: String) async throws -> Date?
}

extension HealthSampleStore {
    /// Does nothing.
    public func setBackgroundDelivery(of types: [String], _ frequency: SyncPlan.Frequency?) async -> [String: String] {
        [:]
    }
    /// Returns no summaries.
    ///
    /// - Throws: no error.
    public func activitySummaries(from first: String, to end: String) async throws -> [ActivitySummaryRecord] { [] }
    /// Returns no characteristic.
    ///
    /// - Throws: no error.
    public func characteristic(_ type: String) async throws -> CharacteristicRecord? { nil }
    /// Returns nil: the person shares all samples.
    ///
    /// - Throws: no error.
    public func earliestAuthorizedSampleDate(of type: String) async throws -> Date? { nil }
}

/// A page of changes.
public struct SampleChanges: Sendable {
    public var added: [SampleRecord]
    public var deleted: [UUID]
    /// The anchor at which the next page begins. Only the store interprets its bytes.
    public var anchor: Data
    /// True if another page may exist now.
    public var hasMore: Bool
    /// The reason why the store shows no samples of the type, for example because the app has not
    /// requested authorisation. Nil if the type can be read.
    public var unreadableReason: String?

    public init(
        added: [SampleRecord], deleted: [UUID], anchor: Data, hasMore: Bool, unreadableReason: String? = nil
    ) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
        self.unreadableReason = unreadableReason
    }
}

/// A page of the deletions that the store still remembers. HealthKit drops them after some time.
public struct DeletionPage: Sendable {
    public var deleted: [UUID]
    /// The anchor after the page.
    public var anchor: Data
    /// True if another page may exist now.
    public var hasMore: Bool
    /// The reason why the store shows nothing of the type, as in `SampleChanges`. Such a type is
    /// not compared with the service.
    public var unreadableReason: String?

    public init(deleted: [UUID], anchor: Data, hasMore: Bool, unreadableReason: String? = nil) {
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
        self.unreadableReason = unreadableReason
    }
}

/// The uuid, start and source of a sample.
public struct SampleIdentity: Hashable, Sendable {
    public var uuid: UUID
    public var startDate: Date
    /// The bundle identifier of the source.
    public var source: String?

    public init(uuid: UUID, startDate: Date, source: String? = nil) {
        self.uuid = uuid
        self.startDate = startDate
        self.source = source
    }
}

/// A notification that samples of a type may have changed.
public struct StoreUpdate: Sendable {
    public var type: String
    /// The reason why the store cannot observe the type at the moment, or nil.
    public var failure: String?
    /// Called when the changes were read or could not be read. It is the completion handler of
    /// `HKObserverQuery`. If it is not called, HealthKit stops waking the app.
    public var completion: @Sendable () -> Void

    public init(_ type: String, failure: String? = nil, completion: @escaping @Sendable () -> Void = {}) {
        self.type = type
        self.failure = failure
        self.completion = completion
    }
}

/// The store does not accept an anchor, because its bytes are unreadable or it belongs to another
/// store.
public struct UnusableAnchorError: Error {
    public init() {}
}
