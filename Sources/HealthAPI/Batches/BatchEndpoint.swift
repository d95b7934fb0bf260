import Digests
import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport

extension HealthService {
    /// `POST /v1/batches`: adds and deletes samples in one transaction. The answer lists the
    /// outcome of each record.
    ///
    /// A body may also consist of lines, each a JSON text. It is committed in chunks: see
    /// `postLines`.
    ///
    /// If a request with the header `Idempotency-Key` is repeated with the same bytes, the answer
    /// is the same receipt.
    @Sendable func postBatch(_ request: HTTPRequest) async throws -> HTTPResponse {
        if LineOptions.areMeant(by: request) { return try await postLines(request) }
        let key = try IdempotencyKey(request)
        let caller = try await caller(of: request)
        try caller.requireWrite()
        try LineOptions.refuse(request)
        _ = try RequestParameters(request, known: [])
        let body = try await request.decodedBody()
        let parsed = try BatchParser.parse(body)
        if parsed.batch.isAtomic, !parsed.rejected.isEmpty { throw BatchResponse.error(rejected: parsed.rejected) }
        do {
            return try await write(parsed, body, key, caller)
        } catch let refused as BatchRefused {
            throw BatchResponse.error(rejected: parsed.rejected(refused.samples, deletions: refused.deletions))
        }
    }

    private func write(
        _ parsed: ParsedBatch, _ body: [UInt8], _ key: IdempotencyKey?, _ caller: Caller
    ) async throws -> HTTPResponse {
        let person = caller.person
        guard let key else {
            let receipt = try await pool.withSession(for: person) { session in
                try BatchWriter(person: person, session: session, access: try WriteAccess(caller, session))
                    .write(parsed.batch)
            }
            recordCounters.count(receipt, unread: parsed.rejected.count)
            return HTTPResponse(json: BatchResponse(parsed, receipt).json)
        }
        let digest = SHA256.hash(body)
        let (answer, stored) = try await pool.withSession(for: person) { session in
            var stored: BatchReceipt?
            let store = IdempotencyStore(person: person, session: session, holderID: caller.access.holderID)
            let answer = try store.answer(key.of(caller), bodySHA256: digest) {
                let receipt = try BatchWriter(
                    person: person, session: session, access: try WriteAccess(caller, session)
                ).write(parsed.batch)
                stored = receipt
                let response = HTTPResponse(json: BatchResponse(parsed, receipt).json)
                return IdempotencyStore.Answer(status: Int32(response.status.rawValue), body: response.body)
            }
            return (answer, stored)
        }
        if let stored { recordCounters.count(stored, unread: parsed.rejected.count) }
        return HTTPResponse(answer)
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: IdempotencyStore.Answer) {
        self.init(
            status: HTTPStatus(rawValue: Int(answer.status)), contentType: "application/json", body: answer.body,
            headers: ["Cache-Control": "no-store"])
        if answer.isReplayed { headers[IdempotencyKey.replayedHeader] = "true" }
    }
}
