import Foundation

/// A file that is there only when it is whole: written under another name beside it, and renamed at the end. `-` is the standard
/// output stream. A name that ends with `.gz` asks for gzip. Confined to one thread at a time.
public final class OutputFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: CInt
    private let writer: GzipFileWriter
    private var isFinished = false

    private var isStream: Bool { path == "-" }

    /// - Throws: `GzipFileError`.
    public init(path: String) throws(GzipFileError) {
        self.path = path
        temporaryPath = "\(path).\(getpid()).part"
        let file = path == "-" ? dup(1) : open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw OutputFile.failure(path) }
        descriptor = file
        // zlib closes its own.
        writer = try GzipFileWriter(descriptor: dup(file), isCompressed: path.hasSuffix(".gz"))
    }

    deinit {
        close(descriptor)
        if !isFinished, !isStream { unlink(temporaryPath) }
    }

    /// - Throws: `GzipFileError`.
    public func write(_ bytes: [UInt8]) throws(GzipFileError) { try writer.write(bytes) }

    /// Gives the file its name, once the disk has it.
    ///
    /// - Throws: `GzipFileError`.
    public func finish() throws(GzipFileError) {
        try writer.close()
        guard !isStream else { return }
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else { throw OutputFile.failure(path) }
        isFinished = true
    }

    private static func failure(_ path: String) -> GzipFileError {
        GzipFileError(message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
