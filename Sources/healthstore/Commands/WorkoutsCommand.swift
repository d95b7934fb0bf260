import HealthAPI
import HealthCore
import HealthDatabase

/// `healthstore workouts`
enum WorkoutsCommand: Command {
    static let description = CommandDescription(
        "workouts", "Prints workouts, the newest first, with figures of the samples measured during them.",
        options: [.person] + Option.of(WorkoutQuestion.parameters) + [
            Option("--cursor", "CURSOR", "continue after the page whose answer had this cursor"), .format,
        ],
        notes: "The time zone is this machine's where it is not given.")

    static func run(_ arguments: Arguments) async throws {
        let form = try AnswerForm(arguments)
        var parameters = QuestionParameters(arguments, WorkoutQuestion.parameters)
        // Workouts of the future are shown only if `--from` or `--to` is given.
        if parameters[.to] == nil, parameters[.from] == nil { parameters[.to] = Instant.now.rfc3339 }
        parameters[.timeZone] = form.zone
        let cursor = try arguments["--cursor"].map { try SampleCursor($0) }
        let question = try WorkoutQuestion(parameters)
        try await Store.withPerson(arguments) { _, session, person in
            return try session.reading {
                let request = try question.request(of: person, session)
                let listing = try WorkoutListing(request, after: cursor, person, session)
                try form.print(listing.text) { text(request, try listing.rows()) }
                if form.format != .json, let cursor = listing.cursor {
                    StandardError.write("there are more workouts: --cursor \(cursor) shows the next ones\n")
                }
            }
        }
    }

    private static func text(_ request: WorkoutRequest, _ rows: [WorkoutListing.Row]) -> String {
        typealias Column = TextTable.Column<WorkoutListing.Row>
        let clock = LocalTimeText(clock: request.clock)
        let figures = (request.quantities ?? []).enumerated().map { index, quantity in
            let (figure, unit) = (quantity.style == .cumulative ? "sum" : "average", quantity.unit?.presentation)
            return Column.number("\(quantity.type.shortName) \(figure) \(unit?.label ?? "")") { row in
                let statistics = index < row.statistics.count ? row.statistics[index].converted : nil
                return number((statistics?.sum ?? statistics?.average).map { unit?.conversion.printed($0) ?? $0 })
            }
        }
        let columns: [Column] = [
            .text("start") { clock.minute($0.start) }, .text("activity") { $0.activityType ?? "" },
            .number("min") { number($0.duration / 60) },
            .number("energy \(Workout.energyUnit)") { number($0.totalEnergyBurned) },
            .number("distance \(Workout.distanceUnit)") { number($0.totalDistance) },
        ]
        let isRecorded = rows.contains { $0.recordingState != nil }
        return TextTable(
            of: rows,
            columns + figures + [.text("source", \.source)]
                + (isRecorded ? [.text("recording") { $0.recordingState?.rawValue ?? "" }] : [])
        ).text
    }

    private static func number(_ number: Double?) -> String { number.map(NumberText.rounded) ?? "" }
}
