import Compression
import Synchronization

/// The body of a request without its content coding.
///
/// The stream has one reader, on any thread. A reader that waits for the client blocks no thread.
/// Cancelling the reader's task does not end the wait. The wait ends when the connection ends or
/// the server stops.
public final class HTTPBodyStream: Sendable {
    /// The number of unread bytes at which the server stops receiving until the reader has read
    /// some. 1 MiB.
    public static let queueBytesMax = 1024 * 1024

    /// The longest piece that `next` returns, in bytes. 64 KiB.
    public static let pieceBytesMax = 64 * 1024

    private let coding: ContentCoding
    private let reservation: Reservation?
    private let state: Mutex<BodyReading>

    /// Reads the body that an exchange receives.
    init(_ exchange: Exchange, _ coding: ContentCoding) {
        self.coding = coding
        reservation = exchange.share.body
        state = Mutex(BodyReading(source: .network(exchange)))
    }

    /// Reads a body in memory, as sent.
    init(_ bytes: [UInt8], _ coding: ContentCoding = .identity) {
        self.coding = coding
        reservation = nil
        state = Mutex(BodyReading(source: .memory(bytes)))
    }

    /// Returns the next piece, or nil at the end and after it. A piece is not empty and at most
    /// `pieceBytesMax` long.
    ///
    /// The first call for a body that is not in memory counts the body as streamed.
    ///
    /// - Throws: the reason why the rest cannot be read. Every later call throws it again, except
    ///   `.overloaded` and `.ownerOverloaded`.
    public func next() async throws(HTTPFailure) -> [UInt8]? {
        guard coding == .gzip else { return try await nextEncoded() }
        while true {
            if let piece = try decodedPiece() { return piece }
            guard let encoded = try await nextEncoded() else {
                try decoding { decoder throws(GzipError) in try decoder.finish() }
                return nil
            }
            try decoding { decoder in decoder.push(encoded) }
        }
    }

    /// Returns the whole body. Repeated calls return the same bytes.
    ///
    /// If `next` was called before, returns only the part that `next` has not returned, and only
    /// once.
    ///
    /// The body does not count as streamed. A body with an announced length above the limit is
    /// refused before the client sends it.
    ///
    /// - Parameters:
    ///   - bytesMax: the largest body as sent, in bytes.
    ///   - decodedBytesMax: the largest decompressed body, in bytes. Decompression stops at this
    ///     length.
    /// - Throws: `.overloaded` if the bodies of all requests reach their common limit.
    ///   `.ownerOverloaded` if the bodies of the owner reach the owner's limit. Other cases if the
    ///   body cannot be read.
    public func collect(bytesMax: Int, decodedBytesMax: Int) async throws(HTTPFailure) -> [UInt8] {
        let encoded = try await gather(bytesMax: bytesMax)
        if let encoded, coding == .identity { return encoded }
        // Decompresses the gathered bytes from the beginning, or streams the part that `next` has
        // not returned.
        let source = encoded.map { HTTPBodyStream($0, coding) } ?? self
        let limit = coding == .identity ? bytesMax : decodedBytesMax
        var body: [UInt8] = []
        while let piece = try await source.next() {
            guard body.count + piece.count <= limit else { throw .contentTooLarge(bytesMax: limit) }
            if let refusal = reservation?.hold((encoded?.count ?? 0) + body.count + piece.count) { throw refusal }
            body += piece
            // Decompressing a large body takes long, so other tasks run in between.
            if body.count % Self.queueBytesMax < piece.count { await Task.yield() }
        }
        return body
    }

    /// Receives the whole body as sent, and keeps it.
    ///
    /// - Returns: nil if `next` has begun to read it.
    @discardableResult
    func gather(bytesMax: Int) async throws(HTTPFailure) -> [UInt8]? {
        switch state.withLock({ ($0.source, $0.position) }) {
        case (.memory, 1...): return nil
        case (.memory(let bytes), _):
            guard bytes.count <= bytesMax else { throw .contentTooLarge(bytesMax: bytesMax) }
            return bytes
        case (.network(let exchange), _):
            guard let bytes = try await exchange.wholeBody(bytesMax: bytesMax) else { return nil }
            state.withLock { $0.source = .memory(bytes) }
            return bytes
        }
    }

    private func nextEncoded() async throws(HTTPFailure) -> [UInt8]? {
        let source = state.withLock { reading in
            defer { reading.position += Self.pieceBytesMax }
            return (reading.source, reading.position)
        }
        switch source {
        case (.network(let exchange), _): return try await exchange.nextPiece()
        case (.memory(let bytes), let position):
            return position < bytes.count
                ? Array(bytes[position..<min(position + Self.pieceBytesMax, bytes.count)]) : nil
        }
    }

    private func decodedPiece() throws(HTTPFailure) -> [UInt8]? {
        var piece: [UInt8]?
        try decoding { decoder throws(GzipError) in piece = try decoder.next(bytesMax: Self.pieceBytesMax) }
        return piece
    }

    private func decoding(_ step: (GzipDecoder) throws(GzipError) -> Void) throws(HTTPFailure) {
        let error = state.withLock { reading -> GzipError? in
            do throws(GzipError) {
                if reading.decoder == nil { reading.decoder = try GzipDecoder() }
                if let decoder = reading.decoder { try step(decoder) }
                return nil
            } catch { return error }
        }
        switch error?.code {
        case nil: return
        case .noMemory: throw .overloaded
        case .malformed, .truncated: throw .malformedBody(error?.message ?? "")
        }
    }
}

/// The state that the lock of an `HTTPBodyStream` guards.
private struct BodyReading {
    var source: Source
    /// The offset of the first unread byte of a body in memory.
    var position = 0
    var decoder: GzipDecoder?

    enum Source {
        case network(Exchange)
        case memory([UInt8])
    }
}
