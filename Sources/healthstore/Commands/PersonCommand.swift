import HealthAPI
import HealthDatabase
import Postgres

/// `healthstore person`
enum PersonCommand: Command {
    static let description = CommandDescription(
        "person", "Adds, lists, shows, renames and erases people.",
        positionals: ["add|list|show|rename|erase|renew-feeds|unlink-openid", "[NAME]", "[NEW]"],
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
            .init(name: "unlink-openid", positionals: ["NAME"]),
        ],
        notes: """
            show counts a person's samples by type and source, and lists deletions, size, holders of grants, and when each \
            device wrote an anchor and each token was used last. It reads all samples of the person.

            erase deletes every row and uploaded file of a person. From its beginning on, the person cannot be read or \
            written. If the command is interrupted, the service or the same command continues. The person's uuid stays in a \
            list outside the database, so that the person is erased again after an older backup was restored.

            Run renew-feeds after a backup was restored, because a client's anchor may be newer than the backup. It ends all \
            anchors of one person, or of all people if NAME is not given. Clients then read the changes from the start.

            The first login at an OpenID provider links its account to the person, and no other account can log in as the \
            person. unlink-openid removes the link, and the next login links its account.
            """)

    static func run(_ arguments: Arguments) async throws {
        let action = try arguments.positional(0, "add, list, show, rename, erase, renew-feeds or unlink-openid")
        guard action != "erase" || arguments.has("--yes") else {
            throw arguments.usage("erasing a person needs --yes")
        }
        if action == "list" || action == "renew-feeds" && arguments.positionals.count == 1 {
            return try await Store.with(arguments) { _, session in
                guard action == "list" else { return print("renewed \(try ChangeReader.renewFeeds(session)) feeds") }
                for person in try PersonStore.list(session) { print(person.name) }
            }
        }
        let name = try arguments.positional(1, "NAME")
        let new = action == "rename" ? try arguments.positional(2, "NEW") : ""
        try await Store.with(arguments, for: action == "add" ? .create : .use) { store, session in
            switch action {
            case "add":
                do { _ = try PersonStore.create(name: name, session) } catch let error as HealthDatabaseError
                    where error.code == .personExists && arguments.has("--if-missing")
                {}
            case "erase":
                try PersonErasing.run(name, folder: ServeCommand.importDirectory(arguments), store, session)
            default: try run(action, on: try PersonStore.find(name: name, session), new, session)
            }
        }
    }

    private static func run(_ action: String, on person: Person, _ new: String, _ session: Session) throws {
        switch action {
        case "show":
            let overview = try PersonOverview(of: person, now: .now, session)
            print(PersonText(person: person, overview: overview).text, terminator: "")
        case "rename": _ = try PersonStore.rename(person, to: new, session)
        case "unlink-openid": try OpenIDSessionStore.unlink(person, session)
        default:
            _ = try ChangeReader.renewFeeds(of: person, session)
            print("renewed the feed of \(person.name)")
        }
    }
}
