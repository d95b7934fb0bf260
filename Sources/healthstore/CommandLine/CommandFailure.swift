/// The reason why a command fails.
struct CommandFailure: Error {
    var message: String
    /// What the reader can do about it, including commands to run, or nil.
    var hint: String?

    /// The failure if a person has no samples. `--last` and default ranges end with the newest
    /// sample.
    static func noSamples(of type: String, _ person: String) -> CommandFailure {
        let name = shellWord(person)
        return CommandFailure(
            message: "\(person) has no samples of \(type) that have begun",
            hint:
                "healthstore types --person \(name) lists the types with samples; healthstore import FILE --person \(name) adds some"
        )
    }
}

/// Returns `text` as one word of a shell command.
func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_-./:@%+,".unicodeScalars.contains($0)
        }
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
}
