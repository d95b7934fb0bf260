import ArchiveReader
import Foundation
import HealthCore
import XMLStream

/// Reads export.zip, an unzipped export or export.xml batch by batch. It needs one pass and
/// constant memory. It begins at the start of the export or at an `ExportPosition`.
///
/// - Every Record, Correlation and Workout becomes a sample or a refusal. A record inside one of
///   them is also a separate sample.
/// - Every other element except ExportDate is returned as JSON.
/// - Files beside export.xml may come before or after it. Routes and clinical records are returned
///   as files, electrocardiograms as samples, and others as elements named `File`. Files that carry
///   no data of their own, such as `.DS_Store`, are ignored (`ExportEntry`).
/// - The first file whose document element is HealthData is the export. A further such file is
///   refused.
///
/// Only one thread may use a reader at a time.
public final class ExportReader {
    private let filePath: String
    private let file: ExportFile
    private let handler: ExportHandler
    private let stream: XMLStream
    private let start: ExportPosition
    private var buffer: [UInt8]
    /// The file that is read.
    private var entry: ExportEntry?
    /// The reader of `entry`; nil between files.
    private var fileReader: (any FileReader)?
    private var isFinished = false
    /// The number of files up to `entry`.
    private var entryCount = 0
    /// Bytes of export.xml that were read, including those before `start`.
    private var offset: Int64 = 0

    private var counts: ExportReport.Files
    /// The reason why the first unreadable file cannot be read. That file may be the export.
    private var unreadable: ArchiveError?

    /// The number of bytes of a file that are read at once.
    static let chunkBytes = 1 << 18

    /// Begins to read. If `start` is not the beginning, it first goes to that position.
    ///
    /// - Parameters:
    ///   - personUUID: the name space of the uuids that records get.
    ///   - start: the position where an earlier reader of the same file stopped. The bytes before
    ///     it are not parsed again.
    ///   - references: the types, units, sources and devices in the records before `start`.
    /// - Throws: `HealthImportError`.
    public convenience init(
        _ input: consuming ExportInput, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences()
    ) throws {
        try self.init(
            input, personUUID: personUUID, from: start, references: references, chunkBytes: ExportReader.chunkBytes
        )
    }

    init(
        _ input: consuming ExportInput, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences(), chunkBytes: Int
    ) throws {
        buffer = [UInt8](repeating: 0, count: chunkBytes)
        filePath = input.path
        file = ExportFile(input)
        self.start = start
        counts = start.files
        handler = ExportHandler(personUUID: personUUID, references: references, start: start)
        stream = XMLStream(
            vocabulary: ExportName.vocabulary, repair: XMLRepairRule(attribute: "startDate", secondBecomes: "endDate"),
            handler: handler)
        try skipToStart()
    }

    /// Goes to the file of `start`. Opens the same zips as the earlier reader.
    private func skipToStart() throws {
        while entryCount < start.entries, let next = try file.next() {
            entry = next
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
        guard start.offset > 0 else { return }
        // At `start`, the document element is open. Its end tag is in the rest of the file.
        let root = Array("<HealthData>".utf8)
        try stream.parse(root, count: root.count)
        fileReader = HealthDataReader(stream)
    }

    /// Reads the next batch, which has at least one record or refusal. Returns nil at the end.
    ///
    /// - Throws: `HealthImportError`. After an error, no further batch can be read.
    public func next() throws -> ImportBatch? {
        while !isFinished {
            var position: ExportPosition?
            if fileReader == nil {
                try openNext()
            } else {
                position = try readOn()
            }
            let isWhole = position == nil
            if fileReader == nil { position = positionBetweenFiles }
            let (records, refusals) = handler.takeBatch(isWhole: isWhole)
            if !records.isEmpty || !refusals.isEmpty {
                return batch(records, refusals, position)
            }
        }
        return nil
    }

    private func batch(
        _ records: [ImportedRecord], _ refusals: [ImportRefusal], _ position: ExportPosition?
    ) -> ImportBatch {
        var batch = ImportBatch(
            records: records, references: handler.references, refusals: refusals, bytesRead: fileBytesRead,
            recordsRead: recordsRead, repaired: Int64((start.repairs + stream.repairs).total))
        if let position { batch.position = { position.text } }
        return batch
    }

    /// The batch after the last one. It has no records, and its position is the end of the file.
    var endBatch: ImportBatch { batch([], [], end) }

    private func openNext() throws {
        fileReader = nil
        entry = try file.next()
        guard let entry else {
            try checkExportWasFound()
            isFinished = true
            return
        }
        entryCount += 1
        guard entry.kind == .file else {
            return refuse(.unreadableFile, "the entry is a link or a device, not a file")
        }
        if let failure = entry.failure {
            return refuse(failure)
        }
        fileReader = try reader(for: entry)
    }

    /// Returns the reader of a file; nil for a file that is ignored, refused, or opened as an
    /// archive.
    private func reader(for entry: ExportEntry) throws -> (any FileReader)? {
        let content = entry.content
        guard file.isArchive || content == .healthData else {
            throw HealthImportError(.noExport, "no HealthKit export found in \"\(filePath)\": the file is none")
        }
        switch content {
        case .healthData:
            if let exportPath {
                refuse(.secondExport, "the archive's export is \(exportPath); import this one by itself")
                return nil
            }
            handler.foundExport(named: entry.name)
            return HealthDataReader(stream)
        case .route: return RouteReader(path: entry.path, handler: handler)
        case .electrocardiogram: return ElectrocardiogramReader(handler: handler)
        case .clinicalRecord: return ClinicalRecordReader(path: entry.path, handler: handler)
        case .archive where file.mayOpen:
            do {
                try file.open(entry)
            } catch let error as ArchiveError {
                refuse(error)
            }
            return nil
        case .archive, .other: return OtherFileReader(path: entry.path, handler: handler)
        case .ignored:
            counts.ignored += 1
            return nil
        }
    }

    /// Reads the next bytes of the current file.
    ///
    /// - Returns: the last position in these bytes at which reading can resume; nil if there is
    ///   none.
    private func readOn() throws -> ExportPosition? {
        guard let fileReader else { return nil }
        do {
            let count = try file.read(into: &buffer)
            if count > 0 {
                guard !(fileReader is HealthDataReader) else { return try readExport(count) }
                try fileReader.read(buffer, count: count)
                return nil
            }
            try fileReader.finish()
            noteRead(fileReader)
        } catch let refusal as Refusal {
            refuse(refusal, line: nil)
        } catch let refused as ImportRefusal {
            refuse(refused.refusal, line: refused.line)
        } catch let error as ArchiveError {
            guard !(fileReader is HealthDataReader) else { throw HealthImportError(error) }
            refuse(error)
        } catch let error as XMLStreamError {
            throw HealthImportError(
                error.code == .limitExceeded ? .tooLarge : .malformed,
                "\(exportPath ?? filePath), line \(error.line + start.lines): \(error.message)")
        }
        self.fileReader = nil
        return nil
    }

    /// Parses the next bytes of the export, which are in the buffer.
    private func readExport(_ count: Int) throws -> ExportPosition? {
        let known = Int(min(Int64(count), start.offset - min(offset, start.offset)))
        offset += Int64(count)
        guard known < count else { return nil }
        let sections = stream.sections
        if known == 0 {
            try stream.parse(buffer, count: count)
        } else {
            try stream.parse(Array(buffer[known..<count]), count: count - known)
        }
        guard stream.sections == sections, let boundary = handler.boundary,
            let lineStart = startOfLine(boundary.line, in: known..<count)
        else { return nil }
        var position = end
        position.isAtEnd = false
        position.offset = offset - Int64(count - lineStart)
        position.lines = start.lines + boundary.line - 1
        position.nextOrdinal = boundary.nextOrdinal
        position.recordsRead = start.recordsRead + boundary.recordsRead
        return position
    }

    /// Returns the index in the buffer at which a line starts. Returns nil if the line starts
    /// outside of `piece`, or if a CR without LF follows that start,
    /// because lines then cannot be counted backwards.
    private func startOfLine(_ line: Int, in piece: Range<Int>) -> Int? {
        var rest = stream.line - line
        var index = piece.upperBound
        var isBeforeLineFeed = false
        while index > piece.lowerBound {
            let byte = buffer[index - 1]
            if byte == UInt8(ascii: "\n") {
                if rest == 0 { return index }
                rest -= 1
            } else if byte == UInt8(ascii: "\r"), !isBeforeLineFeed {
                return nil
            }
            isBeforeLineFeed = byte == UInt8(ascii: "\n")
            index -= 1
        }
        return nil
    }

    private var positionBetweenFiles: ExportPosition {
        var position = end
        position.isAtEnd = false
        return position
    }

    private func noteRead(_ reader: any FileReader) {
        switch reader {
        case is RouteReader: counts.routes += 1
        case is ElectrocardiogramReader: counts.electrocardiograms += 1
        case is ClinicalRecordReader: counts.clinicalRecords += 1
        case is OtherFileReader: counts.other += 1
        default: break
        }
    }

    private func refuse(_ error: ArchiveError) {
        unreadable = unreadable ?? error
        refuse(.unreadableFile, error.message)
    }

    private func refuse(_ code: Refusal.Code, _ message: String) {
        refuse(Refusal(code, field: "", message), line: nil)
    }

    private func refuse(_ refusal: Refusal, line: Int?) {
        handler.refuse(ImportRefusal(refusal, path: entry?.path ?? "", line: line, element: ImportRefusal.fileElement))
    }

    /// Path of the export in its archive. Nil until the export is found.
    private var exportPath: String? { handler.report.entryPath.isEmpty ? nil : handler.report.entryPath }

    private func checkExportWasFound() throws {
        guard exportPath == nil else { return }
        if let unreadable { throw HealthImportError(unreadable) }
        throw HealthImportError(
            .noExport, "no HealthKit export found in \"\(filePath)\": none of its files is one")
    }

    /// The types, units, sources and devices in the records that were returned so far, and in some
    /// later records.
    public var references: SampleReferences { handler.references }

    /// The report about the part that was read so far.
    public var report: ExportReport {
        var report = handler.report
        report.files = counts
        report.repairs = start.repairs + stream.repairs
        return report
    }

    /// The position of the end of the file, after `next` has returned nil.
    public var end: ExportPosition {
        let report = report
        var end = ExportPosition()
        end.isAtEnd = true
        end.entries = entryCount
        end.nextOrdinal = handler.nextOrdinal
        end.recordsRead = recordsRead
        end.entryPath = report.entryPath
        end.exportDate = report.exportDate
        end.locale = report.locale
        end.files = report.files
        end.repairs = report.repairs
        return end
    }

    /// Records and other elements that were read so far, including refused ones and those before
    /// `start`.
    public var recordsRead: Int64 { start.recordsRead + handler.report.read }

    /// Bytes of the file. For a compressed file, this is its compressed size.
    public var fileBytes: Int64 { file.fileBytes }
    public var fileBytesRead: Int64 { file.fileBytesRead }
    /// Bytes of the export that this reader parsed.
    public var bytesParsed: Int64 { offset - min(offset, start.offset) }
}

/// Reads the file export.xml.
private final class HealthDataReader: FileReader {
    private let stream: XMLStream

    init(_ stream: XMLStream) {
        self.stream = stream
    }

    func read(_ bytes: [UInt8], count: Int) throws { try stream.parse(bytes, count: count) }

    func finish() throws { try stream.finish() }
}
