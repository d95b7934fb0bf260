import Foundation

/// Decides which samples a comparison deletes at the service, among those that the phone's store
/// does not show.
///
/// Deletions that HealthKit remembers are always sent. For other samples the reason is unknown: the
/// sample may belong to another device, or HealthKit hides it, for example because the person has
/// withdrawn the authorisation to read its type. A deletion is permanent: the service refuses a
/// deleted sample.
public enum DeletionRule: Hashable, Sendable {
    /// Deletes none. The report counts them.
    case never
    /// Deletes those that pass all guards. Use it only if this phone's store is the only one that
    /// sends samples of this person, and preferably after the person has seen the report and
    /// agreed.
    case guarded(DeletionGuards)
}

/// Conditions that keep a sample at the service although the phone's store does not show it.
///
/// These always apply, too: a sample is kept if the phone shows no sample of its type; if it starts
/// on a day before the phone's first sample of the type; if its uuid is not random (version 4), as
/// HealthKit's are; and if the store shows it in a last query by its uuid.
public struct DeletionGuards: Hashable, Sendable {
    /// The largest share of a type's samples at the service that may be deleted at once, from 0 to
    /// 1, but at least one sample. If more would be deleted, none is.
    public var shareMax = 0.1
    /// In seconds. Samples of days that ended more recently are kept: this phone may not yet have
    /// received what another device sent.
    public var ageMin: TimeInterval = 7 * 86_400

    public init() {}
}

/// The differences of a type between the service and the phone's store.
public struct ReconciliationReport: Hashable, Sendable {
    public var type: String
    /// Samples that the service did not have and that were sent.
    public var sent = 0
    /// Samples that were deleted at the service.
    public var deleted = 0
    /// Samples that the service has and the phone does not show, and that were kept.
    public var kept: [KeptReason: Int] = [:]
    /// Samples that the phone has and that are deleted at the service, which refuses them.
    public var deletedAtService = 0

    public init(type: String) {
        self.type = type
    }

    /// The reason why samples were kept at the service.
    public enum KeptReason: String, Sendable {
        /// The rule is `DeletionRule.never`.
        case notAsked = "not_asked"
        /// Their uuids are not random, so they do not come from HealthKit.
        case fromElsewhere = "from_elsewhere"
        /// Their days ended too recently.
        case tooRecent = "too_recent"
        /// They start before the phone's first sample of the type.
        case beforeFirst = "before_first"
        /// The phone shows no sample of the type.
        case typeIsEmpty = "type_is_empty"
        /// They exceed the share of the type's samples that may be deleted.
        case tooMany = "too_many"
    }
}
