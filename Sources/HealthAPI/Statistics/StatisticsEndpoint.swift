import HTTPServer
import HealthCore
import HealthDatabase

extension HealthService {
    /// `GET /v1/statistics-collection`: the counterpart of `HKStatisticsCollectionQuery`.
    @Sendable func getStatisticsCollection(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await statistics(request, .collection, known: StatisticsParameters.collectionFields)
    }

    /// `GET /v1/statistics`: the counterpart of HealthKit's `HKStatisticsQuery`.
    @Sendable func getStatistics(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await statistics(request, .single, known: StatisticsParameters.fields)
    }

    private func statistics(
        _ request: HTTPRequest, _ shape: StatisticsQuestion.Shape, known: StatisticsParameters.Fields
    ) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let parameters = try StatisticsParameters(try QueryParameters(request, known: Set(known.keys)), known)
        let format = try AnswerFormat(acceptedBy: request)
        let question = try StatisticsQuestion(parameters, shape)
        var response = try await answer(presented, question) { request, person, session in
            let start = ContinuousClock.now
            let collections = try StatisticsReader(person: person, session: session).collections(request)
            let read = ContinuousClock.now
            var response = StatisticsResponse(request, collections, now: .now).response(format)
            response.timings = [
                ServerTiming("db", read - start), ServerTiming("render", ContinuousClock.now - read),
            ]
            return response
        }
        response.headers.vary("Accept")
        return response
    }
}

extension StatisticsParameters {
    typealias Fields = [String: WritableKeyPath<StatisticsParameters, String?> & Sendable]

    /// The parameters of a query for a single range.
    static let fields: Fields = [
        "type": \.type, "types": \.types, "timeZone": \.timeZone, "from": \.from, "to": \.to, "options": \.options,
        "unit": \.unit, "separateBySource": \.separateBySource, "strictStartDate": \.strictStartDate,
        "strictEndDate": \.strictEndDate,
    ]

    /// The parameters that determine where the buckets of a collection begin.
    static let gridFields: Fields = [
        "interval": \.interval, "anchor": \.anchor, "firstWeekday": \.firstWeekday, "dayStart": \.dayStart,
    ]

    static let collectionFields: Fields = fields.merging(gridFields) { $1 }.merging(["fill": \.fill]) { $1 }

    init(_ query: QueryParameters, _ fields: Fields) throws(ParameterError) {
        self.init()
        for (name, field) in fields { self[keyPath: field] = query[name] }
    }
}
