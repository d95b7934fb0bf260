import Digests
import HTTPServer
import HealthCore
import HealthDatabase
import JSONReader

extension HealthService {
    /// `POST /v1/batches`: adds and deletes samples in one transaction, and says what became of each record.
    ///
    /// Lines instead of one JSON text are a stream, which is committed in chunks: see `postLines`.
    ///
    /// With the header `Idempotency-Key`, the same bytes sent again get the same receipt again.
    @Sendable func postBatch(_ request: HTTPRequest) async throws -> HTTPResponse {
        if LineOptions.areMeant(by: request) { return try await postLines(request) }
        let key = try IdempotencyKey(request)
        let person = try await person(of: request)
        try LineOptions.refuse(request)
        _ = try QueryParameters(request, known: [])
        let body = try await request.decodedBody()
        let parsed = try BatchParser.parse(body)
        if parsed.isAtomic, !parsed.rejected.isEmpty { throw BatchResponse.error(rejected: parsed.rejected) }
        do {
            return try await write(parsed, body, key, of: person)
        } catch let refused as BatchRefused {
            throw BatchResponse.error(rejected: parsed.rejected(refused.samples))
        }
    }

    private func write(
        _ parsed: ParsedBatch, _ body: [UInt8], _ key: IdempotencyKey?, of person: Person
    ) async throws -> HTTPResponse {
        guard let key else {
            let receipt = try await pool.withSession(for: person) { session in
                try BatchWriter(person: person, session: session).write(parsed.batch)
            }
            return HTTPResponse(json: BatchResponse(parsed, receipt).json)
        }
        let digest = SHA256.hash(body)
        let answer = try await pool.withSession(for: person) { session in
            try IdempotencyStore(person: person, session: session).answer(key, bodySHA256: digest) {
                let receipt = try BatchWriter(person: person, session: session).write(parsed.batch)
                let response = HTTPResponse(json: BatchResponse(parsed, receipt).json)
                return IdempotencyStore.Answer(status: Int32(response.status.rawValue), body: response.body)
            }
        }
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

/// The receipt of a batch as JSON.
struct BatchResponse {
    private let parsed: ParsedBatch
    private let receipt: BatchReceipt
    private let rejected: [RejectedRecord]
    /// By place as sent; nil where the record was refused.
    private var samples: [RecordOutcome?]
    private var deleted: [RecordOutcome?]
    private var counts: [RecordOutcome: Int] = [:]

    init(_ parsed: ParsedBatch, _ receipt: BatchReceipt) {
        self.parsed = parsed
        self.receipt = receipt
        rejected = parsed.rejected + parsed.rejected(receipt.refused)
        samples = Array(repeating: nil, count: parsed.sampleCount)
        deleted = Array(repeating: nil, count: parsed.deletionCount)
        for (ordinal, outcome) in receipt.samples {
            counts[outcome, default: 0] += 1
            if let place = parsed.placeOfOrdinal[ordinal] { samples[place] = outcome }
        }
        for (place, outcome) in zip(parsed.placeOfDeletion, receipt.deletions) {
            counts[outcome, default: 0] += 1
            deleted[place] = outcome
        }
    }

    var json: JSONWriter {
        var writer = JSONWriter(capacity: 256 + 16 * (samples.count + deleted.count))
        writer.object { writer in
            for outcome in RecordOutcome.allCases {
                writer.key(outcome.rawValue)
                writer.value(counts[outcome] ?? 0)
            }
            BatchResponse.append(rejected: rejected, to: &writer)
            writer.key("records")
            writer.object { writer in
                BatchResponse.append("samples", samples, to: &writer)
                BatchResponse.append("deleted", deleted, to: &writer)
            }
            writer.member("changePosition", receipt.changePosition)
        }
        return writer
    }

    private static func append(_ name: StaticString, _ outcomes: [RecordOutcome?], to writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in
            for outcome in outcomes { writer.value(outcome?.rawValue ?? "rejected") }
        }
    }

    /// The answer to an atomic batch with refused records.
    static func error(rejected: [RejectedRecord]) -> APIError {
        var writer = JSONWriter()
        writer.object { append(rejected: rejected, to: &$0) }
        return APIError(
            .batchRejected,
            "\(rejected.count) records are refused, so nothing was stored", details: writer.bytes)
    }

    private static func append(rejected: [RejectedRecord], to writer: inout JSONWriter) {
        writer.key("rejected")
        writer.array { writer in
            for record in rejected {
                writer.object { writer in
                    writer.member("collection", record.collection.rawValue)
                    writer.member("index", record.index)
                    writer.member("code", record.refusal.code.rawValue)
                    writer.member("field", record.refusal.field)
                    writer.member("message", record.refusal.message)
                }
            }
        }
    }
}
