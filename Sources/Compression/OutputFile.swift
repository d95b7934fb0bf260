import Foundation

/// A file that appears under its name only when it is complete: it is written under a temporary
/// name and renamed at the end.
///
/// The path `-` is the standard output stream. A path that ends with `.gz` selects gzip. Use it on
/// one thread at a time.
public final class OutputFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: CInt
    private let writer: GzipFileWriter
    private var isFinished = false

    private var isStream: Bool { path == "-" }

    /// Creates the temporary file.
    ///
    /// - Throws: `GzipFileError` if that fails.
    public init(path: String) throws(GzipFileError) {
        self.path = path
        temporaryPath = "\(path).\(getpid()).part"
        let file = path == "-" ? dup(1) : open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw OutputFile.failure(path) }
        descriptor = file
        // zlib closes its own descriptor.
        writer = try GzipFileWriter(descriptor: dup(file), isCompressed: path.hasSuffix(".gz"))
    }

    deinit {
        close(descriptor)
        if !isFinished, !isStream { unlink(temporaryPath) }
    }

    /// Writes bytes.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func write(_ bytes: [UInt8]) throws(GzipFileError) { try writer.write(bytes) }

    /// Renames the file to its path after all bytes are on disk.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func finish() throws(GzipFileError) {
        try writer.close()
        guard !isStream else { return }
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw OutputFile.failure(path) }
        isFinished = true
    }

    private static func failure(_ path: String) -> GzipFileError {
        GzipFileError(message: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
