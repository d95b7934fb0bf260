import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `GET /v1/activity-summaries`: HealthKit's `HKActivitySummaryQuery`.
    @Sendable func getActivitySummaries(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        let query = try QueryParameters(request, of: .getActivitySummaries)
        let question = try ActivitySummaryRequest(from: query["from"], to: query["to"])
        let person = try await person(of: token)
        let summaries = try await pool.withSession(for: person) {
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
        return HTTPResponse(json: writer)
    }

    /// `PUT /v1/activity-summaries/{date}`: what a phone says of the rings of one day replaces what was known of it.
    @Sendable func putActivitySummary(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try bearerToken(of: request)
        _ = try QueryParameters(request, of: .putActivitySummary)
        let date = try ParameterText.date(request.pathParameters["date"], "date")
        let person = try await person(of: token)
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

/// Reads activity summaries as clients send them.
private enum ActivitySummaryFields {
    /// An object of numbers by HealthKit's names, none of which need be there.
    static func summary(_ body: JSONValue, of date: CivilDate) throws -> ActivitySummary {
        guard body.kind == .object else { throw malformed("", .malformedField, "the body must be an object") }
        var summary = ActivitySummary(date: date)
        var seen: Set<String> = []
        try body.forEachMember { name, value in
            let shown = String(name.prefix(64))
            guard seen.insert(name).inserted else {
                throw malformed(shown, .malformedField, "the member is given more than once")
            }
            if name == "dateComponents" {
                guard value.string == date.iso8601 else {
                    throw malformed(name, .malformedField, "dateComponents must be the date of the path")
                }
                return
            }
            guard let field = ActivitySummary.Field(rawValue: name) else {
                throw malformed(shown, .malformedField, "there is no such member")
            }
            guard !value.isNull else { return }
            guard let number = value.double, number.isFinite, number >= 0 else {
                throw malformed(name, .malformedNumber, "\(name) must be a number that is not negative")
            }
            summary.values[field] = number
        }
        return summary
    }

    private static func malformed(_ field: String, _ code: Refusal.Code, _ message: String) -> APIError {
        APIError(ErrorCode(code), message, key: "field", field)
    }
}
