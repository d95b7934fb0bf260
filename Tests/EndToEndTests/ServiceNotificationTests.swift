import Foundation
import TestSupport
import Testing

/// What a service manager such as systemd hears of the service, on a real socket.
@Suite struct ServiceNotificationTests {
    /// Answers every 100 milliseconds.
    private static let watchdog = ["WATCHDOG_USEC": "200000"]

    @Test("READY follows the start of PostgreSQL and the schema, and STOPPING begins the end")
    func life() async throws {
        try await withTemporaryDirectory { directory in
            // A short run begins with a store, because the first schema takes seconds.
            if !LongRun.isOn { try PreparedStore.copy(to: directory + "/data") }
            let socket = try NotifySocket(directory + "/notify")
            let service = try await RunningService.start(
                ["--data-dir", directory + "/data"],
                environment: ["NOTIFY_SOCKET": socket.name].merging(Self.watchdog) { $1 })
            defer { service.process.kill() }
            let status = "STATUS=listening on \(service.address)"
            _ = try await socket.line(status)
            let ready = try #require(socket.messages.firstIndex(of: "READY=1\n\(status)"))
            #expect(try await service.send("GET", "/health").status == 200)
            let before = socket.messages[..<ready].filter { !$0.hasPrefix("EXTEND_TIMEOUT_USEC=") }
            let schema = LongRun.isOn ? ["STATUS=updating the schema of the database"] : []
            #expect(before == ["STATUS=starting PostgreSQL"] + schema)
            #expect(socket.messages[..<ready].count > before.count)
            _ = try await socket.line("WATCHDOG=1", from: ready)
            // PostgreSQL would send its own state to the socket.
            let postmaster = try #require(ServerFiles(directory + "/data").postmaster)
            let environment = try String(contentsOfFile: "/proc/\(postmaster)/environ", encoding: .utf8)
            #expect(
                environment.contains("LC_ALL=") && !environment.contains("NOTIFY") && !environment.contains("WATCHDOG"))
            service.process.terminate()
            // The socket is read meanwhile, because the system queues only a few messages.
            _ = try await socket.line("STOPPING=1")
            #expect(await service.process.waitForExit(seconds: 120) == 0)
            socket.receive()
            #expect(socket.messages.last == "STOPPING=1\nSTATUS=stopping")
            #expect(socket.messages.count { $0.contains("READY=1") } == 1)
        }
    }

    @Test(
        "the watchdog is answered while the private PostgreSQL cannot start, and not while it hangs",
        .enabled(if: LongRun.isOn))
    func privateServer() async throws {
        try await withTemporaryDirectory { directory in
            let socket = try NotifySocket("@healthstore-\(UUID().uuidString)")
            let files = ServerFiles(directory + "/data")
            let service = try await RunningService.start(
                ["--data-dir", files.directory, "--database-failures", "1000"],
                environment: ["NOTIFY_SOCKET": socket.name].merging(Self.watchdog) { $1 })
            defer { service.process.kill() }
            try files.setLogIsReachable(false)
            files.signalPostmaster(SIGKILL)
            _ = try await socket.line("STATUS=PostgreSQL died")
            _ = try await socket.line("STATUS=not ready: ")
            let down = socket.messages.count
            _ = try await socket.line("WATCHDOG=1", from: down)
            try files.setLogIsReachable(true)
            _ = try await socket.line("STATUS=listening on ", from: down)
            let up = socket.messages.count
            _ = try await socket.line("WATCHDOG=1", from: up)

            let postmaster = try #require(files.postmaster)
            kill(postmaster, SIGSTOP)
            defer { kill(postmaster, SIGCONT) }
            // A check that begins after the stop hangs, and no other one begins.
            var hanging = 0
            try await wait(for: "a second without a message") {
                socket.receive()
                hanging = socket.messages.count
                try await Task.sleep(for: .seconds(1))
                socket.receive()
                return socket.messages.count == hanging
            }
            kill(postmaster, SIGCONT)
            _ = try await socket.line("WATCHDOG=1", from: hanging)
            #expect(await service.process.stop() == 0)
        }
    }

    @Test("the watchdog is answered while the server of --database-url is down or hangs")
    func otherServer() async throws {
        try await CrashableServer.with { server in
            let socket = try NotifySocket("@healthstore-\(UUID().uuidString)")
            let service = try await RunningService.start(
                ["--database-url", server.conninfo],
                environment: ["NOTIFY_SOCKET": socket.name].merging(Self.watchdog) { $1 })
            defer { service.process.kill() }
            let postmaster = try #require(ServerFiles(server.directory).postmaster)
            kill(postmaster, SIGSTOP)
            defer { kill(postmaster, SIGCONT) }
            _ = try await socket.line("STATUS=the database does not answer")
            let hanging = socket.messages.count
            _ = try await socket.line("WATCHDOG=1", from: hanging)
            kill(postmaster, SIGCONT)
            _ = try await socket.line("STATUS=listening on ", from: hanging)
            try await server.crash()
            _ = try await socket.line("STATUS=not ready: ")
            let down = socket.messages.count
            _ = try await socket.line("WATCHDOG=1", from: down)
            try await server.start()
            _ = try await socket.line("STATUS=listening on ", from: down)
            #expect(await service.process.stop() == 0)
        }
    }
}
