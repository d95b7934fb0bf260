import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Tests the outcomes of attempts to deliver an event. `Tests/EndToEndTests/Webhooks` tests the
/// deliveries.
@Suite struct WebhookQueueTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test(
        "a failure is stored together with the time of the next attempt, or not at all",
        .disabled(if: TestServer.isCluster, "Citus refuses the trigger with which the test makes a statement fail"))
    func failure() throws {
        let (person, session) = (store.person, store.session)
        let holder = try HolderStore.own(of: person, session)
        _ = try WebhookStore.add(
            url: "https://receiver.invalid/", about: person, holderID: holder.id, tokenID: nil, session)
        try store.post { try $0.add(UUID(), .quantity(1), at: 1e6) }
        let claim = try claim()
        let end = try ChangeObserver.end(of: person, session)
        let event = WebhookQueue.Event(id: UUID(), end: end, types: ["a"], body: "{}")
        #expect(try WebhookQueue.store(event, of: claim, session))
        try session.executeScript(
            """
            create function public.fail() returns trigger language plpgsql as $$
            begin
                raise exception 'a failure' using errcode = '53100';
            end;
            $$;
            create trigger fail before update of next_attempt_at on health.webhook
                for each statement execute function public.fail();
            """)
        let failed = WebhookQueue.Outcome.failed(reason: "timed_out", retryAfterSeconds: nil)
        #expect(sqlState { try WebhookQueue.record(failed, of: event, claim, session) } == "53100")
        func stored() throws -> (attempts: Int32, failure: String?) {
            let row = try session.execute("select attempts, failure from health.webhook")[0]
            return (try row.int32(0), try row.optionalText(1))
        }
        #expect(try stored() == (0, nil))
        try session.executeScript("drop trigger fail on health.webhook")
        #expect(try !WebhookQueue.record(failed, of: event, claim, session))
        #expect(try stored() == (1, "timed_out"))
    }

    @Test("an event that failed is sent again as it was, unless its holder may read less by then")
    func narrowed() throws {
        let (person, session) = (store.person, store.session)
        let ben = try HolderStore.add(name: "Ben", session)
        func grant(_ groups: Set<AccessGroup>) throws -> UUID {
            let terms = AccessTerms(rights: .read, scope: AccessScope(groups: groups))
            return try GrantStore.add(terms, about: person, to: ben, session).id
        }
        let wide = try grant([.activity, .heart])
        _ = try WebhookStore.add(
            url: "https://receiver.invalid/", about: person, holderID: ben.id, tokenID: nil, session)
        try store.post { maker in
            try maker.add()
            try maker.add(UUID(), .quantity(60, unit: "count/min", type: "heartRate"))
        }
        let first = try claim()
        guard case .changes(let changes) = first.content else {
            Issue.record("there is an event before it was made")
            return
        }
        let types = try #require(changes.types).map(\.type)
        #expect(types.count == 2)
        let event = WebhookQueue.Event(id: UUID(), end: changes.end, types: types, body: "{}")
        #expect(try WebhookQueue.store(event, of: first, session))
        let failed = WebhookQueue.Outcome.failed(reason: "status_500", retryAfterSeconds: nil)
        #expect(try !WebhookQueue.record(failed, of: event, first, session))
        guard case .event(let again) = try claim().content else {
            Issue.record("the event is not sent again")
            return
        }
        #expect(again.id == event.id)
        _ = try grant([.activity])
        try GrantStore.revoke(wide, about: person, session)
        guard case .changes(let fewer) = try claim().content else {
            Issue.record("the event of the wider grant is sent again")
            return
        }
        #expect(fewer.types?.map(\.type) == ["HKQuantityTypeIdentifierStepCount"])
    }

    @Test("a webhook that is ahead of the feed, which a restore has made shorter, hears that any type may have changed")
    func restored() throws {
        let holder = try HolderStore.own(of: store.person, store.session)
        _ = try WebhookStore.add(
            url: "https://receiver.invalid/", about: store.person, holderID: holder.id, tokenID: nil, store.session)
        _ = try store.session.execute("update health.webhook set position = 1000")
        guard case .changes(let changes) = try claim().content else {
            Issue.record("there is an event before it was made")
            return
        }
        #expect(changes.types == nil && changes.hasChanges)
        #expect(changes.end == (try store.lastPosition()))
    }

    private func claim() throws -> WebhookQueue.Claim {
        _ = try store.session.execute("update health.webhook set next_attempt_at = now()")
        let waiting = try #require(try WebhookQueue.waiting(store.session).first)
        return try #require(try WebhookQueue.claim(waiting, store.session))
    }
}
