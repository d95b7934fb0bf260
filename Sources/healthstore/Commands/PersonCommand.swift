import HealthDatabase
import Postgres

/// `healthstore person`
enum PersonCommand: Command {
    static let description = CommandDescription(
        "person", "Adds, lists and deletes people.", positionals: ["add|list|delete|renew-feeds", "[NAME]"],
        options: [
            Option("--if-missing", nil, "add: it is no error if the person is there"),
            Option("--yes", nil, "delete: yes, everything of theirs, for good"),
        ],
        notes: """
            renew-feeds, after a backup was restored, lets everybody who follows the changes of anybody find out and begin anew: \
            an anchor may know changes that the backup does not have.
            """)

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let action = try arguments.positional(0, "add, list, delete or renew-feeds")
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
        case "delete":
            let name = try arguments.positional(1, "NAME")
            guard arguments.has("--yes") else { throw arguments.usage("deleting a person needs --yes") }
            try await Store.with(arguments) { _, session in
                try PersonStore.delete(try PersonStore.find(name: name, session), session)
            }
        case "renew-feeds":
            try await Store.with(arguments) { _, session in
                let count = try ChangeReader.renewFeeds(session)
                print("renewed \(count) feeds")
            }
        default: throw arguments.usage("unknown action \"\(action)\"")
        }
        return 0
    }
}
