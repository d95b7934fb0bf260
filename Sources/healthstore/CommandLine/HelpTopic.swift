import Foundation
import HealthCore

/// An article of `Documentation.docc` that `healthstore help TOPIC` prints.
///
/// The cases have the order of `healthstore help`. A raw value is the name of the article's file.
enum HelpTopic: String, CaseIterable {
    case gettingStarted = "GettingStarted"
    case page = "Page"
    case running = "Running"
    case backup = "Backup"
    case failover = "Failover"
    case growing = "Growing"
    case access = "Access"
    case imports = "Imports"
    case figures = "Figures"
    case days = "Days"
    case sleep = "Sleep"
    case http = "HTTP"
    case errors = "Errors"
    case appInTenMinutes = "AppInTenMinutes"
    case apps = "Apps"
    case clients = "Clients"
    case webhooks = "Webhooks"
    case sql = "SQL"
    case questions = "Questions"
    case notebook = "Notebook"
    case dashboards = "Dashboards"
    case assistants = "Assistants"
    case architecture = "Architecture"
    case hours = "Hours"
    case benchmarks = "Benchmarks"
    case contributing = "Contributing"
    case glossary = "Glossary"

    /// The name that people type, such as `getting-started`.
    var name: String {
        switch self {
        case .gettingStarted: "getting-started"
        case .appInTenMinutes: "app-in-ten-minutes"
        default: rawValue.lowercased()
        }
    }

    /// Finds the topic with this name. Fails if no topic has it.
    init?(named name: String) {
        guard let topic = HelpTopic.allCases.first(where: { $0.name == name }) else { return nil }
        self = topic
    }

    /// The article.
    ///
    /// - Throws: `InstallationError` if the articles are not installed with the program.
    func article() throws -> HelpArticle {
        let folder = InstalledFolder(
            "documentation", bundle: "healthstore_healthstore.resources/Documentation.docc")
        let name = rawValue + ".md"
        let directory = try folder.directory(having: name, "the article \(name) is")
        return HelpArticle(try InstalledFolder.text(of: directory.appendingPathComponent(name)))
    }
}
