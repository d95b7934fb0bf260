import Postgres

/// Checks that each role can read only the people granted to it.
extension Doctor {
    func access() throws -> [Finding] {
        [try unguarded(), try aimlessGrants()]
    }

    private func unguarded() throws -> Finding {
        let names = try session.execute(
            """
            select relname::text from pg_class
            where relnamespace = 'health'::regnamespace and (
                relkind in ('r', 'p')
                    and exists (
                        select from pg_attribute
                        where attrelid = pg_class.oid and attname = 'person_id' and not attisdropped)
                    and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))
                or (relkind = 'm' or relkind = 'v' and not coalesce(reloptions::text ~ 'security_invoker=(true|on|1|yes)', false))
                    and has_table_privilege('healthstore_analyst', pg_class.oid, 'select'))
            order by relname
            """
        ).map { try $0.text(0) }
        let text = "analysts see only the people that they were granted"
        return Finding(
            isGood: names.isEmpty,
            text: names.isEmpty ? text : "\(text), but for " + names.map { "health.\($0)" }.joined(separator: ", "),
            hint: "analysts of one person can read about all others there; alter table NAME enable row level security")
    }

    private func aimlessGrants() throws -> Finding {
        let names = try session.execute(
            """
            select distinct analyst from health.analyst_grant
            left join health.person using (person_id)
            left join pg_roles on rolname = analyst
            where person.person_id is null or rolname is null
            order by analyst
            """
        ).map { try $0.text(0) }
        let text = "every grant is of a role that exists and about a person who exists"
        return Finding(
            isGood: names.isEmpty,
            text: names.isEmpty ? text : "\(text), but for those of " + names.joined(separator: ", "),
            hint: "whoever makes a role of that name gets the grants; healthstore analyst remove NAME forgets them")
    }
}
