import HTTPServer
import HealthCore
import HealthDatabase
import Postgres

extension Endpoint {
    /// Makes an endpoint that answers a question with figures of samples, and says how long reading
    /// and rendering took.
    ///
    /// - Parameters:
    ///   - schema: the schema of the answer as JSON.
    ///   - columns: the schema of the answer as columns; nil if it has no such format.
    ///   - statistics: the figures that the answer needs.
    init<Asked: Question>(
        figures template: String, _ summary: String, notes: String, parameters: [EndpointParameter],
        answer meaning: String,
        schema: Schema, columns: Schema? = nil,
        question: @escaping @Sendable (RequestParameters, AnswerFormat) throws -> Asked,
        statistics: KeyPath<Asked.Request, StatisticsRequest> & Sendable,
        render: @escaping @Sendable (Asked.Request, [StatisticsCollection], AnswerFormat) -> HTTPResponse
    ) {
        let parameters = parameters + [.source] + SamplePredicateFields.parameters + [.ifNoneMatch]
        let known = Endpoint.parametersAboutPerson(parameters, .get)
        let inColumns = columns.map { [Content(mediaType: AnswerFormat.columns.rawValue, schema: $0)] } ?? []
        let contents = [Content.json(schema), .csv, .lines] + inColumns
        self.init(
            .get, template, summary, notes: notes, tag: .statistics, parameters: parameters,
            answers: [Answer(status: .ok, meaning: meaning, contents: contents, headers: [.eTag]), .notModified],
            errors: [.notAcceptable, .tooManyBuckets]
        ) { service in
            { request in
                let presented = try service.presentedCredential(of: request)
                let formats = AnswerFormat.ofRows + (columns == nil ? [] : [.columns])
                let format = try AnswerFormat(acceptedBy: request, among: formats)
                let query = try RequestParameters(request, known)
                let asked = try question(query, format)
                let (sources, predicates) = (SourceFilter(query), try SamplePredicateFields(query))
                let (caller, version) = try await service.versionedCaller(of: presented)
                let known = version == nil ? nil : AnswerCache.question(request, caller, format)
                if let known, let version,
                    let answer = service.knownAnswers.answer(to: known, version, for: request, now: .now)
                {
                    return answer
                }
                return try await service.read(caller) { session in
                    let asked = try asked.request(of: caller.person, session)
                    return try service.readFigures(
                        asked[keyPath: statistics], caller.person, sources, predicates, session, known, version
                    ) { render(asked, $0, format) }
                }
            }
        }
    }
}

extension HealthService {
    /// Reads figures, renders them, and remembers the answer.
    ///
    /// - Parameters:
    ///   - known: the question by which the answer is remembered; nil if it must not be.
    ///   - version: the version of the figures, from this snapshot or an earlier one; nil if it is
    ///     not known.
    fileprivate func readFigures(
        _ request: StatisticsRequest, _ person: Person, _ sources: SourceFilter, _ predicates: SamplePredicateFields,
        _ session: Session, _ known: AnswerCache.Question?, _ version: FiguresVersion?,
        render: ([StatisticsCollection]) -> HTTPResponse
    ) throws -> HTTPResponse {
        let (start, now) = (ContinuousClock.now, Instant.now)
        let collections = try StatisticsReader(
            person: person, session: session, sourceIDs: try sources.ids(of: person, session),
            predicates: predicates.predicates(request.quantities)
        ).collections(request)
        let read = ContinuousClock.now
        var response = render(collections)
        response.headers.vary("Accept")
        if let known, let version, collections.allSatisfy(\.isSettled) {
            knownAnswers.remember(&response, to: known, version, in: now..<request.nextEnd(after: now))
        }
        response.timings = [ServerTiming("db", read - start), ServerTiming("render", ContinuousClock.now - read)]
        return response
    }
}

extension StatisticsRequest {
    /// Returns the next time at which a bucket or the range ends. Until then, the same buckets are
    /// partial.
    fileprivate func nextEnd(after now: Instant) -> Instant {
        var next = range.to > now ? range.to : .latest
        for edge in plan.edges.reversed() {
            guard edge > now else { break }
            next = min(next, edge)
        }
        return next
    }
}
