import Foundation

/// Which samples a comparison deletes at the service: those that it has and the phone's store does not show.
///
/// Deletions that HealthKit itself remembers are always sent. Of all others a phone cannot know: the sample may be another
/// device's, or HealthKit hides it, as it hides everything of a type when a person withdraws the authorisation to read. And a
/// deletion is for ever: the service does not take a deleted sample again.
public enum DeletionRule: Hashable, Sendable {
    /// None. They are counted in the report.
    case never
    /// Those that pass all guards. Right only where this phone's store is the only one that sends samples of this person,
    /// and best after the person saw the report and agreed.
    case guarded(DeletionGuards)
}

/// What keeps a sample at the service although the phone's store does not show it.
///
/// Beside these: nothing of a type of which the phone shows no sample at all; nothing that starts on a day before the
/// phone's first sample of the type; no uuid that is not random (of version 4), since HealthKit's are; and nothing that the
/// store shows when it is asked for it by its uuid once more.
public struct DeletionGuards: Hashable, Sendable {
    /// Greatest part of a type's samples at the service that may be deleted at once, from 0 to 1, but always one sample. If there
    /// are more, none is deleted.
    public var shareMax = 0.1
    /// Seconds. Days that ended later than so long ago are left alone: what another device sent itself may not have come to
    /// this phone.
    public var ageMin: TimeInterval = 7 * 86_400

    public init() {}
}

/// How a type at the service differed from the phone's store.
public struct ReconciliationReport: Hashable, Sendable {
    public var type: String
    /// Samples that the service did not have and that were sent.
    public var sent = 0
    /// Samples that were deleted at the service.
    public var deleted = 0
    /// Samples that the service has and the phone does not show, and that were not deleted.
    public var kept: [KeptReason: Int] = [:]
    /// Samples that the phone has and that were deleted at the service, which does not take them again.
    public var deletedAtService = 0

    public init(type: String) {
        self.type = type
    }

    /// Why samples were not deleted at the service.
    public enum KeptReason: String, Sendable {
        /// `DeletionRule.never`.
        case notAsked = "not_asked"
        /// Their uuids are not random: they came from elsewhere.
        case fromElsewhere = "from_elsewhere"
        /// Their days are not over for long enough.
        case tooRecent = "too_recent"
        /// They start before the phone's first sample of the type.
        case beforeFirst = "before_first"
        /// The phone shows no sample of the type.
        case typeIsEmpty = "type_is_empty"
        /// They are too great a part of the type's samples.
        case tooMany = "too_many"
    }
}
