import Foundation

/// Finds uses of newer API outside `#available` and `@available`. The compiler on Linux checks
/// neither.
///
/// The rule reads text. It relies on the formatter, which indents what is inside of braces.
struct AvailabilityRule {
    /// Patterns of uses, and the versions of the systems that have the API.
    private var uses: [(pattern: Regex<AnyRegexOutput>, versions: [String: Double])] = []

    /// - Parameter declarations: the stubs, whose declarations have Apple's `@available`.
    init(declarations: [String]) throws {
        for text in declarations {
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            for (line, next) in zip(lines, lines.dropFirst()) {
                guard line.hasPrefix("@available"), let versions = AvailabilityRule.versions(in: line),
                    let name = next.firstMatch(of: /\b(class|struct|enum|var|func) (?!func)(\w+)(?:\((\w+))?/)
                else { continue }
                let pattern =
                    switch name.1 {
                    // Another function of the same name has another first label.
                    case "func": #"\.\#(name.2)\("# + (name.3.map { "(?:$|\($0):)" } ?? "")
                    case "var": #"\.\#(name.2)\b"#
                    default: #"\b\#(name.2)\b"#
                    }
                uses.append((try Regex(pattern), versions))
            }
        }
    }

    /// Returns the lines with uses of API that the systems of the package need not have.
    func violations(in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        return lines.indices.compactMap { index in
            let code = lines[index].split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
            let isFree = uses.allSatisfy { pattern, versions in
                !code.contains(pattern) || isGuarded(index, lines, versions)
            }
            return isFree ? nil : lines[index].trimmingCharacters(in: .whitespaces)
        }
    }

    /// Walks from a line to the lines around it, and looks for a condition or an attribute.
    private func isGuarded(_ index: Int, _ lines: [String], _ versions: [String: Double]) -> Bool {
        func holds(_ line: String) -> Bool {
            guard let found = AvailabilityRule.versions(in: line) else { return false }
            return versions.allSatisfy { found[$0.key] ?? 0 >= $0.value }
        }
        var indentation = Int.max
        for position in stride(from: index, through: 0, by: -1) {
            let line = lines[position]
            let depth = line.prefix { $0 == " " }.count
            let isGuard = line.contains("guard #available")
            if depth < indentation {
                // The block of a guard runs on the older systems.
                if line.contains("#available"), !(isGuard && line.hasSuffix("{") && position < index), holds(line) {
                    return true
                }
                if position > 0, lines[position - 1].contains("@available"), holds(lines[position - 1]) { return true }
                indentation = depth
            } else if depth == indentation, isGuard, holds(line) {
                return true
            }
        }
        return false
    }

    /// Returns the versions after the names of the systems; nil for a line without versions.
    private static func versions(in line: String) -> [String: Double]? {
        let found = line.matches(of: /\b(iOS|macOS|watchOS) ([0-9.]+)/)
        return found.isEmpty ? nil : Dictionary(found.map { (String($0.1), Double($0.2) ?? 0) }) { $1 }
    }
}
