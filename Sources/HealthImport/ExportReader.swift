import Foundation
import HealthCore
import XMLStream

/// Reads export.zip or export.xml in one pass and constant memory, batch by batch, from its start or from a place in it.
///
/// Every Record, Correlation and Workout becomes a sample or a refusal; records inside others are samples on their own,
/// too. All other elements but ExportDate are handed on as JSON. Confined to one thread at a time.
public final class ExportReader {
    private let file: ExportFile
    private let handler: ExportHandler
    private let stream: XMLStream
    private let start: ExportPosition
    private var buffer: [UInt8]
    /// Bytes of export.xml that were taken from the file, those before `start` included.
    private var offset: Int64 = 0
    private var isFinished = false

    /// Bytes of XML that are read at once.
    static let chunkBytes = 1 << 18

    /// Opens the file and finds the export in it.
    ///
    /// - Parameters:
    ///   - personUUID: the name space of the uuids that records get.
    ///   - start: where a reader of the same file stopped; the bytes before are not parsed again.
    ///   - references: the names in all records before `start`.
    /// - Throws: `HealthImportError`.
    public convenience init(
        path: String, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences()
    ) throws {
        try self.init(
            path: path, personUUID: personUUID, from: start, references: references, chunkBytes: ExportReader.chunkBytes
        )
    }

    init(
        path: String, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences(), chunkBytes: Int
    ) throws {
        buffer = [UInt8](repeating: 0, count: chunkBytes)
        file = try ExportFile(path: path)
        self.start = start
        handler = ExportHandler(
            personUUID: personUUID, references: references, nextOrdinal: start.nextOrdinal, earlierLines: start.lines)
        stream = XMLStream(
            vocabulary: ExportName.vocabulary, repair: XMLRepairRule(attribute: "startDate", secondBecomes: "endDate"),
            handler: handler)
        guard start.offset > 0 else { return }
        // The document element, which is open there. It ends where the file ends it.
        let root = Array("<HealthData>".utf8)
        try stream.parse(root, count: root.count)
    }

    /// The next records in the order of the file, except that a container comes after what it contains; nil at the end.
    ///
    /// - Throws: `HealthImportError`; the file is then of no use.
    public func nextBatch() throws -> [ImportedRecord]? {
        while let batch = try next() {
            if !batch.records.isEmpty { return batch.records }
        }
        return nil
    }

    /// The next records and refusals, of which there is one at least; nil at the end.
    ///
    /// - Throws: `HealthImportError`; the file is then of no use.
    public func next() throws -> ExportBatch? {
        do {
            while !isFinished {
                let position = try readChunk()
                let (records, refusals) = handler.takeBatch(isWhole: position == nil)
                if !records.isEmpty || !refusals.isEmpty {
                    return ExportBatch(records: records, refusals: refusals, position: position)
                }
            }
            return nil
        } catch let error as XMLStreamError {
            throw HealthImportError(
                error.code == .limitExceeded ? .tooLarge : .malformed,
                "\(file.entryPath), line \(error.line + start.lines): \(error.message)")
        }
    }

    /// Parses the next piece of the file.
    ///
    /// - Returns: the last place in it from which the file could be read on.
    private func readChunk() throws -> ExportPosition? {
        let count = try file.read(into: &buffer)
        guard count > 0 else {
            try stream.finish()
            isFinished = true
            return nil
        }
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
            let place = startOfLine(boundary.line, in: known..<count)
        else { return nil }
        var position = ExportPosition()
        position.offset = offset - Int64(count - place)
        position.lines = start.lines + boundary.line - 1
        position.nextOrdinal = boundary.nextOrdinal
        let report = report
        position.recordsRead = start.recordsRead + boundary.recordsRead
        position.exportDate = report.exportDate
        position.locale = report.locale
        position.repairs = report.repairs
        return position
    }

    /// Where in the piece just parsed a line starts; nil if it starts elsewhere, or if a CR alone ends a line behind it.
    private func startOfLine(_ line: Int, in piece: Range<Int>) -> Int? {
        var rest = stream.line - line
        var place = piece.upperBound
        var isBeforeLineFeed = false
        while place > piece.lowerBound {
            let byte = buffer[place - 1]
            if byte == UInt8(ascii: "\n") {
                if rest == 0 { return place }
                rest -= 1
            } else if byte == UInt8(ascii: "\r"), !isBeforeLineFeed {
                return nil
            }
            isBeforeLineFeed = byte == UInt8(ascii: "\n")
            place -= 1
        }
        return nil
    }

    /// The names in the records handed out so far, and in some that follow.
    public var references: SampleReferences { handler.references }

    /// What was read so far.
    public var report: ExportReport {
        var report = handler.report
        report.entryPath = file.entryPath
        report.exportDate = report.exportDate ?? start.exportDate
        report.locale = report.locale ?? start.locale
        report.otherFiles = file.otherFiles
        report.repairs = start.repairs + stream.repairs
        return report
    }

    /// The end of the file, once everything was handed out.
    public var end: ExportPosition {
        let report = report
        var end = ExportPosition()
        end.isAtEnd = true
        end.recordsRead = recordsRead
        end.entryPath = report.entryPath
        end.exportDate = report.exportDate
        end.locale = report.locale
        end.otherFiles = report.otherFiles
        end.repairs = report.repairs
        return end
    }

    /// Records and other elements read until now, also by the reader that stopped at `start`, and refused ones.
    public var recordsRead: Int64 { start.recordsRead + handler.report.read }

    /// Path of the export inside the archive, or the file's name.
    public var entryPath: String { file.entryPath }

    /// Bytes of the file, compressed if it is.
    public var fileBytes: Int64 { file.fileBytes }
    public var fileBytesRead: Int64 { file.fileBytesRead }
    /// Bytes of XML that were parsed.
    public var bytesParsed: Int64 { offset - min(offset, start.offset) }
}
