import CZlib

/// Writes a file, as gzip data if asked to. Confined to one thread at a time.
///
/// https://zlib.net/manual.html#Gzip
public final class GzipFileWriter {
    private var file: gzFile?

    /// Level of compression: fast, at a tenth more bytes than the default.
    private static let level = 4
    /// Bytes that zlib gathers. 256 KiB.
    private static let buffer: UInt32 = 256 << 10

    /// - Parameters:
    ///   - descriptor: of a file that is open for writing; closed by `close` and when the writer goes.
    ///   - isCompressed: false: the bytes are written as they are.
    /// - Throws: `GzipFileError` where there is no memory.
    public init(descriptor: CInt, isCompressed: Bool) throws(GzipFileError) {
        file = gzdopen(descriptor, isCompressed ? "wb\(GzipFileWriter.level)" : "wbT")
        guard file != nil else { throw GzipFileError(message: "there is no memory to compress") }
        gzbuffer(file, GzipFileWriter.buffer)
    }

    deinit { if file != nil { gzclose(file) } }

    /// - Throws: `GzipFileError`.
    public func write(_ bytes: [UInt8]) throws(GzipFileError) {
        guard !bytes.isEmpty else { return }
        guard let file, gzwrite(file, bytes, UInt32(bytes.count)) == CInt(bytes.count) else { throw Self.notWritten }
    }

    /// Writes what is left and closes the file.
    ///
    /// - Throws: `GzipFileError`.
    public func close() throws(GzipFileError) {
        guard let file else { return }
        self.file = nil
        guard gzclose(file) == Z_OK else { throw Self.notWritten }
    }

    private static var notWritten: GzipFileError {
        GzipFileError(message: "the file cannot be written; the disk may be full")
    }
}

/// A file that cannot be written.
public struct GzipFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for a human: starts in lower case, no full stop.
    public let message: String

    public var description: String { message }
}

/// Reads a file, decompressing it if it is gzip data. Confined to one thread at a time.
public final class GzipFileReader {
    private let file: gzFile

    /// - Returns: nil where the file cannot be opened.
    public init?(path: String) {
        guard let file = gzopen(path, "rb") else { return nil }
        gzbuffer(file, 256 << 10)
        self.file = file
    }

    deinit { gzclose(file) }

    /// Bytes of the file, as it is on the disk, that have been read.
    public var offset: Int64 { Int64(gzoffset(file)) }

    /// Reads at most `bytesMax` bytes; none at the end.
    ///
    /// - Throws: `GzipError` (`malformed`, `truncated`).
    public func read(_ bytesMax: Int) throws(GzipError) -> [UInt8] {
        var count: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, initialized in
            count = gzread(file, buffer.baseAddress, UInt32(bytesMax))
            initialized = Int(max(count, 0))
        }
        var status: CInt = Z_OK
        if count < bytesMax { _ = gzerror(file, &status) }
        if status == Z_BUF_ERROR {
            // What could be decompressed comes first; the end is missing.
            guard bytes.isEmpty else { return bytes }
            throw GzipError(code: .truncated, message: "the end of the gzip data is missing")
        }
        guard count >= 0, status == Z_OK else {
            throw GzipError(code: .malformed, message: "the bytes are not gzip data, or damaged")
        }
        return bytes
    }
}
