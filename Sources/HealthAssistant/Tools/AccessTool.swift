import JSONReader

/// `access`
enum AccessTool: AssistantTool {
    static let description = ToolDescription(
        name: "access", title: "What this token may read",
        text: """
            The person whose data this is, what the token may read (groups, types, dates, its end), the present time and the \
            time zone of questions that name none. Data that the token may not read look as if they did not exist. Times are \
            in UTC.
            """,
        arguments: [],
        fields: [
            .timeZone, .init(name: "now", type: "string", meaning: "The present time."),
            .init(name: "questionTimeZone", type: "string", meaning: "The zone of questions that name none."),
            .init(name: "person", type: "object", meaning: "The name and uuid of the person."),
            .init(name: "rights", type: "array", meaning: "The rights of the token. These tools need only read."),
            .init(name: "access", type: "array", meaning: "The groups, types and dates that the token covers."),
            .partial("Always false."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        try context.get("/v1/access", []) { answer in
            var mayRead = false
            answer["rights"]?.forEachElement { _, right in mayRead = mayRead || right.string == "read" }
            let note = "The token may not read, so every answer looks as if there were no data."
            return JSONWriter.answer(partial: false, notes: [mayRead ? nil : note]) { writer in
                writer.member("timeZone", "UTC")
                writer.member("now", context.now.rfc3339)
                writer.member("questionTimeZone", context.timeZone)
                writer.members(["person", "holder", "rights", "showsNames", "access"], of: answer)
            }
        }
    }
}
