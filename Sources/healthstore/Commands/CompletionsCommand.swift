/// `healthstore completions`
enum CompletionsCommand: Command {
    static let description = CommandDescription(
        "completions", "Prints a script with which a shell completes commands, options and values.",
        positionals: ["bash|zsh|fish"],
        notes: """
            bash: source <(healthstore completions bash), in ~/.bashrc
            zsh:  healthstore completions zsh >DIR/_healthstore, in a DIR of fpath
            fish: healthstore completions fish >~/.config/fish/completions/healthstore.fish
            """)

    static func run(_ arguments: Arguments) async throws {
        let completions = ShellCompletions(
            commands: Healthstore.commands.map { $0.description }, topics: HelpTopic.allCases.map(\.name))
        switch try arguments.positional(0, "bash, zsh or fish") {
        case "bash": print(completions.bash, terminator: "")
        case "zsh": print(completions.zsh, terminator: "")
        case "fish": print(completions.fish, terminator: "")
        case let shell:
            throw arguments.usage("unknown shell \"\(shell)\"; there are completions for bash, zsh and fish")
        }
    }
}
