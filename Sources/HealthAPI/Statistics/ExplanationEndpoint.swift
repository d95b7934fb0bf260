import HTTPServer
import HealthCore
import HealthDatabase

extension Endpoint {
    static let getExplanation = Endpoint(
        .get, "/v1/explain", "The samples of one bucket, and what each contributed",
        notes: """
            Which samples and sources made the bucket, each with the part that counted, and which did not, with the reason. With \
            `interval`, `bucket` is a time in the bucket; else the range is the bucket.
            """,
        tag: .statistics,
        parameters: ExplanationQuestion.parameters.map(EndpointParameter.init) + [.source]
            + SamplePredicateFields.parameters + [.cursor],
        takes: .parameters { parameters in
            let cursor = try parameters["cursor"].map { try SampleCursor($0) }
            let question = try ExplanationQuestion(parameters.question, after: cursor?.key)
            return (
                question: question, sources: SourceFilter(parameters), predicates: try SamplePredicateFields(parameters)
            )
        }, gives: .json("The bucket and a page of its samples.").rows("samples"),
        errors: [.tooManyBuckets, .missingParameter, .emptyRange]
    ) { call in
        let (question, sources, predicates) = call.taken
        return try await call.answer(question) { request, session in
            let explained = try StatisticsReader(
                person: call.person, session: session, sourceIDs: try sources.ids(of: call.person, session),
                predicates: predicates.predicates([request.quantity])
            ).explanation(request)
            return ExplanationResponse(request, explained)
        }
    }.asTool(
        Tool(
            name: "explain", title: "Why a figure is what it is",
            text: """
                The sources and samples behind one figure of a type. Each sample has its contribution, or the reason why less \
                than the whole sample counted, such as overruled: a source of higher priority has samples of the same time. Name a \
                bucket by interval and bucket, or a range by from and to.
                """))
}

extension SampleCursor {
    fileprivate var key: BucketExplanation.Key {
        BucketExplanation.Key(start: start.microseconds, uuid: uuid, ordinal: ordinal)
    }
}
