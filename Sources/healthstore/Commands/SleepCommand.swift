import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore sleep`
enum SleepCommand: Command {
    static let description = CommandDescription(
        "sleep", "Nights with their stages, naps and efficiency.",
        options: [
            .person, .timeZone,
            Option("--from", "DATE", "the first night"),
            Option("--to", "DATE", "the night behind the last one"),
            Option("--last", "COUNT", "instead of --from and --to: the nights that end with the newest sample (7)"),
            Option("--night-start", "HH:MM", "when nights begin (18:00)"),
            Option("--attribution", "wakingDay|startDay", "which of its two days gives a night its date (wakingDay)"),
            Option("--session-gap", "MINUTES", "longest pause inside of one sleep (60)"),
            Option("--segments", nil, "list the stages one by one; for --format json"),
            Option("--fill", "null|omit", "whether nights without sleep are listed (null)"), .format,
        ],
        notes: "healthstore help sleep says how a night is put together.")

    /// Nights that are shown where no range is given.
    private static let lastDefault = 7

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let name = try arguments.required("--person")
        let format = try arguments.answerFormat()
        let zone = QuestionZone(arguments)
        var parameters = parameters(arguments, zone)
        let last = try arguments.last(default: lastDefault, max: SleepRequest.nightsMax)
        if arguments.has("--segments"), format != .json { throw arguments.usage("--segments needs --format json") }
        // What is wrong is said before a server is started.
        var check = parameters
        if last != nil { (check.from, check.to) = ("2024-01-01", "2024-01-02") }
        _ = try SleepRequest(check)
        return try await Store.with(arguments) { _, session in
            let person = try PersonStore.find(name: name, session)
            let clock = try WallClockReader(person: person, session: session).clock(for: parameters.timeZone)
            if let last { try setRange(&parameters, last, clock, person, session) }
            let question = try SleepRequest(parameters, personClock: clock)
            let response = SleepResponse(
                question, try SleepReader(person: person, session: session).nights(question), now: .now)
            if let format {
                format.print(response.text(format))
            } else {
                print(SleepTable(question, response.nights).text + zone.note, terminator: "")
            }
            return 0
        }
    }

    private static func parameters(_ arguments: Arguments, _ zone: QuestionZone) -> SleepParameters {
        var parameters = SleepParameters()
        parameters.timeZone = zone.name
        parameters.from = arguments["--from"]
        parameters.to = arguments["--to"]
        parameters.nightStart = arguments["--night-start"]
        parameters.attribution = arguments["--attribution"]
        parameters.sessionGap = arguments["--session-gap"]
        parameters.segments = arguments["--segments"]
        parameters.fill = arguments["--fill"]
        return parameters
    }

    /// The nights up to the one in which the newest sample begins.
    private static func setRange(
        _ parameters: inout SleepParameters, _ count: Int, _ clock: WallClock?, _ person: Person, _ session: Session
    ) throws {
        let starts = try [SleepSample.typeIdentifier, AggregateNight.typeIdentifier].compactMap {
            try SampleTypeReader.newestStart(of: $0, for: person, now: .now, session)
        }
        guard let newest = starts.max() else { throw CommandFailure.noSamples(of: "sleepAnalysis", person.name) }
        var search = parameters
        let day = try ParameterText.clock(parameters.timeZone, "timeZone", person: clock).localDateTime(at: newest).date
            .daysSinceEpoch
        search.from = CivilDate(daysSinceEpoch: day - 1).iso8601
        search.to = CivilDate(daysSinceEpoch: day + 2).iso8601
        let windows = try SleepRequest(search, personClock: clock).windows
        let night = windows.first { $0.start <= newest && newest < $0.end }?.date.daysSinceEpoch ?? day
        parameters.from = CivilDate(daysSinceEpoch: night + 1 - count).iso8601
        parameters.to = CivilDate(daysSinceEpoch: night + 1).iso8601
    }
}
