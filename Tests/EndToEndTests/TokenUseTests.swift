import Postgres
import TestSupport
import Testing

/// Tests the last use of tokens, and the error for a header without `Bearer`.
@Suite struct TokenUseTests {
    private func lastUse(_ session: Session) throws -> Int64? {
        try session.execute("select max(used_at) from health.token_use")[0].optionalTimestamptz(0)
    }

    @Test("a request marks its token as used, which token list shows; further requests write nothing for a minute")
    func lastUsed() async throws {
        try await ServedStore.ownWithAda { store, token in
            let session = try Session(conninfo: store.conninfo)
            func list() async throws -> String {
                try await Command.healthstore(
                    ["token", "list", "--person", "Ada"], database: store.conninfo, environment: ["TZ": "UTC"]
                ).output
            }
            #expect(try await list().contains(#/valid  \d{4}-\S+Z  never +Ada +none\n/#))
            let wrong = String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0")
            #expect(try await store.get("/v1/types", token: wrong).status == 401)
            #expect(try lastUse(session) == nil)
            #expect(try await store.get("/v1/types", token: token).status == 200)
            try await wait(for: "the token's use in the store") { try lastUse(session) != nil }
            #expect(try await list().contains(#/valid  \d{4}-\S+Z  \d{4}-\S+Z  Ada +none\n/#))
            let first = try lastUse(session)
            for _ in 0..<20 {
                #expect(try await store.get("/v1/types", token: token).status == 200)
            }
            // Another service on the same database has written no use of the token. It finds the
            // use in the store.
            let replica = try await RunningService.start(["--database-url", store.conninfo])
            #expect(try await replica.send("GET", "/v1/types", token: token).status == 200)
            replica.process.terminate()
            // The service has ended, so everything that it writes is written.
            #expect(await replica.process.waitForExit() == 0)
            #expect(try lastUse(session) == first)
        }
    }

    @Test("a request does not wait for its token's row, nor for a read-only database")
    func neverInTheWay() async throws {
        try await ServedStore.ownWithAda { store, token in
            let holder = try Session(conninfo: store.conninfo)
            try holder.executeScript("begin; select from health.token for update")
            for _ in 0..<3 {
                #expect(try await store.get("/v1/types", token: token).status == 200)
            }
            try holder.executeScript("rollback")
            let database = try holder.execute("select current_database()::text")[0].text(0)
            try holder.executeScript("alter database \(database) set default_transaction_read_only = on")
            let replica = try await RunningService.start(["--database-url", store.conninfo])
            #expect(try await replica.send("GET", "/v1/types", token: token).status == 200)
            #expect(await replica.process.stop() == 0)
        }
    }

    @Test("Authorization without Bearer is refused with a hint that says what is missing, and repeats nothing")
    func schemes() async throws {
        try await ServedStore.withAda { store, token in
            for value in [token, "Token \(token)", "Basic YTpi", "Bearer:\(token)", "Bearer\(token)", "Beare \(token)"]
            {
                let answer = try await store.get("/v1/types", headers: ["Authorization: \(value)"])
                answer.expect(401, "invalid_token")
                #expect(
                    try answer.object["hint"] as? String
                        == "send Authorization: Bearer TOKEN, with the word Bearer and a blank before the token")
                #expect(!answer.body.contains(token.suffix(20)))
            }
            for value in ["Bearer \(token)x", "bearer nothing", "Bearer"] {
                let answer = try await store.get("/v1/types", headers: ["Authorization: \(value)"])
                answer.expect(401, "invalid_token")
                #expect(try !(answer.object["hint"] is String))
            }
            for value in ["bearer \(token)", "BEARER   \(token)"] {
                try await store.get("/v1/types", headers: ["Authorization: \(value)"]).expect(200)
            }
        }
    }
}
