import HealthCore
import Postgres

/// Looks up and adds names in a table that all people share. Also records which names the samples
/// of a person have used. The number of such names is limited for each person.
struct SharedNames {
    /// The kind of name, which defines the limit.
    private let kind: PersonName
    private let names: [String]
    /// The names that count towards the limit: all units, and types that are not in the catalogue.
    private let counted: [String]
    /// A query for the names in $2: their ids, and a flag that is true if the person $1 has used
    /// the name.
    private let selection: String
    /// A statement that adds the names in $1 to the shared table, and its further parameters.
    private let insertion: (String, [Parameter])
    private let countQuery: String
    /// The table that records the names that each person has used, and its columns.
    private let ownTable: String

    struct Resolved {
        var ids: [String: Int32] = [:]
        /// The names that exceed the person's limit.
        var refused: Set<String> = []
    }

    static func types(_ types: [SampleReferences.TypeReference]) -> SharedNames {
        // Sorted, so that two writers always lock names in the same order.
        let kinds = Dictionary(types.map { ($0.identifier, $0.kind) }) { first, _ in first }.sorted { $0.key < $1.key }
        return SharedNames(
            kind: .unknownType, names: kinds.map(\.key),
            counted: types.filter { $0.catalogued == nil }.map(\.identifier),
            selection: """
                select identifier, sample_type_id, exists (
                    select 1 from health.person_sample_type own
                    where own.person_id = $1 and own.sample_type_id = sample_type.sample_type_id)
                from health.sample_type where identifier = any($2)
                """,
            insertion: (
                """
                insert into health.sample_type (identifier, short_name, kind, in_catalogue)
                select identifier, identifier, kind, false
                from unnest($2::text[], $3::text[]) as named (identifier, kind)
                where identifier = any($1)
                on conflict (identifier) do nothing
                """, [.textArray(kinds.map(\.key)), .textArray(kinds.map(\.value.rawValue))]
            ),
            countQuery: """
                select count(*) from health.person_sample_type join health.sample_type using (sample_type_id)
                where person_id = $1 and not in_catalogue
                """,
            ownTable: "person_sample_type (person_id, sample_type_id)")
    }

    static func units(_ units: [String]) -> SharedNames {
        SharedNames(
            kind: .unit, names: units, counted: units,
            selection: """
                select unit_string, unit_id, exists (
                    select 1 from health.person_unit own where own.person_id = $1 and own.unit_id = unit.unit_id)
                from health.unit where unit_string = any($2)
                """,
            insertion: (
                """
                insert into health.unit (unit_string, in_catalogue)
                select named, named = any($2) from unnest($1::text[]) as named
                on conflict (unit_string) do nothing
                """, [.textArray(units.filter(SharedNames.isUnit))]
            ),
            countQuery: "select count(*) from health.person_unit where person_id = $1",
            ownTable: "person_unit (person_id, unit_id)")
    }

    /// Returns true if HealthKit's grammar of units has `text`. Any other text is personal.
    private static func isUnit(_ text: String) -> Bool { (try? Unit(parsing: text)) != nil }

    /// Sets `in_catalogue` for the units that HealthKit's grammar has. Any other unit is personal.
    static func markUnits(_ session: Session) throws {
        let units = try session.all("select unit_string from health.unit where not in_catalogue", as: String.self)
            .filter(isUnit)
        guard !units.isEmpty else { return }
        try session.run("update health.unit set in_catalogue = true where unit_string = any($1)", units)
    }

    /// The statement whose rows `resolve` takes.
    func statement(_ person: Person) -> Statement { statement(names, of: person) }

    private func statement(_ names: [String], of person: Person) -> Statement {
        Statement(selection, person, names)
    }

    /// Returns the ids of the names. Adds names that the store does not have, up to the person's
    /// limit.
    ///
    /// - Parameter found: the rows of `statement`.
    func resolve(_ found: Rows, _ person: Person, _ session: Session, isBounded: Bool) throws -> Resolved {
        guard !names.isEmpty else { return Resolved() }
        var (ids, used) = try read(found)
        var seen = used
        let new = counted.filter { seen.insert($0).inserted }
        var room = new.count
        if isBounded, !new.isEmpty {
            room = max(0, kind.countMax - Int(try session.value(countQuery, person, as: Int64.self)))
        }
        let refused = Set(new.dropFirst(room))
        let missing = names.filter { ids[$0] == nil && !refused.contains($0) }.sorted()
        if !missing.isEmpty {
            try session.run(insertion.0, missing, insertion.1)
            ids.merge(try read(session.execute(statement(missing, of: person))).ids) { $1 }
        }
        let taken = new.prefix(room).compactMap { ids[$0] }
        if !taken.isEmpty {
            try session.run(
                "insert into health.\(ownTable) select $1, unnest($2::integer[]) on conflict do nothing", person, taken)
        }
        return Resolved(ids: ids.filter { !refused.contains($0.key) }, refused: refused)
    }

    private func read(_ rows: Rows) throws -> (ids: [String: Int32], used: Set<String>) {
        var found: (ids: [String: Int32], used: Set<String>) = ([:], [])
        for (name, id, isUsed) in try rows.all(as: { (name: String, id: Int32, isUsed: Bool) in (name, id, isUsed) }) {
            found.ids[name] = id
            if isUsed { found.used.insert(name) }
        }
        return found
    }

    /// Returns the names that count towards a person's limits: the types that are not in the
    /// catalogue, and the units.
    static func used(by person: Person, _ session: Session) throws -> (types: Set<String>, units: Set<String>) {
        let units = try session.all(
            "select unit_string from health.person_unit join health.unit using (unit_id) where person_id = $1", person,
            as: String.self)
        return (try GrantStore.otherTypes(of: person, session), Set(units))
    }
}

extension NameAdmission {
    /// Starts with the names of a person that are stored.
    ///
    /// - Throws: `PostgresError`.
    init(_ person: Person, _ session: Session) throws {
        let used = try SharedNames.used(by: person, session)
        self.init(
            sources: try SourceRegistry.sources(of: person, session),
            revisions: try SourceRegistry.revisions(of: person, session),
            devices: try DeviceRegistry.devices(of: person, session), unknownTypes: used.types, units: used.units)
    }
}
