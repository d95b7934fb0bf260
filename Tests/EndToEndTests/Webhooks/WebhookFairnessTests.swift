import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Receivers that accept connections and never answer, beside one that answers.
@Suite struct WebhookFairnessTests {
    /// Makes 40 webhooks about Ada of ten holders, whose last attempts failed or not.
    private func addHangingWebhooks(_ world: TwoPeople, port: UInt16, areFailing: Bool) throws {
        for number in 0..<10 {
            let holder = try HolderStore.add(name: "holder \(number)", world.session)
            try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])), with: holder.name)
            _ = try world.session.execute(
                """
                insert into health.webhook (person_id, webhook_id, holder_id, url, secret, position, failure)
                select $1, gen_random_uuid(), $2, $3, decode(repeat('00', 32), 'hex'), 0, $4
                from generate_series(1, 4)
                """,
                [
                    .int32(world.ada.id), .int32(holder.id), .text("http://127.0.0.1:\(port)/hook"),
                    .text(areFailing ? "timed_out" : nil),
                ])
        }
    }

    /// Returns the number of webhooks about Ada with a request that began and has no outcome.
    private func running(_ world: TwoPeople) throws -> Int64 {
        try world.session.execute(
            """
            select count(*) from health.webhook
            where person_id = $1 and attempts = 0 and next_attempt_at > now() + interval '30 s'
            """, [.int32(world.ada.id)]
        )[0].int64(0)
    }

    @Test(
        "receivers that hang leave slots to one that answers, after failures half of all",
        arguments: [(areFailing: true, running: Int64(32)), (areFailing: false, running: 40)])
    func hanging(areFailing: Bool, running expected: Int64) async throws {
        let silent = try SilentListener()
        defer { silent.close() }
        try await WebhookReceiver.with { receiver, url in
            try await TwoPeople.with(["--webhooks-allow-private-addresses"]) { world in
                try addHangingWebhooks(world, port: silent.port, areFailing: areFailing)
                let token = try world.token().text
                #expect(try await world.store.post(["samples": [step()]], token: token).status == 200)
                try await wait(for: "the requests that hang") { try running(world) == expected }
                let ben = try TokenStore.create(for: world.ben, name: "own", world.session).text
                _ = try await world.store.webhook(url, token: ben)
                #expect(try await world.store.post(["samples": [step()]], token: ben).status == 200)
                try await wait(for: "the event of Ben") { receiver.deliveries.count == 1 }
                #expect(try running(world) <= expected)
            }
        }
    }
}
