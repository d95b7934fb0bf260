import HealthDatabase
import HealthJobs
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct ChangeHubTests {
    @Test("a subscriber whose look failed is woken again without a change, before two heartbeats have passed")
    func lookAgain() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            _ = try Migrator().migrate(try Session(conninfo: conninfo))
            let person = try PersonStore.create(name: "Ada", try Session(conninfo: conninfo))
            let token = try TokenStore.create(for: person, name: "test", try Session(conninfo: conninfo))
            let hub = ChangeHub(conninfo: conninfo, log: Log { _ in })
            try await hub.withSubscription(to: person, token: Credential(.token(token))) { subscription in
                // Subscriptions get a change at the beginning, and when the hub listens or sends
                // its first heartbeat.
                #expect(await subscription.next() == .change)
                _ = await subscription.next()
                for _ in 0..<3 {
                    hub.lookAgain(subscription)
                    var wake = await subscription.next()
                    if wake == .heartbeat { wake = await subscription.next() }
                    #expect(wake == .change)
                }
            }
            await hub.close()
        }
    }
}
