import Foundation
import HealthCore
import XMLStream

/// Reads export.zip or export.xml in one pass and constant memory, batch by batch.
///
/// Every Record, Correlation and Workout becomes a sample or a refusal; records inside others are samples on their own,
/// too. All other elements but ExportDate are handed on as JSON. Confined to one thread at a time.
public final class ExportReader {
    private let file: ExportFile
    private let handler: ExportHandler
    private let stream: XMLStream
    private var buffer: [UInt8]
    private var isFinished = false

    /// Bytes of XML that are read at once.
    static let chunkBytes = 1 << 18

    /// Opens the file and finds the export in it.
    ///
    /// - Parameter personUUID: the name space of the uuids that records get.
    /// - Throws: `HealthImportError`.
    public convenience init(path: String, personUUID: UUID) throws {
        try self.init(path: path, personUUID: personUUID, chunkBytes: ExportReader.chunkBytes)
    }

    init(path: String, personUUID: UUID, chunkBytes: Int) throws {
        buffer = [UInt8](repeating: 0, count: chunkBytes)
        file = try ExportFile(path: path)
        handler = ExportHandler(personUUID: personUUID)
        stream = XMLStream(
            vocabulary: ExportName.vocabulary, repair: XMLRepairRule(attribute: "startDate", secondBecomes: "endDate"),
            handler: handler)
    }

    /// The next records in the order of the file, except that a container comes after what it contains; nil at the end.
    ///
    /// - Throws: `HealthImportError`; the file is then of no use.
    public func nextBatch() throws -> [ImportedRecord]? {
        do {
            while !isFinished {
                let count = try file.read(into: &buffer)
                if count == 0 {
                    try stream.finish()
                    isFinished = true
                } else {
                    try stream.parse(buffer, count: count)
                }
                let records = handler.takeRecords()
                if !records.isEmpty { return records }
            }
            return nil
        } catch let error as XMLStreamError {
            throw HealthImportError(
                error.code == .limitExceeded ? .tooLarge : .malformed,
                "\(file.entryPath), line \(error.line): \(error.message)")
        }
    }

    /// The names in the records handed out so far.
    public var references: SampleReferences { handler.references }

    /// What was read so far.
    public var report: ExportReport {
        var report = handler.report
        report.entryPath = file.entryPath
        report.otherFiles = file.otherFiles
        report.repairs = stream.repairs
        return report
    }

    /// Bytes of the file, compressed if it is.
    public var fileBytes: Int64 { file.fileBytes }
    public var fileBytesRead: Int64 { file.fileBytesRead }
}
