import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// `healthstore webhook`
@Suite struct WebhookCommandTests {
    private func run(_ arguments: [String], _ store: ServedStore) async throws -> Command {
        try await Command.healthstore(
            ["webhook"] + arguments, database: store.conninfo, environment: ["TZ": "Europe/Berlin"])
    }

    @Test("webhook adds, lists, rotates and removes webhooks, which deliver events with the printed secrets")
    func life() async throws {
        try await WebhookReceiver.with { receiver, url in
            try await ServedStore.withAda(["--webhooks-allow-private-addresses"]) { store, token in
                func secret(_ arguments: [String]) async throws -> String {
                    let answer = try await run(arguments + ["--person", "Ada"], store)
                    #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
                    return try #require(answer.output.wholeMatch(of: #/(whsec_[A-Za-z0-9+\/=]+)\n/#)).1.description
                }
                let first = try await secret(["add", "--url", url, "--allow-private-addresses"])
                let listed = try await run(["list", "--person", "Ada"], store).output.split(separator: "\n")
                try #require(listed.count == 3)
                #expect(listed[2].contains(#/  active  20\S+\+0\d:00  never .* Ada     \S+\/hook$/#), "\(listed)")
                let id = String(try #require(listed[2].split(separator: " ").first))
                #expect(try await store.webhooks(token).first?["id"] as? String == id)
                let second = try await secret(["rotate", id])
                #expect(try await store.post(["samples": [step()]], token: token).status == 200)
                try await wait(for: "the event") { receiver.deliveries.count == 1 }
                #expect(try receiver.deliveries[0].isSigned(with: second, first))
                #expect(try await run(["remove", id, "--person", "Ada"], store).status == 0)
                #expect(try await store.webhooks(token).isEmpty)
            }
        }
    }

    @Test("what webhook cannot do is refused with the option that is wrong, and changes nothing")
    func refused() async throws {
        try await ServedStore.with { store in
            let session = try Session(conninfo: store.conninfo)
            _ = try HolderStore.add(name: "stranger", session)
            for name in ["Ada", "Ben"] { _ = try store.token(for: name) }
            let ada = ["--person", "Ada"]
            let url = ["--url", "https://receiver.invalid/hook"]
            let calls: [(arguments: [String], status: Int32, message: String)] = [
                (["add"] + url, 64, "--person"), (["add"] + ada, 64, "--url"), (["rotate"] + ada, 64, "ID"),
                (["rotate", "x"] + ada, 64, "ID must be one that webhook list shows"),
                (["replace", "x"] + ada, 64, "replace"),
                (["add", "--url", "http://receiver.invalid/"] + ada, 64, "--url must begin with https://"),
                (
                    ["add", "--url", "https://127.1/"] + ada, 64,
                    "--url must have a public address of the Internet; 127.0.0.1 is a private, local or reserved one"
                ),
                (["add"] + url + ["--person", "Eve"], 1, "Eve"),
                (["add", "--holder", "nobody"] + url + ada, 1, "--holder must name a holder"),
                (["add", "--holder", "stranger"] + url + ada, 1, "--holder must name a holder that may read"),
                (["rotate", UUID().uuidString] + ada, 1, "there is no such webhook about the person"),
            ]
            for (arguments, status, message) in calls {
                let answer = try await run(arguments, store)
                #expect(answer.status == status && answer.output.isEmpty, "\(arguments): \(answer.errors)")
                #expect(answer.errors.contains(message), "\(arguments): \(answer.errors)")
            }
            #expect(try session.execute("select count(*) from health.webhook")[0].int64(0) == 0)
            // The id of a webhook about another person names none.
            #expect(try await run(["add"] + url + ada, store).status == 0)
            let id = try session.execute("select webhook_id from health.webhook")[0].uuid(0).uuidString
            for action in ["rotate", "remove"] {
                #expect(try await run([action, id, "--person", "Ben"], store).status == 1)
            }
            #expect(
                try session.execute("select count(*) from health.webhook where old_secret is null")[0].int64(0) == 1)
        }
    }
}
