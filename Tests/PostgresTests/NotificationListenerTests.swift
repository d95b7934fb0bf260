import Postgres
import TestSupport
import Testing

@Suite struct NotificationListenerTests {
    @Test(
        "notifications arrive in order and only those of the channel; after its backend has ended, a listener reports it"
    )
    func order() async throws {
        try await TestServer.shared().withDatabase { conninfo in
            let heard = Recorder<NotificationListener.Event>()
            let listener = try NotificationListener(Database(conninfo), channels: ["a \"channel"]) { heard.add($0) }
            #expect(await eventually { heard.listeningCount == 1 })
            let session = try Session(conninfo: conninfo)
            for number in 0..<100 {
                _ = try session.execute(
                    "select pg_notify('a \"channel', $1), pg_notify('other', 'x')", [.text(String(number))])
            }
            #expect(await eventually { heard.payloads.count == 100 })
            let sent = (0..<100).map { String($0) }
            #expect(heard.payloads == sent)
            try session.endSessions(where: "application_name = 'healthstore listener'")
            #expect(await eventually { heard.listeningCount == 2 && heard.lossCount == 1 })
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
        let heard = Recorder<NotificationListener.Event>()
        let listener = try NotificationListener(Database("host=/nonexistent"), channels: ["c"]) { heard.add($0) }
        #expect(await eventually { heard.lossCount >= 2 })
        #expect(heard.listeningCount == 0)
        await listener.close()
        await listener.close()
    }
}
