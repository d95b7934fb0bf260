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
/// A separate thread decodes the files (`ExportDecoder`), and the thread that calls `next`
/// interprets the elements. The queue between them holds 4 MiB. Only one thread may use a
/// reader at a time.
public final class ExportReader {
    private let filePath: String
    private let handler: ExportHandler
    private let pieces: ProducerThread<ExportPiece>
    private let start: ExportPosition
    private var failure: (any Error)?

    /// The last piece that was read.
    private var last: ExportPiece

    /// The number of bytes of a file that are read at once.
    static let chunkBytes = 1 << 18

    /// The length of the queue between the threads. Full, it takes 4 MiB.
    static let piecesMax = 16
    /// A piece counts once, and once more for each `pieceBytes` of memory. 256 KiB. A piece of an
    /// ordinary export takes about 600 KiB.
    static let pieceBytes = 1 << 18

    /// Begins to read. If `start` is not the beginning, it first goes to that position.
    ///
    /// - Parameters:
    ///   - personUUID: the name space of the uuids that records get.
    ///   - start: the position where an earlier reader of the same file stopped. The bytes before
    ///     it are not parsed again.
    ///   - references: the types, units, sources and devices in the records before `start`.
    /// - Throws: `HealthImportError`.
    public convenience init(
        _ input: consuming sending ExportInput, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences()
    ) throws {
        try self.init(
            input, personUUID: personUUID, from: start, references: references, chunkBytes: ExportReader.chunkBytes
        )
    }

    init(
        _ input: consuming sending ExportInput, personUUID: UUID, from start: ExportPosition = ExportPosition(),
        references: SampleReferences = SampleReferences(), chunkBytes: Int
    ) throws {
        filePath = input.path
        fileBytes = input.bytes
        self.start = start
        handler = ExportHandler(personUUID: personUUID, references: references, start: start)
        last = ExportPiece(
            content: .nothing, path: "", isBetweenFiles: true, entryCount: start.entries, fileBytesRead: 0,
            offset: 0, repairs: XMLRepairs())
        let decoder = try ExportDecoder(input, from: start, chunkBytes: chunkBytes)
        pieces = ProducerThread(
            weightMax: ExportReader.piecesMax, weight: { 1 + $0.byteCount / ExportReader.pieceBytes }
        ) {
            try decoder.next()
        }
    }

    deinit { pieces.abandon() }

    /// Reads the next batch, which has at least one record or refusal. Returns nil at the end.
    ///
    /// - Throws: `HealthImportError`. Every later call throws the same error.
    public func next() throws -> ImportBatch? {
        if let failure { throw failure }
        do {
            while let piece = try pieces.next() {
                last = piece
                var position = try read(piece)
                let isWhole = position == nil
                if piece.isBetweenFiles { position = positionBetweenFiles }
                let (records, refusals) = handler.takeBatch(isWhole: isWhole)
                if !records.isEmpty || !refusals.isEmpty { return batch(records, refusals, position) }
            }
            return nil
        } catch {
            failure = error
            throw error
        }
    }

    private func batch(
        _ records: [ImportedRecord], _ refusals: [ImportRefusal], _ position: ExportPosition?
    ) -> ImportBatch {
        var batch = ImportBatch(
            records: records, references: handler.references, refusals: refusals, exportedAt: handler.exportedAt,
            bytesRead: fileBytesRead, recordsRead: recordsRead, repaired: Int64(report.repairs.total))
        if let position { batch.position = { position.text } }
        return batch
    }

    /// The batch after the last one. It has no records, and its position is the end of the file.
    var endBatch: ImportBatch { batch([], [], end) }

    /// Returns the last position in the piece at which reading can resume; nil if there is none.
    private func read(_ piece: ExportPiece) throws -> ExportPosition? {
        switch piece.content {
        case .export(let name): handler.foundExport(named: name)
        case .events(let events, let lines):
            try send(events)
            if let lines { return position(in: lines, of: piece) }
        case .file(let file): add(file, path: piece.path)
        case .refusal(let refusal): handler.refuse(refusal)
        case .ignored: handler.report.files.ignored += 1
        case .nothing: break
        }
        return nil
    }

    private func send(_ events: XMLEvents) throws {
        do {
            try events.send(to: handler)
        } catch let error as XMLStreamError {
            throw HealthImportError(
                error.code == .limitExceeded ? .tooLarge : .malformed,
                "\(handler.report.entryPath), line \(error.line + start.lines): \(error.message)")
        }
    }

    private func position(in lines: ExportLines, of piece: ExportPiece) -> ExportPosition? {
        guard let boundary = handler.boundary, let bytes = lines.bytesFromStart(of: boundary.line) else { return nil }
        var position = end
        position.isAtEnd = false
        position.offset = piece.offset - Int64(bytes)
        position.lines = start.lines + boundary.line - 1
        position.nextOrdinal = boundary.nextOrdinal
        position.report = boundary.report
        (position.report.files, position.report.repairs) = (report.files, report.repairs)
        return position
    }

    private var positionBetweenFiles: ExportPosition {
        var position = end
        position.isAtEnd = false
        return position
    }

    private func add(_ file: ExportedFile, path: String) {
        switch file {
        case .route(let json, let refusals):
            handler.addFile(path: path, json: json)
            for var refusal in refusals {
                refusal.path = path
                handler.refuse(refusal)
            }
            handler.report.files.routes += 1
        case .clinicalRecord(let json):
            handler.addFile(path: path, json: json)
            handler.report.files.clinicalRecords += 1
        case .electrocardiogram(let recording):
            do throws(Refusal) {
                try handler.add(recording)
                handler.report.files.electrocardiograms += 1
            } catch {
                handler.refuse(ImportRefusal(error, path: path, line: nil, element: ImportRefusal.fileElement))
            }
        case .other(let json):
            handler.addElement(named: ImportRefusal.fileElement, json: json)
            handler.report.files.other += 1
        }
    }

    /// The types, units, sources and devices in the records that were returned so far, and in some
    /// later records.
    public var references: SampleReferences { handler.references }

    /// The report about the part that was read so far, also by earlier readers.
    public var report: ExportReport {
        var report = handler.report
        report.repairs = start.report.repairs + last.repairs
        return report
    }

    /// The position of the end of the file, after `next` has returned nil.
    public var end: ExportPosition {
        var end = ExportPosition()
        end.isAtEnd = true
        end.entries = last.entryCount
        end.nextOrdinal = handler.nextOrdinal
        end.report = report
        return end
    }

    /// Records and other elements that were read so far, including refused ones and those before
    /// `start`.
    public var recordsRead: Int64 { handler.report.read }

    /// Bytes of the file. For a compressed file, this is its compressed size.
    public let fileBytes: Int64
    /// Bytes of the file that the returned batches needed.
    public var fileBytesRead: Int64 { last.fileBytesRead }
    /// Bytes of the export that this reader parsed.
    public var bytesParsed: Int64 { last.offset - min(last.offset, start.offset) }
}
