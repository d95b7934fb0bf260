import Foundation

/// The output of a command in the form in which an article shows it.
struct Output {
    var lines: [String]

    /// - Parameter replacements: texts of this run, such as the service's address, and the texts
    ///   that replace them in the article.
    init(_ text: String, replacing replacements: [(String, String)] = []) {
        var text = text
        for (own, shown) in replacements { text = text.replacingOccurrences(of: own, with: shown) }
        lines = text.components(separatedBy: "\n")
            // A terminal shows progress in one line and then clears the line.
            .filter { !$0.contains(#/^[a-z]+ +\d+ %/#) }
            .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        while lines.first?.isEmpty == true { lines.removeFirst() }
    }

    /// The lines as an article prints them. JSON is wrapped after commas, so that no line is longer
    /// than 100 columns.
    var folded: [String] { lines.flatMap { Output.isJSON($0) ? Output.fold($0) : [$0] } }

    /// Returns true if the output equals `expected`. In `expected`, `…` stands for any text. Ids,
    /// tokens and durations may differ.
    func matches(_ expected: [String]) -> Bool {
        let pieces = Output.canonical(Output(expected.joined(separator: "\n")).lines).components(separatedBy: "…")
        let text = Output.canonical(lines)
        guard pieces.count > 1 else { return text == pieces[0] }
        guard text.hasPrefix(pieces[0]), text.hasSuffix(pieces[pieces.count - 1]) else { return false }
        var rest = text.dropFirst(pieces[0].count)
        guard rest.count >= pieces[pieces.count - 1].count else { return false }
        rest = rest.dropLast(pieces[pieces.count - 1].count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.range(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    // MARK: Forms

    private static func isJSON(_ line: String) -> Bool { line.hasPrefix("{") || line.hasPrefix("[") }

    private static let columnsMax = 100

    private static func fold(_ line: String) -> [String] {
        var lines = [""]
        var isText = false
        var piece = ""
        var isEscaped = false
        func add(_ piece: String) {
            if lines[lines.count - 1].count + piece.count <= columnsMax {
                lines[lines.count - 1] += piece
            } else {
                lines.append(" " + piece)
            }
        }
        for character in line {
            piece.append(character)
            if isText {
                if !isEscaped, character == "\"" { isText = false }
                isEscaped = !isEscaped && character == "\\"
            } else if character == "\"" {
                isText = true
            } else if character == "," {
                add(piece)
                piece = ""
            }
        }
        add(piece)
        return lines.filter { !$0.isEmpty }
    }

    /// Returns one text. Lines of folded JSON are joined, and values that differ from run to run
    /// are masked.
    private static func canonical(_ lines: [String]) -> String {
        var joined: [String] = []
        var isJSON = false
        for line in lines {
            if isJSON, line.hasPrefix(" ") {
                joined[joined.count - 1] += line.drop { $0 == " " }
            } else {
                isJSON = Output.isJSON(line)
                joined.append(line)
            }
        }
        return masks.reduce(joined.joined(separator: "\n")) { text, mask in
            text.replacingOccurrences(of: mask.pattern, with: mask.name, options: .regularExpression)
        }
    }

    /// Masks of ids, tokens, passwords, digests of ids, and durations. Ids of imported records
    /// depend on the person's id.
    private static let masks: [(pattern: String, name: String)] = [
        ("hs_[0-9]_[0-9a-f]{32}_[0-9a-f]{64}", "TOKEN"),
        ("\\b[0-9a-f]{48}\\b", "PASSWORD"),
        ("\\b[0-9a-f]{64}\\b", "DIGEST"),
        ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
        ("\\bin [0-9.]+ s\\b", "in N s"),
    ]
}
