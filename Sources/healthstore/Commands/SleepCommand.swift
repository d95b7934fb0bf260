import HealthAPI
import HealthCore
import HealthDatabase
import Postgres

/// `healthstore sleep`
enum SleepCommand: Command {
    static let description = CommandDescription(
        "sleep", "Prints nights with their stages, naps and efficiency.",
        options: [.person] + Option.of(SleepQuestion.parameters) + [
            Option("--last", "COUNT", "instead of --from and --to: this many nights, up to the newest sample (7)"),
            .format,
        ],
        notes: """
            The time zone is this machine's where it is not given. --segments needs --format json. healthstore help sleep explains \
            how samples form a night.
            """)

    /// The number of nights that are shown if no range is given.
    private static let lastDefault = 7

    static func run(_ arguments: Arguments) async throws {
        let form = try AnswerForm(arguments)
        var parameters = QuestionParameters(arguments, SleepQuestion.parameters)
        parameters[.timeZone] = form.zone
        let last = try arguments.last(default: lastDefault, max: SleepRequest.nightsMax)
        if arguments.has("--segments"), form.format != .json { throw arguments.usage("--segments needs --format json") }
        // These dates are placeholders. They allow the other parameters to be checked before a
        // server is started.
        if last != nil { (parameters[.from], parameters[.to]) = ("2024-01-01", "2024-01-02") }
        let question = try SleepQuestion(parameters)
        try await Store.withPerson(arguments) { _, session, person in
            let settings = try question.settings(of: person, session)
            let request =
                if let last {
                    try question.request(last: last, upTo: try newestStart(of: person, session), settings)
                } else {
                    try question.request(settings)
                }
            let response = SleepResponse(
                request, try SleepReader(person: person, session: session).nights(request), now: .now)
            form.print(response.text) { SleepTable(request: request, nights: response.nights).text }
        }
    }

    /// Returns the start of the newest sample of sleep.
    private static func newestStart(of person: Person, _ session: Session) throws -> Instant {
        let starts = try [SleepSample.typeIdentifier, AggregateNight.typeIdentifier].compactMap {
            try SampleTypeReader.newestStart(of: $0, for: person, now: .now, session)
        }
        guard let newest = starts.max() else { throw CommandFailure.noSamples(of: "sleepAnalysis", person.name) }
        return newest
    }
}
