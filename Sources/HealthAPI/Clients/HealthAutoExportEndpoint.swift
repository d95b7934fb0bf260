import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport

extension HealthService {
    /// `POST /v1/clients/health-auto-export`: stores requests in the format of the app Health Auto
    /// Export.
    @Sendable func postHealthAutoExport(_ request: HTTPRequest) async throws -> HTTPResponse {
        let presented = try clientToken(of: request)
        _ = try RequestParameters(request, [])
        let automation = try HealthAutoExportAutomation(request.headers)
        let caller = try await caller(of: presented)
        try caller.require(.write)
        let person = caller.person
        let clock = try await pool.withSession(for: person) { session in
            try TimeZoneReader(person: person, session: session).history().clock
        }
        let body = try await request.stream.collect(
            bytesMax: HealthAutoExportParser.bytesMax, decodedBytesMax: HealthAutoExportParser.bytesMax)
        let parsed = try HealthAutoExportParser.parse(
            body, automation: automation, personUUID: person.uuid, clock: clock)
        try parsed.checkAnyIsRead()
        let receipt = try await pool.withSession(for: person) { session in
            try ClientWriter(person: person, session: session, access: try WriteAccess(caller, session))
                .write(parsed.statement)
        }
        recordCounters.count(
            receipt, unread: parsed.lists.reduce(0) { $0 + $1.rejected.count { !$0.isKept } })
        return HTTPResponse(
            json: HealthAutoExportResponse(
                automation: automation.id, statesWindows: automation.statesWindows, parsed: parsed, receipt: receipt
            ).json)
    }

    /// Returns the token of a client whose header fields are typed by its user. The token may lack
    /// `Bearer`, and may be in fields with other names than `Authorization`.
    ///
    /// - Throws: `APIError`: 400 for a repeated field, 401 if the request has no token.
    func clientToken(of request: HTTPRequest) throws(APIError) -> PresentedCredential {
        var fields: [String] = []
        for name in HealthService.tokenFields {
            if let field = try request.single(name) { fields.append(field) }
        }
        // One of the other fields may contain a credential for a proxy.
        guard let token = fields.lazy.compactMap(HealthService.token).first else {
            guard !fields.contains(where: { operatorToken(in: $0) != nil }) else {
                throw HealthService.operatorTokenRefused
            }
            guard fields.isEmpty else { throw refusal(HealthService.invalidToken, request) }
            throw HealthService.missingToken
        }
        return try presented(token, request)
    }

    /// Returns the token in a header field, with or without `Bearer`. Returns nil if the field has
    /// no token.
    private static func token(_ field: String) -> BearerToken? {
        let words = field.split { $0 == " " || $0 == "\t" }
        guard words.count == 1 || (words.count == 2 && words[0].lowercased() == "bearer") else { return nil }
        return words.last.flatMap { BearerToken(String($0)) }
    }

    private static let tokenFields = ["Authorization", "X-API-Key", "api-key", "X-Open-Wearables-API-Key"]
}

extension HealthAutoExportAutomation {
    /// Reads the automation from the header fields of the app.
    ///
    /// - Throws: `APIError` for a field that is too long.
    init(_ headers: HTTPHeaders) throws(APIError) {
        let id = ["automation-id", "automation-name"].lazy.compactMap { headers[$0] }.first { !$0.isEmpty }
        self.init(
            id: id ?? "", period: headers["automation-period"] ?? "", aggregation: headers["automation-aggregation"],
            session: headers["session-id"] ?? "")
        for (name, text, bytesMax) in [
            ("automation-id", self.id, HealthAutoExportAutomation.idBytesMax),
            ("session-id", session ?? "", AutomationRequest.sessionBytesMax),
        ] where text.utf8.count > bytesMax {
            throw APIError(
                .malformedHeader, "\(name) is longer than \(bytesMax) bytes", key: "header", name)
        }
    }
}
