import HealthCore
import JSONReader

/// `statistics`
enum StatisticsTool: AssistantTool {
    static let description = ToolDescription(
        name: "statistics", title: "Figures of a type",
        text: """
            Figures of one type over a range of time, for each bucket of an interval or for the whole range. \
            Sources are merged as Apple Health does, so nothing counts twice. statistics has sum for cumulative types \
            (steps, energy), and average, minimum and maximum for other quantities (heart rate, weight); count is the number \
            of samples. A category type (symptoms, mindful sessions) has count, duration in seconds, and both for each value in \
            byValue. statistics is null if a bucket has no samples that this token may read; this is not zero. A day is a \
            calendar day of timeZone. An answer has at most \(AssistantTools.rowsMax) buckets; for more, it has a longer \
            interval and says so in notes.
            """,
        arguments: [
            .type.required, .from.required, .to.required,
            .init(
                name: "interval", kind: .text,
                meaning:
                    "The length of a bucket: 15minute, hour, day, week (from Monday), month, quarter, year. Without it, the answer has "
                    + "one figure of the whole range."),
            .timeZone, .unit, .source,
        ],
        fields: [
            .type, .unit, .timeZone,
            .init(
                name: "interval", type: "string", isRequired: false, meaning: "The length of a bucket of this answer."),
            .init(
                name: "buckets", type: "array", isRequired: false,
                meaning: "startDate, endDate (not part of the bucket), statistics or null, and partial of each bucket."),
            .init(
                name: "statistics", type: "object", isNullable: true, isRequired: false,
                meaning: "The figures of the whole range, without interval."),
            .partial("True if the range or a bucket has not ended, or if the range cuts a bucket."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        guard let asked = arguments["interval"] else {
            return try context.get("/v1/statistics", query(arguments, context)) { answer in
                let note = answer["statistics"].present == nil ? noSamples : nil
                return JSONWriter.answer(partial: nil, notes: [note]) { $0.members(of: answer) }
            }
        }
        guard BucketInterval(asked) != nil else { return try collection(asked, asked, arguments, context) ?? .init() }
        var interval = asked
        while true {
            if isPlausible(interval, arguments, context),
                let writer = try collection(interval, asked, arguments, context)
            {
                return writer
            }
            guard let coarser = coarser(than: interval) else {
                throw ToolFailure("the range has more than \(AssistantTools.rowsMax) buckets; ask for a shorter range")
            }
            interval = coarser
        }
    }

    static let noSamples = "There are no samples in this range that this token may read. That does not mean zero."

    static func query(_ arguments: ToolArguments, _ context: ToolContext) -> [(String, String?)] {
        [
            ("type", arguments["type"]), ("from", arguments["from"]), ("to", arguments["to"]),
            ("timeZone", arguments["timeZone"] ?? context.timeZone), ("unit", arguments["unit"]),
            ("source", arguments["source"]),
        ]
    }

    /// Asks for the buckets of an interval. Returns nil if there are too many.
    private static func collection(
        _ interval: String, _ asked: String, _ arguments: ToolArguments, _ context: ToolContext
    ) throws -> JSONWriter? {
        let query = query(arguments, context) + [("interval", interval)]
        return try context.get("/v1/statistics-collection", query) { answer in
            guard let buckets = answer["buckets"], buckets.count <= AssistantTools.rowsMax else { return nil }
            var (isPartial, isEmpty) = (false, true)
            buckets.forEachElement { _, bucket in
                isPartial = isPartial || bucket["partial"]?.bool == true
                isEmpty = isEmpty && bucket["statistics"].present == nil
            }
            let coarser =
                "The range has more than \(AssistantTools.rowsMax) buckets of \(asked), so these are buckets of \(interval). "
                + "Ask for a shorter range to see \(asked)."
            let notes = [interval == asked ? nil : coarser, isEmpty ? noSamples : nil]
            return JSONWriter.answer(partial: isPartial, notes: notes) { $0.members(of: answer) }
        }
    }

    // MARK: Coarser intervals

    private static let intervals = ["5minute", "15minute", "hour", "day", "week", "month", "quarter", "year"]

    /// Returns the next longer interval; nil after a year.
    private static func coarser(than interval: String) -> String? {
        guard let length = BucketInterval(interval)?.longestMicroseconds else { return nil }
        return intervals.first { (BucketInterval($0)?.longestMicroseconds ?? 0) > length }
    }

    /// False if the range certainly has too many buckets, so that the service need not be asked.
    /// The service reports an argument that is wrong.
    private static func isPlausible(
        _ interval: String, _ arguments: ToolArguments, _ context: ToolContext
    ) -> Bool {
        guard let length = BucketInterval(interval)?.longestMicroseconds,
            let range = try? QuestionRange(from: arguments["from"], to: arguments["to"])
        else { return true }
        let zone = Zone(identifier: arguments["timeZone"] ?? context.timeZone)
        guard let range = try? range.range(on: zone.map { WallClock($0) } ?? .utc) else { return true }
        // Times on the person's clock differ by some hours, so that the count is not exact.
        return (range.to.microseconds - range.from.microseconds) / length <= 2 * AssistantTools.rowsMax
    }
}
