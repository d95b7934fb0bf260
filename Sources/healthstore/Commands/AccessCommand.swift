import HealthDatabase

/// `healthstore access`
enum AccessCommand: Command {
    static let description = CommandDescription(
        "access", "Shows who asked what about a person.", positionals: ["log", "[PERSON]"],
        options: [Option("--holder", "NAME", "entries of this holder")] + AccessLogAction.options,
        actions: [
            .init(name: "log", positionals: ["PERSON"], options: AccessLogAction.options.map(\.name))
        ],
        notes: """
            log prints requests over HTTP, newest first, without values. Entries appear about a second after the answer.
            """)

    static func run(_ arguments: Arguments) async throws -> Int32 {
        _ = try arguments.positional(0, "log")
        return try await AccessLogAction.run(arguments)
    }
}
