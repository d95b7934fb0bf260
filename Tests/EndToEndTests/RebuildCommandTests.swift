import Postgres
import TestSupport
import Testing

/// Tests `healthstore rebuild` and `healthstore doctor --verify` while a service runs.
@Suite struct RebuildCommandTests {
    /// A service that makes no figures. Otherwise it could make those that a test expects of the
    /// command.
    private let withoutRefresh = ["--figure-refresh", "off"]

    @Test(
        "a figure that is wrong is found by its name, without its value, and rebuilt", .enabled(if: LongRun.isOn))
    func rebuilds() async throws {
        try await ServedStore.own(withoutRefresh) { served in
            let store = try await FigureStore.fill(served)
            let first = try await store.run("rebuild", "--jobs", "2")
            #expect(first.status == 0)
            #expect(
                first.output.hasPrefix("rebuilt 1 types, 200 hours, days and nights in ")
                    && first.output.hasSuffix(" s\n"))
            #expect(first.errors.contains("figures 100 %\n"))
            try store.session.executeScript(
                """
                update health.hour set sum = 123456.5
                where source_id = 0 and start_time = timestamptz '2024-05-03 07:00:00+00'
                """)
            for share in ["--verify=all", "--verify=100%"] {
                let verified = try await store.verify(share)
                #expect(!verified.areRight)
                #expect(
                    verified.output.contains(
                        "Ada, HKQuantityTypeIdentifierStepCount, hour from 2024-05-03T07:00:00Z: sum\n"))
                #expect(!verified.output.contains("123456"))
            }
            let again = try await store.run("rebuild", "--person", "Ada", "--type", "stepCount").succeeded()
            #expect(again.hasPrefix("rebuilt 1 types, 200 hours, days and nights in "))
            let verified = try await store.verify("--verify=all")
            #expect(verified.areRight)
            #expect(verified.output.contains("ok       the figures of hours, days and nights are up to date"))
        }
    }

    @Test("who and what must exist, and a share must be one")
    func usage() async throws {
        try await ServedStore.with { served in
            let store = FigureStore(conninfo: served.conninfo, session: try Session(conninfo: served.conninfo))
            let person = try await store.run("rebuild", "--person", "Nobody")
            #expect(person.status == 1)
            let type = try await store.run("rebuild", "--type", "audiogram")
            #expect(type.status == 64)
            let jobs = try await store.run("rebuild", "--jobs", "0")
            #expect(jobs.status == 64)
            for share in ["0", "101", "some", "-1"] {
                let doctor = try await store.run("doctor", "--verify=" + share)
                #expect(doctor.status == 64)
            }
            let nothing = try await store.run("rebuild").succeeded()
            #expect(nothing.hasPrefix("rebuilt 0 types, 0 hours, days and nights in "))
        }
    }
}
