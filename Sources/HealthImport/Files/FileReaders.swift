import Digests
import HealthCore
import JSONReader

extension ImportRefusal {
    /// Makes the refusal of a file beside export.xml. `ExportDecoder` adds the file's path.
    init(_ code: Refusal.Code, line: Int? = nil, field: String = "", _ message: String) {
        self.init(Refusal(code, field: field, message), path: "", line: line, element: ImportRefusal.fileElement)
    }

    static let fileElement = "File"
}

/// A reader of one file of an export.
protocol FileReader: AnyObject {
    /// Reads the next bytes of the file, which are the first `count` of `bytes`.
    ///
    /// - Throws: `ImportRefusal` or `Refusal` if the file is refused.
    func read(_ bytes: [UInt8], count: Int) throws

    /// Returns the file's content. The caller calls this at the end of the file, after its checksum
    /// was verified.
    ///
    /// - Throws: as `read`.
    func finish() throws -> ExportedFile
}

/// Reads the path, size and digest of a file.
final class OtherFileReader: FileReader {
    private let path: String
    private var digest = SHA256()
    private var size: Int64 = 0

    init(path: String) {
        self.path = path
    }

    func read(_ bytes: [UInt8], count: Int) {
        digest.update(bytes, count: count)
        size += Int64(count)
    }

    func finish() -> ExportedFile {
        var text = JSONText()
        text.raw("{\"name\":\"\(ImportRefusal.fileElement)\",\"attributes\":{\"path\":")
        text.string(path)
        text.raw(",\"size\":\"\(size)\",\"sha256\":\"\(hexadecimal(digest.digest()))\"}}")
        return .other(json: text.bytes)
    }
}

/// Collects a whole file in memory, for formats whose files are small.
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

    /// Removes the byte order mark that some programs write before UTF-8.
    mutating func removeByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    }
}

/// Reads a clinical record, which is a FHIR resource. It becomes part of the ClinicalRecord that
/// names its path.
final class ClinicalRecordReader: FileReader {
    private var content = FileContent(bytesMax: ClinicalRecordReader.bytesMax)

    /// Longest resource, in bytes: 16 MiB. Resources that contain documents are large. Others have
    /// a few kilobytes.
    static let bytesMax = 16 << 20

    func read(_ bytes: [UInt8], count: Int) throws {
        try content.append(bytes, count: count)
    }

    func finish() throws -> ExportedFile {
        content.removeByteOrderMark()
        do {
            let json = try JSONParser(bytesMax: ClinicalRecordReader.bytesMax).parse(content.bytes) { root in
                guard root.kind == .object else { throw ImportRefusal(.malformedFile, "the JSON text is no object") }
                // PostgreSQL's jsonb cannot store U+0000.
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
            return .clinicalRecord(json: json)
        } catch let error as JSONError {
            let location = error.offset.map { " (byte \($0 + 1))" } ?? ""
            throw ImportRefusal(.malformedFile, error.message + location)
        }
    }
}
