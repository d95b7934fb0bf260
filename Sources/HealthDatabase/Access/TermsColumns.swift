import HealthCore
import Postgres

/// The columns of `AccessTerms`, which the tables of grants and of tokens have.
enum TermsColumns {
    /// The columns, in the order of `values`.
    static let names =
        "may_read, may_write, may_manage, all_groups, groups, sample_type_ids, from_time, to_time, shows_names, expires_at"

    /// Returns the list of columns for `read`, of a table with this name or alias.
    static func selection(_ table: String) -> String {
        """
        \(table).may_read, \(table).may_write, \(table).may_manage, \(table).all_groups,
            array_to_string(\(table).groups, ','),
            array_to_string(
                array(
                    select identifier from health.sample_type where sample_type_id = any (\(table).sample_type_ids)
                    order by identifier), E'\\n'),
            \(table).from_time, \(table).to_time, \(table).shows_names, \(table).expires_at
        """
    }

    /// - Parameter typeIDs: the ids of the types that the scope names.
    static func values(_ terms: AccessTerms, typeIDs: [Int32], allGroups: Bool?) -> [Parameter] {
        [
            .bool(terms.rights.contains(.read)), .bool(terms.rights.contains(.write)),
            .bool(terms.rights.contains(.manage)), .bool(allGroups),
            .textArray(terms.scope.groups.map(\.rawValue).sorted()), .int32Array(typeIDs),
            .timestamptz(terms.scope.from?.microseconds), .timestamptz(terms.scope.to?.microseconds),
            .bool(terms.showsNames), .timestamptz(terms.expires?.microseconds),
        ]
    }

    /// Returns the ids of the types that the terms name.
    ///
    /// - Throws: `ParameterError` for terms without a right or without types, and for a type that
    ///   is neither in the catalogue nor a type of the person's samples.
    static func typeIDs(of terms: AccessTerms, _ person: Person, _ session: Session) throws -> [Int32] {
        let scope = terms.scope
        guard !terms.rights.isEmpty else { throw ParameterError(.missing, "rights", "rights is missing") }
        guard scope.hasTypes || terms.rights == .manage else {
            throw ParameterError(.missing, "groups", "groups and types are missing")
        }
        guard scope.types.count <= AccessScope.typesMax else {
            throw ParameterError(.outOfRange, "types", "types must name at most \(AccessScope.typesMax) types")
        }
        guard !scope.types.isEmpty else { return [] }
        let found = try session.run(
            """
            select sample_type_id, identifier
            from health.sample_type
            where identifier = any ($1)
                and (
                    in_catalogue or exists (
                        select 1 from health.person_sample_type known
                        where known.person_id = $2 and known.sample_type_id = sample_type.sample_type_id))
            order by sample_type_id
            """, scope.types.sorted(), person)
        let known = Set(try found.map { try $0.text(1) })
        if let unknown = scope.types.subtracting(known).min() {
            throw ParameterError(
                .unknownType, "types", "types must be names of types; \"\(unknown)\" is not one",
                hint: "GET /v1/types lists the types")
        }
        return try found.map { try $0.int32(0) }
    }
}

/// Reads may_read, may_write and may_manage.
extension AccessRights: ColumnValue {
    public init(reading row: inout Row) throws {
        self = []
        for right in [AccessRights.read, .write, .manage] where try row.bool() { insert(right) }
    }
}

/// Reads the columns of `TermsColumns.selection`. If all_groups is null, the terms cover every
/// type.
extension AccessTerms: ColumnValue {
    public init(reading row: inout Row) throws {
        let (rights, allGroups) = (try AccessRights(reading: &row), try row.optionalBool())
        let groups = try row.text().split(separator: ",").compactMap { AccessGroup(rawValue: String($0)) }
        let types = try row.lines()
        var scope = AccessScope.everything
        if let allGroups { scope = AccessScope(hasAllGroups: allGroups, groups: Set(groups), types: Set(types)) }
        (scope.from, scope.to) = (try row.optionalInstant(), try row.optionalInstant())
        self.init(rights: rights, scope: scope, showsNames: try row.bool(), expires: try row.optionalInstant())
    }
}
