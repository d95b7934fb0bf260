import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/explain`: which samples and sources made one bucket, and which did not.
    @Sendable func getExplanation(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let fields = StatisticsParameters.fields.filter { !["types", "separateBySource"].contains($0.key) }
            .merging(StatisticsParameters.gridFields) { $1 }
        let query = try QueryParameters(request, known: Set(fields.keys).union(["bucket", "limit", "cursor"]))
        let parameters = try StatisticsParameters(query, fields)
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let (bucket, limit) = (query["bucket"], query["limit"])
        return try await self.answer(token, timeZone: parameters.timeZone) {
            try ExplanationRequest(
                parameters, bucket: bucket, limit: limit, after: cursor?.key, personClock: $0, units: $1)
        } _: { question, person, session in
            let answer = try StatisticsReader(person: person, session: session).explanation(question)
            return HTTPResponse(json: ExplanationResponse(question, answer).json)
        }
    }
}

extension SampleCursor {
    fileprivate var key: BucketExplanation.Key {
        let place = StatisticsSample(
            start: start.microseconds, end: start.microseconds, value: 0, sourceRank: 0, uuid: uuid)
        return BucketExplanation.Key(
            start: place.start, uuidHigh: place.uuidHigh, uuidLow: place.uuidLow, ordinal: ordinal)
    }
}
