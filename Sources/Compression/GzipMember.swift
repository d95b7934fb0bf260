import CDeflate

/// Decompresses one gzip member (RFC 1952) in memory with libdeflate, in a third of the time of
/// `GzipDecoder`. For bytes of `GzipEncoder`, whose length is known.
public enum GzipMember {
    /// Returns the decompressed bytes, and checks their checksum.
    ///
    /// May be called from any thread.
    ///
    /// - Parameter count: the number of decompressed bytes.
    /// - Throws: `GzipError`: `malformed` if the bytes are damaged or have another length, or
    ///   `noMemory`.
    public static func decompress(_ member: [UInt8], count: Int) throws(GzipError) -> [UInt8] {
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw GzipError(code: .noMemory, message: "not enough memory to decompress")
        }
        defer { libdeflate_free_decompressor(decompressor) }
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: count) { output, written in
            // Without an address for the length, libdeflate requires exactly `count` bytes.
            let result = libdeflate_gzip_decompress(
                decompressor, member, member.count, output.baseAddress, count, nil)
            isWhole = result == LIBDEFLATE_SUCCESS
            written = isWhole ? count : 0
        }
        guard isWhole else {
            throw GzipError(code: .malformed, message: "the bytes are not a gzip member of \(count) bytes, or damaged")
        }
        return output
    }
}
