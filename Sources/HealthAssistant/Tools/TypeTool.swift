import Foundation
import JSONReader

/// `list_types`
enum TypeTool: AssistantTool {
    static let description = ToolDescription(
        name: "list_types", title: "Types of health data",
        text: """
            Lists the types of samples that the person has and that this token may read, with their names, units and groups. \
            Types with an aggregationStyle can be asked with statistics: cumulative has sums, category has counts and \
            durations, any other has averages, minima and maxima. Ask sleep for sleepAnalysis and workouts for workouts.
            """,
        arguments: [
            .init(
                name: "search", kind: .text,
                meaning: "Only types whose name or group contains this text, such as heart. Letter case is ignored."),
            .init(
                name: "withoutSamples", kind: .flag,
                meaning: "true to list types without samples, too. The default is false."),
        ],
        fields: [
            .init(
                name: "types", type: "array",
                meaning: "The types. unit is the unit in which the person reads the type; null if it has none."),
            .partial("True if the answer is cut; search finds the other types."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        let query = [("hasSamples", arguments.has("withoutSamples") ? nil : "true")]
        return try context.get("/v1/types", query) { answer in
            var types: [JSONValue] = []
            answer["types"]?.forEachElement { if isFound($1, arguments["search"]) { types.append($1) } }
            let isCut = types.count > AssistantTools.rowsMax
            let note =
                "\(types.count) types are found, and the first \(AssistantTools.rowsMax) are listed; use search."
            return JSONWriter.answer(partial: isCut, notes: [isCut ? note : nil]) { writer in
                writer.array("types") { writer in
                    for type in types.prefix(AssistantTools.rowsMax) { append(type, to: &writer) }
                }
            }
        }
    }

    private static func isFound(_ type: JSONValue, _ search: String?) -> Bool {
        guard let search else { return true }
        return ["identifier", "shortName", "displayName", "group"].contains { name in
            type[name]?.string?.range(of: search, options: .caseInsensitive) != nil
        }
    }

    private static func append(_ type: JSONValue, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.members(["identifier", "shortName", "displayName", "group", "kind", "aggregationStyle"], of: type)
            writer.member("unit", type["unit"]?.string)
            writer.members(["hasSamples"], of: type)
        }
    }
}
