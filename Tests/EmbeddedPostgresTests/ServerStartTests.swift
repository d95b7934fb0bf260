import EmbeddedPostgres
import Foundation
import Postgres
import TestSupport
import Testing

/// Tests starts after an earlier server, another program or an administrator changed the directory.
@Suite struct ServerStartTests {
    private let settings = ServerSettings(isThrowaway: true)

    private func withServer(_ body: (EmbeddedServer, ServerFiles) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try PreparedStore.copy(to: directory + "/data")
            let server = try EmbeddedServer(dataDirectory: directory + "/data", settings: settings)
            try server.start()
            do { try await body(server, ServerFiles(directory + "/data")) } catch {
                try? server.stop()
                throw error
            }
            try server.stop()
            #expect(ServerFiles(directory + "/data").postmaster == nil)
        }
    }

    /// A second process's view of the directory.
    private func another(_ server: EmbeddedServer) throws -> EmbeddedServer {
        try EmbeddedServer(dataDirectory: server.dataDirectory, settings: settings)
    }

    @Test("a start waits for a recovering server and does not stop it")
    func recovering() async throws {
        try await withServer { server, files in
            let before = files.postmaster
            let session = try Session(conninfo: server.conninfo)
            let backend = try session.execute("select pg_backend_pid()")[0].int32(0)
            kill(backend, SIGKILL)
            try await noticesKill(files)
            let second = try another(server)
            try second.start()
            _ = try Session(conninfo: second.conninfo)
            #expect(files.postmaster == before)
            try second.stop()
        }
    }

    /// Waits until the server has noticed that a backend was killed. The line of its log stays. A
    /// recovery may end before a busy machine sees it.
    private func noticesKill(_ files: ServerFiles) async throws {
        try await wait(for: "the server notices") {
            let log = try? String(contentsOfFile: files.directory + "/postgres/server.log", encoding: .utf8)
            return log?.contains("was terminated by signal 9") == true
        }
    }

    /// PostgreSQL 15 can get into this state if it is told to stop while it recovers from the crash
    /// of a backend, because it then waits for a checkpointer that it does not tell to end.
    @Test(
        "a server that was told to stop, and never ends, does not hold up the next start", .enabled(if: LongRun.isOn))
    func stuck() async throws {
        try await withServer { server, files in
            var impatient = settings
            impatient.stopSeconds = 2
            let second = try EmbeddedServer(dataDirectory: server.dataDirectory, settings: impatient)
            let checkpointer = try #require(files.children.first { $0.title.contains("checkpointer") })
            kill(checkpointer.process, SIGSTOP)
            files.signalPostmaster(SIGINT)
            try await wait(for: "the server waits for its checkpointer") {
                files.children.map(\.title) == [checkpointer.title]
                    && Session.ping(conninfo: server.conninfo) != .accepts
            }
            try second.start()
            _ = try Session(conninfo: second.conninfo)
            try second.stop()
        }
    }

    @Test("a server that recovers from a crash is stopped at once")
    func stoppedWhileRecovering() async throws {
        try await withServer { server, files in
            let session = try Session(conninfo: server.conninfo)
            kill(try session.execute("select pg_backend_pid()")[0].int32(0), SIGKILL)
            try await noticesKill(files)
            try server.stop()
            #expect(files.postmaster == nil)
            try server.start()
            _ = try Session(conninfo: server.conninfo)
        }
    }

    @Test("a start waits for the processes of a server that was killed, and tries again")
    func orphans() async throws {
        try await withServer { server, files in
            let session = BackgroundProcess(
                "/usr/bin/env",
                [
                    "psql", server.conninfo, "-XAtc",
                    "select count(*) from generate_series(1, \(LongRun.isOn ? 30 : 4)000000) n",
                ])
            try session.start()
            try await wait(for: "the statement runs") { files.children.contains { $0.title.contains("SELECT") } }
            let working = files.children.filter { $0.title.contains("SELECT") }
            files.signalPostmaster(SIGKILL)
            try server.startAgain()
            _ = try Session(conninfo: server.conninfo)
            // A process that has ended exists until its parent has taken note of it.
            #expect(await eventually { working.allSatisfy { kill($0.process, 0) != 0 } }, "\(working)")
            _ = await session.waitForExit(seconds: 60)
        }
    }

    @Test("a lock file whose number belongs to another program is not taken for a server")
    func foreignLockFile() async throws {
        try await withTemporaryDirectory { directory in
            try PreparedStore.copy(to: directory)
            let server = try EmbeddedServer(dataDirectory: directory, settings: settings)
            try server.start()
            try server.stop()
            // The process runs as the server's user, because PostgreSQL ignores processes of other
            // users.
            let sleeper = BackgroundProcess(
                "/usr/bin/env",
                (geteuid() == 0 ? ["setpriv", "--reuid=postgres", "--clear-groups"] : []) + ["sleep", "600"])
            try sleeper.start()
            defer { sleeper.kill() }
            try await wait(for: "the other program runs as the server's user") {
                try String(contentsOfFile: "/proc/\(sleeper.processIdentifier)/cmdline", encoding: .utf8).hasPrefix(
                    "sleep")
            }
            let lock =
                "\(sleeper.processIdentifier)\n\(directory)/postgres\n1\n5432\n\(directory)/socket\n\n1 1\nready   \n"
            try lock.write(toFile: directory + "/postgres/postmaster.pid", atomically: false, encoding: .utf8)
            try lock.write(
                toFile: directory + "/socket/.s.PGSQL.5432.lock", atomically: false, encoding: .utf8)
            try server.start()
            _ = try Session(conninfo: server.conninfo)
            try server.stop()
            #expect(sleeper.isRunning)
        }
    }

    @Test("a cancelled start stops the recovering server, and the next start recovers it")
    func cancelled() async throws {
        try await withTemporaryDirectory { directory in
            try PreparedStore.copy(to: directory)
            let server = try EmbeddedServer(dataDirectory: directory, settings: settings)
            #expect(throws: CancellationError.self) { try server.start { true } }
            #expect(ServerFiles(directory).postmaster == nil)
            try server.start()
            _ = try Session(conninfo: server.conninfo)
            try server.stop()
        }
    }

    @Test("a failed start names an address that the machine does not have, and the line that sets it")
    func badAddress() async throws {
        try await withTemporaryDirectory { directory in
            let server = try EmbeddedServer(dataDirectory: directory, settings: settings)
            try server.start()
            try Session(conninfo: server.conninfo).executeScript("alter system set listen_addresses = '203.0.113.7'")
            try server.stop()
            let error = try #require(throws: EmbeddedPostgresError.self) { try server.start() }
            #expect(error.message.contains("could not create any TCP/IP sockets"), "\(error)")
            #expect(error.message.contains("203.0.113.7"), "\(error)")
            let file = directory + "/postgres/postgresql.auto.conf"
            #expect(error.hint?.contains("from \(file) (line 3: listen_addresses = '203.0.113.7')") == true, "\(error)")
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            try lines.filter { !$0.contains("listen_addresses") }.joined(separator: "\n").appending("\n").write(
                toFile: file, atomically: false, encoding: .utf8)
            try server.start()
            _ = try Session(conninfo: server.conninfo)
            try server.stop()
        }
    }

    @Test("another port and another directory of the socket do not hide the server")
    func otherPort() async throws {
        try await withServer { server, files in
            let session = try Session(conninfo: server.conninfo)
            try session.executeScript("alter system set port = 5499")
            try session.executeScript("alter system set unix_socket_directories = '/tmp'")
            // A restart while this process uses the server keeps its port.
            files.signalPostmaster(SIGKILL)
            try server.startAgain()
            #expect(server.conninfo.contains("port=5432"))
            _ = try Session(conninfo: server.conninfo)
            try server.stop()
            try server.start()
            #expect(server.conninfo.contains("port=5499 ") && server.conninfo.contains(files.directory))
            _ = try Session(conninfo: server.conninfo)
        }
    }

    @Test("an adopted server gets this program’s rules: only its user and root log in as the owner")
    func adoptedRules() async throws {
        try await withServer { server, files in
            try server.setAdmitsOthers(true)
            let ident = files.directory + "/postgres/healthstore_ident.conf"
            let current = try String(contentsOfFile: ident, encoding: .utf8)
            let session = try Session(conninfo: server.conninfo)
            func reload() async throws {
                try session.executeScript("select pg_reload_conf()")
            }
            // This text has the form that earlier programs wrote.
            try (current + "owner \"nobody\" healthstore\n").write(toFile: ident, atomically: false, encoding: .utf8)
            try await reload()
            if geteuid() == 0 {
                try await wait(for: "the older rules hold") { try await asStranger(server).status == 0 }
            }
            let second = try another(server)
            try second.start()
            #expect(try String(contentsOfFile: ident, encoding: .utf8) == current)
            if geteuid() == 0 {
                try await wait(for: "the older rules are gone") { try await asStranger(server).status != 0 }
                #expect(try await asStranger(server).errors.contains("Peer authentication failed"))
            }
            _ = try Session(conninfo: second.conninfo)
            #expect(try second.findings(session).filter { !$0.isGood }.map(\.text) == [])
            // A file that the server's user cannot use is a fault.
            for (name, mode) in [("socket", 0o600), ("postgres", 0o755)] as [(String, mode_t)] {
                let path = server.dataDirectory + "/" + name
                #expect(chmod(path, mode) == 0)
                #expect(!second.fileFinding.isGood && second.fileFinding.text.contains(path))
                #expect(chmod(path, 0o700) == 0)
            }
            try second.stop()
        }
    }

    /// Runs psql as a user who neither runs the server nor owns its files.
    private func asStranger(_ server: EmbeddedServer) async throws -> Command {
        try await Command.run(
            "/usr/bin/env",
            [
                "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "psql", server.conninfo, "-XAtc",
                "select 1",
            ])
    }
}
