import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite struct PrimaryWatchTests {
    @Test("when another server is the primary, a waiting call ends, and the watch reports the former primary")
    func promotion() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            try await withTemporaryDirectory { directory in
                var string = try ConnectionString(conninfo)
                // No server listens at the second address.
                string["host"] = (string["host"] ?? "localhost") + "," + directory
                let fence = TimelineFence(folder: nil)
                let database = Database(string.text, fence: fence)
                let name = database.servers[0].name
                let events = Mutex<[PrimaryWatch.Event]>([])
                let made = PrimaryWatch(database) { event in events.withLock { $0.append(event) } }
                let watch = try #require(made)
                watch.start()
                #expect(await eventually { events.withLock { $0 } == [.primary(server: name)] })

                let pool = Pool(.init(database: database, sessionsMax: 1))
                async let outcome: PostgresError? = #expect(throws: PostgresError.self) {
                    try await pool.withSession { session in try session.executeScript("select pg_sleep(3600)") }
                }
                let session = try Session(conninfo: conninfo)
                try await wait(for: "a call that waits for the server") {
                    try session.sessionCount(where: "wait_event = 'PgSleep'") == 1
                }
                // This is what a look at the second server finds after its promotion.
                var identity = try TimelineFence.Identity(session)
                identity.timeline = try #require(identity.timeline) + 1
                #expect(database.accept(identity, 1, fence))
                #expect(await outcome?.isConnectionLost == true)
                #expect(await eventually { events.withLock { $0.last } == .former(server: name) })
                let error = #expect(throws: PostgresError.self) { try database.open() }
                #expect(error?.message.contains("is a former primary") == true, "\(error?.message ?? "")")
                await watch.stop()
                await pool.close()
            }
        }
    }
}
