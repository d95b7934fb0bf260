import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /v1/clients/health-auto-export`: takes what the app Health Auto Export sends, as it is.
    @Sendable func postHealthAutoExport(_ request: HTTPRequest) async throws -> HTTPResponse {
        let token = try clientToken(of: request)
        _ = try QueryParameters(request, of: .postHealthAutoExport)
        let automation = try HealthAutoExportAutomation(request.headers)
        let person = try await person(of: token)
        let clock = try await pool.withSession(for: person) { session in
            try TimeZoneReader(person: person, session: session).history().clock ?? .utc
        }
        let body = try await request.stream.collect(
            bytesMax: HealthService.healthAutoExportBodyBytesMax,
            decodedBytesMax: HealthService.healthAutoExportBodyBytesMax)
        let parsed = try HealthAutoExportParser.parse(
            body, automation: automation, personUUID: person.uuid, clock: clock)
        if let refusal = parsed.refusalOfAll { throw refusal }
        let receipt = try await pool.withSession(for: person) { session in
            try ClientWriter(person: person, session: session).write(parsed.statement)
        }
        return HTTPResponse(json: HealthAutoExportResponse(automation, parsed, receipt).json)
    }

    /// The token of a client whose user types header fields: also without `Bearer`, and in fields of other names.
    ///
    /// - Throws: `APIError` (401) where there is none.
    func clientToken(of request: HTTPRequest) throws(APIError) -> PresentedToken {
        let fields = HealthService.tokenFields.compactMap { request.headers[$0] }
        // Beside the token there may be a field for a proxy on the way.
        guard let token = fields.lazy.compactMap(HealthService.token).first else {
            guard fields.isEmpty else { throw HealthService.invalidToken }
            return try bearerToken(of: request)
        }
        try rateLimit?.take(token)
        return PresentedToken(token, request)
    }

    /// The token in a header field, with or without `Bearer`; nil for another thing.
    private static func token(_ field: String) -> BearerToken? {
        let words = field.split { $0 == " " || $0 == "\t" }
        guard words.count == 1 || (words.count == 2 && words[0].lowercased() == "bearer") else { return nil }
        return words.last.flatMap { BearerToken(String($0)) }
    }

    private static let tokenFields = ["Authorization", "X-API-Key", "api-key", "X-Open-Wearables-API-Key"]
}

/// What became of a request of Health Auto Export, as JSON. The app shows its user no more than whether it failed, but keeps
/// a log.
struct HealthAutoExportResponse {
    let automation: HealthAutoExportAutomation
    let parsed: ParsedHealthAutoExport
    let receipt: AutomationReceipt

    /// Most refusals of one list that are told one by one; all are counted.
    static let rejectedMax = 20

    init(
        _ automation: HealthAutoExportAutomation, _ parsed: ParsedHealthAutoExport, _ receipt: AutomationReceipt
    ) {
        self.automation = automation
        self.parsed = parsed
        self.receipt = receipt
    }

    var json: JSONWriter {
        var writer = JSONWriter()
        var removed = receipt.removed
        writer.object { writer in
            writer.member("status", receipt.isReplay ? "replayed" : "stored")
            writer.member("automation", automation.id)
            writer.member("replacesWindows", automation.statesWindows && !receipt.isReplay)
            writer.key("metrics")
            writer.array { writer in
                for entry in parsed.entries {
                    // Each deletion is told once, of the first list with its type.
                    let deleted = entry.types.reduce(0) { $0 + (removed.removeValue(forKey: $1) ?? 0) }
                    write(entry, deleted: deleted, to: &writer)
                }
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    private func write(_ entry: ParsedHealthAutoExport.Entry, deleted: Int, to writer: inout JSONWriter) {
        var counts: [RecordOutcome: Int] = [.deleted: deleted]
        for ordinal in entry.ordinals {
            if let outcome = receipt.samples[ordinal] { counts[outcome, default: 0] += 1 }
        }
        let rejected = entry.rejected + receipt.refused.rejected(entry.ordinals, entry.indices)
        writer.object { writer in
            writer.member("name", entry.name)
            writer.key("types")
            writer.array { writer in
                let types = entry.types.map { parsed.statement.batch.references.types[Int($0)].identifier }
                for type in types.sorted() { writer.value(type) }
            }
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            writer.member("rejected", rejected.count)
            write("reasons", rejected, to: &writer)
            writer.member("uncounted", entry.uncounted.count)
            write("uncountedReasons", entry.uncounted, to: &writer)
        }
    }

    private func write(_ name: StaticString, _ records: [RejectedClientRecord], to writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in
            for record in records.prefix(HealthAutoExportResponse.rejectedMax) {
                writer.object { writer in
                    writer.member("index", record.index)
                    writer.member("code", record.refusal.code.rawValue)
                    writer.member("field", record.refusal.field)
                    writer.member("message", record.refusal.message)
                }
            }
        }
    }
}
