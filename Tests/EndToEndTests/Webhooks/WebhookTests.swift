import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Webhooks of a served store, with a receiver that is a real server.
@Suite struct WebhookTests {
    private static let allowed = ["--webhooks-allow-private-addresses"]
    private static let steps = "HKQuantityTypeIdentifierStepCount"

    /// Provides a receiver with its address, and a store with a token of Ada.
    private static func with(
        _ body: (WebhookReceiver, String, ServedStore, Session, String) async throws -> Void
    ) async throws {
        try await WebhookReceiver.with { receiver, url in
            try await ServedStore.with(allowed) { store in
                try await body(receiver, url, store, Session(conninfo: store.conninfo), store.token())
            }
        }
    }

    private func deletion(_ uuid: String) -> [String: Any] { ["deleted": [["uuid": uuid]]] }

    @Test("changes and deletions become signed events in order, with types and days and without values")
    func events() async throws {
        try await Self.with { receiver, url, store, session, token in
            // Samples before the webhook make no event.
            let early = UUID().uuidString
            #expect(try await store.post(["samples": [step(early)]], token: token).status == 200)
            let (id, secret) = try await store.webhook(url, token: token)
            let body: [String: Any] = [
                "samples": [
                    step(start: "2024-05-03T10:00:00Z", end: "2024-05-03T10:10:00Z", value: 47_114_711),
                    step(start: "2024-05-04T23:50:00Z", end: "2024-05-05T00:10:00Z"),
                ]
            ]
            #expect(try await store.post(body, token: token).status == 200)
            try await wait(for: "the first event") { receiver.deliveries.count == 1 }
            try await store.endPause(session)
            #expect(try await store.post(deletion(early), token: token).status == 200)
            try await wait(for: "the event of the deletion") { receiver.deliveries.count == 2 }
            try await store.endPause(session)
            let many = (0..<40).map { day in
                let date = CivilDate(daysSinceEpoch: 20_000 + day).iso8601
                return step(start: "\(date)T10:00:00Z", end: "\(date)T10:10:00Z")
            }
            #expect(try await store.post(["samples": many], token: token).status == 200)
            try await wait(for: "the event of many days") { receiver.deliveries.count == 3 }

            let sent = receiver.deliveries
            #expect(Set(sent.map(\.id)).count == 3 && sent.allSatisfy { $0.id.hasPrefix("msg_") })
            for delivery in sent {
                #expect(try delivery.isSigned(with: secret) && Int(delivery.timestamp) != nil)
                #expect(delivery.object["type"] as? String == "samples.changed")
                #expect(delivery.types.map { $0["type"] as? String } == [Self.steps], "\(delivery.text)")
                #expect(!delivery.text.contains("47114711"))
            }
            #expect(sent[0].types.first?["days"] as? [String] == ["2024-05-03", "2024-05-04", "2024-05-05"])
            #expect(sent[1].types.first?["days"] as? [String] == ["2024-05-01"])
            let range = try #require(sent[2].types.first)
            try expect(range, has: ["days": NSNull(), "from": "2024-10-04", "to": "2024-11-12"])
            try await wait(for: "the last outcome") {
                try await store.webhooks(token).allSatisfy { $0["deliveredAt"] is String }
            }
            // The person sees in the access log that the holder was told.
            try await wait(for: "the entries of the log") {
                let log = try await store.object("/v1/access-log", token: token)
                let kinds = (log["entries"] as? [[String: Any]] ?? []).map { $0["credential"] as? [String: Any] }
                return kinds.filter { $0?["kind"] as? String == "webhook" && $0?["id"] as? String == id }.count == 3
            }
            try await store.service.send("DELETE", "/v1/webhooks/\(id)", token: token).expect(204)
            #expect(try await store.webhooks(token).isEmpty)
        }
    }

    @Test("after a replacement of the secret, events are signed with both secrets for a day and then with the new one")
    func secrets() async throws {
        try await Self.with { receiver, url, store, session, token in
            let (id, first) = try await store.webhook(url, token: token)
            func replace() async throws -> String {
                let answer = try await store.service.send("POST", "/v1/webhooks/\(id)/secret", token: token)
                let isListed = try await store.webhooks(token).allSatisfy { $0["oldSecretUntil"] is String }
                #expect(answer.status == 200 && isListed, "\(answer.body)")
                return try #require(try answer.object["secret"] as? String)
            }
            func next() async throws -> WebhookReceiver.Delivery {
                let count = receiver.deliveries.count
                try await store.endPause(session)
                #expect(try await store.post(["samples": [step()]], token: token).status == 200)
                try await wait(for: "an event") { receiver.deliveries.count > count }
                return receiver.deliveries[count]
            }
            let second = try await replace()
            #expect(try await next().isSigned(with: second, first))
            // Another replacement ends the older of the two.
            let third = try await replace()
            #expect(try await next().isSigned(with: third, second))
            #expect(
                try session.execute(
                    """
                    select old_secret_until - now() between interval '23 h' and interval '24 h'
                    from health.webhook
                    """)[0].bool(0))
            _ = try session.execute("update health.webhook set old_secret_until = now()")
            #expect(try await store.webhooks(token).first?["oldSecretUntil"] is NSNull)
            #expect(try await next().isSigned(with: third))
            #expect(try session.execute("select old_secret is null from health.webhook")[0].bool(0))
            #expect(Set([first, second, third]).count == 3)
        }
    }

    @Test("an event that failed is sent again with the same id and body, also after the service was killed")
    func restart() async throws {
        try await WebhookReceiver.with { receiver, url in
            try await ServedStore.own(Self.allowed) { store in
                let session = try Session(conninfo: store.conninfo)
                let token = try store.token()
                let secret = try await store.webhook(url, token: token).secret
                receiver.answer(500)
                // A redirection is not followed.
                var headers = HTTPHeaders()
                headers["Location"] = url.replacing("/hook", with: "/elsewhere")
                receiver.answer(302, headers: headers)
                #expect(try await store.post(["samples": [step()]], token: token).status == 200)
                for failure in ["status_500", "status_302"] {
                    try await wait(for: failure) {
                        try await store.webhooks(token).first?["failure"] as? String == failure
                    }
                    if failure == "status_500" { try store.attemptNow(session) }
                }
                await store.service.process.killAndWait()
                _ = try session.execute("update health.webhook set next_attempt_at = now()")
                let other = try await RunningService.start(["--database-url", store.conninfo] + Self.allowed)
                try await wait(for: "the third attempt") { receiver.deliveries.count == 3 }
                try await wait(for: "the delivery") {
                    try session.execute("select event_id is null from health.webhook")[0].bool(0)
                }
                #expect(await other.process.stop() == 0)
                let sent = receiver.deliveries
                #expect(Set(sent.map(\.id)).count == 1 && Set(sent.map(\.text)).count == 1)
                for delivery in sent { #expect(try delivery.isSigned(with: secret)) }
            }
        }
    }

    @Test("410 and the last failed attempt disable a webhook, and 429 waits as long as it asks")
    func disabled() async throws {
        try await Self.with { receiver, url, store, session, token in
            _ = try await store.webhook(url, token: token)
            receiver.answer(410)
            #expect(try await store.post(["samples": [step()]], token: token).status == 200)
            func wait(failure: String, isDisabled: Bool) async throws {
                try await TestSupport.wait(for: failure) {
                    let webhook = try await store.webhooks(token).last
                    return webhook?["failure"] as? String == failure
                        && (webhook?["disabledAt"] is String) == isDisabled
                }
            }
            try await wait(failure: "status_410", isDisabled: true)
            _ = try await store.webhook(url, token: token)
            var headers = HTTPHeaders()
            headers["Retry-After"] = "3600"
            receiver.answer(429, headers: headers)
            #expect(try await store.post(["samples": [step()]], token: token).status == 200)
            try await wait(failure: "status_429", isDisabled: false)
            #expect(
                try session.execute(
                    "select bool_or(next_attempt_at > now() + interval '50 min') from health.webhook")[0].bool(0))
            _ = try session.execute(
                "update health.webhook set attempts = \(WebhookQueue.delays.count) where event_id is not null")
            receiver.answer(503)
            try store.attemptNow(session)
            try await wait(failure: "status_503", isDisabled: true)
            #expect(try await store.post(["samples": [step()]], token: token).status == 200)
            #expect(try WebhookQueue.waiting(session).isEmpty)
            #expect(receiver.deliveries.count == 3)
        }
    }

    @Test("events tell what the holder may read, end with its grant, and are shown to no other person")
    func access() async throws {
        try await WebhookReceiver.with { receiver, url in
            try await TwoPeople.with(Self.allowed) { world in
                let store = world.store
                let grant = try world.share(AccessTerms(rights: .read, scope: AccessScope(groups: [.activity])))
                let (ada, ben) = (try world.token().text, try world.token(of: "Ben").text)
                let id = try await store.webhook(url, token: ben).id
                let heart = clientSample("heartRate", ["value": 61, "unit": "count/min"])
                func position() throws -> Int64 {
                    try world.session.execute("select position from health.webhook")[0].int64(0)
                }
                #expect(try await store.post(["samples": [heart]], token: ada).status == 200)
                let end = try ChangeObserver.end(of: world.ada, world.session)
                try await wait(for: "the change that is not told") { try position() == end }
                #expect(receiver.deliveries.isEmpty)
                #expect(try await store.post(["samples": [step(), heart]], token: ada).status == 200)
                try await wait(for: "the event") { receiver.deliveries.count == 1 }
                #expect(receiver.deliveries[0].types.map { $0["type"] as? String } == [Self.steps])
                // Ada manages; Ben's own person, and another token of the holder, do not see it.
                let others = [
                    try TokenStore.create(for: world.ben, name: "own", world.session).text,
                    try world.token(of: "Ben").text,
                ]
                #expect(try await store.webhooks(ada).count == 1)
                #expect(try await store.webhooks(ben).count == 1)
                for other in others {
                    #expect(try await store.webhooks(other).isEmpty)
                    for (method, path) in [("DELETE", id), ("POST", id + "/secret")] {
                        let refused = try await store.service.send(method, "/v1/webhooks/\(path)", token: other)
                        refused.expect(404, "unknown_webhook")
                    }
                }
                try await wait(for: "the outcome") { try await store.webhooks(ben).first?["deliveredAt"] is String }
                try GrantStore.revoke(grant.id, about: world.ada, world.session)
                try await store.endPause(world.session)
                #expect(try await store.post(["samples": [step()]], token: ada).status == 200)
                try await wait(for: "the end of the webhook") {
                    try await store.webhooks(ada).first?["failure"] as? String == "not_granted"
                }
                #expect(receiver.deliveries.count == 1)
            }
        }
    }

    @Test("an address that is not public is refused when the webhook is made, and when the connection is opened")
    func privateAddresses() async throws {
        try await ServedStore.with { store in
            let session = try Session(conninfo: store.conninfo)
            let token = try store.token()
            let hosts = ["127.0.0.1", "localhost"]
            for (number, host) in hosts.enumerated() {
                let refused = try await store.service.send(
                    "POST", "/v1/webhooks", token: token, body: #"{"url": "https://\#(host):1/hook"}"#)
                #expect(
                    refused.status == 400 && refused.code == "malformed_field" && refused.field == "url")
                #expect(refused.body.contains("url must have a public address of the Internet"), "\(refused.body)")
                // The server of a webhook may move to such an address later.
                _ = try await store.webhook("https://\(number).invalid/", token: token)
                _ = try session.execute(
                    "update health.webhook set url = $1 where url = $2",
                    [.text("https://\(host):1/hook"), .text("https://\(number).invalid/")])
            }
            #expect(try await store.webhooks(token).count == hosts.count)
            #expect(try await store.post(["samples": [step()]], token: token).status == 200)
            try await wait(for: "the failures") {
                try await store.webhooks(token).allSatisfy { $0["failure"] as? String == "address_not_public" }
            }
        }
    }

    @Test("receivers of ten people that do not answer delay no other person, and a stop is no failed attempt")
    func silence() async throws {
        let silent = try SilentListener()
        defer { silent.close() }
        try await WebhookReceiver.with { receiver, url in
            try await ServedStore.own(Self.allowed) { store in
                let session = try Session(conninfo: store.conninfo)
                let ben = try store.token(for: "Ben")
                _ = try await store.webhook(url, token: ben)
                let silentTokens = try (0..<10).map { try store.token(for: "Silent \($0)") }
                for token in silentTokens {
                    for _ in 0..<8 { _ = try await store.webhook("http://127.0.0.1:\(silent.port)/", token: token) }
                    #expect(try await store.post(["samples": [step()]], token: token).status == 200)
                }
                // These are as many as may begin.
                try await wait(for: "the attempts") {
                    try session.execute("select count(event_id) >= 38 from health.webhook")[0].bool(0)
                }
                #expect(try await store.post(["samples": [step()]], token: ben).status == 200)
                // The service has also recorded the delivery. Otherwise the stop would interrupt it.
                try await wait(for: "the event of Ben") {
                    try await store.webhooks(ben).first?["deliveredAt"] is String
                }
                #expect(receiver.deliveries.count == 1)
                // No silent receiver has kept its slot to the end.
                #expect(try session.execute("select bool_and(failure is null) from health.webhook")[0].bool(0))
                #expect(await store.service.process.stop() == 0)
                let waiting = try WebhookQueue.waiting(session)
                #expect(waiting.count == 80 && waiting.allSatisfy { $0.seconds <= 0 })
                #expect(try session.execute("select sum(attempts)::int4 from health.webhook")[0].int32(0) == 0)
            }
        }
    }

    @Test("what cannot be a webhook is refused with the name of the field")
    func badInput() async throws {
        try await ServedStore.withAda { store, token in
            func post(_ body: String) async throws -> (Int, String?, String?) {
                let answer = try await store.service.send("POST", "/v1/webhooks", token: token, body: body)
                return (answer.status, answer.code, answer.field)
            }
            #expect(try await post(#"{"url": "http://example.org/"}"#) == (400, "malformed_field", "url"))
            #expect(try await post("{}") == (400, "missing_field", "url"))
            #expect(try await post(#"{"url": 1}"#) == (400, "malformed_field", "url"))
            let secret = #"{"url": "https://a.invalid", "secret": "x"}"#
            #expect(try await post(secret) == (400, "malformed_field", "secret"))
            #expect(try await post("[").1 == "malformed_json")
            for (method, path) in [("DELETE", "x"), ("POST", "x/secret"), ("POST", UUID().uuidString + "/secret")] {
                let unknown = try await store.service.send(method, "/v1/webhooks/\(path)", token: token)
                unknown.expect(404, "unknown_webhook")
            }
            for _ in 0..<WebhookStore.webhooksMax {
                _ = try await store.webhook("https://receiver.invalid/", token: token)
            }
            #expect(try await post(#"{"url": "https://receiver.invalid/"}"#).1 == "too_many_webhooks")
        }
    }
}
