/// Stores a stream of lines chunk by chunk: pieces of bytes become lines, chunks, and receipts. Where the pieces come from and
/// where the receipts go is for others to say.
///
/// While a chunk is written, the next is read, and no more than that: memory is bounded by two chunks.
struct LineStream {
    /// Most bytes of receipts of one stream: those of some hundred million lines when no line is refused and receipts do not
    /// list records. Behind the chunk that goes beyond, the stream ends in order. 64 MiB.
    static let receiptBytesMax = 64 << 20

    let options: LineOptions
    /// Whether chunks get their digest.
    var hasDigests = false
    var receiptBytesMax = LineStream.receiptBytesMax

    /// How a stream ended.
    struct End {
        var summary: LineSummary
        /// Why not all of it was stored; nil for a stream that was read to its end.
        var error: (any Error)?
    }

    /// Reads the stream to its end or to the first error. What was committed by then stays.
    ///
    /// - Parameters:
    ///   - pieces: the next bytes, wherever they are cut; nil at the end.
    ///   - write: commits a chunk, whole or not at all.
    ///   - keep: takes the receipt of a chunk that was written, before the next one is.
    func run(
        pieces: () async throws -> [UInt8]?, write: @escaping @Sendable (LineChunk) async throws -> LineReceipt,
        keep: (LineReceipt) async throws -> Void
    ) async -> End {
        var reader = ChunkReader(options, hasDigests: hasDigests)
        var end = End(summary: LineSummary())
        var receiptBytes = 0
        do {
            var waiting = try await reader.next(pieces)
            while let chunk = waiting {
                async let written = write(chunk)
                let following = await reader.result(pieces)
                let receipt = try await written
                end.summary.add(receipt, of: chunk)
                try await keep(receipt)
                receiptBytes += receipt.json.count
                waiting = try following.get()
                guard waiting == nil || receiptBytes < receiptBytesMax else { throw tooManyReceipts }
            }
        } catch {
            end.error = error
        }
        return end
    }

    private var tooManyReceipts: APIError {
        APIError(
            .tooManyReceipts,
            "the receipts of one stream are longer than \(receiptBytesMax) bytes",
            hint: "send the lines that are left in another request, without records=true")
    }
}

/// Takes chunks out of a stream that comes in pieces.
struct ChunkReader {
    private var lines = LineReader()
    private var chunker: LineChunker
    /// Chunks that ended and wait, two at most, in order.
    private var ended: [LineChunk] = []
    private var isAtEnd = false

    init(_ options: LineOptions, hasDigests: Bool) {
        chunker = LineChunker(options, hasDigests: hasDigests)
    }

    /// The next chunk; nil at the end of the stream.
    ///
    /// - Throws: what `pieces` throws; lines that are in no chunk by then are lost.
    mutating func next(_ pieces: () async throws -> [UInt8]?) async throws -> LineChunk? {
        while ended.isEmpty, !isAtEnd {
            if let line = lines.next() {
                ended = chunker.append(line)
            } else if let piece = try await pieces() {
                // Pieces that are here already, and hold no more than empty lines, would keep the thread from others.
                await Task.yield()
                lines.append(piece)
            } else {
                isAtEnd = true
                if let line = lines.last() { ended = chunker.append(line) }
                if let chunk = chunker.finish() { ended.append(chunk) }
            }
        }
        return ended.isEmpty ? nil : ended.removeFirst()
    }

    fileprivate mutating func result(_ pieces: () async throws -> [UInt8]?) async -> Result<LineChunk?, any Error> {
        do { return .success(try await next(pieces)) } catch { return .failure(error) }
    }
}
