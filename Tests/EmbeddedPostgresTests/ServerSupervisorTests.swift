import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import EmbeddedPostgres

@Suite struct ServerSupervisorTests {
    /// The events that a supervisor reported, and the reason that forbids a restart.
    private final class Record: Sendable {
        private let state = Mutex<(events: [String], busyReason: String?)>(([], nil))

        var events: [String] { state.withLock { $0.events } }
        var busyReason: String? {
            get { state.withLock { $0.busyReason } }
            set { state.withLock { $0.busyReason = newValue } }
        }

        func append(_ event: ServerSupervisor.Event) {
            let text =
                switch event {
                case .died: "died"
                case .startedAgain: "started again"
                case .startFailed(_, let failures): "failed \(failures)"
                case .upgradeWaits(_, let reason): "waits: \(reason)"
                case .upgraded: "upgraded"
                }
            state.withLock { $0.events.append(text) }
        }
    }

    private static var policy: ServerSupervisor.Policy {
        var policy = ServerSupervisor.Policy()
        policy.failuresMax = 3
        policy.backoffShortest = .milliseconds(10)
        policy.backoffLongest = .milliseconds(50)
        policy.pollInterval = .milliseconds(20)
        return policy
    }

    /// Runs a server under a supervisor.
    private func supervised(
        _ policy: ServerSupervisor.Policy = ServerSupervisorTests.policy, programs: String? = nil,
        _ body: (EmbeddedServer, ServerFiles, Record, Task<Void, any Error>) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { data in
            try PreparedStore.copy(to: data)
            let server = try EmbeddedServer(
                dataDirectory: data, settings: ServerSettings(isThrowaway: true, programsDirectory: programs))
            try server.start()
            let record = Record()
            let supervisor = ServerSupervisor(
                server: server, policy: policy, busyReason: { record.busyReason }, report: { record.append($0) })
            let task = Task { try await supervisor.run() }
            let result: Result<Void, any Error>
            do { result = .success(try await body(server, ServerFiles(data), record, task)) } catch {
                result = .failure(error)
            }
            task.cancel()
            _ = await task.result
            try? ServerFiles(data).setLogIsReachable(true)
            try? server.stop()
            try result.get()
        }
    }

    @Test(
        "a killed server is started again each time if it was stable before, and else as often as configured",
        arguments: [true, false])
    func killed(isStable: Bool) async throws {
        var policy = ServerSupervisorTests.policy
        if isStable { policy.stableTime = .zero }
        policy.failuresMax = isStable && LongRun.isOn ? 3 : 2
        try await supervised(policy) { server, files, record, task in
            let session = try Session(conninfo: server.conninfo)
            try session.executeScript("create table t as select 7 as n")
            try session.executeScript("checkpoint")
            for count in 1...policy.failuresMax + (isStable ? 1 : 0) {
                files.signalPostmaster(SIGKILL)
                try await wait(for: "the server is started again") {
                    record.events.count { $0 == "started again" } == count
                }
                #expect(try Session(conninfo: server.conninfo).execute("table t")[0].int32(0) == 7)
            }
            guard !isStable else { return }
            files.signalPostmaster(SIGKILL)
            let error = await #expect(throws: EmbeddedPostgresError.self) { try await task.value }
            #expect(error?.message.contains("died 2 times in a row") == true, "\(String(describing: error))")
        }
    }

    @Test("failing starts are repeated: on a full disk until there is room, and else as often as configured")
    func failingStarts() async throws {
        try await withTemporaryDirectory { directory in
            let tree = try await ProgramTree(in: directory)
            try await supervised(programs: tree.versionsDirectory) { _, files, record, task in
                let text = "FATAL:  could not write: No space left on device"
                let fails = "#!/bin/sh\necho '\(text)' >>'\(files.directory)/postgres/server.log'; exit 1\n"
                try await tree.withProgram("pg_ctl", fails) {
                    files.signalPostmaster(SIGKILL)
                    try await wait(for: "it goes on") { record.events.contains("failed 5") }
                }
                try await wait(for: "the server is started again") { record.events.last == "started again" }
                try files.setLogIsReachable(false)
                files.signalPostmaster(SIGKILL)
                let error = await #expect(throws: EmbeddedPostgresError.self) { try await task.value }
                #expect(error?.message.contains("Permission denied") == true, "\(String(describing: error))")
                #expect(record.events.suffix(3) == ["died", "failed 2", "failed 3"])
            }
        }
    }

    @Test("a server whose programs were replaced is restarted when it is idle, and the supervisor reports why it waits")
    func upgrade() async throws {
        try await withTemporaryDirectory { directory in
            let tree = try await ProgramTree(in: directory + "/programs")
            try await supervised(programs: tree.versionsDirectory) { server, files, record, _ in
                let before = files.postmaster
                #expect(try Session(conninfo: server.conninfo).serverVersionText == tree.version)
                #expect(try server.pendingUpgrade() == nil)
                let second = try EmbeddedServer(
                    dataDirectory: server.dataDirectory,
                    settings: ServerSettings(isThrowaway: true, programsDirectory: tree.versionsDirectory))
                try second.start()
                let session = try Session(conninfo: server.conninfo)
                record.busyReason = "a test"
                let newer = try tree.upgrade()
                try await wait(for: "it waits for the service") { record.events.last == "waits: a test" }
                #expect(try server.pendingUpgrade() == PendingUpgrade(running: tree.version, installed: newer))
                let findings = try second.findings(session).filter { !$0.isGood }
                #expect(findings.count == 1 && findings[0].text.contains(newer))
                record.busyReason = nil
                try await wait(for: "it waits for the other process") {
                    record.events.last == "waits: another process uses the data directory"
                }
                try session.executeScript("begin")
                try second.stop()
                try await wait(for: "it waits for the transaction") {
                    record.events.last == "waits: other sessions run statements (1)"
                }
                try session.executeScript("commit; select pg_advisory_lock(7)")
                try await wait(for: "it waits for the lock") { record.events.last?.contains("is unfinished") == true }
                #expect(files.postmaster == before)
                try session.executeScript("select pg_advisory_unlock(7)")
                try await wait(for: "it is restarted") { record.events.last == "upgraded" }
                #expect(try Session(conninfo: server.conninfo).serverVersionText == newer)
                #expect(try server.pendingUpgrade() == nil && files.postmaster != before)
                #expect(!record.events.contains("died"))
            }
        }
    }

    @Test("a server of replaced programs that no process uses is restarted by the next start")
    func adoptedUpgrade() async throws {
        try await withTemporaryDirectory { directory in
            let tree = try await ProgramTree(in: directory + "/programs")
            let settings = ServerSettings(isThrowaway: true, programsDirectory: tree.versionsDirectory)
            try PreparedStore.copy(to: directory + "/data")
            // The other server object is released without stopping the server, as by a killed
            // process.
            try { try EmbeddedServer(dataDirectory: directory + "/data", settings: settings).start() }()
            let newer = try tree.upgrade()
            let server = try EmbeddedServer(dataDirectory: directory + "/data", settings: settings)
            try server.start()
            #expect(try Session(conninfo: server.conninfo).serverVersionText == newer)
            try server.stop()
        }
    }
}
