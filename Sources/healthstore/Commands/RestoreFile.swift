import Compression
import Foundation
import HealthDatabase
import Postgres

/// The part of `healthstore import` that restores a file of `healthstore export`.
enum RestoreFile {
    enum Kind {
        /// All data of a person.
        case person
        /// A whole store.
        case store
    }

    /// Returns what `healthstore export` wrote to the file, compressed with gzip or not. Returns
    /// nil for any other file.
    static func kind(of path: String, _ descriptor: Int32?) -> Kind? {
        guard let start = try? GzipFileReader(path: path, descriptor: descriptor)?.read(64) else { return nil }
        return BackupLine.isHeader(start) ? .person : BackupLine.isStoreHeader(start) ? .store : nil
    }

    /// - Parameter descriptor: the file, if it was opened before root's rights were given up.
    static func run(_ arguments: Arguments, path: String, descriptor: Int32?) async throws {
        for option in ["--checkpoint", "--restart"] where arguments.has(option) {
            throw arguments.usage("\(option) is for exports of the Health app; healthstore export wrote \(path)")
        }
        let name = try arguments.required("--person")
        let diskBytes = try ImportDisk.bytes(arguments)
        try await Store.with(arguments, for: .create) { store, session in
            let person = try PersonStore.find(name: name, session)
            guard let reader = GzipFileReader(path: path, descriptor: descriptor) else {
                throw FileFailure(message: "cannot open \(path)")
            }
            let begin = Date()
            var lines = FileLines(reader)
            var bar = ProgressBar("restoring")
            defer { bar.finish() }
            let restore = PersonRestore(
                person: person, list: store.erasedList, restoresErased: arguments.has("--restore-erased"),
                session: session)
            let disk = try ImportDisk(store, diskBytes, session)
            let report = try restore.restore(keepsPart: arguments.has("--keep-part")) {
                try disk.check(next: "begins the restore again, because nothing was stored")
                bar.show(reader.offset, of: reader.fileBytes)
                return try lines.next()
            }
            try restore.updateStatistics()
            bar.finish()
            await FiguresProgress.catchUp(person, store, session)
            print(text(report, person, seconds: Date().timeIntervalSince(begin)), terminator: "")
            guard let damage = report.damage else { return }
            StandardError.write("healthstore: only a part was restored: \(damage.message)\n")
            throw ExitStatus()
        }
    }

    private static func text(_ report: PersonRestore.Report, _ person: Person, seconds: Double) -> String {
        var text = "restored \(person.name) in \(NumberText.rounded((seconds * 10).rounded() / 10)) s\n"
        let table = TextTable(
            of: BackupRecord.allCases,
            [.text("", \.rawValue), .number("lines") { NumberText.grouped(report.counts[$0] ?? 0) }])
        text += table.text
        if !report.hasSameUUID {
            text += """
                The person who was exported is in this store, too, so \(person.name) is another one. Records of an export.zip \
                that is imported later are recognised by their content; deleted ones come back, and elements that are not samples \
                are stored again.

                """
        }
        return text
    }
}

/// Reads the lines of a file. It holds only one line in memory.
struct FileLines {
    private let reader: GzipFileReader
    private var bytes: ArraySlice<UInt8> = []
    private var isAtEnd = false

    private static let pieceBytes = 256 << 10

    init(_ reader: GzipFileReader) { self.reader = reader }

    /// Returns the next line without its line feed, or nil at the end. A last line without a line
    /// feed is incomplete and is not returned.
    mutating func next() throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                line += bytes[..<end]
                bytes = bytes[(end + 1)...]
                return line
            }
            line += bytes
            guard line.count <= PersonRestore.lineBytesMax else {
                throw HealthDatabaseError(
                    .malformedBackup, "a line is longer than \(PersonRestore.lineBytesMax) bytes")
            }
            do { bytes = try reader.read(FileLines.pieceBytes)[...] } catch let error where error.code == .truncated {
                bytes = []
            } catch {
                throw HealthDatabaseError(.malformedBackup, error.message)
            }
            // Bytes after the last line feed are an incomplete line.
            if bytes.isEmpty { return nil }
        }
    }
}

/// A file that cannot be used.
struct FileFailure: Error, CustomStringConvertible {
    var description: String

    init(message: String) { description = message }
}
