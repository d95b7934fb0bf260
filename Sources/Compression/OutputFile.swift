import Foundation

/// A file that appears under its name only when it is complete. Until then it has no name, so that
/// a program that is ended leaves nothing. On a file system without such files, such as some of
/// networks, it has a temporary name.
///
/// The path `-` means the standard output stream. A path that ends with `.gz` selects gzip. Use an
/// instance on one thread at a time.
public final class OutputFile {
    private let path: String
    private let temporaryPath: String
    /// The descriptor to which another program may write instead of `write`.
    public let descriptor: CInt
    private let writer: GzipFileWriter
    /// True if the file has its temporary name.
    private var isNamed: Bool
    private var isFinished = false

    private var isStream: Bool { path == "-" }

    /// Creates the temporary file.
    ///
    /// - Parameter isCompressed: true to compress what is written; nil if the path decides it.
    /// - Throws: `GzipFileError` if the file cannot be created.
    public init(path: String, isCompressed: Bool? = nil) throws(GzipFileError) {
        self.path = path
        temporaryPath = "\(path).\(getpid()).part"
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var file = path == "-" ? dup(1) : open(folder, O_WRONLY | OutputFile.unnamed | O_CLOEXEC, 0o600)
        isNamed = file < 0 && path != "-"
        if isNamed { file = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        guard file >= 0 else { throw OutputFile.failure(path) }
        descriptor = file
        // The writer gets a copy of the descriptor, because zlib closes the descriptor that it
        // gets.
        writer = try GzipFileWriter(descriptor: dup(file), isCompressed: isCompressed ?? path.hasSuffix(".gz"))
    }

    /// O_TMPFILE of open(2), which Swift does not import.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    deinit {
        close(descriptor)
        if !isFinished, isNamed { unlink(temporaryPath) }
    }

    /// Writes bytes.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func write(_ bytes: [UInt8]) throws(GzipFileError) { try writer.write(bytes) }

    /// Waits until all bytes are on disk, and gives the file its path.
    ///
    /// - Throws: `GzipFileError` if the file cannot be written.
    public func finish() throws(GzipFileError) {
        try writer.close()
        guard !isStream else { return }
        guard fsync(descriptor) == 0 else { throw OutputFile.failure(path) }
        if !isNamed {
            // Only a rename replaces an older file.
            let own = "/proc/self/fd/\(descriptor)"
            isNamed = linkat(AT_FDCWD, own, AT_FDCWD, temporaryPath, AT_SYMLINK_FOLLOW) == 0
        }
        guard isNamed, rename(temporaryPath, path) == 0 else { throw OutputFile.failure(path) }
        isFinished = true
    }

    private static func failure(_ path: String) -> GzipFileError {
        GzipFileError(message: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
