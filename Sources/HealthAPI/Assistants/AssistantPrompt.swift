import Foundation
import HealthCore
import HealthDatabase
import JSON

/// A question that people often have, which a client offers them.
struct AssistantPrompt: Sendable {
    let name: String
    let title: String
    /// The argument and its meaning.
    let argument: (name: String, meaning: String)
    /// The question. `*` is the argument.
    let text: String

    static let all = [
        AssistantPrompt(
            name: "review", title: "Review a period", argument: ("period", "such as last week, or March 2026"),
            text: """
                Review my health data of this period: *. Ask types first. Then compare activity, heart, sleep and workouts with \
                the period of the same length before it, by statistics, sleep, workouts and rings. Name what changed most, each \
                with both figures and units. Say which days have no data, and give no diagnosis.
                """),
        AssistantPrompt(
            name: "explain_figure", title: "Why a figure is what it is",
            argument: ("figure", "such as my steps of yesterday"),
            text: """
                Explain this figure: *. Ask statistics for it, and explain for the sources and samples behind it. Say which \
                sources counted, which did not and why, and whether freshness shows a source that sends nothing any more.
                """),
        AssistantPrompt(
            name: "find_pattern", title: "Find a pattern of the week",
            argument: ("type", "such as heart rate or steps"),
            text: """
                When in the day and on which weekdays is this high or low for me: *? Ask patterns of the last twelve weeks by \
                hour and by weekday. Name the three clearest patterns with figures, and how many days each is based on.
                """),
    ]

    func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("title", title)
            writer.array("arguments") { writer in
                writer.object { writer in
                    writer.member("name", argument.name)
                    writer.member("description", argument.meaning)
                    writer.member("required", true)
                }
            }
        }
    }

    /// Returns what writes the prompt that a message asks for.
    ///
    /// - Throws: `AssistantError`.
    static func messages(_ message: AssistantMessage) throws(AssistantError) -> (inout JSONWriter) -> Void {
        guard let prompt = all.first(where: { $0.name == message.texts["name"] }) else {
            throw AssistantError(.malformedParameters, "there is no such prompt")
        }
        guard let argument = message.arguments[prompt.argument.name]?.first else {
            throw AssistantError(.malformedParameters, "\(prompt.argument.name) is missing")
        }
        return { writer in
            writer.array("messages") { writer in
                writer.object { writer in
                    writer.member("role", "user")
                    writer.member(
                        "content",
                        ["type": "text", "text": prompt.text.replacing("*", with: argument, maxReplacements: 1)])
                }
            }
        }
    }
}

/// A text that a client can add to a conversation.
enum AssistantResource: String, CaseIterable {
    case types = "healthstore://types"
    case glossary = "healthstore://glossary"

    private var title: String {
        switch self {
        case .types: "The types of samples, their groups and units"
        case .glossary: "The words of healthstore"
        }
    }

    private var mediaType: String { self == .types ? "text/csv" : "text/markdown" }

    /// - Throws: `InstallationError` if the articles are not installed with the program.
    private var text: String {
        get throws {
            switch self {
            case .types: return TypeResponse(SampleTypeReader.catalogue, PreferredUnits()).text(.csv)
            case .glossary:
                let file = "Glossary.md"
                let folder = InstalledFolder(
                    "documentation", bundle: "healthstore_healthstore.resources/Documentation.docc")
                let directory = try folder.directory(having: file, "the article \(file) is")
                return try InstalledFolder.text(of: directory.appendingPathComponent(file))
            }
        }
    }

    func append(to writer: inout JSONWriter) {
        writer.value(["uri": rawValue, "name": title, "mimeType": mediaType])
    }

    /// Returns what writes the resource that a message asks for.
    ///
    /// - Throws: `AssistantError`; `InstallationError`.
    static func contents(_ message: AssistantMessage) throws -> (inout JSONWriter) -> Void {
        guard let resource = AssistantResource(rawValue: message.texts["uri"] ?? "") else {
            throw AssistantError(.malformedParameters, "there is no such resource")
        }
        let text = try resource.text
        return { writer in
            writer.array("contents") { writer in
                writer.value(["uri": resource.rawValue, "mimeType": resource.mediaType, "text": text])
            }
        }
    }
}

extension JSONWriter {
    /// Writes an object of texts.
    mutating func value(_ texts: [String: String]) { texts.write(to: &self) }
}
