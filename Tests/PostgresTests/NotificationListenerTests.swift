import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@Suite struct NotificationListenerTests {
    @Test(
        "notifications arrive in order and only those of the channel; after its backend has ended, a listener reports it"
    )
    func order() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let heard = Heard()
            let listener = try NotificationListener(Database(conninfo), channels: ["a \"channel"]) { heard.append($0) }
            #expect(await eventually { heard.listenings == 1 })
            let session = try Session(conninfo: conninfo)
            for number in 0..<100 {
                _ = try session.execute(
                    "select pg_notify('a \"channel', $1), pg_notify('other', 'x')", [.text(String(number))])
            }
            #expect(await eventually { heard.payloads.count == 100 })
            let sent = (0..<100).map { String($0) }
            #expect(heard.payloads == sent)
            try session.endSessions(where: "application_name = 'healthstore listener'")
            #expect(await eventually { heard.listenings == 2 && heard.losses == 1 })
            await listener.close()
            _ = try session.execute("select pg_notify('a \"channel', 'late')")
            // The server ends the backend a moment after the connection.
            #expect(
                try await eventually {
                    try session.sessionCount(where: "application_name = 'healthstore listener'") == 0
                })
            #expect(heard.payloads.count == 100)
        }
    }

    @Test("a listener retries an unreachable server, and closing does not wait for it")
    func unreachable() async throws {
        let heard = Heard()
        let listener = try NotificationListener(Database("host=/nonexistent"), channels: ["c"]) { heard.append($0) }
        #expect(await eventually { heard.losses >= 2 })
        #expect(heard.listenings == 0)
        await listener.close()
        await listener.close()
    }
}

private final class Heard: Sendable {
    private let events = Mutex<[NotificationListener.Event]>([])

    func append(_ event: NotificationListener.Event) { events.withLock { $0.append(event) } }

    var payloads: [String] {
        events.withLock { $0 }.compactMap { if case .notified(_, let payload) = $0 { payload } else { nil } }
    }
    var listenings: Int { events.withLock { $0 }.count { if case .listening = $0 { true } else { false } } }
    var losses: Int { events.withLock { $0 }.count { if case .lost = $0 { true } else { false } } }
}
