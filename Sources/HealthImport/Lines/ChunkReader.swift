/// Reads chunks from a stream that comes in pieces.
public struct ChunkReader {
    private var lines = LineReader()
    private var chunker: LineChunker
    /// Chunks that have ended and are not returned yet, two at most, in order.
    private var ended: [LineChunk] = []
    private var isAtEnd = false

    /// - Parameter hasDigests: whether chunks have a digest.
    public init(_ options: LineOptions, hasDigests: Bool) {
        chunker = LineChunker(options, hasDigests: hasDigests)
    }

    /// Returns the next chunk; nil at the end of the stream.
    ///
    /// - Parameter pieces: returns the next bytes of the stream, cut anywhere; nil at its end.
    /// - Throws: what `pieces` throws. Lines that are in no chunk by then are lost.
    public mutating func next(_ pieces: () async throws -> [UInt8]?) async throws -> LineChunk? {
        while ended.isEmpty, !isAtEnd {
            if let line = lines.next() {
                ended = chunker.append(line)
            } else if let piece = try await pieces() {
                // Without this, received pieces with only empty lines would occupy the thread.
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
}
