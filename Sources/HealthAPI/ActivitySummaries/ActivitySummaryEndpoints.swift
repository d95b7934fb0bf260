import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getActivitySummaries = Endpoint(
        .get, "/v1/activity-summaries", "The activity rings and their goals, day by day",
        notes: "HealthKit's `HKActivitySummaryQuery`. At most \(ActivitySummaryRequest.daysMax) days.",
        tag: .activitySummaries,
        parameters: [EndpointParameter(.firstDate.required), EndpointParameter(.endDate.required)],
        takes: .parameters { try ActivitySummaryRequest(from: $0["from"], to: $0["to"]) },
        gives: .json("The days that are known.").rows("activitySummaries")
    ) { call in
        let days = try await call.read {
            try ActivitySummaryReader(person: call.person, session: $0).summaries(call.taken)
        }
        return ActivitySummaries(days: days)
    }.asTool(
        Tool(
            name: "rings", title: "Activity rings, day by day",
            text: """
                The activity rings of days and their goals: energy, exercise and stand hours. units has the unit of each figure. A \
                day that is not known is left out. If there are too many days, the answer has months.
                """))

    static let putActivitySummary = Endpoint(
        .put, "/v1/activity-summaries/{date}", "Stores the activity rings of a day",
        notes: "Replaces the day that is known. A member that is missing or null is unknown.", tag: .activitySummaries,
        parameters: [
            EndpointParameter(
                name: "date", location: .path, schema: .date, isRequired: true, meaning: "The day.",
                example: "2024-05-01", errors: [.malformedParameter, .missingParameter])
        ],
        takes: .json(
            .object(optional: Schema.Members([["dateComponents": .date], ActivitySummary.rings])).sent(
                "ActivitySummaryFields"),
            example: #"{"activeEnergyBurned": 412, "activeEnergyBurnedGoal": 500, "appleExerciseTime": 34}"#,
            parameters: { try ParameterText.date($0["date"], "date") }
        ) { try ActivitySummaryFields.summary($1, of: $0) },
        right: .write, gives: .json("The day as it is stored."), errors: [.malformedNumber]
    ) { call in
        try await call.withSession { session in
            guard try WriteAccess(call.caller, session).mayWrite(elementNamed: "ActivitySummary") else {
                throw Caller.writeNotGranted("the token may not write the group activity at all times")
            }
            try ActivitySummaryWriter(person: call.person, session: session).write(call.taken.sent)
        }
        return call.taken.sent
    }
}

private struct ActivitySummaries: Shaped {
    var days: [ActivitySummary]

    static let shape = Shape<Self>([
        .member("activitySummaries", \.days),
        .member("units", { _ in RingUnits() }, as: .map(.string)),
    ])

    var rowCount: Int? { days.count }
}

extension ActivitySummary: Shaped {
    static let shape = Shape<Self>(
        [.member("dateComponents", \.date)]
            + Field.allCases.map { field in .member(field.rawValue, { $0.values[field] }, as: ring) }
    ).named("ActivitySummary")

    private static let ring = Schema.number(minimum: 0).orNull

    /// The schemas of the figures.
    fileprivate static let rings = Schema.Members(Field.allCases.map { [$0.rawValue: ring] })
}

/// The unit of each figure.
private struct RingUnits: Shaped {
    static let shape = Shape<Self>(
        ActivitySummary.Field.allCases.map { field in .member(field.rawValue) { _ in field.unitString } })
}

/// Reads activity summaries from clients.
private enum ActivitySummaryFields {
    /// Reads an object of numbers. The members have HealthKit's names, and all are optional.
    static func summary(_ body: JSONValue, of date: CivilDate) throws -> ActivitySummary {
        let known = ActivitySummary.Field.allCases.map(\.rawValue) + ["dateComponents"]
        let sent = try SentValue(body).object(Set(known))
        if let value = sent["dateComponents"].value, value.string != date.iso8601 {
            throw sent["dateComponents"].malformed("must be the date of the path")
        }
        var summary = ActivitySummary(date: date)
        for field in ActivitySummary.Field.allCases {
            guard let member = sent[field.rawValue].present else { continue }
            guard let number = member.value?.double, number.isFinite, number >= 0 else {
                throw member.error(.malformedNumber, "must be a number, 0 or greater")
            }
            summary.values[field] = number
        }
        return summary
    }
}
