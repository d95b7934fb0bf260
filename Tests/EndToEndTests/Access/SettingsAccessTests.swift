import Foundation
import HealthCore
import HealthDatabase
import TestSupport
import Testing

/// The person's settings, set by holders with the right to manage.
@Suite struct SettingsAccessTests {
    private static let order = ("/v1/sources/priority?type=stepCount", #"{"sources": ["Watch"]}"#)
    private static let join = ("/v1/sources/1", #"{"joinedTo": 2}"#)
    private static let units = ("/v1/units", #"{"units": {"bodyMass": "kg"}}"#)

    @Test("a manager who may not read everything sets no settings, and the answers tell nothing of them")
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
                for path in ["/v1/sources/priority?type=stepCount", "/v1/units", "/v1/sources"] {
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
                AccessTerms(rights: [.read, .write], scope: .everything),
            ]
            for terms in terms {
                let token = try world.token(terms).text
                for call in [Self.order, Self.units, Self.join] {
                    let answer = try await put(call, token)
                    answer.expect(403, "manage_not_granted", "\(terms)")
                    #expect(!answer.body.contains("Phone") && !answer.body.contains("\"lb\""))
                }
            }
            #expect(try await settings() == before)
            let manager = try world.token(AccessTerms(rights: [.read, .manage], scope: .everything)).text
            for call in [Self.order, Self.units, Self.join] { #expect(try await put(call, manager).status == 200) }
            #expect(try await settings() != before)
        }
    }
}
