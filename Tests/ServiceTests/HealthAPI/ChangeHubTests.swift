import HealthDatabase
import HealthJobs
import Postgres
import TestSupport
import Testing

@testable import HealthAPI

@Suite struct ChangeHubTests {
    @Test("a subscriber whose look failed is woken again without a change, before two heartbeats have passed")
    func lookAgain() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let person = try PersonStore.create(name: "Ada", try Session(conninfo: conninfo))
            let token = try TokenStore.create(for: person, name: "test", try Session(conninfo: conninfo))
            let hub = ChangeHub(Database(conninfo), log: Log { _ in })
            try await hub.withSubscription(to: person, token: Credential(.token(token))) { subscription in
                // Subscriptions get a change at the beginning, and when the hub listens or sends
                // its first heartbeat.
                #expect(await subscription.next() == .change)
                _ = await subscription.next()
                for _ in 0..<Rounds.count(3) {
                    hub.lookAgain(subscription)
                    var wake = await subscription.next()
                    if wake == .heartbeat { wake = await subscription.next() }
                    #expect(wake == .change)
                }
            }
            await hub.close()
        }
    }

    @Test("a hub that polls wakes a stream whose feed has changed or whose token is revoked")
    func polling() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let ada = try PersonStore.create(name: "Ada", session)
            let token = try TokenStore.create(for: ada, name: "test", session)
            let hub = ChangeHub(Database(conninfo), log: Log { _ in }, isPolling: true)
            try await hub.withSubscription(to: ada, token: Credential(.token(token))) { subscription in
                // Three wake-ups come without a change: at the beginning, when the poller has its
                // session, and at its first reading. A subscription joins wake-ups that come while
                // nothing waits, so the test makes changes until it has seen more than three.
                for _ in 0..<4 {
                    _ = try session.execute(
                        "update health.change_counter set last_position = last_position + 1 where person_id = $1",
                        [.int32(ada.id)])
                    while await subscription.next() != .change {}
                }
                _ = try session.execute(
                    "update health.token set revoked_at = now() where person_id = $1", [.int32(ada.id)])
                // The poller reports a revoked token at each reading, a feed only when it changes.
                for _ in 0..<Rounds.count(3, short: 2) { while await subscription.next() != .change {} }
            }
            await hub.close()
        }
    }

    @Test("a poller reports each feed, grant and token that has changed, also after it lost its session")
    func poller() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let session = try Session(conninfo: conninfo)
            let people = try ["Ada", "Bea", "Cleo", "Dan"].map { try PersonStore.create(name: $0, session).id }
            let (ada, bea, cleo) = (people[0], people[1], people[2])
            let token = try TokenStore.create(for: PersonStore.find(name: "Ada", session), name: "test", session)
                .tokenID
            func grant(about person: Int32) -> String {
                """
                insert into health.access_grant (person_id, grant_id, holder_id, may_read, all_groups)
                select \(person), gen_random_uuid(), holder_id, true, true from health.holder where person_id = \(ada)
                """
            }
            try session.executeScript(grant(about: cleo))
            let followed = FeedPoller.Followed(people: [ada, bea, cleo], tokens: [token: ada])
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            let poller = FeedPoller(Database(conninfo), followed: { followed }) { event in
                switch event {
                case .polling: continuation.yield("polling")
                case .changed(let person): continuation.yield("changed \(person)")
                case .revoked(let token): continuation.yield("revoked \(token)")
                case .lost: continuation.yield("lost")
                }
            }
            var iterator = events.makeAsyncIterator()
            /// Expects these events in any order.
            func expect(_ expected: String..., after change: String? = nil) async throws {
                if let change { try session.executeScript(change) }
                var seen: [String] = []
                for _ in expected { seen.append(await iterator.next(isolation: nil) ?? "") }
                #expect(seen.sorted() == expected.sorted())
            }
            try await expect("polling", "changed \(ada)", "changed \(bea)", "changed \(cleo)")
            let grow = "update health.change_counter set last_position = last_position + 1 where person_id in"
            try await expect(
                "changed \(ada)", "changed \(bea)", "changed \(cleo)",
                after: """
                    \(grow) (\(ada), \(people[3]));
                    \(grant(about: bea));
                    update health.access_grant set revoked_at = now() where person_id = \(cleo)
                    """)
            if LongRun.isOn {
                try await expect(
                    "lost", "polling",
                    after: """
                        select pg_terminate_backend(pid, 5000) from pg_stat_activity
                        where application_name = 'healthstore poller' and datname = current_database()
                        """)
                try await expect("changed \(ada)", after: "\(grow) (\(ada))")
            }
            try await expect(
                "revoked \(token)", after: "update health.token set revoked_at = now() where person_id = \(ada)")
            await poller.close()
        }
    }
}
