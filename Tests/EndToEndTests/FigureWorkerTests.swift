import Foundation
import Postgres
import TestSupport
import Testing

/// Tests that the service computes figures in the background.
@Suite struct FigureWorkerTests {
    @Test("what changed has its figures soon, and they are right; the log says no values")
    func refreshes() async throws {
        try await ServedStore.own { served in
            let store = try await FigureStore.fill(served)
            try await store.wait { try store.count("mark") == 0 }
            #expect(try store.count("hour") >= 8 * 24)
            let verified = try await store.verify()
            #expect(verified.areRight)
            #expect(verified.output.contains("figures of 1 types compared with samples: "))
            // The line is written after the figures.
            var made: Substring?
            try await TestSupport.wait(for: "the line of the log") {
                made = served.service.process.errors.split(separator: "\n").first { $0.contains("figures_made") }
                return made != nil
            }
            let line = try #require(made)
            let fields = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(
                Set(fields.keys) == ["time", "level", "event", "sampleType", "hours", "milliseconds"])
            // The planner has learned of the samples. On a cluster, that of the server that has them.
            let known =
                TestServer.isCluster
                ? """
                select bool_or(result::boolean) from run_command_on_shards(
                    'health.sample', 'select reltuples > 0 from pg_class where oid = ''%s''::regclass')
                """
                : "select reltuples > 0 from pg_class where oid = 'health.sample'::regclass"
            try await store.wait { try store.session.execute(known)[0].bool(0) }
            guard LongRun.isOn else { return }
            try store.session.executeScript("update health.hour set sum = sum + 1")
            try store.mark()
            try await store.wait { try store.count("mark") == 0 }
            #expect(try await store.verify().areRight)
        }
    }

    @Test("it can be turned off, and nothing else can be said")
    func option() async throws {
        let wrong = try await Command.healthstore(["serve", "--figure-refresh", "sometimes"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("--figure-refresh must be on or off"))
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let service = try await RunningService.start(["--database-url", conninfo, "--figure-refresh", "off"])
            let session = try Session(conninfo: conninfo)
            #expect(try session.sessionCount(where: "application_name = 'healthstore figures'") == 0)
            #expect(await service.process.stop() == 0)
        }
    }
}
