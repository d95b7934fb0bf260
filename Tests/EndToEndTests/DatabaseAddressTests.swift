import Foundation
import TestSupport
import Testing

/// Addresses of databases with passwords, which no argument may show.
@Suite struct DatabaseAddressTests {
    private static let password = "s3cret-of-the-database"

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Command {
        try await Command.run(try Command.product(), arguments, environment: environment)
    }

    @Test("a password in an argument is refused, and the message does not repeat it")
    func arguments() async throws {
        for (arguments, option) in [
            (
                ["person", "list", "--database-url", "postgresql://ada:\(Self.password)@127.0.0.1:1/x"],
                "--database-url"
            ),
            (["doctor", "--database-url", "host=127.0.0.1 port=1 password='\(Self.password)'"], "--database-url"),
            (
                [
                    "serve", "--read-only", "--database-url", "host=/none", "--primary-url",
                    "host=/none password=\(Self.password)",
                ], "--primary-url"
            ),
        ] {
            let run = try await run(arguments)
            #expect(run.status == 64 && run.errors.contains("\(option) has a password"), "\(run.errors)")
            #expect(run.errors.contains("\(option)-file") && !run.errors.contains(Self.password), "\(run.errors)")
        }
    }

    @Test("a file, a credential and the environment may have the address, and errors do not contain it")
    func files() async throws {
        try await withTemporaryDirectory { directory in
            func write(_ text: String, mode: Int = 0o600, to name: String = "address") -> String {
                let path = directory + "/" + name
                _ = FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
                return path
            }
            let unreachable = "postgresql://ada:\(Self.password)@127.0.0.1:1/x"
            for (path, message) in [
                (directory + "/missing", "cannot be read"), (write("", to: "empty"), "must have one line"),
                (write("a\nb", to: "two"), "must have one line"),
                (write(unreachable, mode: 0o644, to: "open"), "every user can read the file"),
                (write(unreachable), "connection to server"),
                (write("postgresql://ada:\(Self.password)@[", to: "malformed"), "the connection string is malformed"),
            ] {
                let run = try await run(["person", "list", "--database-url-file", path])
                #expect(run.status == 1 && run.errors.contains(message), "\(run.errors)")
                #expect(!run.errors.contains(Self.password), "\(run.errors)")
            }
            let both = try await run(["person", "list", "--database-url", "host=/none", "--database-url-file", "x"])
            #expect(both.status == 64 && both.errors.contains("exclude each other"))

            try await TestServer.shared().withMigratedDatabase { conninfo in
                let address = write("\(conninfo) password='\(Self.password)'\n", to: "database-url")
                try await run(["person", "add", "Ada", "--database-url-file", address]).succeeded()
                let credential = try await run(["person", "list"], ["CREDENTIALS_DIRECTORY": directory])
                #expect(credential.status == 0 && credential.output.contains("Ada"), "\(credential.errors)")
                let variable = try await run(
                    ["person", "list"], ["HEALTHSTORE_DATABASE_URL": "\(conninfo) password='\(Self.password)'"])
                #expect(variable.status == 0 && variable.output.contains("Ada"), "\(variable.errors)")
            }
        }
    }
}
