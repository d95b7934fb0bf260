import CZlib

/// Decompresses the gzip format (RFC 1952) piece by piece with zlib. A decoder takes about 40 KiB
/// of memory, and the size of the input that was pushed last.
///
/// The data consist of one or more members in sequence. No other bytes may follow them. The decoder
/// checks the members' checksums. Manual: https://zlib.net/manual.html
///
/// Use it on one thread at a time. It is `@unchecked Sendable` because zlib stores no state in a
/// thread, so a decoder may move between threads. If threads share a decoder, its owner must lock
/// it.
public final class GzipDecoder: @unchecked Sendable {
    /// The stream is never moved, because zlib stores a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var consumed = 0
    private var phase = Phase.between
    private var failure: GzipError?

    private enum Phase {
        /// `between` is the phase before the first member, which is required.
        case between, inside, after
    }

    /// - Throws: `GzipError` (`noMemory`).
    public init() throws(GzipError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard HSInflateInitGzip(stream) == Z_OK else {
            throw GzipError(code: .noMemory, message: "not enough memory to decompress")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Adds compressed bytes. Call it after `next` has used all previous bytes.
    public func push(_ compressed: [UInt8]) {
        input = consumed == input.count ? compressed : Array(input[consumed...]) + compressed
        consumed = 0
    }

    /// Returns the next decompressed bytes. The array is never empty.
    ///
    /// - Returns: nil if more compressed bytes must be pushed first.
    /// - Throws: `GzipError`: `malformed`, which every later call throws again, or `noMemory`.
    public func next(bytesMax: Int) throws(GzipError) -> [UInt8]? {
        if let failure { throw failure }
        var output: [UInt8] = []
        // zlib may hold output after all input is consumed, so inflate is called until zlib has no
        // more output.
        while output.isEmpty {
            if phase != .inside {
                guard consumed < input.count else { return nil }
                // Only another member may follow a member. inflateReset clears the state of the
                // previous one.
                guard phase == .between || inflateReset(stream) == Z_OK else { throw fail() }
                phase = .inside
            }
            var status = Z_BUF_ERROR
            output = [UInt8](unsafeUninitializedCapacity: bytesMax) { room, count in
                status = inflateMore(into: room)
                count = bytesMax - Int(stream.pointee.avail_out)
            }
            switch status {
            case Z_STREAM_END: phase = .after
            case Z_OK: continue
            case Z_BUF_ERROR: return nil
            case Z_MEM_ERROR: throw GzipError(code: .noMemory, message: "not enough memory to decompress")
            default: throw fail()
            }
        }
        return output
    }

    /// Checks that the pushed bytes are complete. Call it when `next` has returned nil.
    ///
    /// - Throws: `GzipError`: `truncated`, or the error of an earlier call.
    public func finish() throws(GzipError) {
        if let failure { throw failure }
        guard phase == .after else {
            throw GzipError(code: .truncated, message: "the end of the gzip data is missing")
        }
    }

    /// - Returns: zlib's status. It is `Z_BUF_ERROR` if zlib can make no progress.
    private func inflateMore(into room: UnsafeMutableBufferPointer<UInt8>) -> CInt {
        // zlib counts bytes in 32 bits.
        let inputCount = min(input.count - consumed, Int(CInt.max))
        return input.withUnsafeBufferPointer { input in
            // zlib does not write to the input.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + consumed })
            stream.pointee.avail_in = UInt32(inputCount)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = UInt32(room.count)
            defer { consumed += inputCount - Int(stream.pointee.avail_in) }
            return inflate(stream, Z_NO_FLUSH)
        }
    }

    private func fail() -> GzipError {
        let error = GzipError(code: .malformed, message: "the bytes are not gzip data, or damaged")
        failure = error
        return error
    }
}
