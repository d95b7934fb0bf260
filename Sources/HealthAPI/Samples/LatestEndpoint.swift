import HTTPServer
import HealthCore
import HealthDatabase
import JSON

extension Endpoint {
    static let getLatest = Endpoint(
        .get, "/v1/latest", "The newest sample of several types",
        notes: """
            Of all types of the person where `types` is missing. Samples that begin in the future are left out. With `timeZone`, \
            sums and category types also have the figures of the day on which their newest sample begins.
            """,
        tag: .samples,
        parameters: [
            EndpointParameter(
                name: "types", schema: .string(pattern: "^.+$"),
                meaning: "At most \(StatisticsRequest.typesMax) sample types of any kind, separated by commas.",
                example: "stepCount,sleepAnalysis", errors: [.missingParameter, .unknownType, .outOfRange]),
            .timeZone, .unit,
        ],
        takes: .parameters { try LatestQuestion(types: $0["types"], clock: $0["timeZone"], unit: $0["unit"]) },
        gives: .json("One entry for each type.", isTagged: true).rows("latest")
    ) { call in
        try await call.answer(call.taken) { request, session in
            let now = Instant.now
            let latest = try SampleReader(person: call.person, session: session).latest(of: request.names, now: now)
            let days = request.clock.map { clock in
                LatestDayReader(call.person, session, ClockText(clock), request.units, now: now)
            }
            return LatestSamples(latest: try latest.map { try LatestSamples.Entry($0, request.units, days) })
        }
    }.asTool(
        Tool(
            name: "latest", title: "The newest samples",
            text: """
                The newest sample of several types, or of all types of the person. sample is null if there is none that this token \
                may read. Its times are in UTC. A sample of steps or energy is only a part: day has the figures of its whole day.
                """,
            omits: sampleParts))
}

private struct LatestSamples: Shaped {
    var latest: [Entry]

    static let shape = Shape<Self>([.member("latest", \.latest)])

    var rowCount: Int? { latest.count }

    struct Entry: Shaped {
        let type: SampleTypeReader.Stored
        let sample: ShownSample?
        let day: LatestDay?

        init(_ latest: SampleReader.Latest, _ units: PreferredUnits, _ days: LatestDayReader?) throws {
            type = latest.type
            let terms = try SampleTerms(type: type, unit: try UnitParameter(nil), preferred: units)
            sample = latest.sample.map { ShownSample(sample: $0, terms: terms) }
            day = try days?.day(of: latest)
        }

        static let shape = Shape<Self>([
            .member("type", \.type.identifier),
            .member("displayName") {
                Catalogue.sampleType(named: $0.type.identifier)?.displayName ?? $0.type.identifier
            },
            .member("kind", \.type.kind.rawValue, as: .kind), .member("sample", \.sample),
            .optional(
                "day", \.day,
                "With `timeZone`, the figures of the day of `sample` for sums and category types, except sleep."),
        ])
    }
}

/// A parsed question for the newest samples.
private struct LatestQuestion: Question {
    private let names: [String]?
    private let clock: QuestionClock?
    private let unit: UnitParameter

    struct Request: Sendable {
        /// The names of types. Nil for all types of the person.
        let names: [String]?
        /// The clock of the days. Nil for samples alone.
        let clock: WallClock?
        let units: PreferredUnits
    }

    /// - Throws: `ParameterError`.
    init(types: String?, clock: String?, unit: String?) throws(ParameterError) {
        names = try types.map { text throws(ParameterError) in
            let names = try ParameterText.required(text, "types").split(
                separator: ",", omittingEmptySubsequences: false)
            guard names.count <= StatisticsRequest.typesMax else {
                throw ParameterError(
                    .outOfRange, "types", "types may name at most \(StatisticsRequest.typesMax)")
            }
            return names.map(String.init)
        }
        self.clock = try clock.map { text throws(ParameterError) in try QuestionClock(text) }
        self.unit = try UnitParameter(unit)
        _ = try request(PersonSettings(clock: .unread))
    }

    var isOnPersonClock: Bool { clock?.isOnPersonClock ?? false }
    var hasPersonUnits: Bool { true }

    func request(_ settings: PersonSettings) throws(ParameterError) -> Request {
        let types = names?.compactMap(Catalogue.sampleType(named:))
        return Request(
            names: names, clock: try clock?.request(settings), units: try unit.over(settings.units, types: types))
    }
}
