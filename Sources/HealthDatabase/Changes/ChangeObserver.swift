import HealthCore
import Postgres

/// The notification that is sent when a transaction that changed a person's feed commits.
public enum ChangeNotification {
    /// The payload is the id of the person.
    public static let channel = "health_change"
}

/// Tells whether something changed, and in which types, without reading the changes: HealthKit's
/// `HKObserverQuery`.
public struct ChangeObserver {
    private let person: Person
    private let session: Session

    /// Most changes that are examined for their types. With more changes the types are unknown.
    public static let changesMax: Int64 = 10_000

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    public struct Observation: Sendable {
        /// The end of the feed.
        public var position: Int64
        /// Identifiers of the types that changed, sorted; nil if not known. Changes without a type
        /// add none.
        public var types: [String]?
        /// Whether one of the wanted types may have changed.
        public var isWanted: Bool
        /// Whether a change was found that may be read.
        public var hasChanges = true
    }

    /// Returns what changed after a position.
    ///
    /// - Parameters:
    ///   - start: nil for the end of the feed, after which nothing has changed yet.
    ///   - names: the wanted types, as in `ChangeReader.page`; nil for all.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `ParameterError` (`unknownType`),
    ///   `PostgresError`.
    public func changes(after start: Int64?, types names: [String]? = nil) throws -> Observation {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let wanted = try names.map { try ChangeTypes($0, of: person, session) } ?? .all
            let counter = try session.execute(
                "select last_position from health.change_counter where person_id = $1", [.int32(person.id)])
            guard let end = try counter.first?.int64(0) else {
                throw HealthDatabaseError(.unknownPerson, "the person has been deleted")
            }
            guard let start, start != end else { return Observation(position: end, types: [], isWanted: false) }
            // A feed that ends before `start` was restored from a backup.
            guard start < end else { return Observation(position: end, types: nil, isWanted: true) }
            let parameters: [Parameter] = [
                .int32(person.id), .int64(start), .int64(end), .int64(ChangeObserver.changesMax + 1),
            ]
            var (count, isUnknown, isWanted) = (Int64(0), false, wanted.ids == nil)
            var types: [String] = []
            for row in try session.execute(ChangeObserver.typesQuery, parameters) {
                var row = row
                let changed = (id: try row.optionalInt32(), identifier: try row.optionalText())
                count += try row.int64()
                switch changed {
                case (0, _): break
                case (let id?, let identifier?):
                    types.append(identifier)
                    if wanted.ids?.contains(id) == true { isWanted = true }
                default: isUnknown = true
                }
            }
            isUnknown = isUnknown || count > ChangeObserver.changesMax
            return Observation(
                position: end, types: isUnknown ? nil : types.sorted(), isWanted: isUnknown || isWanted,
                hasChanges: count > 0)
        }
    }

    /// Counts changes by type; each table returns at most the limit. Type 0 stands for changes
    /// without a type, null for changes of an unknown type or of all types.
    private static let typesQuery = """
        select change.sample_type_id, type.identifier, count(*)
        from (
            (
                select sample_type_id from health.sample
                where person_id = $1 and change_position > $2 and change_position <= $3
                order by change_position limit $4)
            union all (
                select sample_type_id from health.deleted_sample
                where person_id = $1 and change_position > $2 and change_position <= $3
                order by change_position limit $4)
            union all (
                select 0 from health.export_element
                where person_id = $1 and change_position > $2 and change_position <= $3
                order by change_position limit $4)
            union all (
                select nullif(sample_type_id, 0) from health.preference_change
                where person_id = $1 and change_position > $2 and change_position <= $3)
        ) change
        left join health.sample_type type using (sample_type_id)
        group by change.sample_type_id, type.identifier
        """
}
