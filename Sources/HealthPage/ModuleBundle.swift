import Foundation

/// The modules that every view needs, as one module in place of `app.js`.
///
/// A browser loads six files of a service at a time. With 20 small modules and 400 ms from question
/// to answer, the first figures came 2 s later than with one. Each module becomes a function that
/// is called once and returns what the module exports:
///
///     export const $core_tabs = (() => {
///     const { text } = $text_text
///     function tell() {}
///     return { tell }
///     })()
///
/// A module outside the bundle takes what it imports out of these constants. So there is one
/// instance of each module.
struct ModuleBundle {
    /// The module that begins the page. The bundle is served under its name.
    static let entry = "app.js"

    /// The modules that stay alone, with all that they import: the texts wait for their language,
    /// and the early questions do not wait for other modules.
    private static let alone = ["text/text.js", "core/early.js"]

    /// All modules by path, the bundled ones as the bundle or as a module that passes its exports
    /// on.
    let modules: [String: String]

    private let bundled: Set<String>
    private let parsed: [String: Module]

    /// - Parameter sources: the modules by path, without comments.
    /// - Throws: `PageError` if a module imports a missing one, or has an import or an export in a
    ///   form that the bundle does not know.
    init(of sources: [String: String]) throws(PageError) {
        var parsed: [String: Module] = [:]
        for (path, source) in sources { parsed[path] = try Module(path: path, source: source) }
        for module in parsed.values {
            guard let missing = module.imports.first(where: { parsed[$0.path] == nil }) else { continue }
            throw PageError("\(module.path) imports \(missing.path), which is missing")
        }
        let alone = ModuleBundle.closure(of: ModuleBundle.alone, in: parsed)
        let order = ModuleBundle.closure(of: [ModuleBundle.entry], in: parsed).filter { !alone.contains($0) }
        let bundled = Set(order)
        let inside = order.compactMap { parsed[$0] }
        for module in inside where module.exports.contains("default") {
            throw PageError("\(module.path) has a default export, so it cannot be bundled")
        }
        var modules: [String: String] = [:]
        for (path, module) in parsed where !bundled.contains(path) { modules[path] = module.text(bundled) }
        for module in inside { modules[module.path] = module.passingOn }
        let outside = Set(inside.flatMap { $0.imports.map(\.path) }).subtracting(bundled).sorted()
        let imports = outside.map { "import * as \(Module.constant(of: $0)) from './\($0)'" }
        modules[ModuleBundle.entry] = (imports + inside.map(\.asFunction)).joined(separator: "\n")
        self.modules = modules
        self.bundled = bundled
        self.parsed = parsed
    }

    /// Returns what a browser loads for modules: the bundle, and what it does not have of these
    /// modules and of all that they import.
    func needed(for paths: [String]) -> [String] {
        let needed = ModuleBundle.closure(of: paths, in: parsed)
        return needed.filter { !bundled.contains($0) || $0 == ModuleBundle.entry }.sorted()
    }

    /// Returns modules and all that they import, directly or through others. A module follows those
    /// that it imports.
    private static func closure(of paths: [String], in modules: [String: Module]) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        func visit(_ path: String) {
            guard let module = modules[path], seen.insert(path).inserted else { return }
            for one in module.imports { visit(one.path) }
            found.append(path)
        }
        paths.forEach(visit)
        return found
    }
}

/// A module of the page as its imports, its exports and the other lines.
private struct Module {
    struct Import {
        /// What stands before `from`.
        let clause: Substring
        /// The path from the page's folder on.
        let path: String
    }

    let path: String
    private(set) var imports: [Import] = []
    private(set) var exports: [String] = []
    /// The lines without imports. A line that exports still begins with `export`.
    private var lines: [Substring] = []

    init(path: String, source: String) throws(PageError) {
        self.path = path
        var statement = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            if !statement.isEmpty || line.hasPrefix("import ") {
                statement += statement.isEmpty ? line : " \(line)"
                guard line.hasSuffix("'") else { continue }
                imports.append(try Module.parse(statement, in: path))
                statement = ""
            } else {
                if line.hasPrefix("export ") { exports.append(try Module.exported(by: line, in: path)) }
                lines.append(line)
            }
        }
        if !statement.isEmpty { throw PageError("\(path) has an import without an end") }
    }

    /// Parses `import { a, b as c } from './d.js'`, `import * as a from`, `import a from` and
    /// `import a, { b } from`.
    private static func parse(_ statement: String, in path: String) throws(PageError) -> Import {
        let halves = statement.split(separator: "'")
        guard halves.count == 2, halves[0].hasSuffix(" from "), halves[1].hasPrefix(".") else {
            throw PageError("\(path) has an import of another form: \(statement)")
        }
        return Import(
            clause: halves[0].dropFirst("import ".count).dropLast(" from ".count), path: resolved(halves[1], in: path))
    }

    /// Returns a path of an import from the page's folder on.
    private static func resolved(_ relative: Substring, in path: String) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    /// Returns the name that a line exports, which is `default` for the default export.
    private static func exported(by line: Substring, in path: String) throws(PageError) -> String {
        var words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }.dropFirst()
        if words.first == "async" { words = words.dropFirst() }
        if words.first == "default" { return "default" }
        guard let kind = words.first, ["function", "const", "class"].contains(kind), let name = words.dropFirst().first,
            line.contains("\(kind) \(name)")
        else { throw PageError("\(path) has an export of another form: \(line)") }
        return String(name)
    }

    /// Returns the constant of a module: `$core_time` of `core/time.js`.
    static func constant(of path: String) -> String {
        "$" + path.dropLast(".js".count).map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }

    /// The import of a bundled module, or of a module outside as a whole, as a constant of its
    /// names.
    private static func constant(_ one: Import) -> String {
        let module = constant(of: one.path)
        if one.clause.hasPrefix("* as ") { return "const \(one.clause.dropFirst("* as ".count)) = \(module)" }
        let names = one.clause.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
        let first = names[0].filter { $0 != " " && $0 != "," }
        let parts =
            (first.isEmpty ? [] : ["default: \(first)"])
            + names.dropFirst().map { $0.dropLast().trimmingCharacters(in: [" ", ","]).replacing(" as ", with: ": ") }
        return "const { \(parts.joined(separator: ", ")) } = \(module)"
    }

    /// The module as a function of the bundle.
    var asFunction: String {
        let body = lines.map { inBundle($0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0) }
        return """
            export const \(Module.constant(of: path)) = (() => {
            \((imports.map(Module.constant) + body).joined(separator: "\n"))
            return { \(exports.joined(separator: ", ")) }
            })()
            """
    }

    /// Returns a line in which `import('…')` names a module from the page's folder on.
    private func inBundle(_ line: Substring) -> String {
        let parts = line.split(separator: "import('", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].firstIndex(of: "'") else { return String(line) }
        return "\(parts[0])import('./\(Module.resolved(parts[1][..<end], in: path))\(inBundle(parts[1][end...]))"
    }

    /// The way from the folder of this module to the page's folder.
    private var root: String {
        let depth = path.split(separator: "/").count - 1
        return depth == 0 ? "./" : String(repeating: "../", count: depth)
    }

    /// A module with the exports of this module, which the bundle has.
    var passingOn: String {
        let constant = Module.constant(of: path)
        return """
            import { \(constant) } from '\(root)\(ModuleBundle.entry)'
            export const { \(exports.joined(separator: ", ")) } = \(constant)
            """
    }

    /// The module outside the bundle, which takes bundled modules out of it.
    func text(_ bundled: Set<String>) -> String {
        let taken = imports.filter { bundled.contains($0.path) }
        let others = imports.filter { !bundled.contains($0.path) }.map {
            "import \($0.clause) from '\(root)\($0.path)'"
        }
        let constants = Set(taken.map { Module.constant(of: $0.path) }).sorted().joined(separator: ", ")
        let bundle = taken.isEmpty ? [] : ["import { \(constants) } from '\(root)\(ModuleBundle.entry)'"]
        return (others + bundle + taken.map(Module.constant) + lines.map(String.init)).joined(separator: "\n")
    }
}
