import JSONReader

/// `sleep`
enum SleepTool: AssistantTool {
    static let description = ToolDescription(
        name: "sleep", title: "Sleep, night by night",
        text: """
            Nights with the time asleep, stages (core, deep, rem, awake), time in bed, efficiency, gaps and naps. All \
            lengths are in seconds. A night has the date on which the person wakes up: it is from 18:00 of the day before \
            to 18:00 of its date, in timeZone. asleep is null if there are no samples that this token may read; this is not \
            zero. aggregate means that an app sent only totals of the night. An answer has at most \
            \(AssistantTools.rowsMax) nights; for more, it has months, and says so in notes.
            """,
        arguments: [
            date("from", "The first night, a date such as 2026-02-01: the day on which the person wakes up."),
            date("to", "The date of the night after the last one."), .timeZone,
        ],
        fields: [
            .timeZone, .init(name: "unit", type: "string", meaning: "The unit of lengths of time: s, seconds."),
            .init(name: "interval", type: "string", meaning: "night or month."),
            .init(name: "nights", type: "array", isRequired: false, meaning: "The nights, if interval is night."),
            .init(
                name: "months", type: "array", isRequired: false,
                meaning:
                    "The months, if interval is month: the number of nights and of nights with sleep, and the average, least and "
                    + "greatest time asleep of these."),
            .partial("True if a night has not ended."), .notes,
        ])

    private static func date(_ name: String, _ meaning: String) -> ToolDescription.Argument {
        .init(name: name, kind: .text, isRequired: true, meaning: meaning)
    }

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        let query = [
            ("from", arguments["from"]), ("to", arguments["to"]),
            ("timeZone", arguments["timeZone"] ?? context.timeZone),
        ]
        return try context.get("/v1/sleep", query) { answer in
            var (months, isPartial, isEmpty) = ([Month](), false, true)
            answer["nights"]?.forEachElement { _, night in
                isPartial = isPartial || night["partial"]?.bool == true
                isEmpty = isEmpty && night["asleep"].present == nil
                let name = String((night["date"]?.string ?? "").prefix(7))
                if months.last?.name != name { months.append(Month(name: name)) }
                months[months.count - 1].add(night["asleep"]?.double)
            }
            let isLong = answer["nights"].map { $0.count > AssistantTools.rowsMax } ?? false
            let coarser =
                "The range has more than \(AssistantTools.rowsMax) nights, so these are months, computed from the nights. "
                + "Ask for a shorter range to see nights."
            let notes = [isLong ? coarser : nil, isEmpty ? StatisticsTool.noSamples : nil]
            return JSONWriter.answer(partial: isPartial, notes: notes) { writer in
                writer.members(["timeZone", "nightStart", "attribution", "sources"], of: answer)
                writer.member("unit", "s")
                writer.member("interval", isLong ? "month" : "night")
                if isLong {
                    writer.array("months") { writer in
                        for month in months { month.append(to: &writer) }
                    }
                } else {
                    writer.members(["nights"], of: answer)
                }
            }
        }
    }
}

/// The nights whose dates are in one month.
private struct Month {
    /// Such as `2026-02`.
    var name: String
    private var nights = 0
    /// The seconds asleep of each night with sleep.
    private var asleep: [Double] = []

    init(name: String) { self.name = name }

    mutating func add(_ seconds: Double?) {
        nights += 1
        if let seconds { asleep.append(seconds) }
    }

    func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("month", name)
            writer.member("nights", nights)
            writer.member("nightsWithSleep", asleep.count)
            writer.member("averageAsleep", asleep.isEmpty ? nil : asleep.reduce(0, +) / Double(asleep.count))
            writer.member("leastAsleep", asleep.min())
            writer.member("greatestAsleep", asleep.max())
        }
    }
}
