import HealthCore
import JSONReader

/// `explain`
enum ExplanationTool: AssistantTool {
    static let description = ToolDescription(
        name: "explain", title: "Why a figure is what it is",
        text: """
            The sources and samples behind one figure of a type. Each sample has its contribution, or the reason \
            why less than the whole sample counted, such as overruled: a source of higher priority has samples of the same \
            time. Use it if a figure surprises, or to see the figures of each source. Name a bucket by interval and bucket, \
            or a range by from and to. An answer has at most \(AssistantTools.rowsMax) samples.
            """,
        arguments: [
            .type.required,
            .init(name: "interval", kind: .text, meaning: "The length of the bucket, such as day. It needs bucket."),
            .init(name: "bucket", kind: .text, meaning: "A date or time in the bucket, such as 2026-02-27."), .from,
            .to,
            .timeZone, .unit, .source, .limit(of: "samples"), .cursor,
        ],
        fields: [
            .type, .unit, .timeZone,
            .init(
                name: "statistics", type: "object", isNullable: true,
                meaning: "The figures that the samples make; null without samples."),
            .init(
                name: "sources", type: "array",
                meaning: "All sources with samples, with what each contributed. rank 0 is the highest priority."),
            .init(name: "samples", type: "array", meaning: "A page of the samples."),
            .init(
                name: "cursor", type: "string", isNullable: true,
                meaning: "The argument cursor of a call that returns further samples; null if there are none."),
            .partial("True if the bucket has not ended, or if it has further samples."), .notes,
        ])

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        let query =
            StatisticsTool.query(arguments, context) + [
                ("interval", arguments["interval"]), ("bucket", arguments["bucket"]), ("cursor", arguments["cursor"]),
                ("limit", arguments["limit"] ?? String(AssistantTools.rowsMax)),
            ]
        return try context.get("/v1/explain", query) { answer in
            let hasMore = answer["cursor"].present != nil
            let end = answer["to"]?.string.flatMap { Instant(rfc3339: $0) }
            let hasEnded = end.map { $0 <= context.now } ?? true
            let notes = [
                hasMore ? "The bucket has further samples; call again with cursor." : nil,
                hasEnded ? nil : "The bucket has not ended, so its figures may still change.",
                answer["statistics"].present == nil ? StatisticsTool.noSamples : nil,
            ]
            return JSONWriter.answer(partial: hasMore || !hasEnded, notes: notes) { $0.members(of: answer) }
        }
    }
}
