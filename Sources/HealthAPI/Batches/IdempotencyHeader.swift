import HTTPServer
import HealthDatabase

extension IdempotencyKey {
    static let header = "Idempotency-Key"
    /// Says that an answer is that of an earlier request.
    static let replayedHeader = "Idempotency-Replayed"

    /// The key of a request; nil where it has none.
    init?(_ request: HTTPRequest) throws(APIError) {
        let values = request.headers.values(IdempotencyKey.header)
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = IdempotencyKey(value) else {
            throw APIError(
                .malformedIdempotencyKey,
                "Idempotency-Key must be given once, as 1 to \(IdempotencyKey.charactersMax) visible ASCII characters",
                key: "header", IdempotencyKey.header)
        }
        self = key
    }
}
