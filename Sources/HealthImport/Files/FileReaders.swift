import Digests
import HealthCore
import JSON

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
        let json = JSONWriter.object { writer in
            writer.member("name", ImportRefusal.fileElement)
            writer.object("attributes") { writer in
                writer.member("path", path)
                writer.member("size", "\(size)")
                writer.member("sha256", hexadecimal(digest.digest()))
            }
        }
        return .other(json: json)
    }
}

/// Collects a whole file in memory, for formats whose files are small.
final class WholeFileReader: FileReader {
    private var content: [UInt8] = []
    private let bytesMax: Int
    private let parse: ([UInt8]) throws -> ExportedFile

    private init(bytesMax: Int, _ parse: @escaping ([UInt8]) throws -> ExportedFile) {
        self.bytesMax = bytesMax
        self.parse = parse
    }

    func read(_ bytes: [UInt8], count: Int) throws {
        guard content.count + count <= bytesMax else {
            throw ImportRefusal(.fileTooLarge, "the file is longer than \(bytesMax) bytes")
        }
        content.append(contentsOf: bytes[..<count])
    }

    func finish() throws -> ExportedFile {
        // Some programs write a byte order mark before UTF-8.
        try parse(content.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(content.dropFirst(3)) : content)
    }
}

extension WholeFileReader {
    /// Longest CSV file of an electrocardiogram, in bytes: 8 MiB, about 20 minutes. The 30 seconds
    /// of a watch have about 200 KB.
    static let electrocardiogramBytesMax = 8 << 20

    static func electrocardiogram() -> WholeFileReader {
        WholeFileReader(bytesMax: electrocardiogramBytesMax) { .electrocardiogram(try Electrocardiogram(csv: $0)) }
    }

    /// Longest FHIR resource, in bytes: 16 MiB. Resources that contain documents are large. Others
    /// have a few kilobytes.
    static let clinicalRecordBytesMax = 16 << 20

    /// Reads a FHIR resource. It becomes part of the ClinicalRecord that names its path.
    static func clinicalRecord() -> WholeFileReader {
        WholeFileReader(bytesMax: clinicalRecordBytesMax) { .clinicalRecord(json: try resource($0)) }
    }

    private static func resource(_ json: [UInt8]) throws -> [UInt8] {
        do {
            return try JSONParser(bytesMax: clinicalRecordBytesMax).parse(json) { root in
                guard root.kind == .object else { throw ImportRefusal(.malformedFile, "the JSON text is no object") }
                // PostgreSQL's jsonb cannot store U+0000.
                guard !root.hasNullCharacter else {
                    throw ImportRefusal(.malformedFile, "the JSON text holds the character U+0000")
                }
                return JSONWriter.object { writer in
                    writer.key("resource")
                    writer.value(root)
                }
            }
        } catch let error as JSONError {
            let location = error.offset.map { " (byte \($0 + 1))" } ?? ""
            throw ImportRefusal(.malformedFile, error.message + location)
        }
    }
}
