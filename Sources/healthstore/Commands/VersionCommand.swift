import CProgram
import EmbeddedPostgres
import HealthAPI
import HealthDatabase

/// `healthstore version`
enum VersionCommand: Command {
    static let description = CommandDescription(
        "version", "Prints the versions of the program, its database and its schema.",
        notes: "healthstore --version prints only the program's versions and needs no database.")

    static func run(_ arguments: Arguments) async throws {
        print(text, terminator: "")
        do {
            let database = try await Store.with(arguments, for: .inspect) { _, session in
                (session.serverVersionText, try Migrator.latestMigration(in: session))
            }
            print("database             PostgreSQL \(database.0), migration \(database.1)")
        } catch let error as EmbeddedPostgresError where error.code == .noStore && !arguments.has("--data-dir") {
            print("database             none yet")
        }
    }

    /// The versions of the program and of PostgreSQL's installed programs.
    static var text: String {
        var text = "healthstore          \(HealthService.version)" + (commit.map { ", commit \($0)" } ?? "") + "\n"
        text += "schema               migration \((try? Migrator().latestMigration) ?? "unknown")\n"
        text += "PostgreSQL installed \(EmbeddedServer.installedVersion() ?? "none")\n"
        return text
    }

    /// The commit that was built. It is nil if the build did not set it.
    static var commit: String? {
        let number = hs_commit()
        guard number >= 0 else { return nil }
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}
