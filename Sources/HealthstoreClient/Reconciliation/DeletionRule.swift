import Foundation

/// Decides which samples a comparison deletes at the service. Only samples that the phone's store
/// does not show can be deleted.
///
/// Deletions that HealthKit remembers are always sent. For other samples the reason is unknown.
/// Such a sample may belong to another device. HealthKit may also hide it, for example because the
/// person has withdrawn the authorisation to read its type. A deletion is permanent, because the
/// service refuses a deleted sample if it is sent again.
public enum DeletionRule: Hashable, Sendable {
    /// Deletes only samples whose deletion HealthKit remembers. The report counts the others as
    /// kept.
    case never
    /// Also deletes the samples that pass all guards. Use this rule only if no other store sends
    /// samples of this person, and preferably after the person has seen the report and agreed.
    case guarded(DeletionGuards)
}

/// Conditions that keep a sample at the service although the phone's store does not show it.
///
/// The conditions do not apply to samples whose deletion HealthKit remembers. Any other sample is
/// also kept in each of these cases:
///
/// - The phone shows no sample of its type.
/// - It starts on a day before the phone's first sample of the type.
/// - Its uuid is not random (version 4). HealthKit's uuids are random.
/// - The store shows it in a last query by its uuid.
public struct DeletionGuards: Hashable, Sendable {
    /// The largest fraction of a type's samples at the service that may be deleted at once, from 0
    /// to
    /// 1. One sample may always be deleted. If more samples than this would be deleted, none is.
    public var shareMax = 0.1
    /// The minimum age in seconds. Samples are kept if their day ended more recently, because
    /// another device may have sent samples that this phone has not received yet.
    public var ageMin: TimeInterval = 7 * 86_400
    /// The largest number of samples of a type that are deleted at once, whatever `shareMax` is.
    public static let countMax = 100_000

    public init() {}
}

/// The differences of one type between the service and the phone's store.
public struct ReconciliationReport: Hashable, Sendable {
    public var type: String
    /// Samples that the service did not have and that were sent.
    public var sent = 0
    /// Samples that were deleted at the service.
    public var deleted = 0
    /// Deletions that the phone's store remembers. They were sent before the comparison.
    public var deletionsSent = 0
    /// Samples that were kept although the phone does not show them.
    public var kept: [KeptReason: Int] = [:]
    /// Samples that the phone has but that are deleted at the service. The service refuses these
    /// samples.
    public var deletedAtService = 0

    public init(type: String) {
        self.type = type
    }

    /// The reason why samples were kept at the service.
    public enum KeptReason: String, Sendable {
        /// The rule is `DeletionRule.never`.
        case notAsked = "not_asked"
        /// Their uuids are not random, so the samples do not come from HealthKit.
        case fromElsewhere = "from_elsewhere"
        /// Their days ended too recently.
        case tooRecent = "too_recent"
        /// They start before the phone's first sample of the type.
        case beforeFirst = "before_first"
        /// The phone shows no sample of the type.
        case typeIsEmpty = "type_is_empty"
        /// They are more than the fraction of the type's samples that may be deleted, or too many
        /// for one request.
        case tooMany = "too_many"
    }
}
