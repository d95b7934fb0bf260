import Digests
import Foundation

/// Reads the lines of the file of a whole store, and compares their SHA-256 with the last line.
final class StoreLines {
    /// The first line.
    struct Header: Codable {
        /// The first member of the first line.
        static let member = "healthstoreMove"

        /// `StoreRecord.format`
        var format: Int
        /// `BackupRecord.format`
        var exportFormat: Int32
        /// Identifies the file.
        var id: UUID
        var people: Int
        /// The last id that was given to a person and to a holder; 0 for none.
        var lastPerson: Int64
        var lastHolder: Int64
    }

    /// A person, in the line before the person's export.
    struct PersonLine: Codable {
        var id: Int32
        var uuid: UUID
        var name: String
        /// PostgreSQL's text of a time.
        var createdAt: String
        /// The id of the person's own holder.
        var holder: Int32
    }

    /// The line before the lines of `StoreRecord` that belong to a person.
    struct AccessLine: Codable {
        static let member = "accessOf"
        var person: Int32
    }

    /// The last line.
    struct End: Codable {
        static let member = "end"
        /// The number of lines before it.
        var lines: Int64
        /// Of the bytes before it, in hexadecimal digits.
        var sha256: String
    }

    let header: Header
    private let source: () throws -> [UInt8]?
    private var sha256 = SHA256()
    /// The number of lines that were read.
    private(set) var count: Int64 = 0

    /// Reads the header.
    ///
    /// - Parameter source: returns the lines without line feeds, and nil at the end.
    /// - Throws: what `source` throws; `HealthDatabaseError` (`malformedBackup`, `backupTooNew`).
    init(_ source: @escaping () throws -> [UInt8]?) throws {
        self.source = source
        guard let line = try source(), BackupLine.member(of: line) == Header.member else {
            throw StoreLines.malformed("the first line does not say that the file has a whole store")
        }
        header = try StoreLines.decode(Header.self, Header.member, line, 1)
        guard header.format <= StoreRecord.format, header.exportFormat <= BackupRecord.format else {
            throw HealthDatabaseError(
                .backupTooNew,
                "the file has format \(header.format).\(header.exportFormat), and this program reads up to "
                    + "\(StoreRecord.format).\(BackupRecord.format)",
                hint: "install the program that wrote it, or a newer one")
        }
        add(line)
    }

    /// Returns the next line before the last one, or nil if all were read and none was changed.
    ///
    /// - Throws: what the source throws; `HealthDatabaseError` (`malformedBackup`,
    ///   `truncatedBackup`).
    func next() throws -> [UInt8]? {
        guard let line = try source() else {
            throw HealthDatabaseError(
                .truncatedBackup, "the file ends behind line \(count), before its last line",
                hint: "copy the file again, or export the store again")
        }
        guard BackupLine.member(of: line) == End.member else {
            add(line)
            return line
        }
        let end = try decode(End.self, End.member, line)
        guard end.lines == count, end.sha256 == hexadecimal(sha256.digest()) else {
            throw HealthDatabaseError(
                .malformedBackup, "the file was changed: its lines do not have the SHA-256 that its last line says",
                hint: "copy the file again, or export the store again")
        }
        guard try source() == nil else { throw StoreLines.malformed("line \(count + 2) comes behind the last") }
        return nil
    }

    private func add(_ line: [UInt8]) {
        count += 1
        sha256.update(line)
        sha256.update([UInt8(ascii: "\n")])
    }

    /// Reads the member of the current line.
    ///
    /// - Throws: `HealthDatabaseError` (`malformedBackup`).
    func decode<Value: Decodable>(_ type: Value.Type, _ member: String, _ line: [UInt8]) throws -> Value {
        try StoreLines.decode(type, member, line, count)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ member: String, _ line: [UInt8], _ number: Int64
    ) throws -> Value {
        guard let value = try? JSONDecoder().decode([String: Value].self, from: Data(line))[member] else {
            throw malformed("line \(number) has no \(member) as this program reads it")
        }
        return value
    }

    static func malformed(_ message: String) -> HealthDatabaseError { HealthDatabaseError(.malformedBackup, message) }
}
