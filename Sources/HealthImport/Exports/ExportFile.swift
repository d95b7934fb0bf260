import ArchiveReader

/// The files of an export in one pass forward: of export.zip and the zips inside it, of a
/// directory, or export.xml alone.
final class ExportFile {
    /// The open archives, the outermost first; only the last is read.
    private var archives: [ArchiveReader]
    /// Zips inside the outermost that were opened.
    private var nestedCount = 0
    private let path: String
    /// The rest of the current file's beginning, which was read to recognise the file.
    private var head: ArraySlice<UInt8> = []

    var fileBytes: Int64 { archives[0].fileBytes }
    var fileBytesRead: Int64 { archives[0].fileBytesRead }
    var isArchive: Bool { archives[0].isArchive }

    /// Bytes of a file that are read to recognise it. 64 KiB.
    static let headBytes = 1 << 16

    /// Most zips inside each other, the outermost included.
    static let depthMax = 2
    /// Most zips inside the outermost that are opened.
    static let nestedMax = 16
    /// Largest zip inside another, in bytes: 20 GB. The folder for temporary files needs room for
    /// its copy.
    static let nestedBytesMax: Int64 = 20_000_000_000

    init(_ input: consuming ExportInput) {
        path = input.path
        archives = [input.archive]
    }

    /// Goes to the next file and reads its beginning; nil at the end. Skips the rest of the current
    /// file, and directories.
    ///
    /// - Throws: `HealthImportError` if nothing more can be read.
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
    /// - Returns: the count of bytes; 0 at the end of the file. Only then was its checksum right.
    ///
    /// - Throws: `ArchiveError` if only this file is damaged, `HealthImportError` if nothing more
    ///   can be read.
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

    /// Opens the current file, a zip, whose files come next.
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
                    // A small zip was read in one block with the bytes before it.
                    ratioBytes: { max(outer.fileBytesRead - begin, Int64(ExportFile.headBytes)) }))
        } catch let error as ArchiveError where !error.isOfEntry {
            throw HealthImportError(error)
        }
    }
}

extension ArchiveError {
    /// Whether only this entry cannot be read. If the file expands too much or the disk fails, the
    /// import ends.
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
