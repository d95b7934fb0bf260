import JSONReader

/// `freshness`
enum FreshnessTool: AssistantTool {
    static let description = ToolDescription(
        name: "freshness", title: "How new the data are",
        text: """
            The date of the newest sample of each source and type, the newest first, and the present time. Use it to see \
            whether data still arrive, such as from a watch, before a missing figure is explained otherwise. Times are in UTC.
            """,
        arguments: [],
        fields: [
            .timeZone, .init(name: "now", type: "string", meaning: "The present time."),
            .init(
                name: "newestSamples", type: "array",
                meaning: "source, class (watch, phone, …), type and lastSampleDate, the newest first."),
            .init(
                name: "clients", type: "array", isRequired: false,
                meaning: "Devices that synchronise, with the time of their last contact, if the token may know them."),
            .partial("True if the list is cut."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        try context.get("/v1/freshness", []) { answer in
            var rows: [(last: String, json: [UInt8])] = []
            answer["sources"]?.forEachElement { _, source in
                source["types"]?.forEachElement { _, type in
                    guard let last = type["lastSampleDate"]?.string else { return }
                    var row = JSONWriter()
                    row.object { writer in
                        writer.member("source", source["name"]?.string)
                        writer.member("class", source["class"]?.string)
                        writer.member("type", type["type"]?.string)
                        writer.member("lastSampleDate", last)
                    }
                    rows.append((last, row.bytes))
                }
            }
            rows.sort { $0.last > $1.last }
            let isCut = rows.count > AssistantTools.rowsMax
            let note = "\(rows.count) rows are found, and the newest \(AssistantTools.rowsMax) are listed."
            return JSONWriter.answer(partial: isCut, notes: [isCut ? note : nil]) { writer in
                writer.member("timeZone", "UTC")
                writer.member("now", context.now.rfc3339)
                writer.array("newestSamples") { writer in
                    for row in rows.prefix(AssistantTools.rowsMax) { writer.raw(row.json) }
                }
                writer.members(["clients"], of: answer)
            }
        }
    }
}
