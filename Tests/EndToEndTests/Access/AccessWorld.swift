import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// A person with data of every kind, and a second person, the copy, who has only the rows that the
/// test's own filter selects.
struct AccessWorld: Sendable {
    let store: ServedStore
    let person: Person
    let copy: Person
    /// Everything about the person, and everything about the copy.
    let token: String
    let tokenOfCopy: String
    let holder: Int32

    static func with<Value>(_ body: (AccessWorld) async throws -> Value) async throws -> Value {
        try await ServedStore.with(["--figure-refresh", "off"]) { store in try await body(filled(store)) }
    }

    /// Adds the people, the holder and the data.
    static func filled(_ store: ServedStore) async throws -> AccessWorld {
        let session = try Session(conninfo: store.conninfo)
        let person = try PersonStore.create(name: "Ada", session)
        let copy = try PersonStore.create(name: "Copy", session)
        let token = try TokenStore.create(for: person, name: "own", session).text
        let tokenOfCopy = try TokenStore.create(for: copy, name: "own", session).text
        let holder = try session.execute(
            "insert into health.holder (name) values ('Ben') returning holder_id")[0].int32(0)
        let world = AccessWorld(
            store: store, person: person, copy: copy, token: token, tokenOfCopy: tokenOfCopy, holder: holder)
        try await world.fill(session)
        return world
    }

    private func fill(_ session: Session) async throws {
        let exceptions = ["/v1/anchors/{device}/{types}"]
        for request in try PersonalRequest.writing(of: .ada) where !exceptions.contains(request.template) {
            let answer = try await store.service.send(
                request.method, request.path, query: request.query, token: token, body: request.body,
                headers: request.headers)
            try #require(
                request.status.map { $0 == answer.status } ?? (answer.status / 100 == 2),
                "\(request.route) \(answer.body)")
        }
        for name in ["stepCount", "heartRate"] {
            var refresher = FigureRefresher(
                person: person, sampleTypeID: try typeID(name, session), session: session)
            try #require(try refresher.refresh())
        }
        try session.executeScript(
            """
            insert into health.export_element (person_id, uuid, name, element, change_position)
            select \(person.id), gen_random_uuid(), 'Me', '{"HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeAPositive"}',
                last_position + 1
            from health.change_counter where person_id = \(person.id);
            update health.change_counter set last_position = last_position + 1 where person_id = \(person.id);
            -- The holder saved some of it, and some of what is gone.
            update health.sample set holder_id = \(holder)
            where person_id = \(person.id) and left(md5(uuid::text), 1) < '5';
            update health.deleted_sample set start_time = '2024-05-02 10:00+00', end_time = '2024-05-02 10:10+00',
                sample_type_id = coalesce(sample_type_id, \(try typeID("heartRate", session))),
                holder_id = case when left(md5(uuid::text), 1) < '8' then \(holder) end
            where person_id = \(person.id) and left(md5(uuid::text), 1) < 'c';
            -- The holder saved some of it after others.
            insert into health.sample_holder (
                person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id)
            select person_id, uuid, \(holder), sample_type_id, source_revision_id, device_id
            from (
                select person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id from health.sample
                union all
                select person_id, uuid, holder_id, sample_type_id, null, null from health.deleted_sample
            ) saved
            where person_id = \(person.id) and holder_id is null and right(md5(uuid::text), 1) < '4';
            """)
    }

    private func typeID(_ name: String, _ session: Session) throws -> Int32 {
        try session.execute(
            "select sample_type_id from health.sample_type where short_name = $1", [.text(name)])[0].int32(0)
    }

    // MARK: Facts

    func types(_ session: Session) throws -> [AccessType] {
        try session.execute("select sample_type_id, access_group, in_catalogue from health.sample_type order by 1").map
        {
            AccessType(id: try $0.int32(0), group: try $0.text(1), isInCatalogue: try $0.bool(2))
        }
    }

    private func rows(of table: String, _ session: Session) throws -> [AccessRow] {
        func microseconds(_ column: String) -> String { "(extract(epoch from \(column)) * 1000000)::bigint" }
        return try session.execute(
            """
            select uuid::text, coalesce(sample_type_id, 0), \(microseconds("start_time")), \(microseconds("end_time")),
                array_to_string(array(
                    select named.holder_id where named.holder_id is not null
                    union
                    select holder_id from health.sample_holder further
                    where further.person_id = $1 and further.uuid = named.uuid), ',')
            from health.\(table) named where person_id = $1
            """, [.int32(person.id)]
        ).map { row in
            var row = row
            return AccessRow(
                uuid: try row.text(), type: try row.int32(), start: try row.optionalInt64(),
                end: try row.optionalInt64(),
                holders: try row.text().split(separator: ",").compactMap { Int32($0) })
        }
    }

    /// Returns SQL that lists the containers that samples joined or left, with the last position
    /// at which `set` shows this.
    private func shownChanges(_ set: AccessSet, _ types: [Int32: AccessType], _ session: Session) throws -> String {
        func microseconds(_ column: String) -> String { "(extract(epoch from \(column)) * 1000000)::bigint" }
        let rows = try session.execute(
            """
            select container_uuid::text, sample_type_id, \(microseconds("start_time")), \(microseconds("end_time")), holder_id,
                change_position
            from health.contained_change where person_id = $1
            """, [.int32(person.id)])
        let shown = try rows.compactMap { row -> String? in
            var row = row
            let (uuid, type) = (try row.text(), try row.int32())
            let times = [try row.optionalInt64(), try row.optionalInt64()]
            let (holder, position) = (try row.int32(), try row.int64())
            let isShown = times.contains { time in
                let row = AccessRow(uuid: uuid, type: type, start: time, end: time, holders: [holder])
                return types[type].map { set.shows(row, $0, to: self.holder) } ?? false
            }
            return isShown ? "('\(uuid)'::uuid, \(position))" : nil
        }
        return shown.isEmpty ? "select null::uuid, 0 where false" : "values " + shown.joined(separator: ", ")
    }

    // MARK: Grants

    /// Replaces the holder's access to both people by the same grants.
    ///
    /// - Returns: the tokens of the holder about the person and the copy.
    func grant(_ set: AccessSet, _ session: Session) throws -> (String, String) {
        for table in ["access_grant", "token"] {
            _ = try session.execute("delete from health.\(table) where holder_id = $1", [.int32(holder)])
        }
        for terms in set.grants {
            for person in [person, copy] {
                _ = try session.execute(
                    """
                    insert into health.access_grant (
                        person_id, grant_id, holder_id, may_read, may_write, all_groups, groups, sample_type_ids,
                        from_time, to_time, shows_names, expires_at)
                    values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint), to_timestamp($9::bigint), $10,
                        case when $11 then now() - interval '1 second' end)
                    """, [.int32(person.id), .int32(holder)] + parameters(terms) + [.bool(terms.isOver)])
            }
        }
        return (try token(for: person, set.narrowing, session), try token(for: copy, set.narrowing, session))
    }

    private func parameters(_ terms: RandomTerms) -> [Parameter] {
        [
            .bool(terms.mayRead), .bool(terms.mayWrite), .bool(terms.allGroups), .textArray(terms.groups),
            .int32Array(terms.typeIDs), .int64(terms.from), .int64(terms.to), .bool(terms.showsNames),
        ]
    }

    private func token(for person: Person, _ narrowing: RandomTerms?, _ session: Session) throws -> String {
        let token = try TokenStore.create(for: person, name: "of Ben", session)
        _ = try session.execute(
            "update health.token set holder_id = $1 where token_id = $2", [.int32(holder), .uuid(token.tokenID)])
        if let narrowing {
            _ = try session.execute(
                """
                update health.token set may_read = $2, may_write = $3, all_groups = $4, groups = $5, sample_type_ids = $6,
                    from_time = to_timestamp($7::bigint), to_time = to_timestamp($8::bigint), shows_names = $9
                where token_id = $1
                """, [.uuid(token.tokenID)] + parameters(narrowing))
        }
        return token.text
    }

    // MARK: The copy

    /// Gives the copy only the rows of the person that `set` covers.
    func copy(_ set: AccessSet, _ session: Session) throws {
        let types = try types(session)
        let typeOfID = Dictionary(uniqueKeysWithValues: types.map { ($0.id, $0) })
        func shown(_ rows: [AccessRow]) -> [AccessRow] {
            rows.filter { row in typeOfID[row.type].map { set.shows(row, $0, to: holder) } ?? false }
        }
        let samples = shown(try rows(of: "sample", session))
        let deleted = shown(try rows(of: "deleted_sample", session))
        let always = types.filter { set.times(of: $0, \.mayRead) == AccessSet.always }
        func isWhole(_ group: String) -> Bool {
            let alwaysIDs = Set(always.map(\.id))
            return types.allSatisfy { !$0.isInCatalogue || $0.group != group || alwaysIDs.contains($0.id) }
        }
        let elements = [("ActivitySummary", "activity"), ("Me", "other")].filter { isWhole($0.1) }.map { "'\($0.0)'" }
        func ids(_ ids: some Sequence<Int32>) -> String {
            "any('{\(Set(ids).map(String.init).joined(separator: ","))}'::integer[])"
        }
        func uuids(_ rows: [AccessRow]) -> String { "any('{\(rows.map(\.uuid).joined(separator: ","))}'::uuid[])" }
        let seen = samples.map(\.type) + deleted.filter { $0.start != nil }.map(\.type) + always.map(\.id)
        let some =
            types.filter { !set.times(of: $0, \.mayRead).isEmpty }.map(\.id) + samples.map(\.type)
            + deleted.filter { $0.start != nil }.map(\.type)
        let conditions: [(table: String, condition: String)] =
            [
                "sample", "sample_detail", "quantity_series", "series_quantity", "aggregate_extreme", "sample_sync",
                "workout", "sample_time_zone",
            ].map { ($0, "uuid = \(uuids(samples))") } + [
                ("sample_holder", "uuid = \(uuids(samples + deleted)) and holder_id = \(holder)"),
                (
                    "unit_type",
                    """
                    sample_type_id = \(ids(always.map(\.id))) or (unit_id, sample_type_id) in (
                        select sent_unit_id, sample_type_id from health.sample
                        where person_id = \(person.id) and uuid = \(uuids(samples)))
                    """
                ),
                (
                    "device_type",
                    """
                    sample_type_id = \(ids(always.map(\.id))) or (device_id, sample_type_id) in (
                        select device_id, sample_type_id from health.sample
                        where person_id = \(person.id) and uuid = \(uuids(samples)))
                    """
                ),
                ("contained_sample", "container_uuid = \(uuids(samples)) and uuid = \(uuids(samples))"),
                ("recognised_record", "sample_uuid = \(uuids(samples))"),
                ("deleted_sample", "uuid = \(uuids(deleted))"),
                ("export_element", elements.isEmpty ? "false" : "name in (\(elements.joined(separator: ",")))"),
                (
                    "source_type",
                    """
                    sample_type_id = \(ids(always.map(\.id))) or (source_id, sample_type_id) in (
                        select source_id, sample_type_id from health.sample
                        join health.source_revision using (person_id, source_revision_id)
                        where person_id = \(person.id) and uuid = \(uuids(samples)))
                    """
                ),
            ]
            + ["source", "source_kind", "source_revision"].map {
                ($0, "source_id in (select source_id from health.source_type where person_id = \(copy.id))")
            }
            + ["mark", "hour", "day", "night"].map {
                ($0, "sample_type_id = \(ids(always.map(\.id)))")
            } + ["sample_extent", "person_sample_type"].map { ($0, "sample_type_id = \(ids(seen))") }
            + ["source_priority", "preferred_unit", "preference_change"].map {
                ($0, "sample_type_id = \(ids(some))")
            } + ["arrival", "device", "person_unit", "time_zone_report"].map { ($0, "true") }
        try session.transaction {
            // The server does not check foreign keys in this session.
            try session.executeScript("set local session_replication_role = replica")
            for (table, condition) in conditions {
                let columns = try session.execute(
                    """
                    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
                    where attrelid = ('health.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
                        and attname <> 'person_id'
                    """, [.text(table)])[0].text(0)
                try session.executeScript(
                    """
                    delete from health.\(table) where person_id = \(copy.id);
                    insert into health.\(table) (person_id, \(columns))
                    select \(copy.id), \(columns) from health.\(table) where person_id = \(person.id) and (\(condition));
                    """)
            }
            try session.executeScript(
                """
                update health.sample set change_position = shown.position
                from (
                    select uuid, max(position) as position
                    from (\(try shownChanges(set, typeOfID, session))) change (uuid, position) group by 1
                ) shown
                where person_id = \(copy.id) and sample.uuid = shown.uuid
                """)
            // The tables have no figures of a type that is copied in part.
            try session.executeScript(
                """
                insert into health.mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, '0001-01-01', '9999-12-31' from health.sample_extent
                where person_id = \(copy.id) and not sample_type_id = \(ids(always.map(\.id)));
                """)
            try session.executeScript(
                """
                update health.change_counter copied
                set figures_version = copied.figures_version + 1, last_position = greatest(1, (
                    select max(change_position) from (
                        select change_position from health.sample where person_id = \(copy.id)
                        union all select change_position from health.deleted_sample where person_id = \(copy.id)
                        union all select change_position from health.export_element where person_id = \(copy.id)
                        union all select change_position from health.preference_change where person_id = \(copy.id)
                    ) change))
                where copied.person_id = \(copy.id);
                """)
        }
    }
}
