import Foundation
import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore statistics`
enum StatisticsCommand: Command {
    static let description = CommandDescription(
        "statistics", "Figures of one quantity type, bucket by bucket.", positionals: ["TYPE"],
        options: [
            Option("--person", "NAME", "whose samples"),
            Option("--interval", "INTERVAL", "length of a bucket: day, week, 15minute, 3month … (day)"),
            Option("--time-zone", "ZONE", "whose days, such as Europe/Berlin; person for the person's own (UTC)"),
            Option("--from", "TIME", "a local date or time, or a time with an offset"),
            Option("--to", "TIME", "the end of the range, which is not part of it"),
            Option("--last", "COUNT", "instead of --from and --to: the buckets that end with the newest sample"),
            Option("--anchor", "TIME", "a local date or time at which one bucket begins"),
            Option("--day-start", "HH:MM", "when days begin (00:00)"),
            Option("--first-weekday", "NUMBER", "1 (Monday, the default) … 7 (Sunday): where weeks begin"),
            Option(
                "--options", "NAMES", "cumulativeSum, discreteAverage, discreteMin, discreteMax, mostRecent, duration"),
            Option("--unit", "UNIT", "unit of the answer, such as bpm or lb (the person's unit for the type)"),
            Option("--strict-start-date", nil, "only samples that start in the range"),
            Option("--strict-end-date", nil, "only samples that end in the range"),
            Option("--separate-by-source", nil, "also the figures of every source alone"),
            Option("--format", "FORMAT", "table (the default), json or csv"),
        ],
        notes: "TYPE is an identifier or a short name, such as stepCount. Sources are merged: nothing counts twice.")

    /// Most buckets of `--last`.
    private static let lastMax = 10_000

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let name = try arguments.required("--person")
        let format = arguments["--format"] ?? "table"
        guard ["table", "json", "csv"].contains(format) else {
            throw arguments.usage("--format must be table, json or csv")
        }
        var parameters = try parameters(arguments)
        let last = try arguments.integer("--last", in: 1...lastMax)
        if last != nil, parameters.from != nil || parameters.to != nil {
            throw arguments.usage("--last and --from or --to exclude each other")
        }
        // What is wrong is said before a server is started.
        if last == nil { _ = try StatisticsRequest(parameters) }
        return try await Store.with(arguments) { _, session in
            let person = try PersonStore.find(name: name, session)
            let clock = try WallClockReader(person: person, session: session).clock(for: parameters.timeZone)
            let units = try PreferredUnitStore(person: person, session: session).units()
            if let last { try setRange(&parameters, last, clock, person, session) }
            let question = try StatisticsRequest(parameters, personClock: clock, units: units)
            let answer = try StatisticsReader(person: person, session: session).collections(question)
            switch format {
            case "json": print(StatisticsResponse(question, answer, now: .now).text)
            case "csv": print(StatisticsTable(question, answer[0]).csv, terminator: "")
            default: print(StatisticsTable(question, answer[0]).text, terminator: "")
            }
            return 0
        }
    }

    private static func parameters(_ arguments: Arguments) throws -> StatisticsParameters {
        var parameters = StatisticsParameters()
        parameters.type = try arguments.positional(0, "TYPE")
        parameters.interval = arguments["--interval"] ?? "day"
        parameters.timeZone = arguments["--time-zone"] ?? "UTC"
        parameters.from = arguments["--from"]
        parameters.to = arguments["--to"]
        parameters.anchor = arguments["--anchor"]
        parameters.dayStart = arguments["--day-start"]
        parameters.firstWeekday = arguments["--first-weekday"]
        parameters.options = arguments["--options"]
        parameters.unit = arguments["--unit"]
        parameters.strictStartDate = arguments["--strict-start-date"]
        parameters.strictEndDate = arguments["--strict-end-date"]
        parameters.separateBySource = arguments["--separate-by-source"]
        return parameters
    }

    /// The range whose last bucket holds the newest sample.
    private static func setRange(
        _ parameters: inout StatisticsParameters, _ count: Int, _ clock: WallClock?, _ person: Person,
        _ session: Session
    ) throws {
        let newest =
            try SampleTypeReader.newestStart(of: parameters.type ?? "", for: person, session)
            ?? Instant(seconds: Int64(Date().timeIntervalSince1970))
        let end = min(newest.microseconds + 1, Instant.latest.microseconds)
        parameters.to = text(end)
        parameters.from = text(end - 1)
        guard let grid = try StatisticsRequest(parameters, personClock: clock).grid else { return }
        let (reach, isEndless) = Int64(count + 1).multipliedReportingOverflow(by: grid.interval.longestMicroseconds)
        let longest = SampleRange.microsecondsMax
        parameters.from = text(end - 1 - (isEndless ? longest - 1 : min(reach, longest - 1)))
        let plan = try StatisticsRequest(parameters, personClock: clock).plan
        let edges = plan.edges.suffix(count + 1)
        // A bucket may be longer than a range may be: then the range lies around the newest sample.
        let to = min(edges[edges.endIndex - 1].microseconds, end + longest / 2)
        parameters.to = text(to)
        parameters.from = text(max(edges[edges.startIndex].microseconds, to - longest))
    }

    /// The nearest instant that can be written.
    private static func text(_ microseconds: Int64) -> String {
        min(max(Instant(microseconds: microseconds), .earliest), .latest).rfc3339
    }
}
