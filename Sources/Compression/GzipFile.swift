import CZlib
import Glibc

/// Writes a file, optionally as gzip data. Use it on one thread at a time.
///
/// https://zlib.net/manual.html#Gzip
public final class GzipFileWriter {
    private var file: gzFile?

    /// The compression level. It is faster than zlib's default and makes files a tenth larger.
    private static let level = 4
    /// The size of zlib's buffer in bytes.
    private static let buffer: UInt32 = 256 << 10

    /// - Parameters:
    ///   - descriptor: the descriptor of a file open for writing. `close` and `deinit` close it.
    ///   - isCompressed: false to write the bytes unchanged.
    /// - Throws: `GzipFileError` if memory is short.
    public init(descriptor: CInt, isCompressed: Bool) throws(GzipFileError) {
        file = gzdopen(descriptor, isCompressed ? "wb\(GzipFileWriter.level)" : "wbT")
        guard file != nil else { throw GzipFileError(message: "not enough memory to compress") }
        gzbuffer(file, GzipFileWriter.buffer)
    }

    deinit { if file != nil { gzclose(file) } }

    /// Writes bytes.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func write(_ bytes: [UInt8]) throws(GzipFileError) {
        guard !bytes.isEmpty else { return }
        guard let file, gzwrite(file, bytes, UInt32(bytes.count)) == CInt(bytes.count) else { throw Self.notWritten }
    }

    /// Writes the buffered bytes and closes the file.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func close() throws(GzipFileError) {
        guard let file else { return }
        self.file = nil
        guard gzclose(file) == Z_OK else { throw Self.notWritten }
    }

    private static var notWritten: GzipFileError {
        GzipFileError(message: "cannot write the file; the disk may be full")
    }
}

/// The reason why a file cannot be written.
public struct GzipFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason for people, in lower case without a full stop.
    public let message: String

    public var description: String { message }
}

/// Reads a file and decompresses it if it is gzip data. Use it on one thread at a time.
public final class GzipFileReader {
    private let file: gzFile
    /// The size of the file on disk in bytes.
    public let fileBytes: Int64

    /// - Parameter descriptor: the file at the path, if the caller has opened it. It is read from
    ///   its beginning, and the caller closes it.
    /// - Returns: nil if the file cannot be opened.
    public init?(path: String, descriptor: CInt? = nil) {
        let own = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard own >= 0 else { return nil }
        guard fstat(own, &status) == 0, descriptor == nil || lseek(own, 0, SEEK_SET) == 0, let file = gzdopen(own, "rb")
        else {
            close(own)
            return nil
        }
        gzbuffer(file, 256 << 10)
        self.file = file
        fileBytes = Int64(status.st_size)
    }

    deinit { gzclose(file) }

    /// The number of bytes of the file on disk that were read.
    public var offset: Int64 { Int64(gzoffset(file)) }

    /// Returns the next bytes, at most `bytesMax`. Returns no bytes at the end.
    ///
    /// - Throws: `GzipError`: `malformed` or `truncated`.
    public func read(_ bytesMax: Int) throws(GzipError) -> [UInt8] {
        var count: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, initialized in
            count = gzread(file, buffer.baseAddress, UInt32(bytesMax))
            initialized = Int(max(count, 0))
        }
        var status: CInt = Z_OK
        if count < bytesMax { _ = gzerror(file, &status) }
        if status == Z_BUF_ERROR {
            // The end is missing, but the bytes before it are returned first.
            guard bytes.isEmpty else { return bytes }
            throw GzipError(code: .truncated, message: "the end of the gzip data is missing")
        }
        guard count >= 0, status == Z_OK else {
            throw GzipError(code: .malformed, message: "the bytes are not gzip data, or damaged")
        }
        return bytes
    }
}
