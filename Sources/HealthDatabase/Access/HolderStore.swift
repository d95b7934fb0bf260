import Postgres

/// The holders of the store: people, apps, devices and analysts to whom access is granted.
public enum HolderStore {
    /// Adds the own holder of a new person, with a grant of everything.
    static func addOwn(of person: Person, _ session: Session) throws {
        _ = try session.execute("insert into health.holder (person_id) values ($1)", [.int32(person.id)])
        _ = try session.execute(
            """
            insert into health.access_grant (
                person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups)
            select $1, gen_random_uuid(), holder_id, true, true, true, true, health.special_access_groups()
            from health.holder where person_id = $1
            """, [.int32(person.id)])
    }
}
