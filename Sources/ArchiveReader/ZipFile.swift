import CArchive
import Glibc

/// A zip opened through libarchive, entry by entry in the order of the file.
///
/// libarchive reads the central directory first. So the sizes and checksums of entries that were
/// written as a stream are known before their bytes are read.
final class ZipFile {
    /// The number of bytes read from the disk at once.
    private static let blockBytes = 256 << 10

    /// Keeps the descriptor open while libarchive reads from it.
    private let file: PlainFile
    private let path: String
    private let end: ZipEnd?
    private var entries = 0
    private let archive: OpaquePointer
    /// The locale in which names are converted. It is nil if the C library has no UTF-8 locale.
    private let locale: locale_t?

    /// See [archive_read_open(3)](https://man.archlinux.org/man/archive_read_open.3.en).
    init(_ file: PlainFile) throws {
        let path = file.path
        guard let archive = archive_read_new() else {
            throw ArchiveError(code: .outOfMemory, message: "out of memory while opening file \"\(path)\"")
        }
        self.archive = archive
        self.file = file
        self.path = path
        end = ZipEnd(tail: try file.tail(ZipEnd.searchBytes))
        locale = utf8_locale_new()
        // The streaming reader is not enabled, because it would read a truncated file and guess its
        // entries.
        try check(archive_read_support_format_zip_seekable(archive), entry: nil)
        guard archive_read_open_fd(archive, file.descriptor, Self.blockBytes) == ARCHIVE_OK else {
            let number = archive_errno(archive)
            if number > 0, number != EILSEQ, number != EINVAL {
                throw ArchiveError.system("could not read", path, number)
            }
            throw ArchiveError(
                code: .corrupt,
                message: "file \"\(path)\" is not a complete zip archive: it has no central directory at its end")
        }
    }

    deinit {
        archive_read_free(archive)
        if let locale { freelocale(locale) }
    }

    /// The offset in the file after the bytes that were read last.
    var position: Int64 { archive_filter_bytes(archive, -1) }

    /// Returns the next entry, and whether its bytes are encrypted. Returns nil after the last
    /// entry.
    ///
    /// See [archive_read_header(3)](https://man.archlinux.org/man/archive_read_header.3.en).
    func nextEntry() throws -> (entry: ArchiveEntry, isEncrypted: Bool)? {
        let outer = locale.map { uselocale($0) }
        defer { if let outer { uselocale(outer) } }
        var header: OpaquePointer?
        let outcome = archive_read_next_header(archive, &header)
        if outcome == ARCHIVE_EOF {
            try checkEntries()
            return nil
        }
        // A warning concerns a name that cannot be converted. `name` repairs such a name.
        if outcome != ARCHIVE_WARN { try check(outcome, entry: nil) }
        guard let header else { return nil }
        entries += 1
        let kind: ArchiveEntry.Kind =
            switch mode_t(archive_entry_filetype(header)) {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        let entry = ArchiveEntry(
            path: name(header), kind: kind,
            size: archive_entry_size_is_set(header) != 0 ? archive_entry_size(header) : nil,
            modifiedSeconds: archive_entry_mtime_is_set(header) != 0 ? Int64(archive_entry_mtime(header)) : nil)
        return (entry, archive_entry_is_encrypted(header) != 0)
    }

    /// See [archive_entry_paths(3)](https://man.archlinux.org/man/archive_entry_paths.3.en).
    private func name(_ header: OpaquePointer) -> String {
        guard let name = archive_entry_pathname_utf8(header) ?? archive_entry_pathname(header) else { return "" }
        return ArchiveEntry.printable(String(cString: name))
    }

    /// Fills the buffer unless the entry ends. Checks size and CRC at the end.
    ///
    /// See [archive_read_data(3)](https://man.archlinux.org/man/archive_read_data.3.en).
    func read(into buffer: UnsafeMutableRawBufferPointer, entry: String) throws -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        // libarchive reports a wrong checksum or size as a warning, so a warning is an error here.
        if count < 0 { try check(Int32(count), entry: entry) }
        return count
    }

    private func checkEntries() throws {
        guard let end, !end.allows(entries: entries) else { return }
        throw ArchiveError(
            code: .corrupt,
            message: "file \"\(path)\" is damaged: its central directory does not list every entry")
    }

    private func check(_ outcome: Int32, entry: String?) throws {
        guard outcome != ARCHIVE_OK else { return }
        let number = archive_errno(archive)
        var reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
        // Some messages of libarchive end with a line end.
        while reason.last?.isWhitespace == true { reason.removeLast() }
        reason = ArchiveEntry.printable(reason)
        let subject = entry.map { "entry \"\($0)\" of file \"\(path)\"" } ?? "file \"\(path)\""
        // libarchive's own error numbers are EILSEQ for a wrong format, EINVAL for a wrong call,
        // and -1 for all other errors.
        if number > 0, number != EILSEQ, number != EINVAL {
            throw ArchiveError.system("could not read", path, number)
        }
        if archive_read_has_encrypted_entries(archive) == 1, entry == nil {
            throw ArchiveError(code: .encrypted, message: "\(subject) is encrypted: \(reason)")
        }
        if outcome == ARCHIVE_FAILED {
            throw ArchiveError(code: .unsupported, message: "\(subject) cannot be decompressed: \(reason)")
        }
        throw ArchiveError(code: .corrupt, message: "\(subject) is damaged: \(reason)")
    }
}
