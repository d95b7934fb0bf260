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

    @Test("a hub that polls wakes the streams whose feed, grant or token has changed, also after it lost its session")
    func polling() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let (ada, bea) = (
                try PersonStore.create(name: "Ada", session), try PersonStore.create(name: "Bea", session)
            )
            let token = try TokenStore.create(for: ada, name: "test", session)
            let other = try TokenStore.create(for: bea, name: "test", session)
            let hub = ChangeHub(conninfo: conninfo, log: Log { _ in }, isPolling: true)
            /// Returns when the subscription is woken by a change.
            func waitForChange(_ subscription: ChangeSubscription) async {
                while await subscription.next() != .change {}
            }
            try await hub.withSubscription(to: ada, token: Credential(.token(token))) { subscription in
                try await hub.withSubscription(to: bea, token: Credential(.token(other))) { quiet in
                    // At the beginning, when the poller has its session, and at its first reading.
                    for _ in 0..<3 {
                        await waitForChange(subscription)
                        await waitForChange(quiet)
                    }
                    let grant = """
                        insert into health.access_grant (person_id, grant_id, holder_id, may_read, all_groups)
                        select \(ada.id), gen_random_uuid(), holder_id, true, true
                        from health.holder where person_id = \(bea.id)
                        """
                    for change in [
                        "update health.change_counter set last_position = last_position + 1 where person_id = \(ada.id)",
                        grant, "update health.access_grant set revoked_at = now() where person_id = \(ada.id)",
                        """
                        select pg_terminate_backend(pid, 5000) from pg_stat_activity
                        where application_name = 'healthstore poller' and datname = current_database()
                        """,
                        "update health.token set revoked_at = now() where person_id = \(ada.id)",
                    ] {
                        _ = try session.execute(change)
                        await waitForChange(subscription)
                    }
                }
            }
            await hub.close()
        }
    }
}
