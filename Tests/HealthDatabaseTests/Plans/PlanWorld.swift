import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport

/// A newcomer and a neighbour who has many times the samples, with different statistics of the
/// planner.
struct PlanWorld {
    /// The store of the newcomer.
    let store: TestStore
    let planning: Planning

    enum Statistics: CaseIterable {
        /// The planner has no statistics of any table.
        case none
        /// The planner has statistics of the neighbour's rows only.
        case stale
        /// The planner has statistics of all rows.
        case fresh
    }

    /// The way in which prepared statements are planned, at each execution or once for all
    /// parameters.
    enum Planning: String, CaseIterable {
        case custom = "force_custom_plan"
        case generic = "force_generic_plan"
    }

    static let neighbourSamples = LongRun.isOn ? 200_000 : 40_000
    /// The tours ask about samples up to number 9,500.
    static let newcomerSamples = LongRun.isOn ? 20_000 : 10_000
    /// The zones in which the newcomer was during the further samples of the long run.
    static let furtherZones = LongRun.isOn ? 45 : 0

    static func with<Value>(
        _ statistics: Statistics, _ planning: Planning, _ body: (PlanWorld) async throws -> Value
    ) async throws -> Value {
        let server = try TestServer.shared()
        let template = try server.template(named: "neighbour", copying: server.migratedTemplate()) { conninfo in
            let session = try Session(conninfo: conninfo)
            try forgetStatistics(session)
            try fill(try PersonStore.create(name: "Neighbour", session), count: neighbourSamples, session)
        }
        return try await server.withDatabase(template: template) { conninfo in
            let session = try Session(conninfo: conninfo)
            if statistics == .stale { try session.executeScript("analyze") }
            let newcomer = try PersonStore.create(name: "Newcomer", session)
            try fill(newcomer, count: newcomerSamples, session)
            if statistics == .fresh { try session.executeScript("analyze") }
            try session.executeScript("set plan_cache_mode = \(planning.rawValue)")
            session.readingPlanMode = planning.rawValue
            session.writingPlanMode = planning.rawValue
            try PlannedStatement.observe(session)
            return try await body(
                PlanWorld(
                    store: TestStore(conninfo: conninfo, session: session, person: newcomer), planning: planning))
        }
    }

    /// Prevents the server from computing statistics by itself.
    private static func forgetStatistics(_ session: Session) throws {
        try session.executeScript(
            """
            do $$
            declare
                relation regclass;
            begin
                for relation in select oid from pg_class where relnamespace = 'health'::regnamespace and relkind = 'r' loop
                    execute format('alter table %s set (autovacuum_enabled = off)', relation);
                end loop;
            end;
            $$;
            """)
    }

    /// Inserts rows of a person into every large table. There is a sample each minute, with
    /// metadata. Samples are numbered from 1.
    private static func fill(_ person: Person, count: Int, _ session: Session) throws {
        let script = filling.replacing("PERSON", with: "\(person.id)").replacing("COUNT", with: "\(count)")
        try session.executeScript(script)
    }

    /// Returns the uuid of a sample by its number. Numbers 1, 401, 801, … are workouts. Of the
    /// others, 20, 40, … are sleep, 4, 8, 12, … are steps, 203, 403, … are series of heart rates,
    /// and all further numbers are heart rates.
    func uuid(_ number: Int) throws -> UUID {
        try store.session.execute("select md5($1)::uuid", [.text("\(store.person.id):\(number)")])[0].uuid(0)
    }

    static let zero = "2024-01-01"

    static func instant(_ number: Int) -> Instant { Instant(seconds: 1_704_067_200 + Int64(number) * 60) }
}

extension PlanWorld {
    fileprivate static let filling = """
        insert into health.source (person_id, source_id, name, was_user_entered, source_class)
        select PERSON, number, (array['Phone', 'Watch', 'Scale'])[number], false, (array['phone', 'watch', 'other'])[number]
        from generate_series(1, 3) number;
        insert into health.source_kind (person_id, source_id, was_user_entered, source_class, label)
        select person_id, source_id, was_user_entered, source_class, 'Source ' || lpad(source_id::text, 6, '0') from health.source
        where person_id = PERSON;
        insert into health.source_revision (person_id, source_revision_id, source_id, version)
        select PERSON, number, 1 + number % 3, number::text from generate_series(1, 30) number;
        insert into health.device (person_id, device_id, name)
        select PERSON, number, 'Device ' || number from generate_series(1, 30) number;
        create temporary table made as
        select number, md5('PERSON:' || number)::uuid as uuid, type.sample_type_id, type.kind, type.short_name as type,
            timestamptz '\(zero) 00:00+00' + number * interval '1 minute' as start_time
        from generate_series(1, COUNT) number
        join health.sample_type type on type.short_name = case
            when number % 400 = 1 then 'workout' when number % 20 = 0 then 'sleepAnalysis'
            when number % 4 = 0 then 'stepCount' else 'heartRate' end;
        insert into health.unit (unit_string) values ('count'), ('count/min') on conflict do nothing;
        insert into health.sample (
            person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, device_id, creation_time,
            change_position, sent_unit_id, category_value)
        select PERSON, sample_type_id, uuid, start_time, start_time + interval '1 minute',
            case when kind = 'quantity' and number % 200 <> 3 then number % 100 end, 1 + number % 30, 1 + number % 30,
            start_time, number,
            case when kind = 'quantity' then (
                select unit_id from health.unit where unit_string = case type when 'stepCount' then 'count' else 'count/min' end)
            end,
            case when kind = 'category' then number / 20 % 6 end
        from made order by number;
        insert into health.arrival (person_id, first_position, arrived_at)
        select PERSON, number, start_time from made where number % 100 = 1;
        insert into health.source_type (person_id, source_id, sample_type_id)
        select distinct PERSON, 1 + (1 + number % 30) % 3, sample_type_id from made;
        insert into health.device_type (person_id, device_id, sample_type_id)
        select distinct PERSON, 1 + number % 30, sample_type_id from made;
        insert into health.sample_detail (person_id, uuid, metadata)
        select PERSON, uuid, jsonb_build_object('HKMetadataKeyHeartRateMotionContext', 1, 'HKExternalUUID', uuid)
            || case when number % 10 = 0 then '{"HKTimeZone": "Europe/Berlin"}'::jsonb else '{}' end
        from made order by number;
        insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
        select PERSON, 'Europe/Berlin', start_time, uuid from made where number % 10 = 0;
        insert into health.workout (person_id, uuid, activity_type, duration)
        select PERSON, uuid, 37, 60 from made where type = 'workout';
        insert into health.contained_sample (person_id, container_uuid, uuid)
        select PERSON, workout.uuid, inside.uuid
        from made workout join made inside on inside.number between workout.number + 1 and workout.number + 20
        where workout.type = 'workout';
        insert into health.quantity_series (person_id, uuid, count, quantity, digest)
        select PERSON, uuid, 20, 60, '\\x00' from made where number % 200 = 3;
        insert into health.series_quantity (
            person_id, sample_type_id, uuid, start_time, end_time, quantity, source_revision_id, ordinal)
        select PERSON, sample_type_id, uuid, at, at, 60, 1 + number % 30, ordinal
        from made cross join generate_series(0, 19) ordinal
        cross join lateral (select start_time + ordinal * interval '3 seconds' as at) point
        where number % 200 = 3;
        insert into health.aggregate_extreme (
            person_id, sample_type_id, uuid, ordinal, start_time, end_time, quantity, source_revision_id)
        select PERSON, sample_type_id, uuid, ordinal, start_time, start_time + interval '1 minute', 60, 1 + number % 30
        from made cross join generate_series(-2, -1) ordinal
        where type = 'heartRate' and number % 20 = 6;
        insert into health.deleted_sample (person_id, uuid, sample_type_id, change_position)
        select PERSON, md5('deleted PERSON:' || number)::uuid, sample_type_id, COUNT + number from made where number % 4 = 0;
        insert into health.recognised_record (person_id, imported_uuid, sample_uuid)
        select PERSON, md5('imported PERSON:' || number)::uuid, uuid from made where number % 4 = 0;
        insert into health.export_element (person_id, uuid, name, element, change_position)
        select PERSON, md5('element PERSON:' || number)::uuid, 'File', '{}', COUNT * 2 + number from made where number % 200 = 0;
        insert into health.sample_sync (person_id, source_id, sample_type_id, identifier, version, uuid)
        select PERSON, 1, sample_type_id, 'id ' || number, 1, uuid from made where number % 10 = 2 and type = 'heartRate';
        insert into health.sample_extent (person_id, sample_type_id, longest_duration)
        select distinct PERSON, sample_type_id, interval '1 minute' from made;
        insert into health.time_zone_report (person_id, origin, start_time, time_zone)
        select PERSON, 'client', start_time, 'Europe/Paris' from made where number % 1000 = 0;
        insert into health.hour (
            person_id, sample_type_id, source_id, start_time, count, reaching_count, valueless_count,
            reaching_valueless_count, duration, source_ids)
        select PERSON, sample_type_id, source_id, start_time - interval '1 minute', 60, 0, 0, 0, 0, '{1}'
        from made cross join generate_series(0, 3) source_id where number % 60 = 1 and type = 'heartRate';
        insert into health.day (
            person_id, sample_type_id, source_id, date, start_time, end_time, count, reaching_count, valueless_count,
            reaching_valueless_count, duration, source_ids)
        select PERSON, sample_type_id, source_id, day, day, day + 1, 1440, 0, 0, 0, 0, '{1}'
        from (select distinct sample_type_id, start_time::date as day from made where type = 'heartRate') days
        cross join generate_series(0, 3) source_id;
        insert into health.night (
            person_id, sample_type_id, date, start_time, end_time, asleep, session_count, nap_count, source_ids, is_aggregate)
        select PERSON, sample_type_id, day + 1, day + time '18:00', day + 1 + time '18:00', 60, 1, 0, '{1}', false
        from health.sample_type
        cross join (select distinct start_time::date as day from made) days
        where identifier = 'HKCategoryTypeIdentifierSleepAnalysis';
        insert into health.mark (person_id, sample_type_id, from_time, to_time)
        select PERSON, sample_type_id, '0001-01-01', '9999-12-31' from health.sample_extent where person_id = PERSON;
        insert into health.reader_preference (person_id, holder_id)
        select holder.person_id, holder.holder_id from health.holder where holder.person_id = PERSON;
        insert into health.client_session (person_id, holder_id, automation, session, arrival)
        select PERSON, holder_id, 'A', number::text, number
        from made join health.holder on person_id = PERSON where number % 20 = 0;
        insert into health.idempotency_key (person_id, holder_id, key, body_sha256, status)
        select PERSON, holder_id, 'key' || number, sha256(''), 200
        from made join health.holder on person_id = PERSON where number % 20 = 0;
        update health.change_counter set last_position = COUNT * 3, imported_until = '2025-01-01' where person_id = PERSON;
        drop table made;
        """
}
