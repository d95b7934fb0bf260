import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// The anchors and streams of a holder that may not read everything.
@Suite struct SealedAnchorTests {
    private static let steps = AccessSet(grants: [RandomTerms(groups: ["activity"])])

    private static func changes(
        _ world: AccessWorld, _ token: String, _ query: [(String, String)] = []
    ) async throws -> RunningService.Answer {
        try await world.store.get("/v1/changes", query, token: token)
    }

    private static func notify(_ world: AccessWorld, _ session: Session) throws {
        _ = try session.execute(
            "select pg_notify($1, $2) is null",
            [.text(AccessChange.channel), .text("\(world.person.id) \(world.holder)")])
    }

    private static func post(_ world: AccessWorld, _ type: String, _ unit: String) async throws {
        let sample: Twin.Object = [
            "uuid": UUID().uuidString, "type": type, "startDate": "2024-05-03T20:00:00Z",
            "endDate": "2024-05-03T20:00:00Z", "value": 5, "unit": unit, "source": ["name": "Phone"],
        ]
        let answer = try await world.store.post(["samples": [sample]], token: world.token)
        try #require(answer.status == 200, "\(answer.body)")
    }

    @Test("anchors show no position, and any other text is refused as before")
    func opaque() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let (token, tokenOfCopy) = try world.grant(Self.steps, session)
            func anchor(_ token: String) async throws -> String {
                try #require(try await Self.changes(world, token, [("limit", "1")]).object["anchor"] as? String)
            }
            let (one, two) = (try await anchor(token), try await anchor(token))
            #expect(one != two && one.count == 136 && two.count == 136)
            #expect(try await !Self.changes(world, token).body.contains("position"))
            for (text, status, code) in [
                (one, 200, nil), (try await anchor(tokenOfCopy), 400, "foreign_anchor"),
                (try await anchor(world.token), 410, "anchor_expired"),
                (String(one.dropLast(4)) + (one.hasSuffix("AAAA") ? "BBBB" : "AAAA"), 400, "malformed_anchor"),
                (String(one.dropLast(4)), 400, "malformed_anchor"), ("none", 400, "malformed_anchor"),
            ] {
                try await Self.changes(world, token, [("anchor", text)]).expect(status, code, "\(text)")
            }
            try await Self.changes(world, world.token, [("anchor", one)]).expect(410, "anchor_expired")
        }
    }

    @Test("samples that become readable are delivered, because anchors of an earlier access are expired")
    func otherAccess() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let (token, _) = try world.grant(Self.steps, session)
            let first = try await Self.changes(world, token, [("limit", "10000")])
            #expect(first.body.contains("StepCount") && !first.body.contains("HeartRate"))
            let anchor = try #require(try first.object["anchor"] as? String)
            let again = try await Self.changes(world, token, [("anchor", anchor)])
            #expect(try again.object["changes"] as? [String] == [])
            _ = try session.execute(
                """
                insert into health.access_grant (person_id, grant_id, holder_id, may_read, groups)
                values ($1, gen_random_uuid(), $2, true, '{heart}')
                """, [.int32(world.person.id), .int32(world.holder)])
            try await Self.changes(world, token, [("anchor", anchor)]).expect(410, "anchor_expired")
            #expect(try await Self.changes(world, token, [("limit", "10000")]).body.contains("HeartRate"))
        }
    }

    @Test("a stream sends nothing about changes that may not be read")
    func hiddenChanges() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let (token, _) = try world.grant(Self.steps, session)
            for query in ["", "?changes=true"] {
                let end = try #require(
                    try await Self.changes(world, token, [("limit", "10000")]).object["anchor"] as? String)
                let client = try EventClient(
                    world.store, query: query, token: token, lastEventID: query.isEmpty ? nil : end)
                try #require(await client.opened())
                for _ in 0..<3 { try await Self.post(world, "heartRate", "count/min") }
                try await Self.post(world, "stepCount", "count")
                try #require(await eventually { !client.events.isEmpty })
                await client.close()
                // The id of the start, and one event.
                #expect(client.blocks.filter { $0.id != nil }.count == (query.isEmpty ? 2 : 1))
                #expect(client.events.count == 1)
                let data = client.events.first?.data ?? ""
                #expect(data.contains("StepCount") && !data.contains("HeartRate"), "\(data)")
                #expect(!data.contains("position"), "\(data)")
            }
        }
    }

    @Test(
        "a stream ends when the access of its holder changes or ends",
        arguments: LongRun.isOn ? ["", "?changes=true"] : ["?changes=true"])
    func revoked(_ query: String) async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let (token, _) = try world.grant(Self.steps, session)
            for change in ["revoked_at = now()", "revoked_at = null, may_write = true"] {
                let client = try EventClient(world.store, query: query, token: token)
                try #require(await client.opened())
                if query.isEmpty { try #require(await eventually { client.lastEventID != nil }) }
                _ = try session.execute(
                    "update health.access_grant set grant_id = $2, \(change) where holder_id = $1",
                    [.int32(world.holder), .uuid(UUID())])
                try Self.notify(world, session)
                #expect(await eventually { client.process.hasEnded }, "\(client.process.output.suffix(200))")
                #expect(client.events.last?.name == "error")
                #expect(client.events.last?.object["code"] as? String == "anchor_expired")
            }
        }
    }

    @Test("a stream of a caller who may read everything ends when the grant is revoked")
    func revokedWhole() async throws {
        try await AccessWorld.with { world in
            let session = try Session(conninfo: world.store.conninfo)
            let all = RandomTerms(allGroups: true, groups: ["clinical", "reproductive", "routes"])
            let (token, _) = try world.grant(AccessSet(grants: [all]), session)
            let client = try EventClient(world.store, token: token)
            try #require(await client.opened())
            try #require(await eventually { client.lastEventID != nil })
            _ = try session.execute(
                "delete from health.access_grant where holder_id = $1", [.int32(world.holder)])
            try Self.notify(world, session)
            #expect(await eventually { client.process.hasEnded })
            #expect(client.events.last?.object["code"] as? String == "anchor_expired")
        }
    }
}
