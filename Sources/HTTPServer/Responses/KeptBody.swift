import Compression
import Dispatch

/// The whole body of a response, kept in memory for later responses. A long body is compressed with
/// gzip. A client that accepts gzip gets these bytes, so that a long body is compressed once.
///
/// Ten years of daily figures take a tenth of their memory. Decompressing a megabyte of them takes
/// less than a millisecond.
public struct KeptBody: Sendable {
    /// The body, compressed if `isCompressed` is true.
    let bytes: [UInt8]
    let isCompressed: Bool
    /// The length of the body without content coding.
    public let bodyBytes: Int

    /// The shortest body that is kept compressed. Compressing a shorter one may take longer than
    /// making it again. 8 KiB.
    static let compressedBytesMin = 8 * 1024

    /// A megabyte takes milliseconds.
    public init(_ body: [UInt8]) {
        let compressed = body.count >= Self.compressedBytesMin ? GzipEncoder.compress(body) : nil
        // The encoder's array has room for incompressible bytes. A copy takes only what it needs.
        bytes = compressed.map { $0.withUnsafeBufferPointer { Array($0) } } ?? body
        isCompressed = compressed != nil
        bodyBytes = body.count
    }

    /// The number of bytes in memory.
    public var count: Int { bytes.count }

    /// Returns the body without content coding. A long body is decompressed on a thread of
    /// Dispatch, for the reason of `HTTPResponse.inlineCompressionBytesMax`.
    ///
    /// - Throws: `GzipError`: `noMemory`, or that the bytes were damaged in memory.
    func body() async throws(GzipError) -> [UInt8] {
        guard isCompressed else { return bytes }
        guard bodyBytes >= HTTPResponse.inlineCompressionBytesMax else { return try decompressed() }
        return try await DispatchQueue.global().run { () throws(GzipError) in try decompressed() }
    }

    private func decompressed() throws(GzipError) -> [UInt8] {
        try GzipMember.decompress(bytes, count: bodyBytes)
    }
}
