import Digests
import HealthDatabase
import HealthImport
import Postgres

/// Commits chunks of a stream of lines.
struct LineWriter {
    let caller: Caller
    let access: WriteAccess
    let session: Session
    /// True if receipts list the outcome of each line.
    let listsRecords: Bool
    /// The idempotency key of the stream. Nil if it has none.
    let key: IdempotencyKey?

    /// Commits a chunk in one transaction. The chunk is durable when this function returns.
    ///
    /// If the stream has a key and the chunk was stored earlier, the chunk is not written again. It
    /// gets the receipt of the earlier chunk.
    ///
    /// - Throws: the errors of `BatchWriter.write` and `IdempotencyStore.answer`. The chunk is then
    ///   not stored.
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
        let store = IdempotencyStore(caller, session)
        let answer = try store.answer(key.of(caller).ofChunk(chunk.number), bodySHA256: chunk.digest) {
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
    /// Returns the key of one chunk of a stream. It cannot equal a client's key by accident. Its
    /// length does not depend on the length of the stream's key.
    func ofChunk(_ number: Int) -> IdempotencyKey {
        IdempotencyKey("chunk:\(hexadecimal(SHA256.hash(Array(text.utf8)))):\(number)") ?? self
    }
}
