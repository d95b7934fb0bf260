import ArchiveReader
import Foundation
import HealthCore
import XMLStream

/// Reads export.zip or export.xml in one pass and constant memory, batch by batch.
///
/// Every Record, Correlation and Workout becomes a sample or a refusal; records inside others are samples on their own,
/// too. All other elements but ExportDate are handed on as JSON. Of the files beside export.xml, before or after it, routes
/// and clinical records are handed on as files, electrocardiograms as samples, and all others as elements named `File`. The
/// first file whose document element is HealthData is the export; a further one is refused. Confined to one thread at a time.
public final class ExportReader {
    private let filePath: String
    private let file: ExportFile
    private let handler: ExportHandler
    private let stream: XMLStream
    private var buffer: [UInt8]
    /// The file being read.
    private var entry: ExportEntry?
    /// What reads it; nil between files.
    private var fileReader: (any FileReader)?
    private var isFinished = false

    /// Path of the export, once it is found.
    private var exportPath: String?
    private var counts = ExportReport.Files()
    /// Why the first unreadable file is so; it may be the export.
    private var unreadable: ArchiveError?

    /// Bytes of a file that are read at once.
    static let chunkBytes = 1 << 18

    /// Opens the file.
    ///
    /// - Parameter personUUID: the name space of the uuids that records get.
    /// - Throws: `HealthImportError`.
    public convenience init(path: String, personUUID: UUID) throws {
        try self.init(path: path, personUUID: personUUID, chunkBytes: ExportReader.chunkBytes)
    }

    init(path: String, personUUID: UUID, chunkBytes: Int) throws {
        buffer = [UInt8](repeating: 0, count: chunkBytes)
        file = try ExportFile(path: path)
        filePath = path
        handler = ExportHandler(personUUID: personUUID)
        stream = XMLStream(
            vocabulary: ExportName.vocabulary, repair: XMLRepairRule(attribute: "startDate", secondBecomes: "endDate"),
            handler: handler)
    }

    /// The next records in the order of the file, except that a container comes after what it contains; nil at the end.
    ///
    /// - Throws: `HealthImportError`; the file is then of no use.
    public func nextBatch() throws -> [ImportedRecord]? {
        while !isFinished {
            if fileReader == nil {
                try openNext()
            } else {
                try readOn()
            }
            let records = handler.takeRecords()
            if !records.isEmpty { return records }
        }
        return nil
    }

    private func openNext() throws {
        fileReader = nil
        entry = try file.next()
        guard let entry else {
            try checkExportWasFound()
            isFinished = true
            return
        }
        guard entry.kind == .file else {
            return refuse(FileRefusal(.unreadableFile, "the entry is a link or a device, not a file"))
        }
        if let failure = entry.failure {
            return refuse(failure)
        }
        fileReader = try reader(for: entry)
    }

    /// - Returns: nil for a file that is not read, or was opened as an archive.
    private func reader(for entry: ExportEntry) throws -> (any FileReader)? {
        let content = entry.content
        guard file.isArchive || content == .healthData else {
            throw HealthImportError(.noExport, "no HealthKit export found in \"\(filePath)\": the file is none")
        }
        switch content {
        case .healthData:
            if let exportPath {
                refuse(FileRefusal(.secondExport, "the archive's export is \(exportPath); import this one by itself"))
                return nil
            }
            exportPath = entry.name
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

    private func readOn() throws {
        guard let fileReader else { return }
        do {
            let count = try file.read(into: &buffer)
            if count > 0 { return try fileReader.read(buffer, count: count) }
            try fileReader.finish()
            noteRead(fileReader)
        } catch let error as FileRefusal {
            refuse(error)
        } catch let error as ArchiveError {
            guard !(fileReader is HealthDataReader) else { throw HealthImportError(error) }
            refuse(error)
        } catch let error as XMLStreamError {
            throw HealthImportError(
                error.code == .limitExceeded ? .tooLarge : .malformed,
                "\(exportPath ?? filePath), line \(error.line): \(error.message)")
        }
        self.fileReader = nil
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
        refuse(FileRefusal(.unreadableFile, error.message))
    }

    private func refuse(_ error: FileRefusal) {
        handler.refuse(error.refusal, element: "File", line: error.line, path: entry?.path)
    }

    private func checkExportWasFound() throws {
        guard exportPath == nil else { return }
        if let unreadable { throw HealthImportError(unreadable) }
        throw HealthImportError(
            .noExport, "no HealthKit export found in \"\(filePath)\": none of the files in the archive is one")
    }

    /// The names in the records handed out so far.
    public var references: SampleReferences { handler.references }

    /// What was read so far.
    public var report: ExportReport {
        var report = handler.report
        report.entryPath = exportPath ?? ""
        report.files = counts
        report.repairs = stream.repairs
        return report
    }

    /// Bytes of the file, compressed if it is.
    public var fileBytes: Int64 { file.fileBytes }
    public var fileBytesRead: Int64 { file.fileBytesRead }
}

/// Reads the export itself.
private final class HealthDataReader: FileReader {
    private let stream: XMLStream

    init(_ stream: XMLStream) {
        self.stream = stream
    }

    func read(_ bytes: [UInt8], count: Int) throws { try stream.parse(bytes, count: count) }

    func finish() throws { try stream.finish() }
}
