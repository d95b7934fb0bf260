import Foundation

/// An article of `Documentation.docc` that `healthstore help TOPIC` prints.
///
/// The order is that of `healthstore help`. A raw value is the name of the article's file.
enum HelpTopic: String, CaseIterable {
    case gettingStarted = "GettingStarted"
    case running = "Running"
    case access = "Access"
    case imports = "Imports"
    case figures = "Figures"
    case days = "Days"
    case sleep = "Sleep"
    case http = "HTTP"
    case errors = "Errors"
    case apps = "Apps"
    case clients = "Clients"
    case sql = "SQL"
    case dashboards = "Dashboards"
    case architecture = "Architecture"
    case slots = "Slots"
    case benchmarks = "Benchmarks"
    case contributing = "Contributing"
    case glossary = "Glossary"

    /// What people type: `getting-started`.
    var name: String {
        switch self {
        case .gettingStarted: "getting-started"
        default: rawValue.lowercased()
        }
    }

    /// The topic that people mean by `name`; nil if there is none.
    init?(named name: String) {
        guard let topic = HelpTopic.allCases.first(where: { $0.name == name }) else { return nil }
        self = topic
    }

    /// The article.
    ///
    /// - Throws: `CommandFailure` if the articles are not installed with the program.
    func article() throws -> HelpArticle {
        let folders = HelpTopic.folders
        for folder in folders {
            let file = folder.appendingPathComponent(rawValue + ".md")
            if let text = try? String(contentsOf: file, encoding: .utf8) { return HelpArticle(text) }
        }
        throw CommandFailure(
            message: "the article \(rawValue).md is neither in \(folders[0].path) nor beside the program",
            hint: "install the folder Documentation.docc there, or build the program again")
    }

    /// Folders that may hold the articles: `../share/healthstore/documentation` beside an installed program, then the
    /// bundle that the package manager made.
    private static var folders: [URL] {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        return [
            program.deletingLastPathComponent().appendingPathComponent("share/healthstore/documentation"),
            program.appendingPathComponent("healthstore_healthstore.resources/Documentation.docc"),
            Bundle.module.bundleURL.appendingPathComponent("Documentation.docc"),
        ]
    }
}
