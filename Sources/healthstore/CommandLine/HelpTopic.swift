import Foundation
import HealthAPI
import HealthCore

/// An article of `Documentation.docc` that `healthstore help TOPIC` prints.
///
/// The cases have the order of `healthstore help`.
enum HelpTopic: String, CaseIterable {
    case gettingStarted, page
    case running, backup, failover, growing
    case access, imports
    case figures, days, sleep, trends
    case http, errors, appInTenMinutes, phoneChecklist, apps, clients, webhooks
    case sql, questions, notebook, dashboards, assistants
    case architecture, hours, whySyncLosesNothing, benchmarks, contributing, glossary

    /// The name that people type, such as `getting-started`.
    var name: String { rawValue.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }

    /// The name of the article's file, such as `GettingStarted.md`.
    var file: String {
        switch self {
        case .http, .sql: rawValue.uppercased() + ".md"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst() + ".md"
        }
    }

    /// Finds the topic with this name. Fails if no topic has it.
    init?(named name: String) {
        guard let topic = HelpTopic.allCases.first(where: { $0.name == name }) else { return nil }
        self = topic
    }

    /// The article for a terminal.
    ///
    /// - Throws: `InstallationError` if the articles are not installed with the program.
    func article() throws -> HelpArticle { HelpArticle(try markdown()) }

    /// The text of the article.
    ///
    /// - Throws: `InstallationError` if the articles are not installed with the program.
    func markdown() throws -> String {
        let folder = InstalledFolder(
            "documentation", bundle: "healthstore_healthstore.resources/Documentation.docc")
        let directory = try folder.directory(having: file, "the article \(file) is")
        let text = try InstalledFolder.text(of: directory.appendingPathComponent(file))
        return text.replacing("<!-- codes -->", with: ErrorCode.table)
    }
}
