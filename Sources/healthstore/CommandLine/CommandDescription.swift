/// The help of a command, and the arguments that it accepts.
struct CommandDescription: Sendable {
    var name: String
    var summary: String
    /// The names of the positional arguments in order. Arguments in brackets are optional.
    var positionals: [String]
    var options: [Option]
    /// The values of the first positional argument. It is empty for a command with a single action.
    var actions: [Action]
    /// True if arguments after `--` are passed to another program.
    var passesOn: Bool
    /// Further lines of the help, or an empty text.
    var notes: String

    /// One of several actions of a command.
    struct Action: Sendable {
        var name: String
        /// The names of the positional arguments after the action. Arguments in brackets are
        /// optional.
        var positionals: [String] = []
        /// The names of this action's options that not every action of the command has.
        var options: [String] = []
    }

    init(
        _ name: String, _ summary: String, positionals: [String] = [], options: [Option] = [], actions: [Action] = [],
        passesOn: Bool = false, usesStore: Bool = true, notes: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.positionals = positionals
        self.actions = actions
        self.passesOn = passesOn
        self.options = options + (usesStore ? Option.store : []) + [Option("--help", nil, "show this help")]
        self.notes = notes
    }

    var help: String {
        var text = "usage: healthstore \(name)" + positionals.map { " " + $0 }.joined() + " [options]\n\n\(summary)\n\n"
        text += TextTable.lines(options.map { ($0.form, $0.help) })
        if !notes.isEmpty { text += "\n" + notes + "\n" }
        return text
    }
}

/// A command of the program.
protocol Command {
    static var description: CommandDescription { get }

    /// Runs the command.
    ///
    /// - Throws: `UsageError` for wrong arguments; `ExitStatus`; any other error is printed.
    @MainActor static func run(_ arguments: Arguments) async throws
}

/// Ends the program with a status other than 0. The command has printed why.
struct ExitStatus: Error {
    var code: Int32 = 1
}
