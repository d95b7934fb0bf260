import CZlib

/// Bytes that are not gzip, or become too many.
public struct GzipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable names of the errors.
    public enum Code: String, Sendable {
        /// Not gzip, or damaged: a checksum or a length is wrong, or something else follows the end.
        case malformed = "malformed_gzip"
        /// The end is missing.
        case truncated = "truncated_gzip"
        /// There are more bytes than allowed.
        case tooLarge = "too_large"
    }

    public let code: Code

    /// What is wrong, for a human: starts in lower case, no full stop.
    public let message: String

    public var description: String { "\(code.rawValue): \(message)" }
}

/// The gzip format (RFC 1952), read with zlib: https://zlib.net/manual.html
public enum Gzip {
    /// How many bytes room is made for at first, as what the data says of itself is not believed. 64 KiB.
    static let firstRoom = 64 * 1024

    /// Decompresses whole data: one or more members, one after the other, and nothing behind them. Checks their checksums.
    ///
    /// Takes no more memory than twice the result, and stops as soon as the result becomes too large.
    ///
    /// - Parameter bytesMax: how many bytes may come out.
    /// - Throws: `GzipError`.
    public static func decompress(_ compressed: [UInt8], bytesMax: Int) throws(GzipError) -> [UInt8] {
        var stream = z_stream()
        guard HSInflateInitGzip(&stream) == Z_OK else {
            throw GzipError(code: .tooLarge, message: "there is no memory to decompress")
        }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var consumed = 0
        while true {
            let status = inflateMore(&stream, compressed, &consumed, &output, bytesMax)
            guard output.count <= bytesMax else {
                throw GzipError(code: .tooLarge, message: "decompressed there are more than \(bytesMax) bytes")
            }
            switch status {
            case Z_STREAM_END:
                if consumed == compressed.count { return output }
                // What follows must be another member; inflateReset keeps nothing of the one before.
                guard inflateReset(&stream) == Z_OK else { throw Self.malformed }
            case Z_OK:
                continue
            case Z_BUF_ERROR:
                throw GzipError(code: .truncated, message: "the end of the gzip data is missing")
            default:
                throw Self.malformed
            }
        }
    }

    private static var malformed: GzipError {
        GzipError(code: .malformed, message: "the bytes are not gzip data, or damaged")
    }

    /// Inflates up to the end of a member, of the input, or of the room for output, which doubles from call to call up to
    /// one byte more than allowed.
    ///
    /// - Returns: zlib's status, `Z_BUF_ERROR` where nothing more can be done.
    private static func inflateMore(
        _ stream: inout z_stream, _ compressed: [UInt8], _ consumed: inout Int, _ output: inout [UInt8],
        _ bytesMax: Int
    ) -> CInt {
        // zlib counts in 32 bits.
        let inputCount = min(compressed.count - consumed, Int(CInt.max))
        let room = min(max(output.count, firstRoom), bytesMax + 1 - output.count, Int(CInt.max))
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: room))
        var status = Z_BUF_ERROR
        compressed.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                // zlib does not write to the input.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + consumed })
                stream.avail_in = UInt32(inputCount)
                stream.next_out = output.baseAddress.map { $0 + start }
                stream.avail_out = UInt32(room)
                status = inflate(&stream, Z_NO_FLUSH)
            }
        }
        consumed += inputCount - Int(stream.avail_in)
        output.removeLast(Int(stream.avail_out))
        return status
    }
}
