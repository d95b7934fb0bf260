import HealthCore
import HealthDatabase

extension SleepResponse {
    /// The answer as a text: the JSON without a line feed, or rows of which each ends its line.
    public func text(_ format: AnswerFormat) -> String {
        String(decoding: format == .json ? json.bytes : rows(format).bytes, as: UTF8.self)
    }

    /// Lengths are in seconds. `sources` are ids with blanks between.
    private static let columns: [StaticString] = [
        "date", "partial", "kind", "startDate", "endDate", "asleep", "unspecified", "core", "deep", "rem", "awake",
        "inBed",
        "efficiency", "sources",
    ]

    /// Rows: one for the main sleep of each night and one for each nap; one that says nothing else than the date for a night
    /// without either.
    private func rows(_ format: AnswerFormat) -> RowWriter {
        var rows = RowWriter(
            format, columns: SleepResponse.columns, clock: request.clock, capacity: 256 + nights.count * 192)
        for night in nights {
            let head: [RowWriter.Cell] = [.text(night.window.date.iso8601), .flag(night.window.end > now)]
            if night.main == nil && night.naps.isEmpty { rows.append(head + cells(nil, kind: nil)) }
            if let main = night.main { rows.append(head + cells(main, kind: "main")) }
            for nap in night.naps { rows.append(head + cells(nap, kind: "nap")) }
        }
        return rows
    }

    private func cells(_ session: SleepSession?, kind: String?) -> [RowWriter.Cell] {
        let ids = session?.sourceRanks.map { String(sources[Int($0)].id) }.joined(separator: " ")
        return [.text(kind), .time(session?.start), .time(session?.end), .number(seconds(session?.asleep))]
            + [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM, .awake].map { stage in
                .number(seconds(session?.duration(of: stage)))
            }
            + [.number(seconds(session?.timeInBed)), .number(session?.efficiency), .text(ids)]
    }
}
