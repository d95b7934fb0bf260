import CZlib
import Foundation

/// Writes the gzip format (RFC 1952) with zlib: https://zlib.net/manual.html
///
/// Apart from `Compression`, whose name apps' SDKs give to another module.
public enum GzipWriter {
    /// One gzip member that holds `data`; nil if there is no memory for it or it is longer than 1 GiB.
    ///
    /// Computes for a while where the data are long. Use it from any thread.
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

    /// zlib counts in 32 bits.
    private static let bytesMax = 1 << 30
    /// 15 is the largest window; 16 more means gzip.
    private static let gzipWindowBits: CInt = 15 + 16
    /// zlib's usual use of memory.
    private static let memoryLevel: CInt = 8
}
