import HealthCore
import Postgres

/// What is told to every session that listens, when a transaction that changed a person's feed commits.
public enum ChangeNotification {
    /// The payload is the number of the person.
    public static let channel = "health_change"
}

/// Says that something changed, and of which types, without reading it: HealthKit's `HKObserverQuery`.
public struct ChangeObserver {
    private let person: Person
    private let session: Session

    /// Changes among which types are looked for; where there are more, they are unknown.
    public static let changesMax: Int64 = 10_000

    public init(person: Person, session: Session) {
        self.person = person
        self.session = session
    }

    public struct Observation: Sendable {
        /// The end of the feed.
        public var position: Int64
        /// Identifiers of the types that changed, sorted; nil where nobody knows. Of changes that are of no type there is none.
        public var types: [String]?
        /// Whether any of the wanted types may have changed.
        public var isWanted: Bool
    }

    /// What changed after a position.
    ///
    /// - Parameters:
    ///   - start: nil for the end of the feed, after which nothing changed yet.
    ///   - names: of the wanted types, as `ChangeReader.page` takes them. Nil for everything.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `ParameterError` (`unknownType`).
    public func changes(after start: Int64?, types names: [String]? = nil) throws -> Observation {
        try session.transaction(isolation: .repeatableRead, readOnly: true) {
            let wanted = try names.map { try ChangeTypes($0, session) } ?? .all
            let counter = try session.execute(
                "select last_position from health.change_counter where person_id = $1", [.int32(person.id)])
            guard let end = try counter.first?.int64(0) else {
                throw HealthDatabaseError(.unknownPerson, "the person has been deleted")
            }
            guard let start, start != end else { return Observation(position: end, types: [], isWanted: false) }
            // A feed that ends before where it was read to is another one, restored from a backup.
            guard start < end else { return Observation(position: end, types: nil, isWanted: true) }
            let parameters: [Parameter] = [
                .int32(person.id), .int64(start), .int64(end), .int64(ChangeObserver.changesMax + 1),
            ]
            var (count, isUnknown, isWanted) = (Int64(0), false, wanted.ids == nil)
            var types: [String] = []
            for row in try session.execute(ChangeObserver.typesQuery, parameters) {
                count += try row.int64(2)
                switch (try row.optionalInt32(0), try row.optionalText(1)) {
                case (0, _): break
                case (let id?, let identifier?):
                    types.append(identifier)
                    if wanted.ids?.contains(id) == true { isWanted = true }
                default: isUnknown = true
                }
            }
            isUnknown = isUnknown || count > ChangeObserver.changesMax
            return Observation(position: end, types: isUnknown ? nil : types.sorted(), isWanted: isUnknown || isWanted)
        }
    }

    /// Counts changes by type, each table giving no more than the limit. 0 stands for what is of no type, null for what is of
    /// an unknown one, or of all.
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
