import CZlib
import Foundation

/// Compresses data to the gzip format (RFC 1952) with zlib. Manual: https://zlib.net/manual.html
///
/// This module is separate from `Compression`, because a module of apps' SDKs has that name, too.
public enum GzipWriter {
    /// Compresses `data` to one gzip member. Returns nil if memory is short or `data` is longer
    /// than 1 GiB.
    ///
    /// A megabyte takes milliseconds. May be called from any thread.
    public static func compress(_ data: Data) -> Data? {
        guard data.count <= bytesMax else { return nil }
        var stream = z_stream()
        // deflateInit2 is a macro, which Swift does not import.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindowBits, memoryLevel, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = [UInt8](data)
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(input.count))))
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        return Data(output.prefix(output.count - Int(stream.avail_out)))
    }

    /// Returns the CRC-32 of gzip (RFC 1952), which detects truncated and changed data.
    public static func crc32(_ data: Data) -> UInt32 {
        let bytes = [UInt8](data)
        return UInt32(crc32_z(0, bytes, bytes.count))
    }

    /// The longest input, because zlib counts in 32 bits.
    private static let bytesMax = 1 << 30
    /// 15 selects the largest window. Adding 16 selects gzip.
    private static let gzipWindowBits: CInt = 15 + 16
    /// zlib's default.
    private static let memoryLevel: CInt = 8
}
