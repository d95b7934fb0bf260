import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

@Suite struct DoctorTests {
    @Test(
        "each fault is found, and no other is reported",
        arguments: [
            ("delete from health.source_revision", "every sample has a person, a type and a source"),
            ("update health.sample set device_id = 999", "every device and unit of a sample is known"),
            (
                "insert into health.workout (person_id, uuid) select person_id, gen_random_uuid() from health.person",
                "details, workouts and contents belong to samples"
            ),
            (
                """
                insert into health.sample_time_zone (person_id, time_zone, start_time, uuid)
                select person_id, 'UTC', start_time + interval '1 second', uuid from health.sample
                """, "every time zone in use was said by a sample"
            ),
            (
                """
                insert into health.deleted_sample (person_id, uuid, change_position)
                select person_id, uuid, 0 from health.sample
                """, "no deleted sample is still there"
            ),
            (
                """
                insert into health.sample_sync (person_id, sample_type_id, source_id, identifier, version, uuid)
                select person_id, 1, 1, 'x', 1, gen_random_uuid() from health.person
                """, "every sync identifier's sample is stored or deleted"
            ),
            (
                "update health.sample set end_time = '2099-01-01 00:00Z'",
                "no sample is longer than its type's extent"
            ),
            (
                """
                insert into health.deleted_sample (person_id, uuid, change_position)
                select person_id, gen_random_uuid(), change_position from health.sample
                """, "every change has a position of its own in its person's change feed"
            ),
            (
                "update health.sample set change_position = 1000000",
                "no change lies behind the end of its person's change feed"
            ),
        ])
    func faults(_ fault: String, _ check: String) async throws {
        try await TestStore.with { store in
            try store.post { try $0.add(UUID(), .quantity(1)) }
            try store.session.executeScript(fault)
            #expect(try doctorsComplaints(store.session) == ["\(check): 1 exceptions"])
        }
    }

    @Test("doctor --replication does not tell whether commits wait if its user may not see the standbys")
    func replication() async throws {
        try await CrashableServer.with(hasStore: false) { server in
            let session = try Session(conninfo: server.conninfo)
            try session.executeScript("create role limited")
            try session.executeScript("alter system set synchronous_standby_names = 'none'")
            try session.executeScript("select pg_reload_conf()")
            try await wait(for: "the setting") {
                try session.execute("show synchronous_standby_names")[0].text(0) == "none"
            }
            for (role, finding) in [("none", "every commit of db waits"), ("limited", "this user may not see")] {
                try session.executeScript("set role \(role)")
                let texts = ReplicationCheck([("db", .success(session))]).findings.filter { !$0.isGood }.map(\.text)
                #expect(texts.filter { $0.contains(#/^(every|this)/#) }.map { $0.hasPrefix(finding) } == [true])
            }
        }
    }
}
