import HealthCore
import HealthDatabase
import Postgres

/// `healthstore access log PERSON`
enum AccessLogAction {
    /// The options of this action. Other actions do not have them.
    static let options = [
        Option("--from", "TIME", "log: entries at or after this time"),
        Option("--to", "TIME", "log: entries before this time"),
        Option("--limit", "COUNT", "log: at most this many entries, the newest first (\(AccessLogStore.pageDefault))"),
    ]
    private static let limitMax = 1_000_000

    @MainActor static func run(_ arguments: Arguments) async throws {
        let name = try arguments.positional(1, "PERSON")
        var query = AccessLogStore.Query()
        query.from = try time("--from", arguments)
        query.to = try time("--to", arguments)
        if let from = query.from, let to = query.to, from >= to {
            throw arguments.usage("--to must be after --from")
        }
        query.holder = arguments["--holder"]
        var rest = try arguments.integer("--limit", in: 1...limitMax) ?? AccessLogStore.pageDefault
        try await Store.withPerson(arguments, named: name) { _, session, person in
            var entries: [AccessLogStore.Listed] = []
            repeat {
                query.limit = min(rest, AccessLogStore.pageMax)
                let page = try AccessLogStore.page(of: person, query, session)
                entries += page.entries
                rest -= page.entries.count
                query.cursor = page.next
            } while rest > 0 && query.cursor != nil
            print(AccessLogText.table(entries).text, terminator: "")
        }
    }

    /// Parses the option. A date is in the time zone of this machine.
    private static func time(_ option: String, _ arguments: Arguments) throws -> Instant? {
        do { return try arguments[option].map { try QuestionTime($0, option).instant(on: LocalZone.clock) } } catch let
            error as ParameterError
        { throw arguments.usage(error.message) }
    }
}
