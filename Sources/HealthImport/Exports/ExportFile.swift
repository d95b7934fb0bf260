import ArchiveReader

/// The files of an export, read once from first to last. The export is an export.zip (including the
/// zips inside it), a directory, or export.xml without other files.
final class ExportFile {
    /// The open archives, the outermost first. Only the last is read.
    private var archives: [ArchiveReader]
    /// The number of zips inside the outermost that were opened.
    private var nestedCount = 0
    private let path: String
    /// The unread part of the current file's first bytes, which were read to recognise the file.
    private var head: ArraySlice<UInt8> = []

    var fileBytes: Int64 { archives[0].fileBytes }
    var fileBytesRead: Int64 { archives[0].fileBytesRead }
    var isArchive: Bool { archives[0].isArchive }

    /// Number of bytes of a file that are read to recognise it. 64 KiB.
    static let headBytes = 1 << 16

    /// The greatest depth of zips inside each other, including the outermost.
    static let depthMax = 2
    /// Most zips inside the outermost that are opened.
    static let nestedMax = 16
    /// Largest zip inside another, in bytes: 20 GB. The folder for temporary files must have space
    /// for its copy.
    static let nestedBytesMax: Int64 = 20_000_000_000

    init(_ input: consuming ExportInput) {
        path = input.path
        archives = [input.archive]
    }

    /// Skips the rest of the current file, goes to the next file and reads its beginning. Skips
    /// directories. Returns nil after the last file.
    ///
    /// - Throws: `HealthImportError` if no further file can be read.
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

    /// Fills `buffer` with the next bytes of the current file.
    ///
    /// - Returns: the count of bytes. At the end of the file, it returns 0 after its checksum was
    ///   verified.
    ///
    /// - Throws: `ArchiveError` if only this file is damaged, `HealthImportError` if no further
    ///   file can be read.
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

    /// True if the limits allow that the current file is opened as a zip.
    var mayOpen: Bool { archives.count < ExportFile.depthMax && nestedCount < ExportFile.nestedMax }

    /// Opens the current file, which is a zip. `next` then returns the files inside it.
    ///
    /// - Throws: as `read`.
    func open(_ entry: ExportEntry) throws {
        let outer = archives[archives.count - 1]
        let begin = outer.fileBytesRead
        nestedCount += 1
        do {
            archives.append(
                try ArchiveReader(
                    nested: "\(path)/\(entry.name)", spoolBytesMax: ExportFile.nestedBytesMax,
                    from: { buffer in try self.read(into: &buffer) },
                    // If the zip is small, it was read in one block together with the bytes before
                    // it.
                    ratioBytes: { max(outer.fileBytesRead - begin, Int64(ExportFile.headBytes)) }))
        } catch let error as ArchiveError where !error.isOfEntry {
            throw HealthImportError(error)
        }
    }
}

extension ArchiveError {
    /// True if only this entry cannot be read. The import ends if the file expands too much or the
    /// disk fails.
    fileprivate var isOfEntry: Bool {
        switch code {
        case .corrupt, .encrypted, .unsupported, .empty: true
        case .notFound, .notReadable, .isDirectory, .limitExceeded, .outOfMemory: false
        }
    }
}

extension HealthImportError {
    /// Windows Explorer compresses files above 2 GB with Deflate64, which libarchive does not read.
    init(_ error: ArchiveError) {
        let advice = error.code == .unsupported ? "; unzip it with another program and import the folder" : ""
        self.init(error.code == .limitExceeded ? .tooLarge : .unreadable, error.message + advice)
    }
}
