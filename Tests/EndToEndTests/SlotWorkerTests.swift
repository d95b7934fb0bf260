import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests that the service computes slots in the background.
@Suite struct SlotWorkerTests {
    @Test("what changed has its slots soon, and they are right; the log says no values")
    func refreshes() async throws {
        try await ServedStore.own { served in
            let store = try await SlotStore.fill(served)
            try await store.wait { try store.count("slot_mark") == 0 }
            #expect(try store.count("slot_type") == 1)
            #expect(try store.count("hour_slot") >= 8 * 24)
            let verified = try await store.verify()
            #expect(verified.areRight)
            #expect(verified.output.contains("slots of 1 types compared with samples: "))
            // The line is written after the slots.
            var made: Substring?
            try await TestSupport.wait(for: "the line of the log") {
                made = served.service.process.errors.split(separator: "\n").first { $0.contains("slots_made") }
                return made != nil
            }
            let line = try #require(made)
            let fields = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(
                Set(fields.keys) == ["time", "level", "event", "sampleType", "hours", "milliseconds"])
            try store.session.executeScript("update health.hour_slot set sum = sum + 1")
            try store.mark()
            try await store.wait { try store.count("slot_mark") == 0 }
            #expect(try await store.verify().areRight)
        }
    }

    @Test("the planner learns of a large first batch, also where autovacuum does not tell it")
    func analysed() async throws {
        try await ServedStore.own { served in
            let session = try Session(conninfo: served.conninfo)
            try session.executeScript("alter table health.sample set (autovacuum_enabled = off)")
            let store = try await SlotStore.fill(served)
            // On a cluster, the planner of the server that has the rows knows them.
            let known =
                TestServer.isCluster
                ? """
                select bool_or(result::boolean) from run_command_on_shards(
                    'health.sample', 'select reltuples > 0 from pg_class where oid = ''%s''::regclass')
                """
                : "select reltuples > 0 from pg_class where oid = 'health.sample'::regclass"
            try await store.wait { try session.execute(known)[0].bool(0) }
        }
    }

    @Test("live data waits, what is older does not")
    func live() async throws {
        try await ServedStore.with { served in
            let store = try await SlotStore.fill(served)
            try await store.wait { try store.count("slot_mark") == 0 }
            try store.session.executeScript(
                """
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, now() - interval '1 hour', now() from health.slot_type
                """)
            let bea = try served.token(for: "Bea")
            let posted = try await served.post(["samples": [step()]], token: bea)
            #expect(posted.status == 200)
            try store.session.executeScript(
                """
                insert into health.slot_mark (person_id, sample_type_id, from_time, to_time)
                select person_id, sample_type_id, start_time, end_time from health.sample
                where person_id not in (select person_id from health.slot_type)
                """)
            let others =
                "select count(*) from health.slot_mark where person_id not in (select person_id from health.slot_type)"
            try await store.wait { try store.session.execute(others)[0].int64(0) == 0 }
            #expect(try store.count("slot_mark") == 1)
        }
    }

    @Test("when its session is lost it goes on in another one")
    func sessionLost() async throws {
        try await ServedStore.own { served in
            let store = try await SlotStore.fill(served)
            try await store.wait { try store.count("slot_mark") == 0 }
            _ = try store.session.execute(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where application_name in ('healthstore slots', 'healthstore slots listener')
                    and datname = current_database()
                """)
            try store.mark()
            try await store.wait { try store.count("slot_mark") == 0 }
        }
    }

    @Test("services over one database share the work")
    func several() async throws {
        try await ServedStore.own { served in
            let second = try await RunningService.start(["--database-url", served.conninfo])
            let store = try await SlotStore.fill(served)
            try await store.wait { try store.count("slot_mark") == 0 }
            second.process.terminate()
            #expect(await second.process.waitForExit(seconds: 30) == 0)
            #expect(try await store.verify().areRight)
        }
    }

    @Test("it can be turned off, and nothing else can be said")
    func option() async throws {
        let wrong = try await Command.run(try Command.product(), ["serve", "--slot-refresh", "sometimes"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("--slot-refresh must be on or off"))
        try await TestServer.shared().withDatabase { conninfo in
            let service = try await RunningService.start(["--database-url", conninfo, "--slot-refresh", "off"])
            let session = try Session(conninfo: conninfo)
            let workers = try session.execute(
                "select count(*) from pg_stat_activity where application_name = 'healthstore slots' and datname = current_database()"
            )
            #expect(try workers[0].int64(0) == 0)
            service.process.terminate()
            #expect(await service.process.waitForExit(seconds: 30) == 0)
        }
    }
}
