import HealthCore
import Postgres

/// A person, an app, a device or an analyst to whom access may be granted.
public struct Holder: Hashable, Sendable {
    public var id: Int32
    /// The name. An own holder has the name of its person.
    public var name: String
    /// The person whose own holder this is; nil for any other holder.
    public var personID: Int32?
    /// The SQL role of an analyst; nil for any other holder.
    public var role: String?

    /// The kind of holder that lists show.
    public enum Kind: String, Sendable {
        case person, analyst, other
    }

    public var kind: Kind { personID != nil ? .person : role != nil ? .analyst : .other }
}

/// The holders of the store. No two holders have the same name, and an own holder has the name of
/// its person.
public enum HolderStore {
    /// The maximum number of holders that are not people.
    public static let holdersMax: Int64 = 1_000

    /// A holder as `healthstore holder list` shows it.
    public struct Listed: Sendable {
        public var holder: Holder
        /// The sorted names of the other people with a valid grant to the holder.
        public var people: [String]
    }

    /// Adds a holder that is not a person.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedName`, `holderExists`, `personExists`,
    ///   `tooManyHolders`), `PostgresError`.
    public static func add(name: String, _ session: Session) throws -> Holder {
        try session.transaction {
            try claim(name: name, session)
            return try insert(name: name, role: nil, session)
        }
    }

    /// Inserts a holder. The caller has called `claim` for the name.
    static func insert(name: String, role: String?, _ session: Session) throws -> Holder {
        let count = try session.value("select count(*) from health.holder where person_id is null", as: Int64.self)
        guard count < holdersMax else {
            throw HealthDatabaseError(
                .tooManyHolders, "the store already has \(holdersMax) holders, which is the limit",
                hint: "healthstore holder remove NAME removes one")
        }
        let row = try session.run(
            "insert into health.holder (name, role) values ($1, $2) returning holder_id", name, role)
        return Holder(id: try row[0].int32(0), name: name, role: role)
    }

    /// The text "names" as a number. It is the key of the advisory lock under which transactions
    /// choose names.
    private static let nameLock: Int64 = 0x6e_616d_6573

    /// Waits until no other transaction chooses a name. Others then wait until this transaction
    /// ends. A transaction that adds a person calls this function first: on a cluster, the new rows
    /// of two transactions wait for each other.
    ///
    /// - Throws: `PostgresError`.
    static func lockNames(_ session: Session) throws {
        try session.run("select pg_advisory_xact_lock($1)", nameLock)
    }

    /// Checks that no person and no holder has the name. Takes a lock so that no other transaction
    /// takes the name until this transaction ends.
    ///
    /// Functions that add or rename people or holders call this function. Names of other
    /// transactions are visible only after the lock was taken.
    ///
    /// - Parameter person: the id of the person who already has the name; nil if there is none.
    /// - Throws: `HealthDatabaseError` (`malformedName`, `holderExists`, `personExists`),
    ///   `PostgresError`.
    static func claim(name: String, person: Int32? = nil, _ session: Session) throws {
        try PersonStore.checkName(name, of: "a holder")
        try lockNames(session)
        let taken = try session.run(
            """
            select exists (select 1 from health.person where name = $1 and person_id is distinct from $2),
                exists (select 1 from health.holder where name = $1)
            """, name, person)[0]
        if try taken.bool(0) {
            throw HealthDatabaseError(
                .personExists, "there is already a person named \"\(name)\"",
                hint: "a person's own holder has the person's name; use another name")
        }
        if try taken.bool(1) {
            throw HealthDatabaseError(
                .holderExists, "there is already a holder named \"\(name)\"",
                hint: "healthstore holder list shows the holders; use another name")
        }
    }

    /// Adds the own holder of a new person, with its grant of everything.
    ///
    /// - Throws: `HealthDatabaseError` (`holderExists`), `PostgresError`.
    static func addOwn(of person: Person, _ session: Session) throws {
        try claim(name: person.name, person: person.id, session)
        try session.run("insert into health.holder (person_id) values ($1)", person)
        try session.run(
            """
            insert into health.access_grant (
                person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups)
            select $1, gen_random_uuid(), holder_id, true, true, true, true, health.special_access_groups()
            from health.holder where person_id = $1
            """, person)
    }

    /// Returns the holder with this name: the own holder of a person, or another holder.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownHolder`), `PostgresError`.
    public static func find(name: String, _ session: Session) throws -> Holder {
        // PostgreSQL has no text with the character U+0000 and would refuse the statement.
        let rows =
            PersonStore.isName(name)
            ? try holders(
                "coalesce(person.name, holder.name) = $1 order by person.name nulls last limit 1", [.text(name)],
                session)
            : []
        guard let holder = rows.first else {
            throw HealthDatabaseError(
                .unknownHolder, "there is no holder named \"\(name)\"",
                hint: "healthstore holder list shows them, healthstore holder add NAME adds one")
        }
        return holder
    }

    /// Returns the own holder of a person.
    ///
    /// - Throws: `HealthDatabaseError` (`unknownHolder`) if the person has been deleted,
    ///   `PostgresError`.
    public static func own(of person: Person, _ session: Session) throws -> Holder {
        guard let holder = try holders("holder.person_id = $1", [.int32(person.id)], session).first else {
            throw HealthDatabaseError(.unknownHolder, "there is no holder named \"\(person.name)\"")
        }
        return holder
    }

    /// Returns every holder, people first, in order of name.
    ///
    /// - Throws: `PostgresError`.
    public static func list(_ session: Session) throws -> [Listed] {
        try session.all(
            """
            select \(columns),
                array_to_string(
                    array(
                        select distinct whose.name
                        from health.access_grant
                        join health.person whose on whose.person_id = access_grant.person_id
                        where access_grant.holder_id = holder.holder_id
                            and access_grant.person_id is distinct from holder.person_id
                            and \(GrantStore.isValid)
                        order by whose.name), E'\\n')
            from health.holder left join health.person on person.person_id = holder.person_id
            order by holder.person_id is null, coalesce(person.name, holder.name)
            """
        ) { row in Listed(holder: try Holder(reading: &row), people: try row.lines()) }
    }

    /// Removes a holder with its grants and tokens, and ends its open streams.
    ///
    /// - Throws: `HealthDatabaseError` (`ownHolder` for a person's own holder and for an analyst),
    ///   `PostgresError`.
    public static func remove(_ holder: Holder, _ session: Session) throws {
        switch holder.kind {
        case .other: break
        case .person:
            throw HealthDatabaseError(
                .ownHolder, "\(holder.name) is a person, whose own holder cannot be removed",
                hint: "healthstore access revoke --person PERSON --holder NAME revokes the grants about a person"
            )
        case .analyst:
            throw HealthDatabaseError(
                .ownHolder, "\(holder.name) is an analyst", hint: "healthstore analyst remove removes analysts")
        }
        try session.transaction {
            try AccessChange.notify(ofAllPeopleOf: holder.id, session)
            try TokenRevocation.notify(ofAllOf: holder.id, session)
            try session.run("delete from health.holder where holder_id = $1", holder.id)
        }
    }

    // MARK: Rows

    /// The columns of `Holder`, of `health.holder` joined with the person whose own it is.
    static let columns = "holder.holder_id, coalesce(person.name, holder.name), holder.person_id, holder.role"

    static func holders(
        _ condition: String, _ parameters: [Parameter], _ session: Session
    ) throws -> [Holder] {
        try session.all(
            """
            select \(columns) from health.holder left join health.person on person.person_id = holder.person_id
            where \(condition)
            """, parameters, as: Holder.self)
    }
}

extension Holder: ColumnValue {
    public init(reading row: inout Row) throws {
        self.init(
            id: try row.int32(), name: try row.text(), personID: try row.optionalInt32(), role: try row.optionalText())
    }
}
