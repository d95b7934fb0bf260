import Digests
import HTTPServer
import HealthCore
import HealthDatabase
import HealthImport
import JSON
import Postgres

extension HealthService {
    /// `POST /v1/batches`: adds and deletes samples in one transaction. The answer lists the
    /// outcome of each record.
    ///
    /// A body may also consist of lines, each a JSON text. It is committed in chunks: see
    /// `storeLines`.
    ///
    /// If a request with the header `Idempotency-Key` is repeated with the same bytes, the answer
    /// is the same receipt.
    func storeBatch(
        of request: HTTPRequest, from device: String?, _ key: IdempotencyKey?, _ caller: Caller
    ) async throws -> HTTPResponse {
        let body = try await request.decodedBody()
        var parsed = try BatchParser.parse(body)
        parsed.batch.device = device
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
        let digest = key.map { _ in SHA256.hash(body) } ?? []
        let (answer, receipt) = try await pool.withSession(for: caller.person) { session in
            var receipt: BatchReceipt?
            func write() throws -> IdempotencyStore.Answer {
                let written = try BatchWriter(
                    person: caller.person, session: session, access: try WriteAccess(caller, session)
                ).write(parsed.batch)
                receipt = written
                return IdempotencyStore.Answer(
                    status: Int32(HTTPStatus.ok.rawValue), body: BatchResponse(parsed, written).json.line())
            }
            guard let key else { return (try write(), receipt) }
            let store = IdempotencyStore(caller, session)
            return (try store.answer(key.of(caller), bodySHA256: digest, write), receipt)
        }
        if let receipt { recordCounters.count(receipt, unread: parsed.rejected.count) }
        return HTTPResponse(answer)
    }
}

extension IdempotencyStore {
    /// The answers of the caller.
    convenience init(_ caller: Caller, _ session: Session) {
        self.init(person: caller.person, session: session, holderID: caller.access.holderID)
    }
}

extension HTTPResponse {
    fileprivate init(_ answer: IdempotencyStore.Answer) {
        self.init(
            unstored: answer.body, contentType: "application/json", status: HTTPStatus(rawValue: Int(answer.status)))
        if answer.isReplayed { headers[IdempotencyKey.replayedHeader] = "true" }
    }
}
