/// Reads a zip archive, a directory, or a plain file, entry by entry in one forward pass.
///
/// It needs the same memory for an entry of any size, and about 200 bytes for each entry of the
/// archive. It writes to disk only for nested archives. A file that does not start as a zip is
/// plain. A plain file has one entry, which has the file's own name. The files of a directory are
/// read in the order of their paths.
///
/// Use an instance on one thread. Do not use one of Swift's cooperative threads, because each call
/// may wait for the disk.
public final class ArchiveReader {
    /// True for a zip or a directory, false for a plain file.
    public let isArchive: Bool

    /// The size of the file on disk in bytes, at least 1. For a directory, it is the total size of
    /// its files.
    public let fileBytes: Int64

    /// The number of bytes of the file on disk that were read. It is 0 at the start and
    /// ``fileBytes`` at the end. It never decreases, so it can drive a progress bar.
    public private(set) var fileBytesRead: Int64 = 0

    private enum Source {
        case plain(PlainFile)
        case zip(ZipFile)
        /// A zip without entries. libarchive does not find its central directory.
        case emptyZip
        case tree(FileTreeReader)
    }

    private enum State {
        case beforeFirst
        case inside(ArchiveEntry, isEncrypted: Bool)
        /// The entry cannot be read, but the next one can.
        case entryFailed(ArchiveError)
        case failed(ArchiveError)
        case ended
    }

    private let path: String
    /// The name of a plain file's entry.
    private let name: String
    private let limits: ArchiveLimits
    /// The number of bytes from which the ratio is computed, for an archive inside another archive.
    /// Otherwise nil.
    private let ratioBytes: Int64?
    /// The file on disk; nil for a directory.
    private let file: PlainFile?
    private let source: Source
    private var state = State.beforeFirst
    private var entries = 0
    private var entryBytes: Int64 = 0
    private var allBytes: Int64 = 0

    /// Opens the file at `path`, which must be a regular file with at least one byte.
    ///
    /// - Parameters:
    ///   - name: the name of a plain file's entry. If it is nil, the last component of `path` is
    ///     the entry's name.
    ///   - descriptor: the file, if the caller has opened it. It is read from its beginning, and
    ///     the caller closes it. `path` is then only its name.
    /// - Throws: ``ArchiveError``: `notFound`, `notReadable`, `isDirectory`, `empty`, `corrupt` (a
    ///   zip without its central directory, usually a truncated download), `limitExceeded` or
    ///   `outOfMemory`.
    public convenience init(
        path: String, name: String? = nil, descriptor: Int32? = nil, limits: ArchiveLimits = ArchiveLimits()
    ) throws {
        let file = try descriptor.map { try PlainFile(sharing: $0, path: path) } ?? PlainFile(path: path)
        try self.init(file, name: name, limits: limits)
    }

    /// Opens a listed directory. Reading an entry fails if its file has become a symbolic link
    /// since the listing.
    ///
    /// - Throws: ``ArchiveError``: `notFound` or `notReadable`.
    public init(tree: FileTree, limits: ArchiveLimits = ArchiveLimits()) throws {
        path = tree.root
        name = ""
        self.limits = limits
        ratioBytes = nil
        fileBytes = tree.bytes
        file = nil
        source = .tree(try FileTreeReader(tree))
        isArchive = true
    }

    /// Opens a zip that is an entry of another archive. Copies the zip to a temporary file that has
    /// no name. No other process can open the copy. The system frees the copy with this object,
    /// even if the process is killed.
    ///
    /// - Parameters:
    ///   - path: the name of the nested archive in messages.
    ///   - spoolBytesMax: the maximum size of the copy in bytes.
    ///   - read: fills a buffer with the next bytes of the entry, and returns 0 at the end.
    ///   - ratioBytes: returns the number of bytes of the outermost file that the nested archive
    ///     takes up. ``ArchiveLimits/ratioMax`` applies to this number, so that nesting does not
    ///     multiply the ratio.
    /// - Throws: The errors of ``init(path:name:descriptor:limits:)``, `limitExceeded` for a copy
    ///   that is too large, and errors of `read`.
    public convenience init(
        nested path: String, limits: ArchiveLimits = ArchiveLimits(), spoolBytesMax: Int64,
        from read: (inout [UInt8]) throws -> Int, ratioBytes: () -> Int64
    ) throws {
        let file = try PlainFile(spooledAs: path, bytesMax: spoolBytesMax, from: read)
        try self.init(file, limits: limits, ratioBytes: ratioBytes())
    }

    private init(
        _ file: PlainFile, name: String? = nil, limits: ArchiveLimits, ratioBytes: Int64? = nil
    ) throws {
        path = file.path
        self.file = file
        self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
        self.limits = limits
        self.ratioBytes = ratioBytes
        fileBytes = file.bytes
        let format = try file.format()
        if case .zip = format, try ZipEnd.directoryBytes(of: file) > limits.directoryBytesMax {
            throw ArchiveError(
                code: .limitExceeded,
                message: "the directory of file \"\(file.path)\" has more than \(limits.directoryBytesMax) bytes")
        }
        source =
            switch format {
            case .plain: .plain(file)
            case .zip: .zip(try ZipFile(file))
            case .emptyZip: .emptyZip
            }
        isArchive = if case .plain = source { false } else { true }
    }

    /// Advances to the next entry. Unread bytes of the current entry are skipped and not checked.
    ///
    /// - Returns: nil after the last entry, and on every later call.
    /// - Throws: ``ArchiveError``: `corrupt`, `encrypted`, `limitExceeded`, `notReadable` or
    ///   `outOfMemory`. After such an error, the rest of the archive is unreadable, and every later
    ///   call throws the same error. An error of ``read(into:)`` concerns one entry, so this
    ///   function still advances after it.
    public func nextEntry() throws -> ArchiveEntry? {
        switch state {
        case .failed(let error): throw error
        case .ended: return nil
        case .beforeFirst, .inside, .entryFailed: break
        }
        do {
            entryBytes = 0
            guard let (entry, isEncrypted) = try entryOfSource() else {
                state = .ended
                fileBytesRead = fileBytes
                return nil
            }
            entries += 1
            try checkLimits(of: entry)
            state = .inside(entry, isEncrypted: isEncrypted)
            advance()
            return entry
        } catch let error as ArchiveError {
            state = .failed(error)
            throw error
        }
    }

    /// Fills `buffer` with the next bytes of the current entry.
    ///
    /// Fills the whole buffer unless the entry ends. Never changes the buffer's size. The entry's
    /// size and checksum are checked at its end, so its bytes are reliable only after this function
    /// has returned 0.
    ///
    /// - Parameter buffer: the destination, which should have at least 64 KiB.
    /// - Returns: the number of bytes written to the start of `buffer`. It is 0 at the end of the
    ///   entry, for an entry without bytes such as a directory, before the first and after the last
    ///   entry, and for an empty buffer.
    /// - Throws: ``ArchiveError``: `corrupt`, `encrypted`, `unsupported`, `limitExceeded`,
    ///   `notReadable` or `outOfMemory`. After an error, the contents of `buffer` are undefined,
    ///   and every call before the next entry throws the same error.
    public func read(into buffer: inout [UInt8]) throws -> Int {
        switch state {
        case .failed(let error), .entryFailed(let error): throw error
        case .beforeFirst, .ended: return 0
        case .inside(let entry, let isEncrypted):
            do {
                guard !isEncrypted else {
                    throw ArchiveError(
                        code: .encrypted, message: "entry \"\(entry.path)\" of file \"\(path)\" is encrypted")
                }
                guard entry.kind == .file else { return 0 }
                let count = try buffer.withUnsafeMutableBytes { try readSource(into: $0, entry: entry.path) }
                entryBytes += Int64(count)
                allBytes += Int64(count)
                advance()
                try checkBytes(of: entry)
                return count
            } catch let error as ArchiveError {
                state = .entryFailed(error)
                throw error
            }
        }
    }

    /// Returns at most `count` bytes of the file on disk, from `offset` on. Returns no bytes for a
    /// directory. Does not change which bytes of entries are read next.
    ///
    /// - Throws: ``ArchiveError``: `notReadable`.
    public func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        try file?.bytes(at: offset, count: count) ?? []
    }

    private func entryOfSource() throws -> (entry: ArchiveEntry, isEncrypted: Bool)? {
        switch source {
        case .zip(let zip): return try zip.nextEntry()
        case .emptyZip: return nil
        case .tree(let tree): return try tree.nextEntry().map { ($0, false) }
        case .plain(let file):
            guard entries == 0 else { return nil }
            let entry = ArchiveEntry(
                path: name, kind: .file, size: file.bytes, modifiedSeconds: file.modifiedSeconds)
            return (entry, false)
        }
    }

    private func readSource(into buffer: UnsafeMutableRawBufferPointer, entry: String) throws -> Int {
        switch source {
        case .zip(let zip): try zip.read(into: buffer, entry: entry)
        case .emptyZip: 0
        case .tree(let tree): try tree.read(into: buffer)
        case .plain(let file): try file.read(into: buffer)
        }
    }

    /// Updates ``fileBytesRead``. The reader's position can go back in a damaged or hostile
    /// archive, and it can pass the end of a plain file that grows.
    private func advance() {
        let position =
            switch source {
            case .zip(let zip): zip.position
            case .emptyZip: fileBytes
            case .tree(let tree): tree.bytesRead
            case .plain(let file): file.bytesRead
            }
        fileBytesRead = min(max(fileBytesRead, position), fileBytes)
    }
}

extension ArchiveReader {
    private func checkLimits(of entry: ArchiveEntry) throws {
        guard entries <= limits.entriesMax else {
            throw exceeded("file \"\(path)\" has more than \(limits.entriesMax) entries")
        }
        guard entry.path.utf8.count <= limits.pathBytesMax else {
            throw exceeded("file \"\(path)\" has an entry whose path is longer than \(limits.pathBytesMax) bytes")
        }
    }

    private func checkBytes(of entry: ArchiveEntry) throws {
        // An entry can declare a wrong size, so the decompressed bytes are counted as well.
        guard max(entryBytes, entry.size ?? 0) <= limits.entryBytesMax else {
            throw exceeded(
                "entry \"\(entry.path)\" of file \"\(path)\" has more than \(limits.entryBytesMax) bytes")
        }
        // The ratio is computed in floating point, so that no limits can overflow.
        guard isArchive, allBytes > limits.ratioFreeBytes,
            Double(allBytes) > Double(limits.ratioMax) * Double(ratioBytes ?? fileBytesRead)
        else { return }
        throw exceeded(
            "entry \"\(entry.path)\" of file \"\(path)\" expands more than \(limits.ratioMax)-fold")
    }

    private func exceeded(_ message: String) -> ArchiveError {
        ArchiveError(code: .limitExceeded, message: message)
    }
}
