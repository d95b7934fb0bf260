import HealthAPI
import HealthDatabase
import Postgres

/// `healthstore person`
enum PersonCommand: Command {
    static let description = CommandDescription(
        "person", "Adds, lists, shows, renames and erases people.",
        positionals: ["add|list|show|rename|erase|renew-feeds", "[NAME]", "[NEW]"],
        options: [
            Option("--if-missing", nil, "add: succeed if the person exists"),
            Option("--yes", nil, "erase: confirm that all data of the person are deleted permanently"),
            Option("--import-dir", "DIR", "erase: the folder of uploads (imports in the data directory)"),
        ],
        actions: [
            .init(name: "add", positionals: ["NAME"], options: ["--if-missing"]), .init(name: "list"),
            .init(name: "show", positionals: ["NAME"]),
            .init(name: "rename", positionals: ["NAME", "NEW"]),
            .init(name: "erase", positionals: ["NAME"], options: ["--yes", "--import-dir"]),
            .init(name: "renew-feeds", positionals: ["[NAME]"]),
        ],
        notes: """
            show counts a person's samples by type and source, and lists deletions, size, holders of grants, and when each \
            device wrote an anchor and each token was used last. It reads all samples of the person.

            erase deletes every row and uploaded file of a person. From its beginning on, the person cannot be read or \
            written. If the command is interrupted, the service or the same command continues. The person's uuid stays in a \
            list outside the database, so that the person is erased again after an older backup was restored.

            Run renew-feeds after a backup was restored, because a client's anchor may be newer than the backup. It ends all \
            anchors of one person, or of all people if NAME is not given. Clients then read the changes from the start.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "add, list, show, rename, erase or renew-feeds")
        switch action {
        case "add":
            let name = try arguments.positional(1, "NAME")
            try await Store.with(arguments, for: .create) { _, session in
                do {
                    _ = try PersonStore.create(name: name, session)
                } catch let error as HealthDatabaseError
                    where error.code == .personExists && arguments.has("--if-missing")
                {}
            }
        case "list":
            try await Store.with(arguments) { _, session in
                for person in try PersonStore.list(session) { print(person.name) }
            }
        case "show":
            let name = try arguments.positional(1, "NAME")
            try await Store.with(arguments) { _, session in
                let person = try PersonStore.find(name: name, session)
                let overview = try PersonOverview(of: person, now: .now, session)
                print(PersonText(person, overview).text, terminator: "")
            }
        case "rename":
            let (name, new) = (try arguments.positional(1, "NAME"), try arguments.positional(2, "NEW"))
            try await Store.with(arguments) { _, session in
                _ = try PersonStore.rename(try PersonStore.find(name: name, session), to: new, session)
            }
        case "erase":
            let name = try arguments.positional(1, "NAME")
            guard arguments.has("--yes") else { throw arguments.usage("erasing a person needs --yes") }
            try await Store.with(arguments) { store, session in
                try PersonErasing.run(name, folder: ServeCommand.importDirectory(arguments), store, session)
            }
        case "renew-feeds":
            try await Store.with(arguments) { _, session in
                guard arguments.positionals.count > 1 else {
                    return print("renewed \(try ChangeReader.renewFeeds(session)) feeds")
                }
                let person = try PersonStore.find(name: try arguments.positional(1, "NAME"), session)
                _ = try ChangeReader.renewFeeds(of: person, session)
                print("renewed the feed of \(person.name)")
            }
        default: throw arguments.usage("unknown action \"\(action)\"")
        }
    }
}
