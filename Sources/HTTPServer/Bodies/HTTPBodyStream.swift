import Compression
import Synchronization

/// The body of a request, without its codings. For one reader, which may be any thread; waiting for the client takes none.
///
/// Waiting does not end when the reader's task is cancelled: it ends with the client, or the server.
public final class HTTPBodyStream: Sendable {
    /// How many bytes of a body wait unread before the client has to wait, in bytes. 1 MiB.
    public static let queueBytesMax = 1024 * 1024

    /// The longest piece that `next` gives, in bytes. 64 KiB.
    public static let pieceBytesMax = 64 * 1024

    private let coding: ContentCoding
    private let reservation: Reservation?
    private let state: Mutex<BodyReading>

    /// The body that arrives in an exchange.
    init(_ exchange: Exchange, _ coding: ContentCoding) {
        self.coding = coding
        reservation = exchange.share.body
        state = Mutex(BodyReading(source: .network(exchange)))
    }

    /// A body that is here, as sent.
    init(_ bytes: [UInt8], _ coding: ContentCoding = .identity) {
        self.coding = coding
        reservation = nil
        state = Mutex(BodyReading(source: .memory(bytes)))
    }

    /// The next piece, never empty, at most `pieceBytesMax` long; nil at the end, also when asked again.
    ///
    /// The first call for a body that is not here counts it among the bodies that are streamed. After an error every call
    /// throws it again.
    public func next() async throws(HTTPBodyError) -> [UInt8]? {
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

    /// The whole body, in memory. Asked for again, it is the same. After `next` it is what that has left.
    ///
    /// Does not count among the bodies that are streamed. A body that is announced to be too large is refused before it is
    /// sent.
    ///
    /// - Parameters:
    ///   - bytesMax: the largest body as sent, in bytes.
    ///   - decodedBytesMax: the largest body that came compressed, when decompressed, in bytes. More is not decompressed.
    /// - Throws: `.overloaded` where the bodies of all requests are too large together, `.ownerOverloaded` where those of the
    ///   owner's requests are.
    public func collect(bytesMax: Int, decodedBytesMax: Int) async throws(HTTPBodyError) -> [UInt8] {
        let encoded = try await gather(bytesMax: bytesMax)
        if let encoded, coding == .identity { return encoded }
        // Decompresses what is gathered, from its beginning, or streams what `next` has left.
        let source = encoded.map { HTTPBodyStream($0, coding) } ?? self
        let limit = coding == .identity ? bytesMax : decodedBytesMax
        var body: [UInt8] = []
        while let piece = try await source.next() {
            guard body.count + piece.count <= limit else { throw .contentTooLarge(bytesMax: limit) }
            if let refusal = reservation?.hold((encoded?.count ?? 0) + body.count + piece.count) {
                throw HTTPBodyError(refusal)
            }
            body += piece
            // Decompressing computes for a while where the body is large.
            if body.count % Self.queueBytesMax < piece.count { await Task.yield() }
        }
        return body
    }

    /// Waits for the body as it was sent, and keeps it.
    ///
    /// - Returns: nil where `next` has begun to read it.
    @discardableResult
    func gather(bytesMax: Int) async throws(HTTPBodyError) -> [UInt8]? {
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

    private func nextEncoded() async throws(HTTPBodyError) -> [UInt8]? {
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

    private func decodedPiece() throws(HTTPBodyError) -> [UInt8]? {
        var piece: [UInt8]?
        try decoding { decoder throws(GzipError) in piece = try decoder.next(bytesMax: Self.pieceBytesMax) }
        return piece
    }

    private func decoding(_ step: (GzipDecoder) throws(GzipError) -> Void) throws(HTTPBodyError) {
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

/// What an `HTTPBodyStream` locks.
private struct BodyReading {
    var source: Source
    /// How much of a body in memory was read.
    var position = 0
    var decoder: GzipDecoder?

    enum Source {
        case network(Exchange)
        case memory([UInt8])
    }
}
