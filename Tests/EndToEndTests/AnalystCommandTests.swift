import Foundation
import TestSupport
import Testing

@Suite struct AnalystCommandTests {
    private func run(_ arguments: [String]) async throws -> Command {
        try await Command.healthstore(arguments)
    }

    /// Runs psql as another user of this machine, if this process may become another user.
    private func psql(_ login: String, password: String, _ statement: String) async throws -> Command {
        let command = ["psql", login, "-XAtwc", statement]
        let stranger = geteuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] : []
        return try await Command.run("/usr/bin/env", stranger + command, environment: ["PGPASSWORD": password])
    }

    @Test("an analyst logs in to the private server with what add says, sees who was granted, and is gone when removed")
    func analyst() async throws {
        try await withTemporaryDirectory { directory in
            let store = ["--data-dir", directory + "/data"]
            try PreparedStore.copy(to: directory + "/data")
            func mode() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: directory + "/data/socket")[.posixPermissions] as? Int
            }
            var service = try await RunningService.start(store)
            defer { service.process.kill() }
            for name in ["Ada", "Bea"] { #expect(try await run(["person", "add", name] + store).status == 0) }
            #expect(try mode() == 0o700)
            let added = try await run(
                ["analyst", "add", "anna", "--person", "Ada", "--statement-timeout", "7"] + store)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try mode() == 0o711)
            let password = added.output.trimmingCharacters(in: .newlines)
            let quoted = try #require(added.errors.split(separator: "\"").dropFirst().first)
            var login = String(quoted)

            // Who is let in stays let in when the server is started again.
            #expect(await service.process.stop() == 0)
            let port = try OpenSocket.freePort()
            #expect(try await run(["analyst", "tcp", "\(port)"] + store).errors.isEmpty)
            service = try await RunningService.start(store)
            login.replace("port=5432", with: "port=\(port)")
            let people = "select string_agg(name, ',' order by name) from health.person"
            let seen = try await psql(login, password: password, people)
            #expect(seen.output == "Ada\n" && seen.status == 0, "\(seen.errors)")
            #expect(try await psql(login, password: "wrong", people).status != 0)
            let tcp = "host=localhost port=\(port) dbname=healthstore user="
            #expect(try await psql(tcp + "anna", password: password, people).output == "Ada\n")
            #expect(try await psql(tcp + "anna", password: "wrong", people).status != 0)
            #expect(try await psql(tcp + "healthstore", password: password, people).status != 0)
            let listens = try await run(["psql", "--owner"] + store + ["--", "-XAtc", "show listen_addresses"])
            #expect(listens.output == "localhost\n")
            try PreparedStore.copy(to: directory + "/other")
            let taken = try await run(["analyst", "tcp", "\(port)", "--data-dir", directory + "/other"])
            #expect(taken.status == 1 && taken.errors.contains("another PostgreSQL listens on port \(port)"))
            let second = try await run(["analyst", "add", "otto"] + store)
            #expect(second.errors.contains("psql \"\(tcp)otto\""), "\(second.errors)")
            #expect(try await run(["analyst", "remove", "otto"] + store).status == 0)
            let listed = try await psql(login, password: password, "\\d").output.split(separator: "\n")
            #expect(
                listed.count > 20 && listed.allSatisfy { $0.contains(#/^health_analysis\|\w+\|view\|/#) }, "\(listed)")
            #expect(try await psql(login, password: password, "table health.token").status != 0)
            if geteuid() == 0 {
                let owner = login.replacingOccurrences(of: "user=anna", with: "user=healthstore")
                #expect(owner != login)
                #expect(try await psql(owner, password: password, people).status != 0)
            }
            #expect(try await run(["analyst", "list"] + store).output.hasSuffix("anna                7 s  Ada\n"))

            #expect(try await run(["analyst", "grant", "anna", "Bea"] + store).status == 0)
            #expect(try await psql(login, password: password, people).output == "Ada,Bea\n")
            #expect(try await run(["analyst", "revoke", "anna", "Ada"] + store).status == 0)
            #expect(try await psql(login, password: password, people).output == "Bea\n")
            #expect(try await run(["analyst", "remove", "anna"] + store).status == 0)
            #expect(try await psql(login, password: password, people).status != 0)
            #expect(try mode() == 0o700)
            #expect(try await run(["analyst", "remove", "anna"] + store).status == 1)
            let off = try await run(["analyst", "tcp", "off"] + store)
            #expect(off.errors.hasPrefix("restart healthstore serve"))
            #expect(await service.process.stop() == 0)
            let closed = try await run(["psql"] + store + ["--", "-XAtc", "show listen_addresses"])
            #expect(closed.output == "\n")
            for port in ["0", "65536", "all"] {
                #expect(try await run(["analyst", "tcp", port] + store).status == 64, "\(port)")
            }
            #expect(try await run(["analyst", "tcp", "5433", "--database-url", "postgresql:///x"]).status == 1)
        }
    }

    @Test("psql only reads unless the owner is asked for, and sees one person if told which")
    func psqlCommand() async throws {
        try await TestServer.shared().withMigratedDatabase { conninfo in
            let store = ["--database-url", conninfo]
            for arguments in [["person", "add", "Ada"], ["person", "add", "Bea O'Hara"]] {
                try await run(arguments + store).succeeded(arguments)
            }
            let people = "select string_agg(name, ',' order by name) from health.person"
            let questions: [(options: [String], statement: String, output: String?)] = [
                ([], people, "Ada,Bea O'Hara\n"),
                (["--person", "Bea O'Hara"], people, "Bea O'Hara\n"),
                (["--owner"], people, "Ada,Bea O'Hara\n"),
                ([], "delete from health.person", nil),
                ([], "table health.token", nil),
                (["--owner"], "table health.token", ""),
                (["--person", "Nobody"], people, nil),
                (["--owner", "--person", "Ada"], people, nil),
            ]
            for (options, statement, output) in questions {
                let command = try await run(["psql"] + options + store + ["--", "-XAtc", statement])
                #expect((command.status == 0) == (output != nil), "\(options) \(statement): \(command.errors)")
                #expect(command.output == output ?? "", "\(options) \(statement)")
            }
        }
    }
}
