import CDeflate

/// Compresses bytes in memory to the gzip format (RFC 1952) with libdeflate.
///
/// Reference: https://github.com/ebiggers/libdeflate/blob/master/libdeflate.h
public enum GzipEncoder {
    /// The fastest level. Measured on 1.1 MB of JSON, ten years of daily figures:
    ///
    /// | level | size | time |
    /// | 1 | 9.3 % | 1.8 ms |
    /// | 4 | 8.6 % | 3.4 ms |
    /// | 6 | 7.9 % | 6.9 ms |
    ///
    /// zlib takes 3.4 ms for 10.9 % at its level 1.
    public static let levelDefault: CInt = 1

    /// The length of the longest input in bytes.
    public static let bytesMax = 1 << 30

    /// Compresses `bytes` to one gzip member. The member contains no time and no name, so equal
    /// bytes give equal members.
    ///
    /// A megabyte takes milliseconds. May be called from any thread.
    ///
    /// - Parameter level: from 1 (fast) to 9 (small).
    /// - Returns: nil if memory is short, `bytes` is longer than `bytesMax`, or the level does not
    ///   exist.
    public static func compress(_ bytes: [UInt8], level: CInt = levelDefault) -> [UInt8]? {
        guard bytes.count <= bytesMax, (1...9).contains(level), let compressor = libdeflate_alloc_compressor(level)
        else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let room = libdeflate_gzip_compress_bound(compressor, bytes.count)
        let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, room)
        }
        // A gzip member is never empty.
        return output.isEmpty ? nil : output
    }
}
