/// Why a command cannot do what it was asked.
struct CommandFailure: Error {
    var message: String
    /// What the reader can do about it, in commands; or nil.
    var hint: String?

    /// A person has no samples that `--last` and default ranges could end with.
    static func noSamples(of type: String, _ person: String) -> CommandFailure {
        let name = shellWord(person)
        return CommandFailure(
            message: "\(person) has no samples of \(type) that have begun",
            hint:
                "healthstore types --person \(name) lists the types with samples; healthstore import FILE --person \(name) adds some"
        )
    }
}

/// A word as a shell reads it.
func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_-./:@%+,".unicodeScalars.contains($0)
        }
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
}
