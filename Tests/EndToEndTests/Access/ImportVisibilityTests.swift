import Foundation
import HealthCore
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// What holders may see of each other's imports, and do with them.
@Suite struct ImportVisibilityTests {
    private static let key = ["Idempotency-Key: one"]
    private static let steps = AccessScope(groups: [.activity])

    private struct World {
        let imports: ImportWorld
        let ada: Person
        let session: Session
        let owner: String
        let data = TestExport.xml(2_000)

        /// The token of a holder.
        func token(_ name: String, _ terms: AccessTerms) throws -> String {
            let holder = try HolderStore.add(name: name, session)
            _ = try GrantStore.add(terms, about: ada, to: holder, session)
            return try TokenStore.create(for: ada, name: name, holder: holder, session).text
        }

        func ids(_ token: String) async throws -> [Int] {
            let list = try await imports.get("/v1/imports", token: token).object["imports"] as? [[String: Any]]
            return (list ?? []).map(\.importID)
        }

        func begin(_ token: String) async throws -> RunningService.Answer {
            try await imports.sendPiece(
                0..<50_000, of: data, token: token, headers: ImportVisibilityTests.key)
        }

        func goOn(_ id: Int, _ token: String) async throws -> RunningService.Answer {
            try await imports.sendPiece(50_000..<60_000, of: data, to: "/v1/imports/\(id)", token: token)
        }

        func cancel(_ id: Int, _ token: String) async throws -> RunningService.Answer {
            try await imports.service.send("DELETE", "/v1/imports/\(id)", token: token)
        }
    }

    private func with(_ body: (World) async throws -> Void) async throws {
        try await ImportWorld.with { imports in
            let session = try Session(conninfo: imports.conninfo)
            let ada = try PersonStore.create(name: "Ada", session)
            let owner = try TokenStore.create(for: ada, name: "own", session).text
            try await body(World(imports: imports, ada: ada, session: session, owner: owner))
        }
    }

    @Test("a holder does not see the imports of others, unless it may read everything")
    func visibility() async throws {
        try await with { world in
            let writer = try world.token("writer", AccessTerms(rights: [.read, .write], scope: Self.steps))
            let manager = try world.token("manager", AccessTerms(rights: .manage, scope: .everything))
            let doctor = try world.token("doctor", AccessTerms(rights: .read, scope: .everything))
            #expect(try await world.begin(world.owner).header("Location") == "/v1/imports/1")
            // The same key of another holder is the name of another upload.
            #expect(try await world.begin(writer).header("Location") == "/v1/imports/2")
            for (token, expected) in [
                (world.owner, [2, 1]), (doctor, [2, 1]), (writer, [2]), (manager, []),
            ] {
                #expect(try await world.ids(token) == expected)
                for (path, isStream) in [("", false), ("/refusals", false), ("/stream", true)] {
                    let whole = "/v1/imports/1" + path
                    guard !expected.contains(1) else {
                        if !isStream { #expect(try await world.imports.get(whole, token: token).status == 200) }
                        continue
                    }
                    let hidden = try await world.imports.get(whole, token: token)
                    hidden.expect(404, "unknown_import", whole)
                    let unknown = try await world.imports.get("/v1/imports/77" + path, token: token)
                    #expect(unknown.body == hidden.body)
                }
            }
            #expect(try await world.cancel(1, writer).code == "unknown_import")
            #expect(try await world.goOn(1, writer).code == "unknown_import")
            #expect(try await world.cancel(1, doctor).code == "write_not_granted")
            #expect(try await world.imports.state(1, token: world.owner) == "receiving")
            // The person cancels what a holder uploads.
            #expect(try await world.cancel(2, world.owner).status == 200)
            #expect(try await world.imports.state(2, token: writer) == "cancelled")
        }
    }

    @Test("a holder or token with fewer rights neither continues nor cancels an upload that has more")
    func rights() async throws {
        try await with { world in
            var terms = AccessTerms(rights: .read, scope: .everything)
            let holder = try HolderStore.add(name: "app", world.session)
            _ = try GrantStore.add(terms, about: world.ada, to: holder, world.session)
            _ = try GrantStore.add(
                AccessTerms(rights: .write, scope: Self.steps), about: world.ada, to: holder, world.session)
            let app = try TokenStore.create(for: world.ada, name: "app", holder: holder, world.session).text
            terms = AccessTerms(rights: .write, scope: Self.steps)
            let narrow = try TokenStore.create(for: world.ada, name: "narrow", terms: terms, world.session).text
            #expect(try await world.begin(world.owner).status == 201)
            for answer in [try await world.goOn(1, app), try await world.cancel(1, app)] {
                answer.expect(403, "write_not_granted")
            }
            for answer in [try await world.goOn(1, narrow), try await world.cancel(1, narrow)] {
                answer.expect(404, "unknown_import")
            }
            // The narrow token has the keys of its holder.
            try await world.begin(narrow).expect(409, "idempotency_key_reused")
            #expect(try await world.goOn(1, world.owner).status == 200)
            // A token with more rights continues: the import has those of the first token.
            #expect(try await world.cancel(1, world.owner).status == 200)
            let begun = try await world.imports.sendPiece(0..<50_000, of: world.data, token: narrow)
            #expect(begun.header("Location") == "/v1/imports/2")
            let rest = try await world.imports.sendPiece(
                50_000..<world.data.count, of: world.data, to: "/v1/imports/2", token: world.owner)
            rest.expect(202)
            let report = try await world.imports.wait(2, token: narrow)
            #expect(report["state"] as? String == "finished" && report.records("refused") == 0, "\(report)")
        }
    }
}
