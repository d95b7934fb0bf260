import HealthCore

/// The words with which a shell can complete a call of the program. The shells' scripts ask for
/// them.
enum Completion {
    /// Returns the completions of the last word, each with a tab and what it means; or `:files` or
    /// `:directories` if the word is a path.
    ///
    /// - Parameter words: the words after the program's name. The last one may be empty. bash
    ///   passes the sign of `--option=value` as a word.
    static func lines(_ words: [String]) -> [String] {
        let current = words.last == "=" ? "" : words.last ?? ""
        guard words.count > 1, let description = description(of: words[0]) else {
            return lines(
                entries + [("--help", "Explains the program."), ("--version", "Prints the version.")], current)
        }
        var (position, awaited) = (0, Option?.none)
        for (word, next) in zip(words.dropFirst(), words.dropFirst(2)) {
            if word == "=" { continue }
            if awaited != nil {
                awaited = nil
            } else if word.hasPrefix("-") {
                // A value that may be left out needs the sign.
                awaited = description.options.first { $0.name == word && ($0.isValueOptional ? next == "=" : true) }
                if awaited?.value == nil { awaited = nil }
            } else {
                position += 1
            }
        }
        if let value = awaited?.value { return values(value, current) }
        guard current.hasPrefix("-") else {
            return position < description.positionals.count ? values(description.positionals[position], current) : []
        }
        if let sign = current.firstIndex(of: "="),
            let value = description.options.first(where: { $0.name == current[..<sign] })?.value
        {
            let found = values(value, String(current[current.index(after: sign)...]))
            return found.map { $0.hasPrefix(":") ? $0 : current[...sign] + $0 }
        }
        return lines(description.options.map { ($0.name, $0.help) }, current)
    }

    private static var entries: [(String, String)] {
        Healthstore.commands.map { ($0.description.name, $0.description.summary) }
            + [("help", "Explains a command or a topic.")]
    }

    private static func description(of name: String) -> CommandDescription? {
        guard name == "help" else { return Healthstore.commands.first { $0.description.name == name }?.description }
        let names = Healthstore.commands.map { $0.description.name }
        let topics = HelpTopic.allCases.map(\.name).filter { !names.contains($0) }
        return CommandDescription("help", "", positionals: [(names + topics).joined(separator: "|")], usesStore: false)
    }

    /// - Parameter name: the name of a value in the help, such as `FILE` or `on|off`.
    private static func values(_ name: String, _ current: String) -> [String] {
        let name = name.trimmingPrefix("[").replacing("]", with: "")
        switch name {
        case "FILE": return [":files"]
        case "DIR": return [":directories"]
        case "TYPE", "TYPES":
            let types = Catalogue.sampleTypes.filter { $0.kind == .quantity }
            return lines(types.map { ($0.shortName, "") }.sorted { $0.0 < $1.0 }, current)
        default: return name.contains("|") ? lines(name.split(separator: "|").map { (String($0), "") }, current) : []
        }
    }

    private static func lines(_ words: [(name: String, meaning: String)], _ current: String) -> [String] {
        words.filter { $0.name.hasPrefix(current) }.map { $0.meaning.isEmpty ? $0.name : "\($0.name)\t\($0.meaning)" }
    }
}
