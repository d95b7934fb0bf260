import EmbeddedPostgres
import Foundation

/// An option of a command.
struct Option: Sendable {
    /// The name with its dashes.
    var name: String
    /// The name of the option's value in the help. It is nil for an option without a value.
    var value: String?
    /// True if the value may be left out. A value must then be written after `=`.
    var isValueOptional: Bool
    var help: String
    /// True if the option may be given more than once. Such an option has a value.
    var isRepeatable: Bool

    init(
        _ name: String, _ value: String? = nil, isValueOptional: Bool = false, _ help: String,
        isRepeatable: Bool = false
    ) {
        self.name = name
        self.value = value
        self.isValueOptional = isValueOptional
        self.help = help
        self.isRepeatable = isRepeatable
    }

    /// The option and its value, as in the help.
    var form: String {
        guard let value else { return name }
        return isValueOptional ? "\(name)[=\(value)]" : "\(name) \(value)"
    }

    /// The options that select the store. Every command that may open it has them.
    static let store = [
        Option("--database-url", "URL", "use this PostgreSQL server (or HEALTHSTORE_DATABASE_URL)"),
        Option("--database-url-file", "FILE", "use the server whose URL, with its password, is in this file"),
        Option("--data-dir", "DIR", "use the private PostgreSQL in this directory (a directory in the data home)"),
        Option("--erased-list", "FILE", "keep the list of erased people here (erased-people in the data directory)"),
    ]
}

/// A mistake in the call of a command.
struct UsageError: Error {
    var message: String
    /// The command whose help explains the call.
    var command: String
}

/// The arguments after a command's name.
struct Arguments {
    private(set) var positionals: [String] = []
    private var values: [String: [String]] = [:]
    /// The arguments after `--`. Some commands pass them to another program.
    private(set) var rest: [String] = []

    /// Parses the arguments.
    ///
    /// - Throws: `UsageError` for an unknown option, action or argument, for a repeated option, and
    ///   for a missing value.
    init(_ words: [String], of command: CommandDescription) throws {
        self.command = command.name
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                rest = Array(words[index...])
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                positionals.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                throw usage("unknown option \(parts[0])")
            }
            guard values[option.name] == nil || option.isRepeatable else {
                throw usage("\(option.name) is given twice")
            }
            if option.value == nil || (option.isValueOptional && parts.count == 1) {
                guard parts.count == 1 else { throw usage("\(option.name) takes no value") }
                values[option.name] = [""]
            } else if parts.count == 2 {
                values[option.name, default: []].append(parts[1])
            } else if index < words.count {
                values[option.name, default: []].append(words[index])
                index += 1
            } else {
                throw usage("\(option.name) needs a value")
            }
        }
        if let word = rest.first, !command.passesOn { throw usage("unexpected argument \"\(word)\" after --") }
        try checkAction(of: command)
    }

    private let command: String

    private func checkAction(of command: CommandDescription) throws {
        var (positionalsMax, name) = (command.positionals.count, command.name)
        if let word = positionals.first, !command.actions.isEmpty {
            guard let action = command.actions.first(where: { $0.name == word }) else {
                throw usage("unknown action \"\(word)\"")
            }
            (positionalsMax, name) = (1 + action.positionals.count, "\(command.name) \(word)")
            let others = command.actions.flatMap(\.options).filter { !action.options.contains($0) }
            if let option = others.first(where: has) { throw usage("\(name) has no option \(option)") }
        }
        guard positionals.count <= positionalsMax else {
            throw usage("unexpected argument \"\(positionals[positionalsMax])\" of \(name)")
        }
    }

    subscript(_ option: String) -> String? { values[option]?.first }

    /// The directory of the private store.
    var dataDirectory: String { self["--data-dir"] ?? EmbeddedServer.defaultDataDirectory() }

    /// Returns every value of a repeatable option, in order.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// Returns the arguments with another value of an option.
    func setting(_ option: String, to value: String) -> Arguments {
        var arguments = self
        arguments.values[option] = [value]
        return arguments
    }

    func has(_ option: String) -> Bool { values[option] != nil }

    func required(_ option: String) throws -> String {
        guard let value = self[option] else { throw usage("\(option) is missing") }
        return value
    }

    func positional(_ index: Int, _ name: String) throws -> String {
        guard index < positionals.count else { throw usage("\(name) is missing") }
        return positionals[index]
    }

    /// Returns the value as a whole number in `range`, or nil if the option is not given.
    ///
    /// - Throws: `UsageError` for any other value.
    func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage("\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns a positional argument that is the ID of a row.
    ///
    /// - Parameter command: lists the rows with their IDs.
    /// - Throws: `UsageError` if the argument is missing or no ID.
    func id(_ index: Int, shownBy command: String) throws -> UUID {
        guard let id = UUID(uuidString: try positional(index, "ID")) else {
            throw usage("ID must be one that \(command) shows")
        }
        return id
    }

    /// - Throws: `UsageError` with `message` of the first of the options that is given.
    func forbid(_ options: String..., message: (_ option: String) -> String) throws {
        if let option = options.first(where: has) { throw usage(message(option)) }
    }

    func usage(_ message: String) -> UsageError { UsageError(message: message, command: command) }
}
