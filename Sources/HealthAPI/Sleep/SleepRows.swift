import HealthCore
import HealthDatabase

extension SleepResponse {
    /// Returns the answer as text. JSON has no line feed at its end. Each row of another format
    /// ends with a line feed.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    /// The columns. Lengths are in seconds. `sources` has ids separated by blanks.
    private static let columns: [String] = [
        "date", "partial", "kind", "startDate", "endDate", "asleep", "unspecified", "core", "deep", "rem", "awake",
        "inBed",
        "efficiency", "sources",
    ]

    /// Returns the rows of all nights:
    /// - one row for the main sleep of a night (`main`) and one for each nap (`nap`),
    /// - the same for figures that an app sent (`aggregate` and `nap`),
    /// - one row with only the date for a night without sleep.
    func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format, columns: SleepResponse.columns, clock: request.clock, hasTimes: true)
        for night in nights {
            let head: [RowWriter.Cell] = [.text(night.window.date.iso8601), .flag(night.window.end > now)]
            if night.sourceRanks.isEmpty {
                rows.append(head + Array(repeating: .text(nil), count: SleepResponse.columns.count - 2))
            }
            if let main = mainSleep(of: night) {
                rows.append(head + cells(main, night.main == nil ? "aggregate" : "main"))
            }
            for nap in naps(of: night) { rows.append(head + cells(nap, "nap")) }
        }
        return rows
    }

    private func cells(_ sleep: ShownSleep, _ kind: String) -> [RowWriter.Cell] {
        let stages: [SleepValue] = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM, .awake]
        return [.text(kind), .time(sleep.span.start), .time(sleep.span.end), .number(sleep.asleep)]
            + stages.map { .number(sleep.length(of: $0)) }
            + [
                .number(sleep.inBed), .number(sleep.efficiency),
                .text(sleep.sources.map { String($0) }.joined(separator: " ")),
            ]
    }
}
