import ArchiveReader

/// The files of an export in one pass forward: those of export.zip and of zips inside it, of a directory, or export.xml alone.
final class ExportFile {
    /// The outermost first; only the last is read.
    private var archives: [ArchiveReader]
    /// Zips inside zips that were opened.
    private var nestedCount = 0
    private let path: String
    /// The beginning of the current file, which was read to see what it is.
    private var head: ArraySlice<UInt8> = []

    var fileBytes: Int64 { archives[0].fileBytes }
    var fileBytesRead: Int64 { archives[0].fileBytesRead }
    var isArchive: Bool { archives[0].isArchive }

    /// How many bytes of a file are looked at to see what it is.
    static let headBytes = 1 << 16

    /// How many zips may be inside each other, the outermost included.
    static let depthMax = 2
    /// How many zips inside the outermost are opened.
    static let nestedMax = 16
    /// How large a zip inside another may be, for which there must be room in the folder for temporary files: 20 GB.
    static let nestedBytesMax: Int64 = 20_000_000_000

    init(_ input: consuming ExportInput) {
        path = input.path
        archives = [input.archive]
    }

    /// Goes to the next file, leaving out what is unread of the current one; nil at the end. Directories are left out.
    ///
    /// - Throws: `HealthImportError`: nothing more can be read.
    func next() throws -> ExportEntry? {
        head = []
        do {
            while let archive = archives.last {
                guard let entry = try archive.nextEntry() else {
                    guard archives.count > 1 else { return nil }
                    archives.removeLast()
                    continue
                }
                guard entry.kind != .directory else { continue }
                let name = entry.path
                var found = ExportEntry(name: name, path: ExportPath.normalized(name), kind: entry.kind)
                do {
                    var bytes = [UInt8](repeating: 0, count: ExportFile.headBytes)
                    let count = try archive.read(into: &bytes)
                    found.head = Array(bytes[..<count])
                    head = found.head[...]
                } catch let error as ArchiveError where error.isOfEntry {
                    found.failure = error
                }
                return found
            }
            return nil
        } catch let error as ArchiveError {
            throw HealthImportError(error)
        }
    }

    /// Fills `buffer` with the next bytes of the current file; 0 at its end. Only then is it sound.
    ///
    /// - Throws: `ArchiveError` if the file is damaged and the next may be read, `HealthImportError` if nothing can.
    func read(into buffer: inout [UInt8]) throws -> Int {
        if !head.isEmpty {
            let count = min(head.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: head.prefix(count))
            head = head.dropFirst(count)
            return count
        }
        do {
            return try archives[archives.count - 1].read(into: &buffer)
        } catch let error as ArchiveError where !error.isOfEntry {
            throw HealthImportError(error)
        }
    }

    /// Whether the current file may be opened as a zip.
    var mayOpen: Bool { archives.count < ExportFile.depthMax && nestedCount < ExportFile.nestedMax }

    /// Opens the current file, a zip: its files are the next ones.
    ///
    /// - Throws: as `read`
    func open(_ entry: ExportEntry) throws {
        let outer = archives[archives.count - 1]
        let begin = outer.fileBytesRead
        nestedCount += 1
        do {
            archives.append(
                try ArchiveReader(
                    nested: "\(path)/\(entry.name)", spoolBytesMax: ExportFile.nestedBytesMax,
                    from: { buffer in try self.read(into: &buffer) },
                    // A zip that fits into one block was read with what is before it.
                    ratioBytes: { max(outer.fileBytesRead - begin, Int64(ExportFile.headBytes)) }))
        } catch let error as ArchiveError where !error.isOfEntry {
            throw HealthImportError(error)
        }
    }
}

extension ArchiveError {
    /// Whether only the entry cannot be read. A file that expands too much, or a disk that fails, ends the import.
    fileprivate var isOfEntry: Bool {
        switch code {
        case .corrupt, .encrypted, .unsupported, .empty: true
        case .notFound, .notReadable, .isDirectory, .limitExceeded, .outOfMemory: false
        }
    }
}

extension HealthImportError {
    init(_ error: ArchiveError) {
        self.init(error.code == .limitExceeded ? .tooLarge : .unreadable, error.message)
    }
}
