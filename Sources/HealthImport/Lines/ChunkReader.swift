/// Reads chunks from a stream of bytes.
public struct ChunkReader {
    private var lines = LineReader()
    private var chunker: LineChunker
    /// Chunks that have ended and were not returned yet, in order. There are two at most.
    private var ended: [LineChunk] = []
    private var isAtEnd = false

    /// - Parameter hasDigests: true if chunks have a digest.
    public init(_ options: LineOptions, hasDigests: Bool) {
        chunker = LineChunker(options, hasDigests: hasDigests)
    }

    /// Returns the next chunk. Returns nil at the end of the stream.
    ///
    /// - Parameter pieces: returns the next bytes of the stream, cut anywhere, and nil at its end.
    /// - Throws: the errors of `pieces`. Lines that are not yet part of a returned chunk are lost.
    public mutating func next(_ pieces: () async throws -> [UInt8]?) async throws -> LineChunk? {
        while ended.isEmpty, !isAtEnd {
            if let line = lines.next() {
                ended = chunker.append(line)
            } else if let piece = try await pieces() {
                // Without this call, pieces that contain only empty lines would occupy the thread.
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
