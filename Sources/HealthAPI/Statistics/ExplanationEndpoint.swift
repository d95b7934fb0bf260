import Foundation
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/explain`: the samples and sources of one bucket, including those that did not
    /// count.
    @Sendable func getExplanation(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let fields = StatisticsParameters.fields.filter { !["types", "separateBySource"].contains($0.key) }
            .merging(StatisticsParameters.gridFields) { $1 }
        let query = try RequestParameters(request, of: .getExplanation)
        let parameters = try StatisticsParameters(query, fields)
        let cursor = try query["cursor"].map { try SampleCursor($0) }
        let question = try ExplanationQuestion(
            parameters, bucket: query["bucket"], limit: query["limit"], after: cursor?.key)
        let sources = SourceFilter(query)
        return try await answer(presented, question) { request, person, session in
            let explained = try StatisticsReader(
                person: person, session: session, sourceIDs: try sources.ids(of: person, session)
            ).explanation(request)
            return HTTPResponse(json: ExplanationResponse(request, explained).json)
        }
    }
}

extension SampleCursor {
    fileprivate var key: BucketExplanation.Key {
        let sample = StatisticsSample(
            start: start.microseconds, end: start.microseconds, value: 0, sourceRank: 0, uuid: uuid)
        return BucketExplanation.Key(
            start: sample.start, uuidHigh: sample.uuidHigh, uuidLow: sample.uuidLow, ordinal: ordinal)
    }
}
