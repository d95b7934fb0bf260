import HealthCore
import Postgres

/// The channel of the notification that a transaction sends when it has changed a person's feed and
/// commits.
public enum ChangeNotification {
    /// The payload is the id of the person.
    public static let channel = "health_change"
}

/// Tells whether a feed changed, and for which types, without reading the changes. It corresponds
/// to HealthKit's `HKObserverQuery`.
public final class ChangeObserver: PersonQueries {
    /// The maximum number of changes that are examined for their types. With more changes, the
    /// types are unknown.
    public static let changesMax: Int64 = 10_000

    public struct Observation: Sendable {
        /// The end of the feed.
        public var position: Int64
        /// Identifiers of the types that changed, sorted; nil if unknown. Changes without a type
        /// add no identifier.
        public var types: [String]?
        /// True if one of the requested types may have changed.
        public var isWanted: Bool
        /// True if the caller may read one of the changes.
        public var hasChanges = true
    }

    /// Returns the types that changed after a position.
    ///
    /// - Parameters:
    ///   - start: the position. With nil, only the end of the feed is returned.
    ///   - names: the requested types, as in `ChangeReader.page`; nil for all types.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `ParameterError` (`unknownType`),
    ///   `PostgresError`.
    public func changes(after start: Int64?, types names: [String]? = nil) throws -> Observation {
        try session.reading {
            let wanted = try names.map { try ChangeTypes($0, of: person, session) } ?? .all
            let (end, isLimited) = try ChangeObserver.feed(of: person, session)
            guard let start, start != end else { return Observation(position: end, types: [], isWanted: false) }
            // The feed ends before `start`, so it was restored from a backup.
            guard start < end else { return Observation(position: end, types: nil, isWanted: true) }
            var samples = FeedSamples(person: person, session: session, isLimited: isLimited)
            var (count, isUnknown, isWanted) = (Int64(0), false, wanted.ids == nil)
            var types: Set<String> = []
            let limit = ChangeObserver.changesMax + 1
            try samples.readTypes(after: start, to: end, limit: limit, "count(*)", isGrouped: true) { rows in
                for var row in rows {
                    let changed = (id: try row.optionalInt32(), identifier: try row.optionalText())
                    count += try row.int64()
                    switch changed {
                    case (0, _): break
                    case (let id?, let identifier?):
                        types.insert(identifier)
                        if wanted.ids?.contains(id) == true { isWanted = true }
                    default: isUnknown = true
                    }
                }
                isUnknown = isUnknown || count > ChangeObserver.changesMax
                return !isUnknown
            }
            return Observation(
                position: end, types: isUnknown ? nil : types.sorted(), isWanted: isUnknown || isWanted,
                hasChanges: count > 0)
        }
    }

    /// Returns the position of the last change.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`.
    public static func end(of person: Person, _ session: Session) throws -> Int64 {
        try feed(of: person, session).end
    }

    /// `isLimited` is true if the transaction reads for a caller who may not read everything.
    static func feed(of person: Person, _ session: Session) throws -> (end: Int64, isLimited: Bool) {
        try ChangeCounter.read("last_position, \(Access.isLimited)", of: person, session) { ($0, $1) }
    }
}
