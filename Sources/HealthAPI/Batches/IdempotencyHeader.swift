import Digests
import HTTPServer
import HealthDatabase

extension IdempotencyKey {
    static let header = "Idempotency-Key"
    /// The header of an answer that repeats the answer of an earlier request.
    static let replayedHeader = "Idempotency-Replayed"

    /// Reads the key of a request. Returns nil if the request has none.
    ///
    /// - Throws: `APIError` for a malformed or repeated key.
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

extension IdempotencyKey {
    /// Returns the key under which the caller's answer is stored. A token that narrows the grants
    /// of its holder has keys of its own, because an answer of another token may say what the store
    /// had and how far its feed is. Such a key cannot equal a client's key by accident.
    func of(_ caller: Caller) -> IdempotencyKey {
        guard caller.isNarrowed, let tokenID = caller.tokenID else { return self }
        return IdempotencyKey("token:" + hexadecimal(SHA256.hash(Array((tokenID.uuidString + text).utf8)))) ?? self
    }
}
