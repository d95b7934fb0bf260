import Foundation

/// A file that appears under its name only when it is complete. It is written under a temporary
/// name and renamed at the end.
///
/// The path `-` means the standard output stream. A path that ends with `.gz` selects gzip. Use an
/// instance on one thread at a time.
public final class OutputFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: CInt
    private let writer: GzipFileWriter
    private var isFinished = false

    private var isStream: Bool { path == "-" }

    /// Creates the temporary file.
    ///
    /// - Throws: `GzipFileError` if the file cannot be created.
    public init(path: String) throws(GzipFileError) {
        self.path = path
        temporaryPath = "\(path).\(getpid()).part"
        let file = path == "-" ? dup(1) : open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw OutputFile.failure(path) }
        descriptor = file
        // The writer gets a copy of the descriptor, because zlib closes the descriptor that it
        // gets.
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

    /// Waits until all bytes are on disk, and renames the file to its path.
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
