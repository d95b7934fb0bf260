import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// Facts beside the samples: settings, anchors and preferences, and what a manager sees of others.
@Suite struct SettingsAccessTests {
    private static let order = ("/v1/sources/priority?type=stepCount", #"{"sources": ["Watch"]}"#)
    private static let join = ("/v1/sources/1", #"{"joinedTo": 2}"#)
    private static let units = ("/v1/units", #"{"units": {"bodyMass": "kg"}}"#)
    private static let zones = (
        "/v1/time-zones",
        #"{"timeZones": [{"startDate": "2024-05-01T00:00:00Z", "endDate": "2024-05-02T00:00:00Z", "timeZone": "Asia/Tokyo"}]}"#
    )
    private static let calls = [order, units, join, zones]
    private static let steps = AccessScope(types: ["HKQuantityTypeIdentifierStepCount"])
    private static let stepsOfMay = AccessScope(types: steps.types, from: Instant(rfc3339: "2024-05-01T00:00:00Z"))

    @Test("only who reads everything, and manages or writes everything, sets settings, and refusals tell nothing")
    func managers() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            #expect(
                try await world.store.post(
                    ["samples": [step(source: "Phone"), step(source: "Watch")]], token: owner
                ).status == 200)
            func put(_ call: (String, String), _ token: String) async throws -> RunningService.Answer {
                try await world.store.service.send("PUT", call.0, token: token, body: call.1)
            }
            for call in [
                ("/v1/sources/priority?type=stepCount", #"{"sources": ["Phone", "Watch"]}"#),
                ("/v1/units", #"{"units": {"bodyMass": "lb"}}"#),
            ] { #expect(try await put(call, owner).status == 200) }
            func settings() async throws -> [String] {
                var bodies: [String] = []
                for path in ["/v1/sources/priority?type=stepCount", "/v1/units", "/v1/sources", "/v1/time-zones"] {
                    bodies.append(try await world.store.get(path, token: owner).body)
                }
                return bodies
            }
            let before = try await settings()
            let terms = [
                AccessTerms(rights: .manage, scope: .everything),
                AccessTerms(rights: [.read, .manage], scope: AccessScope(groups: [.activity])),
                AccessTerms(rights: [.read, .manage], scope: .allGroups),
                AccessTerms(rights: [.read, .manage], scope: .everything, showsNames: false),
                AccessTerms(rights: .write, scope: .everything),
                AccessTerms(rights: .all, scope: Self.steps), AccessTerms(rights: .all, scope: Self.stepsOfMay),
            ]
            for terms in terms {
                let token = try world.token(terms).text
                for call in Self.calls {
                    let answer = try await put(call, token)
                    answer.expect(403, "manage_not_granted", "\(terms)")
                    #expect(!answer.body.contains("Phone") && !answer.body.contains("\"lb\""))
                }
            }
            #expect(try await settings() == before)
            for rights in [[.read, .manage], [.read, .write]] as [AccessRights] {
                let token = try world.token(AccessTerms(rights: rights, scope: .everything)).text
                for call in Self.calls { #expect(try await put(call, token).status == 200) }
            }
            #expect(try await settings() != before)
            // A phone reports its time zone.
            for (scope, status) in [(AccessScope.allGroups, 200), (Self.steps, 403), (Self.stepsOfMay, 403)] {
                let token = try world.token(AccessTerms(rights: .write, scope: scope)).text
                let answer = try await world.store.service.send(
                    "POST", "/v1/time-zones", token: token, body: #"{"timeZone": "Asia/Tokyo"}"#)
                #expect(answer.status == status, "\(scope)")
            }
        }
    }

    @Test("a manager of one type sees and ends what is of this type alone")
    func managersOfOneType() async throws {
        try await TwoPeople.with { world in
            _ = try PersonStore.create(name: "Eve", world.session)
            let heart = AccessTerms(rights: .read, scope: AccessScope(groups: [.heart]))
            let hidden = try world.share(heart, with: "Eve")
            try world.share(AccessTerms(rights: [.read, .manage], scope: Self.steps))
            let (owner, ben) = (try world.token().text, try world.token(of: "Ben").text)
            let narrow = try world.token(AccessTerms(rights: [.read, .write], scope: Self.stepsOfMay)).text
            func send(
                _ method: String, _ path: String, _ body: String? = nil, by token: String
            ) async throws -> RunningService.Answer {
                try await world.store.service.send(method, path, token: token, body: body)
            }
            func members(_ path: String, _ list: String, _ member: String, by token: String) async throws -> [String] {
                let rows = try await send("GET", path, by: token).object[list] as? [[String: Any]]
                return rows?.map { "\($0[member] ?? "null")" } ?? []
            }
            for (token, type) in [(owner, "heartRate"), (narrow, "stepCount")] {
                let made = try await send(
                    "POST", "/v1/webhooks", #"{"url": "https://receiver.invalid/\#(type)"}"#, by: token)
                #expect(made.status == 201)
                #expect(try await send("PUT", "/v1/anchors/\(type)/\(type)", "anchor", by: owner).status == 204)
                #expect(try await send("GET", "/v1/samples?type=\(type)", by: owner).status == 200)
            }
            func log(_ token: String) async throws -> Set<String> {
                let entries = try await send("GET", "/v1/access-log", by: token).object["entries"] as? [[String: Any]]
                return Set(entries?.map { "\($0["types"] ?? "")" } ?? [])
            }
            while try await log(owner).count < 3 { try await Task.sleep(for: .milliseconds(100)) }
            #expect(try await log(ben) == ["[\"HKQuantityTypeIdentifierStepCount\"]"])
            #expect(
                try await members("/v1/webhooks", "webhooks", "url", by: ben) == ["https://receiver.invalid/stepCount"])
            #expect(try await members("/v1/grants", "grants", "holder", by: ben).count == 1)
            #expect(try await members("/v1/freshness", "clients", "device", by: ben) == ["stepCount"])
            let ids = [narrow, ben].map { String($0.split(separator: "_")[2]).lowercased() }.sorted()
            let listed = try await members("/v1/tokens", "tokens", "id", by: ben)
            #expect(listed.map { $0.replacing("-", with: "") }.sorted() == ids)
            // What is hidden is not ended.
            let others = try await members("/v1/tokens", "tokens", "id", by: owner).filter { !listed.contains($0) }
            let webhooks = try await members("/v1/webhooks", "webhooks", "id", by: owner)
            for path in others.map({ "/v1/tokens/" + $0 }) + ["/v1/webhooks/\(webhooks[0])", "/v1/grants/\(hidden.id)"]
            {
                #expect(try await send("DELETE", path, by: ben).status == 404, "\(path)")
            }
            #expect(try await send("DELETE", "/v1/webhooks/\(webhooks[1])", by: ben).status == 204)
            #expect(try await send("GET", "/v1/samples?type=heartRate", by: owner).status == 200)
        }
    }

    @Test("a narrowed token has the anchors and preferences of its types alone")
    func ownFacts() async throws {
        try await TwoPeople.with { world in
            let owner = try world.token().text
            let narrow = try world.token(AccessTerms(rights: [.read, .write], scope: Self.stepsOfMay)).text
            func send(_ method: String, _ path: String, _ body: String?, by token: String) async throws
                -> RunningService.Answer
            {
                try await world.store.service.send(method, path, token: token, body: body)
            }
            for types in ["stepCount", "heartRate,stepCount"] {
                #expect(try await send("PUT", "/v1/anchors/phone/\(types)", types, by: owner).status == 204)
            }
            #expect(try await send("GET", "/v1/anchors/phone/stepCount", nil, by: narrow).body == "stepCount")
            for method in ["GET", "DELETE"] {
                let unknown = try await send(method, "/v1/anchors/phone/heartRate,stepCount", nil, by: narrow)
                unknown.expect(404, "unknown_anchor")
                #expect(!unknown.body.contains("HeartRate"))
            }
            let body =
                #"{"samples": [], "anchor": {"device": "phone", "types": ["heartRate", "stepCount"], "data": "QQ=="}}"#
            for (method, path, body) in [
                ("PUT", "/v1/anchors/phone/heartRate,stepCount", "other"), ("POST", "/v1/batches", body),
            ] {
                try await send(method, path, body, by: narrow).expect(403, "write_not_granted")
            }
            let kept = try await send("GET", "/v1/anchors/phone/heartRate,stepCount", nil, by: owner)
            #expect(kept.body == "heartRate,stepCount")
            for (change, status) in [
                (#"{"firstWeekday": 1}"#, 403), (#"{"timeZone": null}"#, 403),
                (#"{"language": "de"}"#, 403), (#"{"pinned": ["stepCount"]}"#, 200),
            ] {
                #expect(try await send("PUT", "/v1/preferences", change, by: narrow).status == status, "\(change)")
            }
        }
    }
}
