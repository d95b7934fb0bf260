import HealthImport

/// Stores a stream of lines chunk by chunk. It turns bytes into lines, lines into chunks, and
/// chunks into receipts. The caller supplies the bytes and stores the receipts.
///
/// While a chunk is written, only the next chunk is read. So two chunks bound the memory.
struct LineStream {
    /// Most bytes of receipts of one stream. That is enough for about a hundred million lines if no
    /// line is refused and receipts do not list records. A stream that reaches it ends with an
    /// error, unless no chunk follows. 64 MiB.
    static let receiptBytesMax = 64 << 20

    let options: LineOptions
    /// True if chunks have a digest.
    var hasDigests = false
    var receiptBytesMax = LineStream.receiptBytesMax

    /// The result of a stream.
    struct End {
        var summary: LineSummary
        /// The reason why the stream broke off. Nil if the stream was read to its end.
        var error: (any Error)?
    }

    /// Reads the stream to its end or to the first error. Chunks committed before the error stay
    /// stored.
    ///
    /// - Parameters:
    ///   - pieces: returns the next bytes of the stream, cut anywhere; nil at its end.
    ///   - write: commits a chunk as a whole.
    ///   - keep: receives the receipt of a written chunk before the next chunk is written.
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

extension ChunkReader {
    fileprivate mutating func result(_ pieces: () async throws -> [UInt8]?) async -> Result<LineChunk?, any Error> {
        do { return .success(try await next(pieces)) } catch { return .failure(error) }
    }
}
