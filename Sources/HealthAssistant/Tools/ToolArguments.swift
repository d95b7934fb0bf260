import JSONReader

/// The arguments of a call, checked against the description of its tool.
struct ToolArguments: Sendable {
    /// The longest text of an argument, in bytes.
    static let textBytesMax = 1_000

    private var texts: [String: String] = [:]
    private var flags: [String: Bool] = [:]

    /// - Parameter value: an object, or nil for no arguments. A member that is null counts as
    ///   missing.
    /// - Throws: `ToolFailure`, which names the argument.
    init(_ value: JSONValue?, of tool: ToolDescription) throws(ToolFailure) {
        guard value.map({ $0.kind == .object || $0.isNull }) ?? true else {
            throw ToolFailure("arguments must be an object")
        }
        let names = tool.arguments.map(\.name).joined(separator: ", ")
        try value?.forEachMember { (name, value) throws(ToolFailure) in
            guard let argument = tool.arguments.first(where: { $0.name == name }) else {
                throw ToolFailure(
                    "\(tool.name) has no argument \(name.prefix(100)); it has \(names.isEmpty ? "none" : names)")
            }
            guard !value.isNull else { return }
            try read(value, argument)
        }
        for argument in tool.arguments where argument.isRequired && texts[argument.name] == nil {
            throw ToolFailure("\(argument.name) is missing. \(argument.meaning)")
        }
    }

    /// The text, or the digits of the number, of an argument; nil if it is missing.
    subscript(name: String) -> String? { texts[name] }

    /// True if the argument is true.
    func has(_ name: String) -> Bool { flags[name] ?? false }

    private mutating func read(
        _ value: JSONValue, _ argument: ToolDescription.Argument
    ) throws(ToolFailure) {
        let name = argument.name
        switch argument.kind {
        case .flag:
            guard let flag = value.bool else { throw ToolFailure("\(name) must be true or false") }
            flags[name] = flag
        case .integer(let range):
            guard let number = value.int64.map(Int.init), range.contains(number) else {
                throw ToolFailure("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            texts[name] = String(number)
        case .choice(let choices):
            guard let text = value.string, choices.contains(text) else {
                throw ToolFailure("\(name) must be one of \(choices.joined(separator: ", "))")
            }
            texts[name] = text
        case .text:
            guard let text = value.string, !text.isEmpty, text.utf8.count <= ToolArguments.textBytesMax else {
                let bytesMax = ToolArguments.textBytesMax
                throw ToolFailure("\(name) must be a text of at most \(bytesMax) bytes. \(argument.meaning)")
            }
            texts[name] = text
        }
    }
}
