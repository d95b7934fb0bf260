import ArchiveReader
import HealthCore
import XMLStream

/// Opens the files of an export one after the other, and decodes them piece by piece: export.xml to
/// events, and each other file as a whole.
///
/// Only one thread may use a decoder at a time.
final class ExportDecoder {
    private let filePath: String
    private let file: ExportFile
    private let stream: XMLStream
    private let start: ExportPosition
    private let chunkBytes: Int
    /// The open file.
    private var open: OpenFile?
    private var isFinished = false

    /// The number of files up to the open one.
    private var entryCount = 0
    /// The path of the last file in the export's folder.
    private var path = ""
    /// Path of the export in its archive. Nil until the export is found.
    private var exportPath: String?
    /// Bytes of export.xml that were read, including those before `start`.
    private var offset: Int64 = 0
    /// The reason why the first unreadable file cannot be read. That file may be the export.
    private var unreadable: ArchiveError?

    private enum OpenFile {
        case export
        case other(any FileReader)
    }

    /// Opens the file of `start`. Opens the same zips as the earlier reader.
    ///
    /// - Parameter chunkBytes: the number of bytes of a file that are read at once.
    /// - Throws: `HealthImportError`.
    init(_ input: consuming ExportInput, from start: ExportPosition, chunkBytes: Int) throws {
        filePath = input.path
        file = ExportFile(input)
        self.start = start
        self.chunkBytes = chunkBytes
        exportPath = start.report.entryPath.isEmpty ? nil : start.report.entryPath
        stream = XMLStream(
            vocabulary: ExportName.vocabulary, repair: XMLRepairRule(attribute: "startDate", secondBecomes: "endDate"))
        while entryCount < start.entries, let next = try file.next() {
            path = next.path
            entryCount += 1
            let isOpened = next.kind == .file && next.failure == nil && next.content == .archive && file.mayOpen
            if isOpened {
                // The earlier reader has already refused a damaged entry.
                do { try file.open(next) } catch is ArchiveError {}
            }
        }
        guard entryCount == start.entries else {
            throw HealthImportError(.unreadable, "\"\(filePath)\" holds fewer files than when its import was begun")
        }
    }

    /// Decodes the next piece. Returns nil at the end, and after a piece whose events have a
    /// failure.
    ///
    /// - Throws: `HealthImportError` if no further piece can be read.
    func next() throws -> ExportPiece? {
        if isFinished { return nil }
        let content: ExportPiece.Content
        if start.offset > 0, open == nil, offset == 0 {
            // At `start`, the document element is open. Its end tag is in the rest of the file.
            let root = Array("<HealthData>".utf8)
            content = .events(stream.parse(root, count: root.count), lines: nil)
            open = .export
        } else if let open {
            content = try readOn(open)
        } else if let entry = try file.next() {
            entryCount += 1
            path = entry.path
            content = try begin(entry)
        } else {
            isFinished = true
            if exportPath != nil { return nil }
            if let unreadable { throw HealthImportError(unreadable) }
            throw HealthImportError(
                .noExport, "no HealthKit export found in \"\(filePath)\": none of its files is one")
        }
        return ExportPiece(
            content: content, path: path, isBetweenFiles: open == nil, entryCount: entryCount,
            fileBytesRead: file.fileBytesRead, offset: offset, repairs: stream.repairs)
    }

    /// Begins to read a file, unless it is ignored, refused, or opened as an archive.
    private func begin(_ entry: ExportEntry) throws -> ExportPiece.Content {
        guard entry.kind == .file else {
            return refusal(.unreadableFile, "the entry is a link or a device, not a file")
        }
        if let failure = entry.failure { return refusal(failure) }
        let content = entry.content
        guard file.isArchive || content == .healthData else {
            throw HealthImportError(.noExport, "no HealthKit export found in \"\(filePath)\": the file is none")
        }
        let isUTF16 = DocumentElement.isUTF16(entry.head)
        let encoding = "is encoded in UTF-16; save it as UTF-8 and import it again"
        switch content {
        case .route where isUTF16, .electrocardiogram where isUTF16, .clinicalRecord where isUTF16:
            return refusal(.malformedFile, "the file \(encoding)")
        case .healthData:
            if let exportPath {
                return refusal(.secondExport, "the archive's export is \(exportPath); import this one by itself")
            }
            guard !isUTF16 else { throw HealthImportError(.malformed, "\"\(entry.name)\" \(encoding)") }
            exportPath = entry.name
            open = .export
            return .export(name: entry.name)
        case .route: open = .other(RouteReader())
        case .electrocardiogram: open = .other(WholeFileReader.electrocardiogram())
        case .clinicalRecord: open = .other(WholeFileReader.clinicalRecord())
        case .archive where file.mayOpen:
            do {
                try file.open(entry)
            } catch let error as ArchiveError {
                return refusal(error)
            }
        case .archive, .other: open = .other(OtherFileReader(path: entry.path))
        case .ignored: return .ignored
        }
        return .nothing
    }

    /// Reads the next bytes of the open file.
    private func readOn(_ open: OpenFile) throws -> ExportPiece.Content {
        // A piece of the export keeps its bytes, so each piece has an array of its own.
        var bytes = [UInt8](repeating: 0, count: chunkBytes)
        do {
            let count = try file.read(into: &bytes)
            switch open {
            case .export:
                if count > 0 { return parse(bytes, count) }
                self.open = nil
                return events(stream.finish(), lines: nil)
            case .other(let reader):
                if count > 0 {
                    try reader.read(bytes, count: count)
                    return .nothing
                }
                self.open = nil
                return .file(try reader.finish())
            }
        } catch {
            self.open = nil
            if case .export = open { throw (error as? ArchiveError).map { HealthImportError($0) } ?? error }
            switch error {
            case let error as Refusal: return refusal(error, line: nil)
            case let error as ImportRefusal: return refusal(error.refusal, line: error.line)
            case let error as ArchiveError: return refusal(error)
            default: throw error
            }
        }
    }

    /// Parses the next bytes of the export.
    private func parse(_ bytes: [UInt8], _ count: Int) -> ExportPiece.Content {
        let known = Int(min(Int64(count), start.offset - min(offset, start.offset)))
        offset += Int64(count)
        guard known < count else { return .nothing }
        let sections = stream.sections
        let parsed =
            known == 0
            ? stream.parse(bytes, count: count) : stream.parse(Array(bytes[known..<count]), count: count - known)
        let lines = ExportLines(bytes: bytes, range: known..<count, lastLine: stream.line)
        return events(parsed, lines: stream.sections == sections ? lines : nil)
    }

    private func events(_ events: XMLEvents, lines: ExportLines?) -> ExportPiece.Content {
        if events.failure != nil { isFinished = true }
        return .events(events, lines: lines)
    }

    private func refusal(_ error: ArchiveError) -> ExportPiece.Content {
        unreadable = unreadable ?? error
        return refusal(.unreadableFile, HealthImportError(error).message)
    }

    private func refusal(_ code: Refusal.Code, _ message: String) -> ExportPiece.Content {
        refusal(Refusal(code, field: "", message), line: nil)
    }

    private func refusal(_ refusal: Refusal, line: Int?) -> ExportPiece.Content {
        .refusal(ImportRefusal(refusal, path: path, line: line, element: ImportRefusal.fileElement))
    }
}
