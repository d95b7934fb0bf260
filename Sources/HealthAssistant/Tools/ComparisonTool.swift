import HealthCore
import JSONReader

/// `compare_periods`
enum ComparisonTool: AssistantTool {
    static let description = ToolDescription(
        name: "compare_periods", title: "Two periods compared",
        text: """
            Compares the figures of one type in two periods, such as two months. For each figure the answer has its value in \
            both periods, the difference (second minus first) and the change in percent of the first. The sums of periods of \
            different lengths do not compare, so cumulative types also have sumPerDay: the sum divided by the days that have \
            samples. Category types have count and duration in seconds. A figure is null if the period has no samples that this \
            token may read; this is not zero.
            """,
        arguments: [
            .type.required, period("firstFrom", .from, "first"), period("firstTo", .to, "first"),
            period("secondFrom", .from, "second"), period("secondTo", .to, "second"), .timeZone, .unit, .source,
        ],
        fields: [
            .type, .unit, .timeZone,
            .init(
                name: "first", type: "object",
                meaning:
                    "The first period: from, to, partial, days, daysWithSamples (calendar days of the period, and those with samples), and "
                    + "statistics, as of the tool statistics."),
            .init(name: "second", type: "object", meaning: "The second period, as first."),
            .init(
                name: "comparison", type: "object",
                meaning: "For each figure: first, second, difference and percent. Each may be null."),
            .partial("True if one of the periods has not ended."), .notes,
        ])

    private static func period(
        _ name: String, _ argument: ToolDescription.Argument, _ which: String
    ) -> ToolDescription.Argument {
        .init(name: name, kind: .text, isRequired: true, meaning: "Of the \(which) period. " + argument.meaning)
    }

    static func answer(_ arguments: ToolArguments, _ context: ToolContext) throws -> JSONWriter {
        let first = try Period(arguments, "firstFrom", "firstTo", context)
        let second = try Period(arguments, "secondFrom", "secondTo", context)
        let isPartial = first.isPartial || second.isPartial
        return JSONWriter.answer(partial: isPartial, notes: notes(first, second)) { writer in
            writer.member("type", first.texts["type"])
            writer.member("aggregationStyle", first.texts["aggregationStyle"])
            writer.member("unit", first.texts["unit"])
            writer.member("timeZone", first.texts["timeZone"])
            writer.object("first", first.append)
            writer.object("second", second.append)
            writer.object("comparison") { writer in
                for name in Period.names where first.figures[name] != nil || second.figures[name] != nil {
                    writer.object(name) { append(first.figures[name], second.figures[name], to: &$0) }
                }
            }
        }
    }

    private static func append(_ first: Double?, _ second: Double?, to writer: inout JSONWriter) {
        let difference = first.flatMap { first in second.map { $0 - first } }
        writer.member("first", first)
        writer.member("second", second)
        writer.member("difference", difference)
        writer.member("percent", difference.flatMap { first == 0 ? nil : 100 * $0 / abs(first ?? 0) })
    }

    private static func notes(_ first: Period, _ second: Period) -> [String] {
        var notes: [String] = []
        for (name, period) in [("first", first), ("second", second)] {
            if period.isPartial {
                notes.append("The \(name) period has not ended, so its figures may still change.")
            }
            if period.daysWithSamples == 0 { notes.append("The \(name) period: \(StatisticsTool.noSamples)") }
        }
        if first.figures["sum"] != nil, second.figures["sum"] != nil, first.daysWithSamples != second.daysWithSamples {
            notes.append("The periods have different numbers of days with samples, so compare sumPerDay and not sum.")
        }
        return notes
    }
}

/// The figures of one period, as the service answers them.
private struct Period {
    /// The names of figures that are compared.
    static let names = ["sum", "sumPerDay", "average", "minimum", "maximum"] + ofCategories
    /// The figures that are compared only of a category type.
    private static let ofCategories = ["count", "duration"]

    /// The members of the service's answer that are texts.
    let texts: [String: String]
    let isPartial: Bool
    /// The calendar days that the period touches, and those that have samples.
    let days: Int
    let daysWithSamples: Int
    private(set) var figures: [String: Double] = [:]
    /// The member `statistics` of the service's answer.
    private let statistics: [UInt8]

    /// - Throws: The same errors as `ToolContext.get`.
    init(_ arguments: ToolArguments, _ from: String, _ to: String, _ context: ToolContext) throws {
        var query = StatisticsTool.query(arguments, context).filter { !["from", "to"].contains($0.0) }
        query += [("from", arguments[from]), ("to", arguments[to])]
        (texts, isPartial, statistics, figures) = try context.get("/v1/statistics", query) { answer in
            var texts: [String: String] = [:]
            answer.forEachMember { texts[$0] = $1.string }
            var figures: [String: Double] = [:]
            let isCategory = answer["aggregationStyle"]?.string == AggregationStyle.category.name
            for name in Period.names where isCategory || !Period.ofCategories.contains(name) {
                figures[name] = answer["statistics"]?[name]?.double
            }
            let statistics = answer["statistics"]?.minified ?? Array("null".utf8)
            return (texts, answer["partial"]?.bool ?? false, statistics, figures)
        }
        // An array of counts has a tenth of the bytes of an answer with all figures.
        (days, daysWithSamples) = try context.get(
            "/v1/statistics-collection", query + [("interval", "day"), ("options", "duration")],
            accept: "application/vnd.healthstore.columns+json"
        ) { answer in
            var (days, measured) = (0, 0)
            answer["count"]?.forEachElement { _, count in
                days += 1
                if let count = count.int64, count > 0 { measured += 1 }
            }
            return (days, measured)
        }
        if let sum = figures["sum"], daysWithSamples > 0 { figures["sumPerDay"] = sum / Double(daysWithSamples) }
    }

    func append(to writer: inout JSONWriter) {
        writer.member("from", texts["from"])
        writer.member("to", texts["to"])
        writer.member("partial", isPartial)
        writer.member("days", days)
        writer.member("daysWithSamples", daysWithSamples)
        writer.member("statistics", json: statistics)
    }
}
