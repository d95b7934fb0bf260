import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSON
import Postgres

extension Endpoint {
    static let getSamples = Endpoint(
        .get, "/v1/samples", "Samples of types, page by page",
        notes: """
            HealthKit's `HKSampleQuery`, in order of start, then of `uuid`. A page ends before the sample with which it would be \
            longer than 16 MiB. As lines (`application/x-ndjson`) and as CSV, the field `Link` names the next page. Every CSV has the columns \
            \(ShownSamplePage.columns.map { "`\($0)`" }.joined(separator: ", ")). Its times are on the clock of `timeZone`.
            """,
        tag: .samples,
        parameters: [.sampleTypes] + SpanQuestion.parameters.map(EndpointParameter.init) + [
            .source, .unit,
        ] + SamplePredicateFields.parameters + [
            .membersOfCorrelations,
            .limit(SampleQuery.limitMax, default: SampleQuery.limitDefault, of: "samples"), .order,
            EndpointParameter(
                name: "quantities", schema: .flag, meaning: "Whether series list their quantities; not as CSV.",
                example: "true", errors: [.incompatibleOption]),
            EndpointParameter(
                name: "arrival", schema: .flag, meaning: "Whether samples have `arrivedAt`; not as CSV.",
                example: "true", errors: [.incompatibleOption]),
            .cursor,
        ],
        takes: .parameters { try SamplesParameters($0) },
        gives: .response(.ok("A page of samples.", .json(ShownSamplePage.schema), .lines, .csv, headers: [.link])),
        errors: [.notAcceptable, .missingParameter]
    ) { call in
        let asked = call.taken
        var response = try await call.answer(asked.span) { span, session in
            try asked.response(span, call.person, session)
        }
        response.headers.vary("Accept")
        return response
    }.asTool(
        Tool(
            name: "samples", title: "Raw samples of a type",
            text: """
                Single samples of any type, as they were recorded, the oldest first; order=descending begins with the newest. For \
                blood pressure (bloodPressure), electrocardiograms (electrocardiogram), medication, symptoms and other types \
                without statistics. Sources are not merged, so never add up samples: ask statistics for figures. Times are in UTC.
                """,
            omits: sampleParts))

    static let getSample = Endpoint(
        .get, "/v1/samples/{uuid}", "One sample",
        notes: "In the person's unit of the type, with the quantities of a series, and with `arrivedAt`.",
        tag: .samples,
        parameters: [
            EndpointParameter(
                name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The sample's uuid.",
                example: "0f0e0d0c-0b0a-4009-8807-060504030201"), .membersOfCorrelations,
        ],
        takes: .parameters { query in
            (uuid: try query.uuid("uuid"), readsMembers: try ParameterText.flag(query["members"], "members"))
        },
        gives: .json("The sample."), errors: [.unknownSample]
    ) { call in
        let asked = call.taken
        return try await call.read { session in
            let reader = SampleReader(person: call.person, session: session)
            guard let found = try reader.sample(asked.uuid) else {
                throw APIError(.unknownSample, "the person has no sample of this uuid", key: "parameter", "uuid")
            }
            let units = try PreferredUnitStore(person: call.person, session: session).units()
            var shown = try ShownSample(found, units)
            if asked.readsMembers, found.type.kind == .correlation {
                let members = try reader.members(ofCorrelations: [asked.uuid]).members[asked.uuid] ?? []
                shown.members = try members.map { try ShownSample($0, units) }
            }
            return shown
        }
    }

    /// Members of a sample that assistants do not need.
    static let sampleParts: Set<String> = [
        "creationDate", "sentValue", "sentUnit", "device", "workoutActivityType", "source.bundleIdentifier",
        "source.version", "source.productType", "source.operatingSystemVersion",
    ]
}

extension ShownSample {
    fileprivate init(
        _ typed: SampleReader.Typed, _ units: PreferredUnits
    ) throws(ParameterError) {
        self.init(
            sample: typed.sample, terms: try SampleTerms(type: typed.type, unit: UnitParameter(nil), preferred: units))
    }
}

extension EndpointParameter {
    fileprivate static let sampleTypes = EndpointParameter(
        name: "type", schema: .string(pattern: "^.+$"), isRequired: true,
        meaning: """
            A sample type, by HealthKit's identifier or its short name, or at most \(StatisticsRequest.typesMax) types, separated \
            by commas.
            """, example: "stepCount", errors: [.unknownType, .repeatedParameter, .outOfRange])
    fileprivate static let membersOfCorrelations = EndpointParameter(
        name: "members", schema: .flag,
        meaning: "Whether correlations have their samples in `members`, such as a meal its macronutrients.",
        example: "true")
}

extension Endpoint.Content {
    static let events = Endpoint.Content(mediaType: "text/event-stream")
}

/// The parameters of a page of samples.
private struct SamplesParameters: Sendable {
    let request: HTTPRequest
    let names: [String]
    let format: AnswerFormat
    let unit: UnitParameter
    let wantedSources: SourceFilter
    let span: SpanQuestion
    private let predicates: SamplePredicateFields
    private let readsMembers: Bool
    /// The page, without the type, the range and the predicates.
    private var page = SampleQuery(sampleTypeID: 0)

    init(_ query: RequestParameters) throws {
        request = query.request
        names = try ParameterText.required(query["type"], "type")
            .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= StatisticsRequest.typesMax else {
            throw ParameterError(.outOfRange, "type", "type may name at most \(StatisticsRequest.typesMax) types")
        }
        page.limit = try query.limit(SampleQuery.limitMax, default: SampleQuery.limitDefault)
        page.isAscending = try ParameterText.isAscending(query["order"], "order") ?? true
        page.cursor = try query["cursor"].map { try SampleCursor($0) }
        format = try AnswerFormat(acceptedBy: request, among: [.json, .lines, .csv])
        unit = try UnitParameter(query["unit"])
        let types = names.compactMap(Catalogue.sampleType(named:))
        if types.count == names.count { try unit.check(types: types) }
        for type in types { _ = try unit.unit(of: type) }
        page.readsQuantities = try ParameterText.flag(query["quantities"], "quantities")
        page.readsArrival = try ParameterText.flag(query["arrival"], "arrival")
        wantedSources = SourceFilter(query)
        predicates = try SamplePredicateFields(query)
        guard names.count == 1 || !predicates.comparesValues else {
            throw ParameterError(
                .incompatibleOption, "value", "value compares in the unit of one type, and type names \(names.count)",
                hint: "send a request for each type")
        }
        readsMembers = try ParameterText.flag(query["members"], "members")
        for (name, isWanted) in [
            ("quantities", page.readsQuantities), ("arrival", page.readsArrival), ("members", readsMembers),
        ] where isWanted && format == .csv {
            throw ParameterError(
                .incompatibleOption, name, "CSV has one row for each sample, and no \(name)",
                hint: "leave out \(name), or ask for JSON or lines")
        }
        span = try SpanQuestion(query.question)
    }

    func response(_ span: QuestionSpan, _ person: Person, _ session: Session) throws -> HTTPResponse {
        let types = try SampleTypeReader.find(names, "type", of: person, session)
        let units = try PreferredUnitStore(person: person, session: session).units()
        let terms = try types.map { try SampleTerms(type: $0, unit: unit, preferred: units) }
        var samples = self.page
        samples.sampleTypeIDs = types.map(\.id)
        samples.ranges = span.ranges
        samples.predicates = predicates.predicates { terms[0].canonical($0) }
        if let ids = try wantedSources.ids(of: person, session) { samples.predicates.append(.sources(ids.sorted())) }
        let reader = SampleReader(person: person, session: session)
        var page = ShownSamplePage(
            page: try reader.page(samples), terms: Dictionary(uniqueKeysWithValues: zip(types.map(\.id), terms)))
        if readsMembers, types.contains(where: { $0.kind == .correlation }) {
            let (count, members) = try reader.members(ofCorrelations: page.page.samples.map(\.uuid))
            page.page.keep(first: count)
            page.members = try members.mapValues { members in try members.map { try ShownSample($0, units) } }
        }
        if format == .json { return HTTPResponse(json: page.json) }
        let (rows, rowCount, next) = page.rows(format, on: span.clock)
        var response = HTTPResponse(unstored: rows, contentType: format.contentType)
        response.rowCount = rowCount
        response.link(next?.text, for: request)
        return response
    }
}
