import CZlib

/// Decompresses the gzip format (RFC 1952) piece by piece with zlib: one or more members, one after the other, and nothing
/// behind them. Checks their checksums. Takes some 40 KiB beside the input pushed last.
///
/// Manual: https://zlib.net/manual.html
///
/// Used by one thread at a time. `@unchecked Sendable`: so it may go from one thread to another, since zlib keeps nothing
/// of a thread; who shares it locks it.
public final class GzipDecoder: @unchecked Sendable {
    /// Not moved, as zlib points back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var consumed = 0
    private var phase = Phase.between
    private var failure: GzipError?

    private enum Phase {
        /// Before the first member there must be one.
        case between, inside, after
    }

    /// - Throws: `.noMemory`.
    public init() throws(GzipError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard HSInflateInitGzip(stream) == Z_OK else {
            throw GzipError(code: .noMemory, message: "there is no memory to decompress")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Gives more compressed bytes, after `next` has used up those before.
    public func push(_ compressed: [UInt8]) {
        input = consumed == input.count ? compressed : Array(input[consumed...]) + compressed
        consumed = 0
    }

    /// The next decompressed bytes, never empty.
    ///
    /// - Returns: nil where more has to be pushed for them.
    /// - Throws: `.malformed`, which every later call throws again.
    public func next(bytesMax: Int) throws(GzipError) -> [UInt8]? {
        if let failure { throw failure }
        var output: [UInt8] = []
        // Output may wait inside zlib when all input is consumed, so inflate is asked until it has nothing.
        while output.isEmpty {
            if phase != .inside {
                guard consumed < input.count else { return nil }
                // What follows a member must be another one; inflateReset keeps nothing of the one before.
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
            case Z_MEM_ERROR: throw GzipError(code: .noMemory, message: "there is no memory to decompress")
            default: throw fail()
            }
        }
        return output
    }

    /// Checks that what was pushed is whole, once `next` has nothing more.
    ///
    /// - Throws: `.truncated`.
    public func finish() throws(GzipError) {
        if let failure { throw failure }
        guard phase == .after else {
            throw GzipError(code: .truncated, message: "the end of the gzip data is missing")
        }
    }

    /// - Returns: zlib's status, `Z_BUF_ERROR` where nothing more can be done.
    private func inflateMore(into room: UnsafeMutableBufferPointer<UInt8>) -> CInt {
        // zlib counts in 32 bits.
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
