import Digests
import HealthCore
import JSONReader

extension ImportRefusal {
    /// A defect of a file beside export.xml; `ExportReader` adds the file's path.
    init(_ code: Refusal.Code, line: Int? = nil, field: String = "", _ message: String) {
        self.init(Refusal(code, field: field, message), path: "", line: line, element: ImportRefusal.fileElement)
    }

    static let fileElement = "File"
}

/// Reads one file of an export.
protocol FileReader: AnyObject {
    /// Reads on: the first `count` of `bytes`.
    ///
    /// - Throws: `ImportRefusal` or `Refusal` if the file is refused; `XMLStreamError` if the export itself is damaged.
    func read(_ bytes: [UInt8], count: Int) throws

    /// Tells that the file ends here and is sound: what is in it may be handed on.
    ///
    /// - Throws: as `read`
    func finish() throws
}

/// Reads a file that is kept by its name, size and digest.
final class OtherFileReader: FileReader {
    private let path: String
    private let handler: ExportHandler
    private var digest = SHA256()
    private var size: Int64 = 0

    init(path: String, handler: ExportHandler) {
        self.path = path
        self.handler = handler
    }

    func read(_ bytes: [UInt8], count: Int) {
        digest.update(bytes, count: count)
        size += Int64(count)
    }

    func finish() {
        var text = JSONText()
        text.raw("{\"name\":\"File\",\"attributes\":{\"path\":")
        text.string(path)
        text.raw(",\"size\":\"\(size)\",\"sha256\":\"\(hexadecimal(digest.digest()))\"}}")
        handler.addElement(named: "File", json: text.bytes)
    }
}

/// A whole file in memory, for formats that are small.
struct FileContent {
    private(set) var bytes: [UInt8] = []
    private let bytesMax: Int

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    mutating func append(_ piece: [UInt8], count: Int) throws(ImportRefusal) {
        guard bytes.count + count <= bytesMax else {
            throw ImportRefusal(.fileTooLarge, "the file is longer than \(bytesMax) bytes")
        }
        bytes.append(contentsOf: piece[..<count])
    }

    /// Without the mark that some programs put before UTF-8.
    mutating func removeByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    }
}

/// Reads a clinical record: a FHIR resource, which becomes part of the ClinicalRecord that names it.
final class ClinicalRecordReader: FileReader {
    private let path: String
    private let handler: ExportHandler
    private var content = FileContent(bytesMax: ClinicalRecordReader.bytesMax)

    /// Longest resource, in bytes: 16 MiB. Documents in them are large, everything else has some kilobytes.
    static let bytesMax = 16 << 20

    init(path: String, handler: ExportHandler) {
        self.path = path
        self.handler = handler
    }

    func read(_ bytes: [UInt8], count: Int) throws {
        try content.append(bytes, count: count)
    }

    func finish() throws {
        content.removeByteOrderMark()
        do {
            let json = try JSONParser(bytesMax: ClinicalRecordReader.bytesMax).parse(content.bytes) { root in
                guard root.kind == .object else { throw ImportRefusal(.malformedFile, "the JSON text is no object") }
                // PostgreSQL's jsonb cannot hold it.
                guard !root.hasNullCharacter else {
                    throw ImportRefusal(.malformedFile, "the JSON text holds the character U+0000")
                }
                var writer = JSONWriter(capacity: content.bytes.count + 16)
                writer.object { writer in
                    writer.key("resource")
                    writer.value(root)
                }
                return writer.bytes
            }
            handler.addFile(path: path, json: json)
        } catch let error as JSONError {
            var place = ""
            if let offset = error.offset { place = " (byte \(offset + 1))" }
            throw ImportRefusal(.malformedFile, error.message + place)
        }
    }
}
