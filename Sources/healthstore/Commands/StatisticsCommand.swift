import HealthAPI
import HealthCore
import HealthDatabase

/// `healthstore statistics`
enum StatisticsCommand: Command {
    static let description = CommandDescription(
        "statistics", "Prints figures of one quantity or category type, bucket by bucket.", positionals: ["TYPE"],
        options: [.person] + Option.of(StatisticsQuestion.parameters, without: "type", "types") + [
            Option("--last", "COUNT", "instead of --from and --to: this many buckets, up to the newest sample (7)"),
            .format,
        ],
        notes: """
            TYPE is an identifier or a short name, such as stepCount. Sources are merged, so nothing counts twice. A category type, such \
            as mindfulSession, has a count and a duration, in all and for each value. The interval is day and the time zone this machine's where \
            they are not given.
            """)

    /// The maximum number of buckets of `--last`.
    private static let lastMax = 10_000
    /// The number of buckets that are shown if no range is given.
    private static let lastDefault = 7

    static func run(_ arguments: Arguments) async throws {
        let form = try AnswerForm(arguments)
        var parameters = QuestionParameters(arguments, StatisticsQuestion.parameters)
        let type = try arguments.positional(0, "TYPE")
        parameters[.type] = type
        parameters[.interval] = parameters[.interval] ?? "day"
        parameters[.timeZone] = form.zone
        let last = try arguments.last(default: lastDefault, max: lastMax)
        // This range is a placeholder. It allows the other parameters to be checked before a server
        // is started.
        if last != nil { (parameters[.from], parameters[.to]) = ("2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z") }
        let question = try StatisticsQuestion(parameters)
        try await Store.withPerson(arguments) { _, session, person in
            let settings = try question.settings(of: person, session)
            let request: StatisticsRequest
            if let last {
                guard let newest = try SampleTypeReader.newestStart(of: type, for: person, now: .now, session) else {
                    throw CommandFailure.noSamples(of: type, person.name)
                }
                request = try question.request(last: last, upTo: newest, settings)
            } else {
                request = try question.request(settings)
            }
            let collections = try StatisticsReader(person: person, session: session).collections(request)
            form.print(StatisticsResponse(request, collections, now: .now).text) {
                StatisticsTable(request, collections[0]).text
            }
        }
    }
}
