import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/activity-summaries`: the counterpart of HealthKit's `HKActivitySummaryQuery`.
    @Sendable func getActivitySummaries(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        let query = try QueryParameters(request, of: .getActivitySummaries)
        let question = try ActivitySummaryRequest(from: query["from"], to: query["to"])
        let caller = try await caller(of: presented)
        let person = caller.person
        let summaries = try await read(caller) {
            try ActivitySummaryReader(person: person, session: $0).summaries(question)
        }
        var writer = JSONWriter(capacity: 64 + 300 * summaries.count)
        writer.object { writer in
            writer.key("activitySummaries")
            writer.array { writer in
                for summary in summaries { summary.append(to: &writer) }
            }
            writer.key("units")
            writer.object { writer in
                for field in ActivitySummary.Field.allCases {
                    writer.key(field.rawValue)
                    writer.value(field.unitString)
                }
            }
        }
        writer.rowCount = summaries.count
        return HTTPResponse(json: writer)
    }

    /// `PUT /v1/activity-summaries/{date}`: replaces the rings of one day with those that a phone
    /// sends.
    @Sendable func putActivitySummary(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try presentedCredential(of: request)
        _ = try QueryParameters(request, of: .putActivitySummary)
        let date = try ParameterText.date(request.pathParameters["date"], "date")
        let caller = try await caller(of: presented)
        try caller.requireWrite()
        let person = caller.person
        let mayWrite = try await pool.withSession(for: person) {
            try WriteAccess(caller, $0).mayWrite(elementNamed: "ActivitySummary")
        }
        guard mayWrite else {
            throw Caller.writeNotGranted("the token may not write the group activity at all times")
        }
        let summary = try JSONParser(bytesMax: HealthService.bodyBytesMax).parse(try await request.decodedBody()) {
            try ActivitySummaryFields.summary($0, of: date)
        }
        try await pool.withSession(for: person) {
            try ActivitySummaryWriter(person: person, session: $0).write(summary)
        }
        var writer = JSONWriter(capacity: 300)
        summary.append(to: &writer)
        return HTTPResponse(json: writer)
    }
}

extension ActivitySummary {
    fileprivate func append(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("dateComponents", date.iso8601)
            for field in Field.allCases {
                writer.key(field.rawValue)
                if let value = values[field] { writer.value(value) } else { writer.null() }
            }
        }
    }
}

/// Reads activity summaries from clients.
private enum ActivitySummaryFields {
    /// Reads an object of numbers. The members have HealthKit's names, and all are optional.
    static func summary(_ body: JSONValue, of date: CivilDate) throws -> ActivitySummary {
        let known = ActivitySummary.Field.allCases.map(\.rawValue) + ["dateComponents"]
        let members = try BodyReader.members(body, "", known: Set(known))
        if let value = members["dateComponents"], value.string != date.iso8601 {
            throw BodyReader.malformed("dateComponents", "dateComponents must be the date of the path")
        }
        var summary = ActivitySummary(date: date)
        for field in ActivitySummary.Field.allCases {
            guard let value = members[field.rawValue], !value.isNull else { continue }
            guard let number = value.double, number.isFinite, number >= 0 else {
                throw BodyReader.error(
                    .malformedNumber, field.rawValue, "\(field.rawValue) must be a number, 0 or greater")
            }
            summary.values[field] = number
        }
        return summary
    }
}
