import Digests
import HealthDatabase
import HealthImport
import Postgres

/// Commits chunks of a stream of lines.
struct LineWriter {
    let caller: Caller
    let access: WriteAccess
    let session: Session
    /// Whether receipts list the outcome of each line.
    let listsRecords: Bool
    /// The idempotency key of the stream; nil for none.
    let key: IdempotencyKey?

    /// Commits a chunk in one transaction; once this returns it is durable.
    ///
    /// With a key, a chunk that was stored earlier is not written again and gets the same receipt.
    ///
    /// - Throws: what `BatchWriter.write` and `IdempotencyStore.answer` throw; nothing is stored
    ///   then.
    func write(_ chunk: LineChunk) throws -> LineReceipt {
        do { return try writeAccepted(chunk) } catch let refused as BatchRefused {
            var chunk = chunk
            chunk.reject(refused.samples, deletions: refused.deletions)
            return LineReceipt(chunk, nil, listsRecords: listsRecords)
        }
    }

    private func writeAccepted(_ chunk: LineChunk) throws -> LineReceipt {
        guard chunk.isAccepted else { return LineReceipt(chunk, nil, listsRecords: listsRecords) }
        guard let key else { return try writeOnce(chunk) }
        var fresh: LineReceipt?
        let answer = try IdempotencyStore(
            person: caller.person, session: session, holderID: caller.access.holderID
        )
        .answer(key.ofChunk(chunk.number), bodySHA256: chunk.digest) {
            let receipt = try writeOnce(chunk)
            fresh = receipt
            return IdempotencyStore.Answer(status: 200, body: receipt.json)
        }
        return try fresh ?? LineReceipt(replaying: answer.body)
    }

    private func writeOnce(_ chunk: LineChunk) throws -> LineReceipt {
        let receipt = try BatchWriter(person: caller.person, session: session, access: access)
            .write(chunk.parsed.batch)
        return LineReceipt(chunk, receipt, listsRecords: listsRecords)
    }
}

extension IdempotencyKey {
    /// Returns the key of one chunk of a stream. A client's own key is not equal to it by accident,
    /// and its length does not depend on the length of the stream's key.
    func ofChunk(_ number: Int) -> IdempotencyKey {
        IdempotencyKey("chunk:\(hexadecimal(SHA256.hash(Array(text.utf8)))):\(number)") ?? self
    }
}
