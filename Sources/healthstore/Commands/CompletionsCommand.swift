/// `healthstore completions`
enum CompletionsCommand: Command {
    static let description = CommandDescription(
        "completions", "Prints a script with which a shell completes commands, options and values.",
        positionals: ["bash|zsh|fish"], passesOn: true,
        notes: """
            bash: source <(healthstore completions bash), in ~/.bashrc
            zsh:  healthstore completions zsh >DIR/_healthstore, in a DIR of fpath
            fish: healthstore completions fish >~/.config/fish/completions/healthstore.fish

            The scripts ask the program: healthstore completions -- WORDS prints the completions of the last word.
            """)

    static func run(_ arguments: Arguments) async throws {
        guard arguments.rest.isEmpty else {
            return print(Completion.lines(arguments.rest).map { $0 + "\n" }.joined(), terminator: "")
        }
        let shell = try arguments.positional(0, "bash, zsh or fish")
        guard let script = scripts[shell] else {
            throw arguments.usage("unknown shell \"\(shell)\"; there are completions for bash, zsh and fish")
        }
        print(script)
    }

    private static let scripts = [
        // https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
        "bash": """
        _healthstore() {
            local word current=${COMP_WORDS[COMP_CWORD]}
            COMPREPLY=()
            while IFS=$'\\t' read -r word _; do
                case $word in
                    :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "${current#=}") ;;
                    :directories) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "${current#=}") ;;
                    *) COMPREPLY+=("$word") ;;
                esac
            done < <("$1" completions -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -F _healthstore healthstore
        """,
        // https://zsh.sourceforge.io/Doc/Release/Completion-System.html
        "zsh": """
        #compdef healthstore
        _healthstore() {
            local -a found
            found=("${(@f)$($words[1] completions -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
            case $found[1] in
                :files) _files ;;
                :directories) _files -/ ;;
                *)
                    found=("${(@)found//:/\\\\:}")
                    found=("${(@)found/$'\\t'/:}")
                    _describe argument found
                    ;;
            esac
        }
        if [ "$funcstack[1]" = _healthstore ]; then _healthstore "$@"; else compdef _healthstore healthstore; fi
        """,
        // https://fishshell.com/docs/current/cmds/complete.html
        "fish": """
        function __healthstore_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l found ($words[1] completions -- $words[2..] "$current" 2>/dev/null)
            switch "$found[1]"
                case :files
                    __fish_complete_path "$current"
                case :directories
                    __fish_complete_directories "$current"
                case '*'
                    printf '%s\\n' $found
            end
        end
        complete -c healthstore -f -a '(__healthstore_complete)'
        """,
    ]
}
