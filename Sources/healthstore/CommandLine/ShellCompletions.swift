import HealthCore

/// Scripts with which shells complete calls of the program. They are generated from the
/// descriptions of its commands.
struct ShellCompletions {
    /// The possible values of a word.
    enum Words {
        case oneOf([String])
        case files
        case directories
        /// A value that the shell cannot complete, such as a name, a time or a number.
        case any

        /// - Parameter name: the name of a value in the help, such as `FILE` or `on|off`.
        init(_ name: String) {
            let name = name.trimmingPrefix("[").replacing("]", with: "")
            switch name {
            case "FILE": self = .files
            case "DIR": self = .directories
            case "TYPE", "TYPES": self = .oneOf(ShellCompletions.quantityTypes)
            default: self = name.contains("|") ? .oneOf(name.split(separator: "|").map(String.init)) : .any
            }
        }
    }

    /// A command, or `help`.
    struct Entry {
        var name: String
        var summary: String
        var options: [Option]
        var positionals: [Words]
    }

    let entries: [Entry]

    init(commands: [CommandDescription], topics: [String]) {
        entries =
            commands.map { command in
                Entry(
                    name: command.name, summary: command.summary, options: command.options,
                    positionals: command.positionals.map(Words.init))
            } + [
                Entry(
                    name: "help", summary: "Explains a command or a topic.", options: [],
                    positionals: [.oneOf(commands.map(\.name) + topics.filter { !commands.map(\.name).contains($0) })])
            ]
    }

    private static let quantityTypes = Catalogue.sampleTypes.filter { $0.kind == .quantity }.map(\.shortName).sorted()

    private var names: String { (entries.map(\.name) + ["--help", "--version"]).joined(separator: " ") }

    /// The names of all commands' options that need a value. An option that has a value in one
    /// command has a value in every command.
    private var optionsWithValue: [String] {
        Set(entries.flatMap(\.options).filter { $0.value != nil && !$0.isValueOptional }.map(\.name)).sorted()
    }
}

// MARK: - bash

extension ShellCompletions {
    /// https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
    var bash: String {
        """
        # Completion of healthstore for bash, written by: healthstore completions bash
        _healthstore() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= position=0 index
            COMPREPLY=()
            # bash splits --option=value into three words.
            if [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
            if [ "$current" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 1]} current=; fi
            for ((index = 1; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                    \(optionsWithValue.joined(separator: " | ")))
                        if [ "${COMP_WORDS[index + 1]}" = = ]; then index=$((index + 1)); fi
                        index=$((index + 1))
                        ;;
                    -*) ;;
                    *) if [ -z "$command" ]; then command=${COMP_WORDS[index]}; else position=$((position + 1)); fi ;;
                esac
            done
            _healthstore_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
            _healthstore_paths() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen "$1" -- "$current"); }
            if [ -z "$command" ]; then
                _healthstore_words "\(names)"
                return
            fi
            case $command:$previous in
        \(entries.map(bashValues).joined())    esac
            case $current in
                -*)
                    case $command in
        \(entries.map(bashOptions).joined())            esac
                    return
                    ;;
            esac
            case $command:$position in
        \(entries.map(bashPositionals).joined())    esac
        }
        complete -F _healthstore healthstore

        """
    }

    private func bashValues(_ entry: Entry) -> String {
        entry.options.compactMap { option in
            guard let value = option.value, !option.isValueOptional else { return nil }
            return "        \(entry.name):\(option.name)) \(ShellCompletions.bash(Words(value))) return ;;\n"
        }.joined()
    }

    private func bashOptions(_ entry: Entry) -> String {
        let names = entry.options.map(\.name).joined(separator: " ")
        return "                \(entry.name)) _healthstore_words \"\(names)\" ;;\n"
    }

    private func bashPositionals(_ entry: Entry) -> String {
        entry.positionals.enumerated().map { position, words in
            "        \(entry.name):\(position)) \(ShellCompletions.bash(words)) ;;\n"
        }.joined()
    }

    /// Returns a shell command that completes the word, including its semicolon.
    private static func bash(_ words: Words) -> String {
        switch words {
        case .oneOf(let words): "_healthstore_words \"\(words.joined(separator: " "))\";"
        case .files: "_healthstore_paths -f;"
        case .directories: "_healthstore_paths -d;"
        case .any: ":;"
        }
    }
}

// MARK: - zsh

extension ShellCompletions {
    /// https://zsh.sourceforge.io/Doc/Release/Completion-System.html
    var zsh: String {
        """
        #compdef healthstore
        # Completion of healthstore for zsh, written by: healthstore completions zsh
        _healthstore() {
            local -a commands
            commands=(
        \(entries.map { "        \(ShellCompletions.quoted("\($0.name):\($0.summary)"))\n" }.joined())    )
            if (( CURRENT == 2 )); then
                _describe command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(entries.map(zshCommand).joined())    esac
        }
        if [ "$funcstack[1]" = _healthstore ]; then _healthstore "$@"; else compdef _healthstore healthstore; fi

        """
    }

    private func zshCommand(_ entry: Entry) -> String {
        var lines = entry.options.map { option in
            let help = option.help.replacing("[", with: #"\["#).replacing("]", with: #"\]"#).replacing(
                ":", with: #"\:"#)
            let repeats = option.isRepeatable ? "*" : ""
            guard let value = option.value else { return "\(repeats)\(option.name)[\(help)]" }
            // An optional value needs an equals sign.
            let sign = option.isValueOptional ? "=-" : "="
            return "\(repeats)\(option.name)\(sign)[\(help)]:value:\(ShellCompletions.zsh(Words(value)))"
        }
        lines += entry.positionals.enumerated().map { "\($0.offset + 1):argument:\(ShellCompletions.zsh($0.element))" }
        let arguments = lines.map { " \\\n                " + ShellCompletions.quoted($0) }.joined()
        return "        \(entry.name)) _arguments\(arguments) ;;\n"
    }

    private static func zsh(_ words: Words) -> String {
        switch words {
        case .oneOf(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .directories: "_files -/"
        case .any: " "
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

// MARK: - fish

extension ShellCompletions {
    /// https://fishshell.com/docs/current/cmds/complete.html
    var fish: String {
        var text = "# Completion of healthstore for fish, written by: healthstore completions fish\n"
        text += "complete -c healthstore -f\n"
        text += "complete -c healthstore -n __fish_use_subcommand -l version -d 'Prints the version'\n"
        for entry in entries {
            text +=
                "complete -c healthstore -n __fish_use_subcommand -a \(entry.name) -d \(fishQuoted(entry.summary))\n"
        }
        for entry in entries {
            let isSeen = "complete -c healthstore -n '__fish_seen_subcommand_from \(entry.name)'"
            for option in entry.options {
                let value = option.isValueOptional ? "" : option.value.map { fishValue(Words($0)) } ?? ""
                text += "\(isSeen) -l \(option.name.dropFirst(2))\(value) -d \(fishQuoted(option.help))\n"
            }
            for words in entry.positionals { text += fishPositional(isSeen, words) }
        }
        return text
    }

    private func fishValue(_ words: Words) -> String {
        switch words {
        case .oneOf(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
        case .files: " -r -F"
        case .directories: " -x -a '(__fish_complete_directories)'"
        case .any: " -x"
        }
    }

    private func fishPositional(_ isSeen: String, _ words: Words) -> String {
        switch words {
        case .oneOf(let words): "\(isSeen) -a \(fishQuoted(words.joined(separator: " ")))\n"
        case .files, .directories: "\(isSeen) -F\n"
        case .any: ""
        }
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
