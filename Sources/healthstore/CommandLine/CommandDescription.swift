/// What `--help` says of a command, and what its arguments may be.
struct CommandDescription: Sendable {
    var name: String
    var summary: String
    /// Names of the positional arguments, in their order; those in brackets may be left out.
    var positionals: [String]
    var options: [Option]
    /// What the first positional may be; empty for a command that does one thing only.
    var actions: [Action]
    /// Whether words behind `--` are handed to another program.
    var passesOn: Bool
    /// Further lines of the help, or nothing.
    var notes: String

    /// One thing of several that a command does.
    struct Action: Sendable {
        var name: String
        /// Names of the positionals behind the action; those in brackets may be left out.
        var positionals: [String] = []
        /// Names of the options that not every action of the command has.
        var options: [String] = []
    }

    init(
        _ name: String, _ summary: String, positionals: [String] = [], options: [Option] = [], actions: [Action] = [],
        passesOn: Bool = false, notes: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.positionals = positionals
        self.actions = actions
        self.passesOn = passesOn
        self.options = options + Option.store + [Option("--help", nil, "show this")]
        self.notes = notes
    }

    var help: String {
        let names = options.map(\.form)
        let width = (names.map(\.count).max() ?? 0) + 2
        var text = "usage: healthstore \(name)" + positionals.map { " " + $0 }.joined() + " [options]\n\n\(summary)\n\n"
        for (option, name) in zip(options, names) {
            text += "  " + name + String(repeating: " ", count: width - name.count) + option.help + "\n"
        }
        if !notes.isEmpty { text += "\n" + notes + "\n" }
        return text
    }
}

/// A command of the program.
protocol Command {
    static var description: CommandDescription { get }

    /// - Returns: the exit status.
    @MainActor static func run(_ arguments: Arguments) async throws -> Int32
}
