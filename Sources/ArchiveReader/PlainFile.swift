import CArchive
import Glibc

/// An open regular file.
final class PlainFile {
    let path: String
    let bytes: Int64
    let modifiedSeconds: Int64
    private(set) var bytesRead: Int64 = 0
    let descriptor: Int32

    /// See [open(2)](https://man7.org/linux/man-pages/man2/open.2.html).
    convenience init(path: String) throws {
        // Without O_NONBLOCK, opening a pipe would wait for its writer. Regular files ignore it.
        try self.init(opened: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path: path)
    }

    /// Reads an open file from its beginning.
    ///
    /// - Parameter descriptor: stays open when this object is freed. No other object reads it
    ///   meanwhile, because both would share the position.
    convenience init(sharing descriptor: Int32, path: String) throws {
        try self.init(opened: fcntl(descriptor, F_DUPFD_CLOEXEC, 0), path: path)
        guard lseek(self.descriptor, 0, SEEK_SET) == 0 else { throw ArchiveError.system("could not read", path, errno) }
    }

    /// Takes ownership of `descriptor`, the result of a system call. Throws the failure of that
    /// call if `descriptor` is negative.
    init(opened descriptor: Int32, path: String, mayBeEmpty: Bool = false) throws {
        guard descriptor >= 0 else { throw ArchiveError.system("could not open", path, errno) }
        self.descriptor = descriptor
        self.path = path
        var status = stat()
        let outcome = fstat(descriptor, &status)
        bytes = Int64(status.st_size)
        modifiedSeconds = Int64(status.st_mtim.tv_sec)
        guard outcome == 0 else { throw ArchiveError.system("could not stat", path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw ArchiveError(code: .isDirectory, message: "\"\(path)\" is a directory")
        default: throw ArchiveError(code: .notReadable, message: "\"\(path)\" is not a regular file")
        }
        guard bytes > 0 || mayBeEmpty else { throw ArchiveError(code: .empty, message: "file \"\(path)\" is empty") }
    }

    /// Copies the pieces of `read` to a file that has no name. The system frees the file with this
    /// object.
    ///
    /// See [mkstemp(3)](https://man7.org/linux/man-pages/man3/mkstemp.3.html).
    ///
    /// - Parameters:
    ///   - path: the name of the file in messages.
    ///   - bytesMax: the maximum size in bytes.
    ///   - read: fills a buffer with the next bytes, and returns 0 at the end.
    /// - Throws: ``ArchiveError``, `limitExceeded` for too many bytes, and errors of `read`.
    init(spooledAs path: String, bytesMax: Int64, from read: (inout [UInt8]) throws -> Int) throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/healthstore-XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
        descriptor = mkstemp(&template)
        self.path = path
        modifiedSeconds = 0
        var count: Int64 = 0
        guard descriptor >= 0, unlink(template) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            bytes = 0
            throw ArchiveError.system("could not create a temporary copy of", path, errno)
        }
        do {
            var buffer = [UInt8](repeating: 0, count: PlainFile.spoolBytes)
            while case let piece = try read(&buffer), piece > 0 {
                count += Int64(piece)
                guard count <= bytesMax else {
                    throw ArchiveError(
                        code: .limitExceeded,
                        message: "file \"\(path)\" inside an archive has more than \(bytesMax) bytes")
                }
                try PlainFile.write(buffer[..<piece], to: descriptor, path)
            }
            bytes = count
        } catch {
            bytes = 0
            throw error
        }
        guard bytes > 0 else { throw ArchiveError(code: .empty, message: "file \"\(path)\" is empty") }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw ArchiveError.system("could not read", path, errno) }
    }

    /// The number of bytes copied at once.
    private static let spoolBytes = 256 << 10

    /// See [write(2)](https://man7.org/linux/man-pages/man2/write.2.html).
    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ path: String) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw ArchiveError.system("could not create a temporary copy of", path, errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The kind of a file, according to its first bytes.
    enum Format {
        case plain
        case zip
        /// A zip that consists of the end of its central directory only.
        case emptyZip
    }

    /// Returns the format of the file. A zip starts with a local file header, with the end of an
    /// empty central directory, or with one of the two markers of an archive that was made to span
    /// several disks.
    ///
    /// Source: PKWARE's [APPNOTE.TXT](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT),
    /// sections 4.3.7, 4.3.16, 8.5.3 and 8.5.4.
    func format() throws -> Format {
        let marks: [[UInt8]] = [[3, 4], [5, 6], [7, 8], [0x30, 0x30]]
        var start = [UInt8](repeating: 0, count: 22)
        let count = pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { throw ArchiveError.system("could not read", path, errno) }
        guard count >= 4, start.starts(with: "PK".utf8), marks.contains(Array(start[2..<4])) else { return .plain }
        // In an empty zip, the end record counts no entries, and the record's comment ends the
        // file.
        let comment = Int64(start[20]) + Int64(start[21]) << 8
        let isEmpty = start[2] == 5 && start[4..<20].allSatisfy { $0 == 0 } && bytes == 22 + comment
        return isEmpty ? .emptyZip : .zip
    }

    /// Returns the last bytes of the file, at most `count`.
    func tail(_ count: Int) throws -> [UInt8] {
        try bytes(at: max(0, bytes - Int64(count)), count: count)
    }

    /// Returns at most `count` bytes from `offset` on, and none for an offset outside the file.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        guard offset >= 0, offset < bytes else { return [] }
        var piece = [UInt8](repeating: 0, count: count)
        let read = pread(descriptor, &piece, piece.count, off_t(offset))
        guard read >= 0 else { throw ArchiveError.system("could not read", path, errno) }
        return Array(piece[..<read])
    }

    /// See [read(2)](https://man7.org/linux/man-pages/man2/read.2.html).
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw ArchiveError.system("could not read", path, errno)
            }
            if count == 0 { break }
            filled += count
        }
        bytesRead += Int64(filled)
        return filled
    }
}

extension ArchiveError {
    /// The error of a system call on a file.
    static func system(_ action: String, _ path: String, _ number: Int32) -> ArchiveError {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .notFound
            case ENOMEM: .outOfMemory
            default: .notReadable
            }
        return ArchiveError(code: code, message: "\(action) file \"\(path)\": \(String(cString: strerror(number)))")
    }
}
