import ArchiveReader

/// The bytes of the export in a file: of export.xml itself, or of the entry of export.zip that is one.
///
/// The entry is found by its content: names follow the phone's language, are mangled by other programs, and decoys have the
/// right ones.
final class ExportFile {
    private let archive: ArchiveReader
    private let path: String
    private(set) var entryPath: String
    /// The beginning of the export, which was read to find it.
    private var head: [UInt8]
    private(set) var otherFiles = 0
    private var isAtEnd = false

    var fileBytes: Int64 { archive.fileBytes }
    var fileBytesRead: Int64 { archive.fileBytesRead }

    /// How many bytes of an entry are looked at to see what it is.
    private static let headBytes = 1 << 16

    init(path: String) throws {
        self.path = path
        var unreadable: ArchiveError?
        do {
            archive = try ArchiveReader(path: path)
            while let entry = try archive.nextEntry() {
                guard entry.kind == .file else { continue }
                var head = [UInt8](repeating: 0, count: ExportFile.headBytes)
                do {
                    head.removeLast(head.count - (try archive.read(into: &head)))
                } catch let error as ArchiveError {
                    // A damaged photo does not matter, unless the export is nowhere else.
                    unreadable = unreadable ?? error
                    head = []
                }
                if ExportFile.isExport(head) {
                    entryPath = entry.path
                    self.head = head
                    return
                }
                otherFiles += 1
            }
        } catch let error as ArchiveError {
            throw ExportFile.failure(error)
        }
        if let unreadable { throw ExportFile.failure(unreadable) }
        let seen = archive.isArchive ? "none of the \(otherFiles) files in the archive is one" : "the file is none"
        throw HealthImportError(.noExport, "no HealthKit export found in \"\(path)\": \(seen)")
    }

    /// Whether the text's document element is `HealthData`, or is said to be by its DOCTYPE.
    static func isExport(_ head: [UInt8]) -> Bool {
        var rest = head[...]
        func skip(_ text: String) -> Bool {
            guard rest.starts(with: text.utf8) else { return false }
            rest = rest.dropFirst(text.utf8.count)
            return true
        }
        func skipThrough(_ ending: String) {
            rest = rest.firstRange(of: Array(ending.utf8)).map { rest[$0.upperBound...] } ?? []
        }
        _ = skip("\u{feff}")
        while true {
            // The XML reader drops control characters.
            rest = rest.drop { $0 <= UInt8(ascii: " ") }
            if skip("<?") {
                skipThrough("?>")
            } else if skip("<!--") {
                skipThrough("-->")
            } else {
                break
            }
        }
        if skip("<!DOCTYPE") {
            rest = rest.drop { $0 <= UInt8(ascii: " ") }
        } else if !skip("<") {
            return false
        }
        return skip("HealthData") && rest.first.map { $0 <= UInt8(ascii: " ") || "[>/".utf8.contains($0) } ?? false
    }

    /// Fills `buffer` with the next bytes; 0 at the end.
    func read(into buffer: inout [UInt8]) throws -> Int {
        if !head.isEmpty {
            let count = min(head.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: head[..<count])
            head.removeFirst(count)
            return count
        }
        guard !isAtEnd else { return 0 }
        do {
            let count = try archive.read(into: &buffer)
            isAtEnd = count == 0
            if isAtEnd { try countOtherFiles() }
            return count
        } catch let error as ArchiveError {
            throw ExportFile.failure(error)
        }
    }

    private func countOtherFiles() throws {
        while let entry = try archive.nextEntry() {
            if entry.kind == .file { otherFiles += 1 }
        }
    }

    private static func failure(_ error: ArchiveError) -> HealthImportError {
        HealthImportError(error.code == .limitExceeded ? .tooLarge : .unreadable, error.message)
    }
}
