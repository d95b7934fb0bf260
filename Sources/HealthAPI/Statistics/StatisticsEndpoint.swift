import HTTPServer
import HealthCore
import HealthDatabase
import Postgres

extension HealthService {
    /// `GET /v1/statistics-collection`: the counterpart of `HKStatisticsCollectionQuery`.
    @Sendable func getStatisticsCollection(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await statistics(request, .collection, .getStatisticsCollection)
    }

    /// `GET /v1/statistics`: the counterpart of HealthKit's `HKStatisticsQuery`.
    @Sendable func getStatistics(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await statistics(request, .single, .getStatistics)
    }

    private func statistics(
        _ request: HTTPRequest, _ shape: StatisticsQuestion.Shape, _ endpoint: Endpoint
    ) async throws -> HTTPResponse {
        try await figures(
            request, endpoint, among: AnswerFormat.ofRows + (shape == .collection ? [.columns] : []),
            { parameters, format in
                guard format != .columns || parameters["fill"] != "omit" else {
                    throw StatisticsColumns.omissionRefused
                }
                return try StatisticsQuestion(StatisticsParameters { parameters[$0] }, shape)
            }, \.self
        ) { StatisticsResponse($0, $1, now: .now).response($2) }
    }

    /// Answers a question with figures of samples, and says how long reading and rendering took.
    ///
    /// - Parameters:
    ///   - formats: the formats of the answer.
    ///   - statistics: the figures that the answer needs.
    func figures<Asked: Question>(
        _ request: HTTPRequest, _ endpoint: Endpoint, among formats: [AnswerFormat] = AnswerFormat.ofRows,
        _ question: (RequestParameters, AnswerFormat) throws -> Asked,
        _ statistics: KeyPath<Asked.Request, StatisticsRequest> & Sendable,
        render: @escaping @Sendable (Asked.Request, [StatisticsCollection], AnswerFormat) -> HTTPResponse
    ) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let format = try AnswerFormat(acceptedBy: request, among: formats)
        func parse() throws -> (asked: Asked, sources: SourceFilter) {
            let query = try RequestParameters(request, of: endpoint)
            return (try question(query, format), SourceFilter(query))
        }
        let known = knownCallers[presented.credential].flatMap { KnownAnswers.question(request, of: $0.person, format) }
        func respond() async throws -> HTTPResponse {
            // A question whose answer the client has, or the service remembers, has been parsed
            // before. Its look-up is enough, and needs no session of the person.
            func isRemembered() -> Bool { known.map(knownAnswers.hasBody) ?? false }
            let parsed = KnownAnswers.mayBeKnown(request) || isRemembered() ? nil : try parse()
            let (caller, version) = try await versionedCaller(of: presented)
            let isSame = caller.access.readsAll && caller.person.id == known?.personID
            let known = isSame ? known : KnownAnswers.question(request, caller, format)
            if let answer = knownAnswers.answer(to: known, version, for: request, now: .now) { return answer }
            let (asked, sources) = try parsed ?? parse()
            return try await answer(caller, asked) { asked, person, session in
                try readFigures(asked[keyPath: statistics], person, sources, session, known, version) {
                    render(asked, $0, format)
                }
            }
        }
        // Many dashboards may ask a question at the same time. One request reads the figures, and
        // the others find its answer.
        guard let known, !KnownAnswers.mayBeKnown(request), !knownAnswers.hasBody(of: known),
            request.headers[ReadAfter.header] == nil
        else { return try await respond() }
        return try await forerunners.run(known) { try await respond() }
    }

    /// Reads figures, renders them, and remembers the answer.
    ///
    /// - Parameters:
    ///   - known: the question by which the answer is remembered; nil if it must not be.
    ///   - version: the version of the figures, from this snapshot or an earlier one; nil if it is
    ///     not known.
    private func readFigures(
        _ request: StatisticsRequest, _ person: Person, _ sources: SourceFilter, _ session: Session,
        _ known: KnownAnswers.Question?, _ version: FiguresVersion?,
        render: ([StatisticsCollection]) -> HTTPResponse
    ) throws -> HTTPResponse {
        let (start, now) = (ContinuousClock.now, Instant.now)
        let collections = try StatisticsReader(
            person: person, session: session, sourceIDs: try sources.ids(of: person, session)
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
