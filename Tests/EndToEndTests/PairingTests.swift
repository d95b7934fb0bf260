import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The requests of open-wearables' example app for Flutter and of its SDKs.
@Suite struct PairingTests {
    private let redeemPath = "/api/v1/invitation-code/redeem"
    private let refreshPath = "/api/v1/token/refresh"

    private func pair(_ store: ServedStore, _ token: String) async throws -> String {
        let answer = try await store.service.send("POST", "/v1/pairings", token: token, body: #"{"name": "phone"}"#)
        answer.expect(201)
        let code = try #require(try answer.object["code"] as? String)
        #expect(code.wholeMatch(of: #/[A-HJ-NP-Z2-9]{8}/#) != nil)
        #expect(try answer.object["link"] as? String == "\(store.service.address)/#pair=\(code)")
        return code
    }

    private func redeem(_ code: String, _ store: ServedStore) async throws -> RunningService.Answer {
        try await store.service.send("POST", redeemPath, body: #"{"code": "\#(code)"}"#)
    }

    private func refresh(_ token: String, _ store: ServedStore) async throws -> RunningService.Answer {
        try await store.service.send("POST", refreshPath, body: #"{"refresh_token": "\#(token)"}"#)
    }

    private func sync(_ tokens: [String: Any], _ user: String, _ store: ServedStore) async throws -> Int {
        let record: [String: Any] = [
            "id": UUID().uuidString, "type": "HKQuantityTypeIdentifierStepCount", "startDate": "2024-05-02T11:00:00Z",
            "endDate": "2024-05-02T11:10:00Z", "value": 80, "unit": "count",
            "source": ["appId": "com.apple.health", "deviceName": "Phone"],
        ]
        let body = try JSONSerialization.data(withJSONObject: ["provider": "apple", "data": ["records": [record]]])
        return try await store.service.send(
            "POST", "/api/v1/sdk/users/\(user)/sync", body: String(decoding: body, as: UTF8.self),
            headers: ["Authorization: Bearer \(tokens["access_token"] as? String ?? "")"]
        ).status
    }

    @Test("an app redeems a code once, sends samples and logs, and refreshes its tokens")
    func life() async throws {
        try await ServedStore.withAda { store, owner in
            let code = try await pair(store, owner)
            let answer = try await redeem(code.lowercased(), store)
            answer.expect(200)
            let tokens = try answer.object
            let user = try #require(tokens["user_id"] as? String)
            #expect(tokens["token_type"] as? String == "bearer" && tokens["expires_in"] as? Int == 3600)
            try await redeem(code, store).expect(404, "unknown_pairing")
            #expect(try await sync(tokens, user, store) == 202)
            #expect(try await sync(tokens, UUID().uuidString, store) == 401)
            let events = #"{"sdkVersion": "1", "events": [{"eventType": "device_state", "batteryLevel": 0.5}]}"#
            let access = ["Authorization: Bearer \(tokens["access_token"] as? String ?? "")"]
            let logged = try await store.service.send(
                "POST", "/api/v1/sdk/users/\(user)/logs", body: events, headers: access)
            logged.expect(202)
            #expect(try logged.object["status_code"] as? Int == 202)
            // It writes, and reads only what it wrote.
            let grants = try await store.service.send("GET", "/v1/grants", headers: access)
            grants.expect(403, "manage_not_granted")
            let next = try await refresh(try #require(tokens["refresh_token"] as? String), store)
            next.expect(200)
            #expect(try await sync(tokens, user, store) == 401)
            #expect(try await sync(try next.object, user, store) == 202)
        }
    }

    @Test("the answer to a refresh may be lost, and a refresh token that is used after it ends the access")
    func lostAnswers() async throws {
        try await ServedStore.withAda { store, owner in
            let tokens = try await redeem(try await pair(store, owner), store).object
            let user = try #require(tokens["user_id"] as? String)
            let first = try #require(tokens["refresh_token"] as? String)
            #expect(try await sync(tokens, user, store) == 202)
            for _ in 0..<3 { try await refresh(first, store).expect(200) }
            let next = try await refresh(first, store).object
            #expect(try await sync(next, user, store) == 202)
            let session = try Session(conninfo: store.conninfo)
            try await wait(forUseOfRefreshedTokenIn: session) { _ = try await sync(next, user, store) }
            try await refresh(first, store).expect(401, "invalid_token")
            #expect(try await sync(next, user, store) == 401)
            try await refresh(try #require(next["refresh_token"] as? String), store).expect(401, "invalid_token")
        }
    }

    @Test("wrong, replaced and expired codes are unknown, and so many of one address are refused")
    func wrongCodes() async throws {
        try await ServedStore.withAda { store, owner in
            let old = try await pair(store, owner)
            let new = try await pair(store, owner)
            try await redeem(old, store).expect(404, "unknown_pairing")
            let session = try Session(conninfo: store.conninfo)
            _ = try session.execute("update health.token set expires_at = now() where kind = 'pairing'")
            for code in [new, "A3K9M7X2", "", "'; --", String(repeating: "A", count: 300)] {
                let answer = try await redeem(code, store)
                #expect([400, 404].contains(answer.status), "\(answer.body)")
            }
            for (path, body, field) in [
                (redeemPath, "{}", "code"), (redeemPath, #"{"code": 1}"#, "code"), (refreshPath, "{}", "refresh_token"),
            ] {
                let answer = try await store.service.send("POST", path, body: body)
                answer.expect(400)
                #expect(answer.field == field)
            }
            try await refresh("hs_1_x", store).expect(401, "invalid_token")
            var status = 404
            for _ in 0..<500 where status == 404 { status = try await redeem("A3K9M7X2", store).status }
            #expect(status == 429)
        }
    }

    @Test("the token of a code ends with the token that made the code, and needs its access")
    func limits() async throws {
        try await ServedStore.withAda { store, owner in
            let made = try await store.service.send(
                "POST", "/v1/tokens", token: owner, body: #"{"name": "short", "expiresAt": "2d"}"#)
            let short = try #require(try made.object["token"] as? String)
            try await redeem(try await pair(store, short), store).expect(200)
            let session = try Session(conninfo: store.conninfo)
            let ends = try session.execute(
                "select count(*), count(distinct expires_at) from health.token where name in ('short', 'phone')")[0]
            #expect(try ends.int64(0) == 2 && ends.int64(1) == 1)
            let narrow = try await store.service.send(
                "POST", "/v1/tokens", token: owner, body: #"{"types": ["heartRate"]}"#)
            let refused = try await store.service.send(
                "POST", "/v1/pairings", token: try #require(try narrow.object["token"] as? String), body: "{}")
            refused.expect(403, "exceeds_access")
        }
    }

    @Test("healthstore pair prints an address and a code that an app can redeem")
    func command() async throws {
        try await ServedStore.withAda { store, _ in
            let printed = try await Command.healthstore(
                ["pair", "--person", "Ada", "--url", store.service.address], database: store.conninfo)
            let match = try #require(
                printed.output.wholeMatch(of: #/address  (\S+)\ncode     (\S{8})\n/#), "\(printed)")
            #expect(match.1 == store.service.address[...] && printed.errors.contains("█"))
            try await redeem(String(match.2), store).expect(200)
        }
    }
}

/// Sends a request with the access token until the service has recorded a use after the last
/// refresh. A use is not written while another one of the person is.
func wait(forUseOfRefreshedTokenIn session: Session, _ request: () async throws -> Void) async throws {
    try await wait(for: "the use of the token") {
        try await request()
        return try session.execute(
            """
            select 1 from health.token join health.token_use using (person_id, token_id)
            where used_at >= secret_expires_at - interval '1 hour'
            """
        ).rowCount == 1
    }
}
