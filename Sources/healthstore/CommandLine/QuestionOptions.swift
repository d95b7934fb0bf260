import HealthAPI
import HealthCore

/// Options of the commands that answer questions.
extension Option {
    static let person = Option("--person", "NAME", "the person whose samples are used")
    static let format = Option("--format", "table|json|csv|ndjson", "the format of the answer (table)")

    /// The options of a question's parameters.
    ///
    /// - Parameter leftOut: the names of parameters that the command has in another form.
    static func of(_ parameters: [QuestionParameter], without leftOut: String...) -> [Option] {
        // A flag is also a value of --options.
        let names = parameters.filter { $0.form != .flag }.map(\.name)
        return parameters.filter { !leftOut.contains($0.name) }.map { parameter in
            let value: String? =
                switch parameter.form {
                case .flag: nil
                case .choice(let texts): texts.joined(separator: "|")
                case .number: "NUMBER"
                case .text: name(of: parameter).dropFirst(2).uppercased()
                }
            let words = parameter.meaning.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            let plain = words.map { index, word in
                index.isMultiple(of: 2) || !names.contains(String(word))
                    ? String(word) : name(ofParameter: String(word))
            }.joined()
            let help = (plain.hasSuffix(".") ? plain.dropLast() : plain[...])
            return Option(name(of: parameter), value, help.prefix(1).lowercased() + help.dropFirst())
        }
    }

    private static func name(of parameter: QuestionParameter) -> String { name(ofParameter: parameter.name) }

    /// Returns the option of a parameter, such as `--time-zone` for `timeZone`.
    static func name(ofParameter parameter: String) -> String {
        "--" + parameter.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }
}

extension Arguments {
    /// Returns the format that `--format` names, or nil for a table.
    func answerFormat() throws -> AnswerFormat? {
        switch self["--format"] {
        case nil, "table": return nil
        case "json": return .json
        case "csv": return .csv
        case "ndjson": return .lines
        default: throw usage("--format must be table, json, csv or ndjson")
        }
    }

    /// Returns the value of `--last`. If none of `--last`, `--from` and `--to` is given, returns
    /// the default.
    func last(default count: Int, max: Int) throws -> Int? {
        let hasRange = has("--from") || has("--to")
        guard let last = try integer("--last", in: 1...max) else { return hasRange ? nil : count }
        guard !hasRange else { throw usage("--last and --from or --to exclude each other") }
        return last
    }
}

extension QuestionParameters {
    /// Makes the texts of the options that are named like parameters.
    init(_ arguments: Arguments, _ parameters: [QuestionParameter]) {
        self = [:]
        for parameter in parameters { self[parameter] = arguments[Option.name(ofParameter: parameter.name)] }
    }
}

/// The form of a question's answer.
struct AnswerForm {
    /// Nil for a table.
    let format: AnswerFormat?
    /// The time zone: a name of the IANA database, or `person`.
    let zone: String
    /// A line that names the zone under a table, if the question named none. Otherwise empty.
    private let note: String

    init(_ arguments: Arguments) throws {
        format = try arguments.answerFormat()
        zone = arguments["--time-zone"] ?? LocalZone.name
        note =
            arguments.has("--time-zone")
            ? "" : "times are those of \(zone), this machine's time zone; --time-zone names another\n"
    }

    /// Prints the answer, or its table.
    func print(_ answer: (AnswerFormat) throws -> String, table: () throws -> String) rethrows {
        guard let format else { return Swift.print(try table() + note, terminator: "") }
        format.print(try answer(format))
    }
}

extension AnswerFormat {
    /// Prints an answer in this format. A JSON answer gets a line end. The rows of other formats
    /// already have line ends.
    func print(_ text: String) { Swift.print(text, terminator: self == .json ? "\n" : "") }
}

extension ParameterError {
    /// The message with the name that the parameter has on the command line.
    var commandMessage: String {
        let name = parameter == "type" ? "TYPE" : Option.name(ofParameter: parameter)
        return message.hasPrefix(parameter + " ") ? name + message.dropFirst(parameter.count) : message
    }

    /// What to do next on the command line. The hints of HTTP responses name endpoints instead.
    var commandHint: String? {
        switch code {
        case .unknownType: "healthstore types lists the types"
        case .noTimeZoneHistory, .tooManyTimeZones:
            "name a zone of the IANA database, such as --time-zone Europe/Berlin"
        case .malformed where hint?.contains("query string") == true: "quote a time with blanks"
        default: hint?.replacing("unit=", with: "--unit ").replacing("GET /v1/sleep", with: "healthstore sleep")
        }
    }
}
