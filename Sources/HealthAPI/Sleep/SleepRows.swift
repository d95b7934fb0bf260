import HealthCore
import HealthDatabase

extension SleepResponse {
    /// Returns the answer as text. JSON has no line feed at its end. Each row of another format
    /// ends with a line feed.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    /// The columns. Lengths are in seconds. `sources` has ids separated by blanks.
    private static let columns: [StaticString] = [
        "date", "partial", "kind", "startDate", "endDate", "asleep", "unspecified", "core", "deep", "rem", "awake",
        "inBed",
        "efficiency", "sources",
    ]

    /// Returns the rows of all nights:
    /// - one row for the main sleep of a night (`main`) and one for each nap (`nap`),
    /// - the same for figures that an app sent (`aggregate` and `nap`),
    /// - one row with only the date for a night without sleep.
    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format, columns: SleepResponse.columns, clock: request.clock, capacity: 256 + nights.count * 192)
        for night in nights {
            let head: [RowWriter.Cell] = [.text(night.window.date.iso8601), .flag(night.window.end > now)]
            if let aggregate = night.aggregate { rows.append(head + cells(aggregate, "aggregate")) }
            if night.sourceRanks.isEmpty {
                rows.append(head + Array(repeating: .text(nil), count: SleepResponse.columns.count - 2))
            }
            if let main = night.main { rows.append(head + cells(main, "main")) }
            for nap in night.naps { rows.append(head + cells(nap, "nap")) }
            for nap in night.aggregateNaps { rows.append(head + cells(nap, "nap")) }
        }
        return rows
    }

    private func cells(_ session: SleepSession, _ kind: String) -> [RowWriter.Cell] {
        cells(
            kind, session.start, session.end, asleep: session.asleep, inBed: session.timeInBed,
            efficiency: session.efficiency, session.sourceRanks
        ) { session.duration(of: $0) }
    }

    private func cells(_ night: AggregateNight, _ kind: String) -> [RowWriter.Cell] {
        cells(
            kind, night.start, night.end, asleep: night.lengths.asleep, inBed: night.lengths.inBed,
            efficiency: night.lengths.efficiency, [night.sourceRank]
        ) { night.lengths.duration(of: $0) }
    }

    private func cells(
        _ kind: String, _ start: Instant, _ end: Instant, asleep: Int64?, inBed: Int64?, efficiency: Double?,
        _ ranks: [Int32], _ duration: (SleepValue) -> Int64?
    ) -> [RowWriter.Cell] {
        let ids = ranks.map { String(sources[Int($0)].publicID) }.joined(separator: " ")
        return [.text(kind), .time(start), .time(end), .number(seconds(asleep))]
            + [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM, .awake].map { .number(seconds(duration($0))) }
            + [.number(seconds(inBed)), .number(efficiency), .text(ids)]
    }
}
