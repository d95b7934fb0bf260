import EmbeddedPostgres
import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import Postgres

@main
struct Healthstore {
    static var commands: [any Command.Type] {
        [
            ServeCommand.self, ImportCommand.self, ExportCommand.self, BackupCommand.self, RestoreCommand.self,
            StatisticsCommand.self, SleepCommand.self, SourcesCommand.self,
            WorkoutsCommand.self, TypesCommand.self, PersonCommand.self, HolderCommand.self, ShareCommand.self,
            AccessCommand.self, TokenCommand.self, LoginLinkCommand.self, PairCommand.self, SyncPlanCommand.self,
            WebhookCommand.self,
            AnalystCommand.self, PsqlCommand.self,
            MigrateCommand.self, UpgradePostgresCommand.self, DoctorCommand.self, RebuildCommand.self,
            DistributeCommand.self, MCPCommand.self, OpenAPICommand.self,
            VersionCommand.self, CompletionsCommand.self,
        ]
    }

    /// The exit status of a wrong call, EX_USAGE of sysexits.h.
    private static let usageStatus: Int32 = 64

    @MainActor static func main() async {
        // Without this, a reader of the output that ends early, such as `head`, would end a command
        // by SIGPIPE before the command has stopped its private server.
        signal(SIGPIPE, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    @MainActor private static func run(_ words: [String]) async -> Int32 {
        guard let name = words.first else {
            print(help, terminator: "")
            return usageStatus
        }
        if ["help", "--help", "-h"].contains(name) { return showHelp(words.dropFirst()) }
        if name == "--version" { return showVersion(words.dropFirst()) }
        guard let command = commands.first(where: { $0.description.name == name }) else {
            complain("unknown command \"\(name)\"", hint: "healthstore --help lists the commands")
            return usageStatus
        }
        let words = Array(words.dropFirst())
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            print(command.description.help, terminator: "")
            return 0
        }
        do {
            try Catalogue.load()
            try await command.run(try Arguments(words, of: command.description))
            return 0
        } catch let error as ExitStatus {
            return error.code
        } catch let error as UsageError {
            complain(error.message, hint: "healthstore \(error.command) --help explains its arguments")
            return usageStatus
        } catch {
            let (message, hint) = explain(error)
            complain(message, hint: hint)
            return 1
        }
    }

    /// Prints the help.
    ///
    /// - Parameter words: the name of a topic or command, or none.
    private static func showHelp(_ words: ArraySlice<String>) -> Int32 {
        if let word = words.dropFirst().first {
            complain("unexpected argument \"\(word)\" of help", hint: "healthstore help takes one topic or command")
            return usageStatus
        }
        guard let name = words.first else {
            print(help, terminator: "")
            return 0
        }
        var pages: [String] = []
        do { if let topic = HelpTopic(named: name) { pages.append(try topic.article().text) } } catch {
            let (message, hint) = explain(error)
            complain(message, hint: hint)
            return 1
        }
        // `sleep` is the name of a topic and of a command.
        if let command = commands.first(where: { $0.description.name == name }) {
            pages.append(command.description.help)
        }
        guard !pages.isEmpty else {
            complain("there is no help on \"\(name)\"", hint: "healthstore --help lists commands and topics")
            return usageStatus
        }
        print(pages.joined(separator: "\n"), terminator: "")
        return 0
    }

    private static func showVersion(_ words: ArraySlice<String>) -> Int32 {
        if let word = words.first {
            complain(
                "unexpected argument \"\(word)\" of --version",
                hint: "healthstore version takes the options of a database")
            return usageStatus
        }
        print(VersionCommand.text, terminator: "")
        return 0
    }

    private static var help: String {
        let names = commands.map { $0.description.name } + HelpTopic.allCases.map(\.name)
        let width = names.map(\.count).max()
        var text =
            "usage: healthstore COMMAND [arguments]\n\nStores HealthKit data in PostgreSQL and answers HealthKit's queries.\n\n"
        text += TextTable.lines(commands.map { ($0.description.name, $0.description.summary) }, width: width)
        text += "\nhealthstore COMMAND --help describes a command, and healthstore --version prints the version."
        text += " healthstore help TOPIC prints an article:\n\n"
        // If the articles are not installed, only the topics' names are printed.
        let topics = HelpTopic.allCases.map { ($0.name, (try? $0.article().summary) ?? "") }
        return text + TextTable.lines(topics, width: width)
    }

    /// Returns the message and hint of an error, each in one line.
    static func explain(_ error: any Error) -> (message: String, hint: String?) {
        switch error {
        case let error as InstallationError:
            (error.message, "install the program with all of its files, or build it again")
        case let error as HealthDatabaseError: (error.message, error.hint)
        case let error as HealthImportError: (error.message, nil)
        case let error as EmbeddedPostgresError: (error.message, error.hint)
        case let error as PostgresError where error.sqlState == "25006":
            (Store.isStandby.message, Store.isStandby.hint)
        case let error as PostgresError: (error.message, error.hint)
        case let error as ParameterError: (error.commandMessage, error.commandHint)
        case let error as CommandFailure: (error.message, error.hint)
        case let error as HTTPServerError: (error.message, nil)
        default: ("\(error)", nil)
        }
    }

    private static func complain(_ message: String, hint: String?) {
        StandardError.write("healthstore: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""))
    }
}
